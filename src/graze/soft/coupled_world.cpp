#include "graze/soft/coupled_world.h"

#include "graze/core/assert.h"
#include "graze/dynamics/handling/places.h"
#include "graze/dynamics/handling/world_memory.h"
#include "graze/soft/soft_memory.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace graze::soft {
namespace {

constexpr double kLeastStep = 1.0 / 16.0;  // of a frame: shorter steps are not tried
constexpr double kJointShare = 4.0;        // joints make a body faster by no more than so much of what pulls at it
constexpr double kPaidBack = 0.2;          // in a step, of the momentum that (8) was wrong by

/// From when on, and for how long.
struct StepTime {
    double from, seconds;
};

/// Poses of all bodies at times of a step, as a track of it says.
class TrackPoses {
  public:
    TrackPoses(const World& world, const WorldTrack& track, const std::vector<Pose>& before, const StepTime& step)
        : world_(world), track_(track), poses_(before), step_(step) {}

    [[nodiscard]] std::size_t stretches() const { return track_.poses.empty() ? 0 : track_.poses.front().size() - 1; }
    /// Where one stretch of the track ends and the next one begins.
    [[nodiscard]] double knot(std::size_t k) const {
        return step_.from + step_.seconds * (static_cast<double>(k) / static_cast<double>(stretches()));
    }

    [[nodiscard]] std::vector<Pose> at(double clock) const {
        std::vector<Pose> poses = poses_;
        if (stretches() == 0) return poses;
        std::size_t k = 0;
        while (k + 1 < stretches() && clock >= knot(k + 1)) ++k;
        const double share = std::clamp((clock - knot(k)) / (knot(k + 1) - knot(k)), 0.0, 1.0);
        for (std::size_t i = 0; i < track_.bodies.size(); ++i) {
            const Pose &from = track_.poses[i][k], &to = track_.poses[i][k + 1];
            poses[track_.bodies[i]] = share == 0.0 ? from : clock >= knot(k + 1) ? to : between(track_.bodies[i], from, to, share);
        }
        return poses;
    }

  private:
    [[nodiscard]] Pose between(std::uint32_t body, const Pose& from, const Pose& to, double share) const {
        const Vec3& centre = world_.mass(body)->centre;
        return moved(from, centre, share * displacement_to(from, to, centre));
    }

    const World& world_;
    const WorldTrack& track_;
    const std::vector<Pose>& poses_;
    StepTime step_;
};

void add(SoftReport& sum, const SoftReport& one) {
    sum.certified = sum.certified && one.certified;
    sum.sub_steps += one.sub_steps;
    sum.newton_steps += one.newton_steps;
    sum.halved += one.halved;
    sum.stood += one.stood;
    sum.queries += one.queries;
    sum.least_gap = std::min(sum.least_gap, one.least_gap);
    sum.contacts = one.contacts;
    sum.self_contacts = one.self_contacts;
}

struct SavedRods {
    std::vector<RodState> states;
    std::vector<HeldEnds> held;
    std::vector<Pose> poses;
    std::vector<Vec6> given, owed;
    double time;
};

std::shared_ptr<const void> saved_rods(const SoftMemory& rods) {
    return std::make_shared<const SavedRods>(SavedRods{rods.states, rods.held, rods.poses, rods.given, rods.owed, rods.time});
}

void put(SoftMemory& rods, const SavedRods& saved) {
    rods.states = saved.states;
    rods.held = saved.held;
    rods.given = saved.given;
    rods.owed = saved.owed;
    rods.time = saved.time;
}

bool are_same(const Pose& a, const Pose& b) { return a.translation == b.translation && a.rotation.coeffs() == b.rotation.coeffs(); }

/// Rods as they were, among bodies as they are: if these are elsewhere, rods must be clear of them there.
Expected<void> restore_rods(SoftMemory& rods, const WorldMemory& bodies, const std::shared_ptr<const void>& state) {
    if (state == nullptr) return make_error(ErrorCode::BadInput, "restore", "this is a state from before there were rods");
    const SavedRods& saved = *static_cast<const SavedRods*>(state.get());
    const SavedRods now{rods.states, rods.held, rods.poses, rods.given, rods.owed, rods.time};
    put(rods, saved);
    bool are_there = true;
    for (std::uint32_t i = 0; i < rods.poses.size(); ++i) {
        rods.poses[i] = bodies.bodies[i].pose;
        are_there = are_there && are_same(rods.poses[i], saved.poses[i]);
    }
    if (are_there) return {};
    const StepProof proof = prove_standing(rods);
    if (proof.is_proved()) return {};
    put(rods, now);
    rods.poses = now.poses;
    return make_error(ErrorCode::BadInput, "rods", describe(rods.model, proof), "put bodies elsewhere");
}

/// Bodies that can move now, and could not before.
void follow_masses(SoftMemory& rods, const WorldMemory& bodies) {
    for (const std::uint32_t i : bodies.movable) {
        if (rods.feels[i]) continue;
        rods.feels[i] = true;
        turn_about(rods.model.bodies[i], bodies.bodies[i].given.mass->centre);
    }
}

class CoupledFrame {
  public:
    CoupledFrame(CoupledWorld& world, const FrameBudget& budget)
        : w_(world), bodies_(world.bodies.memory()), rods_(world.rods.memory()), budget_(budget), frame_(bodies_.options.frame), outer_(bodies_.track) {}

    CoupledReport run() {
        follow_masses(rods_, bodies_);
        double left = 1.0, share = 1.0;
        while (left > 1e-9) {
            share = std::min(share, left);
            if (try_step(share * frame_)) {
                left -= share;
                share = std::min(1.0, 2.0 * share);
                continue;
            }
            ++report_.refused;
            if (0.5 * share >= kLeastStep) {
                share *= 0.5;
                continue;
            }
            stop_bodies(share * frame_);
            left -= share;
        }
        bodies_.options.frame = rods_.options.frame = frame_;
        if (outer_ != nullptr) outer_->frames.push_back(outer_->poses.empty() ? 0 : outer_->poses.front().size());
        bodies_.track = outer_;
        return report_;
    }

  private:
    [[nodiscard]] bool is_felt() const { return bodies_.options.order == WorldOrder::Second; }

    /// Bodies with the forces of rods, then rods with the ways of bodies. False: all is as it was.
    bool try_step(double seconds) {
        const WorldState before = graze::save(w_.bodies);
        const std::vector<Pose> poses = rods_.poses;
        const std::size_t tracked_nodes = rods_.track_nodes != nullptr ? rods_.track_nodes->size() : 0;
        const std::size_t tracked_poses = rods_.track_poses != nullptr ? rods_.track_poses->size() : 0;
        bodies_.options.frame = rods_.options.frame = seconds;
        WorldTrack track;
        record(w_.bodies, &track);
        push_bodies(seconds / frame_);
        const FrameReport done = graze::advance(w_.bodies, budget_);
        take_forces_back();
        const TrackPoses ways(w_.bodies, track, poses, {rods_.time, seconds});
        rods_.knots.clear();
        for (std::size_t k = 1; k <= ways.stretches(); ++k) rods_.knots.push_back(ways.knot(k));
        rods_.way_error = track.deviation;
        const SoftReport followed = advance_rods(ways);
        if (followed.waited > 1e-9 * seconds || followed.stood > 0.0) {
            bodies_.track = nullptr;
            if (rods_.track_nodes != nullptr) rods_.track_nodes->resize(tracked_nodes);
            if (rods_.track_poses != nullptr) rods_.track_poses->resize(tracked_poses);
            const auto back = graze::restore(w_.bodies, before);
            GRAZE_ASSERT(back.has_value());
            return false;
        }
        note(done, followed, track);
        choose_loads(before, seconds, true);
        return true;
    }

    /// Bodies lose their speed, and rods go on among them.
    void stop_bodies(double seconds) {
        for (const std::uint32_t i : bodies_.movable) bodies_.bodies[i].velocity.setZero();
        const WorldState before = graze::save(w_.bodies);
        rods_.options.frame = seconds;
        rods_.knots.clear();
        const WorldTrack none;
        const std::vector<Pose> poses = rods_.poses;
        const SoftReport followed = advance_rods(TrackPoses(w_.bodies, none, poses, {rods_.time, seconds}));
        add(report_.rods, followed);
        ++report_.steps;
        report_.stopped += seconds;
        choose_loads(before, seconds, false);
    }

    SoftReport advance_rods(const TrackPoses& ways) {
        rods_.body_clock = rods_.time;
        return soft::advance(w_.rods, [&](double clock) { return ways.at(clock); });
    }

    /// In first order all that is wanted is wanted at once.
    static void go_part_of_the_way(BodyState& body, double share) {
        Pull& pull = *body.pull;
        const Vec3& centre = body.given.mass->centre;
        if (pull.target) pull.target = moved(body.pose, centre, share * displacement_to(body.pose, *pull.target, centre));
        if (pull.grab) pull.grab->target = (1.0 - share) * apply(body.pose, pull.grab->point) + share * pull.grab->target;
    }

    void push_bodies(double share) {
        pulls_.clear();
        for (const std::uint32_t i : bodies_.movable) {
            BodyState& body = bodies_.bodies[i];
            pulls_.push_back(body.pull);
            const Vec6 load = rods_.given[i] + kPaidBack / (share * frame_) * rods_.owed[i];
            if (!is_felt() && body.pull && share < 1.0) go_part_of_the_way(body, share);
            if (!is_felt() || load.isZero(0.0)) continue;
            if (!body.pull) body.pull.emplace();
            body.pull->force.linear += load.head<3>();
            body.pull->force.angular += load.tail<3>();
            body.asleep = false;
        }
    }

    void take_forces_back() {
        for (std::size_t k = 0; k < pulls_.size(); ++k) bodies_.bodies[bodies_.movable[k]].pull = pulls_[k];
    }

    // What bodies feel in the next step. F: the load now, D: how it changes by itself (body_loads.h), K: how it falls as the
    // body moves, P: what the body felt, v: its velocity, of which we guess that it goes on to change as it did. Then an
    // implicit step of a body that is free asks
    //
    //     P' = P + (1 + h^2 K M^-1)^-1 (F + D - h K v - P)                                                         (8)
    //
    // of what is new. At rest that leads to P = F, whatever holds the body: nothing is lost to damping. What a guess was wrong
    // by is owed, as far as it is not stiffness that made it, and paid back little by little: momentum is hardly lost.
    void choose_loads(const WorldState& before, double h, bool was_pushed) {
        if (!is_felt()) return;
        for (const std::uint32_t i : bodies_.movable) {
            const BodyState& body = bodies_.bodies[i];
            Vec6& given = rods_.given[i];
            const BodyLoad& felt = rods_.loads[i];
            const Vec6 paid = was_pushed ? Vec6(kPaidBack * rods_.owed[i]) : Vec6(Vec6::Zero());
            const Vec6 pushed = was_pushed ? Vec6(given + paid / h) : Vec6(Vec6::Zero());
            Vec6 was;
            was << before.bodies[i].velocity.linear, before.bodies[i].velocity.angular;
            Mat6 give = Mat6::Zero();  // M^-1
            give.topLeftCorner<3, 3>() = body.inverse.mass * Mat3::Identity();
            give.bottomRightCorner<3, 3>() = body.inverse.inertia;
            const Vec6 more = limited(body.velocity - was, kJointShare * h * ((give * pushed).norm() + bodies_.options.gravity.norm()));
            const Vec6 missing = felt.last + felt.drift - h * (felt.stiffness * (body.velocity + more)) - pushed;
            const auto implicit = (Mat6::Identity() + h * h * felt.stiffness * give).partialPivLu();
            const Vec6 step = implicit.solve(missing);
            if (was_pushed) rods_.owed[i] += implicit.solve(h * (felt.load - given)) - paid;
            given = pushed + step;
            if (!given.allFinite()) given = rods_.owed[i] = Vec6::Zero();
        }
    }

    /// A collision changes velocities at once: that does not go on.
    static Vec6 limited(const Vec6& change, double most) {
        const double size = change.norm();
        return size > most ? Vec6(most / size * change) : change;
    }

    void note(const FrameReport& done, const SoftReport& followed, const WorldTrack& track) {
        const double gap = std::min(report_.bodies.proved_gap, done.proved_gap);
        const double lost = report_.bodies.lost_time + done.lost_time;
        report_.bodies = done;
        report_.bodies.proved_gap = gap;
        report_.bodies.lost_time = lost;
        add(report_.rods, followed);
        report_.certified = report_.rods.certified;
        ++report_.steps;
        if (outer_ == nullptr) return;
        for (std::size_t i = 0; i < track.poses.size(); ++i)
            outer_->poses[i].insert(outer_->poses[i].end(), track.poses[i].begin() + 1, track.poses[i].end());
        outer_->events.insert(outer_->events.end(), track.events.begin(), track.events.end());
        outer_->deviation = std::max(outer_->deviation, track.deviation);
    }

    CoupledWorld& w_;
    WorldMemory& bodies_;
    SoftMemory& rods_;
    const FrameBudget& budget_;
    double frame_;
    WorldTrack* outer_;
    std::vector<std::optional<Pull>> pulls_;
    CoupledReport report_;
};

}  // namespace

Expected<CoupledWorld> make_coupled_world(World bodies, const CoupledRods& rods, const SoftOptions& options) {
    SoftScene scene{rods.rods, {}, rods.holds, rods.ignored};
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        const WorldBody& given = bodies.memory().bodies[i].given;
        scene.bodies.push_back({given.body, bodies.pose(i), given.friction, given.name, {}});
        if (given.mass) scene.bodies.back().centre = given.mass->centre;
    }
    SoftOptions own = options;
    own.frame = bodies.memory().options.frame;
    auto soft = make_soft_world(scene, own);
    if (!soft) return soft.error();
    for (std::uint32_t i = 0; i < bodies.size(); ++i) soft->memory().feels.push_back(bodies.is_movable(i));
    soft->memory().loads.resize(bodies.size());
    soft->memory().given.assign(bodies.size(), Vec6::Zero());
    soft->memory().owed = soft->memory().given;
    bodies.memory().companion = {[rods = &soft->memory()] { return saved_rods(*rods); },
                                 [rods = &soft->memory(), world = &bodies.memory()](const std::shared_ptr<const void>& state) {
                                     return restore_rods(*rods, *world, state);
                                 }};
    return CoupledWorld{std::move(bodies), *std::move(soft)};
}

CoupledReport advance(CoupledWorld& world, const FrameBudget& budget) { return CoupledFrame(world, budget).run(); }

Twist load_on(const CoupledWorld& world, std::uint32_t body) {
    const SoftMemory& rods = world.rods.memory();
    const double per_metre = rods.options.per_metre;
    if (body >= rods.loads.size()) return {};
    const Vec6& load = rods.loads[body].load;
    return {load.head<3>() / per_metre, load.tail<3>() / (per_metre * per_metre)};
}

}  // namespace graze::soft
