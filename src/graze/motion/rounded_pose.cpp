#include "graze/motion/rounded_pose.h"

#include "graze/core/assert.h"
#include "graze/geometry/pose_interval.h"
#include "graze/motion/motion_data.h"

namespace graze::internal {

RoundedPose rounded_pose(const MotionRef& motion, double t, const Box& own) {
    if (is_at_rest(motion)) return {std::get<AtRest>(*motion.rigid()).pose, 0.0};
    const MotionJet jet = jet_over(motion, exactly(t));
    const IntervalVec3 origin = jet.position - jet.rotation * exactly(jet.reference);
    RoundedPose at{middle_pose(jet), kInfinity};
    if (!is_valid(at.pose)) return {Pose{}, kInfinity};
    const IntervalVec3 points{Interval{own.min[0], own.max[0]}, Interval{own.min[1], own.max[1]},
                              Interval{own.min[2], own.max[2]}};
    // R x + origin, less the same of the pose.
    const IntervalVec3 off =
        (jet.rotation - interval_matrix(at.pose.rotation)) * points + (origin - exactly(at.pose.translation));
    at.error = norm(off).hi;
    return at;
}

}  // namespace graze::internal

namespace graze {

RoundedPose pose_at(const Motion& motion, double t, const Box& own) {
    GRAZE_ASSERT(t >= 0.0 && t <= 1.0);
    if (t == 0.0 && motion.data().begins_exactly) return {motion.pose_t0(), 0.0};
    return rounded_pose(motion_ref(motion), t, own);
}

}  // namespace graze
