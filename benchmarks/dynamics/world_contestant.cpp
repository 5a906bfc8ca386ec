#include "dynamics/world_contestant.h"

#include <algorithm>

namespace graze::bench {
namespace {

Pose pose_of(const PlainPose& plain) {
    const double* q = plain.quaternion;
    return {{plain.translation[0], plain.translation[1], plain.translation[2]},
            Eigen::Quaterniond(q[3], q[0], q[1], q[2])};
}

}  // namespace

WorldContestant::WorldContestant(const DynamicsScene& scene, World world, const HandlingTuning& tuning)
    : world_(std::move(world)), stiffness_(scene.stiffness) {
    world_.memory().tuning = tuning;
}

void WorldContestant::drive(int body, const PlainPose& target) {
    pull(world_, static_cast<std::uint32_t>(body), {.target = pose_of(target), .stiffness = stiffness_});
}

void WorldContestant::advance() {
    const FrameReport report = graze::advance(world_, budget_);
    figures_.blocked += report.blocked;
    figures_.least_proved = std::min(figures_.least_proved, report.proved_gap);
    figures_.lost_time += report.lost_time;
    figures_.events += static_cast<std::uint64_t>(report.events);
    figures_.undecided += static_cast<std::uint64_t>(report.undecided);
    figures_.sub_steps += static_cast<std::uint64_t>(report.sub_steps);
    figures_.least_distance = std::min(figures_.least_distance, report.least_distance);
}

PlainPose WorldContestant::pose(int body) const {
    return plain(world_.pose(static_cast<std::uint32_t>(body)));
}

Expected<std::unique_ptr<WorldContestant>> make_world_contestant(const DynamicsScene& scene,
                                                                 const HandlingTuning& tuning) {
    std::vector<WorldBody> bodies;
    for (const DynamicsBody& body : scene.bodies) {
        WorldBody made{body.body, body.pose};
        if (!body.is_fixed) made.mass = BodyMass{body.mass, Vec3::Zero(), body.inertia.asDiagonal()};
        made.friction = body.friction;
        made.restitution = body.restitution;
        made.velocity = {body.velocity, body.spin};
        made.name = body.name;
        bodies.push_back(std::move(made));
    }
    WorldOptions options;
    options.order = scene.is_second_order ? WorldOrder::Second : WorldOrder::First;
    options.gravity = scene.gravity;
    auto world = make_world(std::move(bodies), options, PairRules({}, {}, 0.0), scene.joints);
    if (!world) return world.error();
    return std::make_unique<WorldContestant>(scene, *std::move(world), tuning);
}

}  // namespace graze::bench
