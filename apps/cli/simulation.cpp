#include "simulation.h"

#include "graze/core/interrupt.h"
#include "graze/core/progress.h"
#include "graze/core/wording.h"
#include "graze/dynamics/handling/exact_check.h"
#include "graze/dynamics/handling/places.h"
#include "graze/dynamics/handling/scene_world.h"
#include "graze/queries/instant/scene_at.h"
#include "graze/scene/scene_motion.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numbers>

#include <fmt/format.h>

namespace graze::cli {
namespace {

constexpr double kRadiansOfDegree = std::numbers::pi / 180.0;
constexpr double kSoon = 1e-9;      // of a second: an event at the boundary of two frames belongs to the later
constexpr double kNear = 2.6e-4;    // of a body's size, eps_s of most pairs: nearer to its target it has arrived
constexpr double kStands = 2.6e-5;  // of its size: who went less than this in the last frame stands

using Targets = std::vector<std::optional<Pose>>;  // by body: where it shall be at the end of the frame

/// Where the paths of a scene put its bodies.
class PathDrive {
  public:
    PathDrive(const Scene& scene, World& world, double seconds) : scene_(scene), world_(world), seconds_(seconds) {
        for (const SceneBody& body : scene.bodies) rest_.push_back(body.pose);
        // What hangs on a body with a path follows it by itself; only bodies with a path of their own are pulled.
        for (const Path& path : scene.paths) pulled_.push_back(path.body);
    }

    Expected<void> pull_towards(double time, Targets& targets) {
        if (pulled_.empty()) return {};
        const auto segments = static_cast<double>(segments_of(scene_));
        const double at = segments * std::clamp(time / seconds_, 0.0, 1.0);
        const double segment = std::min(std::floor(at), segments - 1.0);
        for (std::size_t i = 0; i < rest_.size(); ++i) scene_.bodies[i].pose = rest_[i];
        const auto stood = stand_at(scene_, {static_cast<std::size_t>(segment), at - segment}, "simulate");
        if (!stood) return stood.error();
        for (const std::uint32_t body : pulled_) {
            Pull pull;
            pull.target = targets[body] = scene_.bodies[body].pose;
            graze::pull(world_, body, pull);
        }
        return {};
    }

  private:
    Scene scene_;  // a copy whose poses are overwritten
    World& world_;
    double seconds_;
    std::vector<Pose> rest_;
    std::vector<std::uint32_t> pulled_;
};

/// Between two poses the centre of mass goes straight and the body turns about it at a constant rate.
Pose pose_between(const std::vector<TimedPose>& target, double time, const Vec3& centre) {
    if (time <= target.front().time) return target.front().pose;
    if (time >= target.back().time) return target.back().pose;
    std::size_t next = 1;
    while (target[next].time < time) ++next;
    const TimedPose &from = target[next - 1], &to = target[next];
    const double share = (time - from.time) / (to.time - from.time);
    return moved(from.pose, centre, share * displacement_to(from.pose, to.pose, centre));
}

class ScriptDrive {
  public:
    ScriptDrive(const Scene& scene, World& world, const DriveScript& script)
        : world_(world), script_(script), happened_(script.steps.size(), false) {
        for (const DriveStep& step : script.steps) {
            body_of_.push_back(body_named(scene, step.body));
            if (!step.body.empty()) pulled_by_[*body_of_.back()] = {};
        }
        for (const DriveStep& step : script.steps) {
            const auto body = body_named(scene, step.joint_of);
            joint_of_.push_back(0);
            turns_.push_back(false);
            for (std::size_t k = 0; body && k < scene.joints.size(); ++k)
                if (scene.joints[k].body == *body) {
                    joint_of_.back() = k;
                    turns_.back() = scene.joints[k].kind == JointKind::Revolute;
                }
        }
    }

    /// For the frame from `time` on.
    void pull_for(double time, double frame, Targets& targets) {
        for (auto& [body, step] : pulled_by_) step.reset();
        for (std::size_t i = 0; i < script_.steps.size(); ++i) {
            const DriveStep& step = script_.steps[i];
            if (step.from > time + kSoon) continue;
            if (!step.body.empty()) {
                if (time + kSoon < step.until) pulled_by_[*body_of_[i]] = i;
            } else if (!happened_[i]) {
                happened_[i] = true;
                happen(i);
            }
        }
        for (const auto& [body, i] : pulled_by_) {
            targets[body].reset();
            if (!i || script_.steps[*i].let_go) {
                let_go(world_, body);
                continue;
            }
            const DriveStep& step = script_.steps[*i];
            Pull pull = step.pull;
            if (!step.target.empty())
                pull.target = pose_between(step.target, time + frame, world_.mass(body)->centre);
            targets[body] = pull.target;
            graze::pull(world_, body, pull);
        }
    }

  private:
    void happen(std::size_t i) {
        const DriveStep& step = script_.steps[i];
        if (step.order) set_order(world_, *step.order);
        if (step.gravity) set_gravity(world_, *step.gravity);
        if (!step.joint_of.empty())
            set_motor_speed(world_, joint_of_[i], turns_[i] ? kRadiansOfDegree * step.speed : step.speed);
    }

    World& world_;
    const DriveScript& script_;
    std::vector<std::optional<std::uint32_t>> body_of_;  // these by step
    std::vector<std::size_t> joint_of_;
    std::vector<bool> turns_, happened_;
    std::map<std::uint32_t, std::optional<std::size_t>> pulled_by_;  // by body: the step that holds
};

/// How far a body is from where it was, or shall be: a bound for its points, but for a factor of 2.
double way_between(const World& world, std::uint32_t body, const Pose& from, const Pose& to) {
    const Vec6 way = displacement_to(from, to, world.mass(body)->centre);
    return way.head<3>().norm() + way.tail<3>().norm() * world.body(body).size();
}

}  // namespace

Expected<std::vector<std::uint32_t>> motors_of(const Scene& scene, const DriveScript& script, const std::string& where) {
    const std::vector<bool> moves = movable_bodies(scene);
    std::vector<std::string> names;
    for (const SceneBody& body : scene.bodies) names.push_back(body.name);
    std::vector<std::uint32_t> motors;
    for (std::size_t i = 0; i < script.steps.size(); ++i) {
        const DriveStep& step = script.steps[i];
        const bool is_pull = !step.body.empty();
        if (!is_pull && step.joint_of.empty()) continue;
        const std::string& name = is_pull ? step.body : step.joint_of;
        const std::string place = fmt::format("{}: /steps/{}/{}", where, i, is_pull ? "body" : "joint");
        const auto body = body_named(scene, name);
        if (!body)
            return make_error(ErrorCode::BadInput, place, fmt::format("no body is called {}", in_quotes(name)),
                              did_you_mean(name, names));
        if (is_pull) {
            if (!moves[*body])
                return make_error(ErrorCode::BadInput, place, fmt::format("{} stands for ever", in_quotes(name)),
                                  "give it a \"density\" or a \"mass\" in the scene");
            continue;
        }
        const auto joint = std::find_if(scene.joints.begin(), scene.joints.end(), [&](const Joint& of) { return of.body == *body; });
        if (joint == scene.joints.end() || joint->kind == JointKind::Fixed)
            return make_error(ErrorCode::BadInput, place, fmt::format("{} has no joint that moves", in_quotes(name)),
                              "name a body that hangs on a revolute or prismatic joint");
        motors.push_back(static_cast<std::uint32_t>(joint - scene.joints.begin()));
    }
    return motors;
}

Expected<Simulation> simulate(const Scene& scene, World& world, const SimulationOptions& options) {
    using Clock = std::chrono::steady_clock;
    std::optional<ScriptDrive> script;
    if (options.script) script.emplace(scene, world, *options.script);
    PathDrive paths(scene, world, options.seconds);
    ExactCheck check(world);
    if (options.track) record(world, options.track);
    const auto frames = static_cast<std::uint64_t>(std::max(1.0, std::round(options.seconds / options.frame)));
    Simulation done;
    Progress progress("simulating", frames);
    FrameReport report;
    std::vector<Pose> before(world.size());
    Targets targets(world.size());
    for (std::uint64_t i = 0; i < frames && !done.is_interrupted; ++i) {
        const double time = options.frame * static_cast<double>(i);
        for (std::uint32_t k = 0; k < world.size(); ++k) before[k] = world.pose(k);
        if (script)
            script->pull_for(time, options.frame, targets);
        else if (auto pulled = paths.pull_towards(time + options.frame, targets); !pulled)
            return pulled.error();
        const auto began = Clock::now();
        report = options.advance ? options.advance(world, options.budget) : advance(world, options.budget);
        done.frame_microseconds.push_back(std::chrono::duration<double, std::micro>(Clock::now() - began).count());
        ++done.frames;
        done.lost_time += report.lost_time;
        done.worst_distance = std::min(done.worst_distance, report.least_distance);
        done.undecided += static_cast<std::uint64_t>(report.undecided);
        done.out_of_budget += report.out_of_budget;
        done.contacts = report.contacts.size();
        done.is_interrupted = interrupt_requested();
        if (i + 1 == frames || done.is_interrupted || (i + 1) % options.check_every == 0) {
            for (const BodyPair& bodies : check.meeting()) done.met.push_back({i, bodies});
            ++done.checked;
        }
        progress.advance();
    }
    if (options.track) record(world, nullptr);
    for (std::uint32_t k = 0; report.blocked > 0 && k < world.size(); ++k) {
        const double size = world.body(k).size();
        if (targets[k] && way_between(world, k, world.pose(k), *targets[k]) > kNear * size &&
            way_between(world, k, before[k], world.pose(k)) < kStands * size)
            done.jammed.push_back(k);
    }
    return done;
}

}  // namespace graze::cli
