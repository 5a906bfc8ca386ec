// Bodies that push, slide, fall and rest: does anything ever interpenetrate, does anything go through, how
// long does a frame take? Our world and the peers in the same scenes, at the same step of 1/60 s; every frame
// of everybody is looked at by our exact test.
#include "bench.h"
#include "continuous/measure.h"
#include "dynamics/judge.h"
#include "dynamics/world_contestant.h"
#include "markdown.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr const char* kUsage =
    "graze-bench dynamics [--quick] [--only SCENE]... [--contestant NAME] [--frames N] [--seconds S] [--cad "
    "DIR] [--budget MS] [--hostile N]\n"
    "  --budget MS  of each frame of ours; default: none\n"
    "  --hostile N  not the drives of the scenes: for N frames a mad hand drags one of the bodies. Ours alone\n"
    "  --seconds S  most CPU seconds a contestant may take for a scene, default 8\n"
    "  --cad DIR    where `graze demo car-door` and `graze demo window-motor` wrote; without it those scenes "
    "are left out\n";

struct Plain {
    std::vector<MeshData> meshes;
    std::vector<PlainRigidBody> bodies;
    PlainWorld world;
};

// In place: the world refers to the rest.
void fill(const DynamicsScene& scene, Plain& made) {
    for (const DynamicsBody& body : scene.bodies) made.meshes.push_back(mesh_data(*body.mesh));
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const DynamicsBody& body = scene.bodies[i];
        PlainRigidBody to;
        to.mesh = made.meshes[i].plain();
        to.pose = plain(body.pose);
        to.mass = body.is_fixed ? 0.0 : body.mass;
        for (int k = 0; k < 3; ++k) {
            to.inertia[k] = body.inertia[k];
            to.velocity[k] = body.velocity[k];
            to.velocity[3 + k] = body.spin[k];
            to.half_box[k] = body.half_box[k];
        }
        to.friction = body.friction;
        to.restitution = body.restitution;
        to.size = body.body.size();
        to.is_convex = body.is_convex;
        made.bodies.push_back(to);
    }
    made.world.bodies = made.bodies;
    for (int k = 0; k < 3; ++k) made.world.gravity[k] = scene.gravity[k];
    made.world.unit = scene.unit();
    made.world.is_second_order = scene.is_second_order;
}

Pose pose_of(const PlainPose& p) {
    const double* q = p.quaternion;
    return {{p.translation[0], p.translation[1], p.translation[2]},
            Eigen::Quaterniond(q[3], q[0], q[1], q[2])};
}

struct Ran {
    DynamicsVerdict verdict;
    DynamicsEnding ending;
    std::vector<double> ms;  // CPU time by frame
    const char* end = "";    // why it did not go on
};

Ran run(const DynamicsScene& scene, DynamicsContestant& contestant, int frames, double most_seconds) {
    Ran ran;
    DynamicsJudge judge(scene);
    std::vector<Pose> poses = scene.start();
    double used = 0.0;
    for (int frame = 0; frame < frames && !judge.verdict().is_lost; ++frame) {
        if (used > most_seconds || contestant.gave_up()) {
            ran.end = contestant.gave_up() ? ", gave up" : ", out of time";
            break;
        }
        if (scene.driven >= 0)
            contestant.drive(scene.driven,
                             plain(scene.target(frame, poses[static_cast<std::size_t>(scene.driven)])));
        const double start = thread_seconds();
        contestant.advance();
        ran.ms.push_back(1e3 * (thread_seconds() - start));
        used += 1e-3 * ran.ms.back();
        for (std::size_t i = 0; i < poses.size(); ++i)
            poses[i] = pose_of(contestant.pose(static_cast<int>(i)));
        judge.look(poses, frame);
    }
    ran.verdict = judge.verdict();
    if (!ran.verdict.is_lost) ran.ending = scene.ending(poses);
    std::sort(ran.ms.begin(), ran.ms.end());
    return ran;
}

double quantile(const std::vector<double>& sorted, double part) {
    if (sorted.empty()) return NAN;
    return sorted[std::min(sorted.size() - 1,
                           static_cast<std::size_t>(part * static_cast<double>(sorted.size())))];
}

TableRow row_of(const char* name, const Ran& ran) {
    const DynamicsVerdict& v = ran.verdict;
    return {name,
            fmt::format("{}{}", ran.ms.size(), ran.end),
            fmt::format("{}", v.frames_with),
            v.frames_with ? fmt::format("{:.2g}", v.deepest) : "0",
            fmt::format("{}", ran.ending.passes),
            v.is_lost ? "poses are no numbers" : ran.ending.text,
            figure(quantile(ran.ms, 0.5)),
            figure(quantile(ran.ms, 0.99)),
            figure(ran.ms.empty() ? NAN : ran.ms.back())};
}

struct Wanted {
    std::string contestant;
    int frames = 0;
    double seconds = 8.0, budget_ms = 0.0;
    int hostile = 0;

    [[nodiscard]] bool has(const char* name) const { return contestant.empty() || contestant == name; }
};

// A hand that shakes, sweeps, presses on and comes back, whatever is in its way; the same for every run.
Pose mad_target(const DynamicsScene& scene, int frame, const Pose& now, double size) {
    Rng mood(5000u + static_cast<std::uint64_t>(frame / 40)), rng(9000u + static_cast<std::uint64_t>(frame));
    const auto any = [](Rng& of) { return Vec3(of.uniform(-1, 1), of.uniform(-1, 1), of.uniform(-1, 1)); };
    const auto shaken = [&](const Pose& pose, double length, double turn) {
        const Vec3 axis = (any(rng) + Vec3(0.0, 0.0, 1e-3)).normalized();
        return Pose{pose.translation + length * any(rng),
                    product(Eigen::Quaterniond(Eigen::AngleAxisd(turn * rng.uniform(-1, 1), axis)), pose.rotation).normalized()};
    };
    const Pose start = scene.bodies[static_cast<std::size_t>(scene.driven)].pose;
    switch (mood.below(5)) {
        case 0: return shaken(start, 0.05 * size, 0.1);
        case 1: return shaken(now, 0.1 * size, 0.2);
        case 2: return shaken(start, 3.0 * size, 2.0);
        case 3: {
            Pose pressed = now;
            pressed.translation += 0.1 * size * any(mood);
            return pressed;
        }
        default: return scene.target ? scene.target(frame % scene.frames, now) : shaken(start, 0.3 * size, 0.5);
    }
}

DynamicsScene with_mad_hand(const DynamicsScene& scene, int frames) {
    DynamicsScene made = scene;
    for (std::size_t i = 0; made.driven < 0; ++i)
        if (!scene.bodies[i].is_fixed) made.driven = static_cast<int>(i);
    made.frames = frames;
    const double size = scene.bodies[static_cast<std::size_t>(made.driven)].body.size();
    DynamicsScene mad = scene;
    mad.driven = made.driven;
    made.target = [mad, size](int frame, const Pose& now) { return mad_target(mad, frame, now, size); };
    made.ending = [](Poses) { return DynamicsEnding{"", 0}; };  // it may have been anywhere
    return made;
}

// How many frames of ours interpenetrate: there must be none.
int show(const DynamicsScene& scene, const Wanted& wanted) {
    const int frames = wanted.frames > 0 ? std::min(wanted.frames, scene.frames) : scene.frames;
    fmt::print("\n## {}\n\n{}; {} bodies, {} order.\n\n", scene.name, scene.what, scene.bodies.size(),
               scene.is_second_order ? "second" : "first");
    std::vector<TableRow> rows{{"", "frames", "of them interpenetrating", "deepest, mm", "passes missed",
                                "in the end", "ms a frame, median", "p99", "most"}};
    std::string notes;
    int bad = 0;
    if (wanted.has("Graze")) {
        auto ours = make_world_contestant(scene);
        if (!ours) {
            fmt::print("Graze: {}\n", ours.error().message);
            return 1;
        }
        if (wanted.budget_ms > 0.0)
            (*ours)->set_budget({.time = std::chrono::nanoseconds(static_cast<std::int64_t>(1e6 * wanted.budget_ms))});
        const Ran ran = run(scene, **ours, frames, wanted.seconds);
        rows.push_back(row_of("Graze", ran));
        const WorldFigures& f = (*ours)->figures();
        notes = fmt::format(
            "Graze: {} events, {} undecided, {} sub-steps, {:.3g} s of bodies' time lost, least distance "
            "{:.3g} mm, proved {:.3g} mm at every moment.",
            f.events, f.undecided, f.sub_steps, f.lost_time, f.least_distance, f.least_proved);
        if (ran.verdict.frames_with)
            notes += fmt::format(" FIRST INTERPENETRATION: frame {}; deepest in frame {}, bodies {} and {}.",
                                 ran.verdict.first_with, ran.verdict.deepest_frame,
                                 ran.verdict.deepest_pair[0], ran.verdict.deepest_pair[1]);
        bad = ran.verdict.frames_with + ran.ending.passes;
    }
    Plain plain_scene;
    fill(scene, plain_scene);
    for (const DynamicsContestantKind& kind : kDynamicsPeers) {
        if (!wanted.has(kind.name) || wanted.hostile > 0 || !scene.joints.empty()) continue;
        plain_scene.world.inner_steps = kind.inner_steps;
        const auto peer = kind.make(plain_scene.world);
        if (peer)
            rows.push_back(row_of(kind.name, run(scene, *peer, frames, wanted.seconds)));
        else
            rows.push_back({kind.name, "cannot", "-", "-", "-", "-", "-", "-", "-"});
    }
    print_table(rows);
    if (!notes.empty()) fmt::print("\n{}\n", notes);
    std::fflush(stdout);
    return bad;
}

}  // namespace

int run_dynamics(std::span<const std::string> arguments) {
    std::vector<const char*> names;
    for (const DynamicsSceneKind& kind : dynamics_scenes()) names.push_back(kind.name);
    for (const DynamicsCadKind& kind : cad_scenes()) names.push_back(kind.name);
    const auto wishes =
        parse_wishes(arguments, names, std::array{"--contestant", "--frames", "--seconds", "--cad", "--budget", "--hostile"}, kUsage);
    if (!wishes) return 2;
    Wanted wanted{wishes->last("--contestant"), std::atoi(wishes->last("--frames").c_str())};
    if (const std::string seconds = wishes->last("--seconds"); !seconds.empty())
        wanted.seconds = std::atof(seconds.c_str());
    if (const std::string budget = wishes->last("--budget"); !budget.empty()) wanted.budget_ms = std::atof(budget.c_str());
    wanted.hostile = std::atoi(wishes->last("--hostile").c_str());
    if (wishes->quick) wanted.frames = 60;
    fmt::print(
        "The same scenes at frames of 1/60 s, one thread, CPU time. Peers take a frame in one step of "
        "theirs, and in eight. Every frame of everybody is looked at by "
        "Graze's exact test: a frame counts as interpenetrating if the interiors of two bodies share a "
        "point. "
        "Passes missed: bodies that ended where they could only come through another.\n");
    int bad = 0;
    for (const DynamicsSceneKind& kind : dynamics_scenes())
        if (wishes->has(kind.name))
            bad += show(wanted.hostile > 0 ? with_mad_hand(kind.make(), wanted.hostile) : kind.make(), wanted);
    const std::string cad = wishes->last("--cad");
    for (const DynamicsCadKind& kind : cad_scenes()) {
        if (cad.empty() || !wishes->has(kind.name)) continue;
        const auto scene = kind.make(cad);
        if (scene)
            bad += show(wanted.hostile > 0 ? with_mad_hand(*scene, wanted.hostile) : *scene, wanted);
        else
            fmt::print("\n{}: {}\n", kind.name, scene.error().message);
    }
    fmt::print("\nFrames of Graze that interpenetrate, and passes missed: {}\n", bad);
    return bad == 0 ? 0 : 1;
}

}  // namespace graze::bench
