// What pose_at.h stands on, for motions that are borrowed.
#pragma once

#include "graze/core/internal.h"
#include "graze/motion/motion_ref.h"
#include "graze/motion/pose_at.h"

namespace graze::internal {

/// As pose_at.h says, but that the start is a time like others: it is not known what pose it was made from.
[[nodiscard]] RoundedPose rounded_pose(const MotionRef& motion, double t, const Box& own);

}  // namespace graze::internal
