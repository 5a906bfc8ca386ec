#include "graze/queries/instant/scene_at.h"

#include "graze/continuous/search/contact_times.h"
#include "graze/scene/scene_motion.h"

#include <algorithm>
#include <limits>

namespace graze {
namespace {

/// The pose of a body that its own path puts there; null: it is on the way.
const Pose* pose_at_end(const PathLink& link, double t) {
    return t == 0.0 ? &link.poses.from : t == 1.0 ? &link.poses.to : nullptr;
}

bool is_zero_at(const JointLink& joint, double t) {
    return (t == 0.0 && joint.from == 0.0) || (t == 1.0 && joint.to == 0.0) ||
           (joint.from == 0.0 && joint.to == 0.0);
}

/// True if nothing above the body has left its place.
bool is_undisplaced(const Scene& scene, const SceneMotion& motion, std::uint32_t body,
                    const SegmentTime& time) {
    for (const std::uint32_t link : chain_of(motion, body)) {
        const auto* joint = std::get_if<JointLink>(&motion.sources[link]);
        if (joint && !is_zero_at(*joint, time.t)) return false;
        // A carrier with poses of its own: at the first of them it displaces nothing.
        if (std::holds_alternative<PathLink>(motion.sources[link]) && !(time.segment == 0 && time.t == 0.0))
            return false;
    }
    return segments_of(scene) > 0;
}

}  // namespace

Expected<RoundedStand> stand_at(Scene& scene, const SegmentTime& time, const std::string& where) {
    RoundedStand stand;
    if (scene.paths.empty()) return stand;
    const auto motion = motion_of_segment(scene, time.segment, where);
    if (!motion) return motion.error();
    for (const auto& [body, link] : motion->carried) {
        Pose& pose = scene.bodies[body].pose;
        const auto* path = std::get_if<PathLink>(&motion->sources[link]);
        if (const Pose* end = path ? pose_at_end(*path, time.t) : nullptr) {
            pose = *end;
        } else if (path || !is_undisplaced(scene, *motion, body, time)) {
            const RoundedPose at =
                rounded_pose(LinkMotion{&motion->links, link}, time.t, bounds_of(*scene.bodies[body].mesh));
            pose = at.pose;
            ++stand.bodies;
            stand.deviation = at.error <= std::numeric_limits<double>::max()
                                  ? std::max(stand.deviation, at.error)
                                  : std::numeric_limits<double>::infinity();
        }
    }
    return stand;
}

}  // namespace graze
