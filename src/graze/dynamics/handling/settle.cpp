#include "graze/dynamics/handling/settle.h"

#include "graze/motion/rounded_pose.h"

#include <algorithm>

namespace graze::internal {
namespace {

constexpr int kQuietFrames = 30;
constexpr double kQuiet = 0.1;  // of eps_s in a frame: slower than that is quiet
constexpr double kTrackDeviation = 4.0;  // of the error of a pose: what a slerp between two of them adds

Mat3 inverse_inertia_at(const BodyState& body, const Pose& pose) {
    const Mat3 turn = pose.rotation.normalized().toRotationMatrix();
    return turn * body.inverse_own_inertia * turn.transpose();
}

}  // namespace

void stand_at(BodyState& body, const Pose& pose) {
    body.pose = pose;
    if (!body.is_movable()) return;
    body.centre = apply(pose, body.given.mass->centre);
    body.inverse_before = body.inverse.inertia;
    body.inverse.inertia = inverse_inertia_at(body, pose);
}

void keep_spin(BodyState& body) {
    if (body.inverse_before == body.inverse.inertia || !(body.inverse_before.trace() > 0.0)) return;
    const Vec3 momentum = body.inverse_before.inverse() * Vec3(body.velocity.tail<3>());
    body.velocity.tail<3>() = body.inverse.inertia * momentum;
    body.inverse_before = body.inverse.inertia;
}

void wake_all(WorldMemory& memory) {
    for (BodyState& body : memory.bodies) body.asleep = false, body.quiet = 0;
}

void fall_asleep(WorldMemory& memory) {
    for (std::size_t k = 0; k < memory.island_count; ++k) {
        const Island& island = memory.islands[k];
        bool all_quiet = !island.contacts.empty();
        for (const std::uint32_t i : island.bodies) {
            BodyState& body = memory.bodies[i];
            const double way = memory.options.frame * (body.velocity.head<3>().norm() + body.velocity.tail<3>().norm() * body.reach);
            const double eps = 0.01 * 0.026 * memory.options.security * body.size;
            body.quiet = way < kQuiet * eps && !body.pull ? body.quiet + 1 : 0;
            all_quiet = all_quiet && body.quiet >= kQuietFrames;
        }
        if (!all_quiet) continue;
        for (const std::uint32_t i : island.bodies) memory.bodies[i].asleep = true, memory.bodies[i].velocity.setZero();
    }
}

void wake_whole_groups(WorldMemory& memory) {
    if (memory.joints.empty()) return;
    for (const std::uint32_t i : memory.movable) {
        if (memory.bodies[i].asleep) continue;
        for (const std::uint32_t j : memory.movable) {
            BodyState& other = memory.bodies[j];
            if (other.asleep && other.group == memory.bodies[i].group) other.asleep = false, other.quiet = 0;
        }
    }
}

void append_to_track(WorldMemory& memory) {
    WorldTrack& track = *memory.track;
    auto& breaks = memory.breaks;
    breaks.assign(1, 1.0);
    bool moves = false;
    for (const std::uint32_t i : memory.movable) {
        const double until = memory.lives[i].until;
        moves = moves || until > 0.0;
        if (until > 0.0) breaks.push_back(until);
    }
    if (!moves) return;
    std::sort(breaks.begin(), breaks.end());
    breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
    // After the last stop nobody moves.
    double last = 0.0;
    for (const std::uint32_t i : memory.movable) last = std::max(last, memory.lives[i].until);
    while (breaks.back() > last) breaks.pop_back();
    for (std::size_t k = 0; k < track.bodies.size(); ++k) {
        const std::uint32_t i = track.bodies[k];
        const Life& life = memory.lives[i];
        for (const double t : breaks) {
            RoundedPose at = life.at;
            if (t < life.until) at = rounded_pose(memory.motions[i], t, memory.bodies[i].given.body.bounds());
            if (life.until == 0.0) at = {memory.bodies[i].pose, 0.0};
            track.poses[k].push_back(at.pose);
            track.deviation = std::max(track.deviation, kTrackDeviation * at.error);
        }
    }
}

}  // namespace graze::internal
