// The distance queries (distance.h) on two wide trees.
//
// Both trees are searched with float bounds, what looks nearest first (wide_nearest.h). For the distance, the
// limit is the best upper bound so far; what is left is measured in double, then in 80 bits.
#pragma once

#include "graze/discrete/wide/distance.h"
#include "graze/discrete/wide/wide_query.h"

namespace graze {

// As distance.h says, each, in this workspace. Pre: also, as find_intersections (wide_query.h).

[[nodiscard]] BodyDistance distance(const WideBody& a, const Pose& pose_a, const WideBody& b,
                                    const Pose& pose_b, DiscreteMemory& workspace);

[[nodiscard]] bool is_within(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b,
                             double clearance, DiscreteMemory& workspace);

[[nodiscard]] Intersections find_within(const WideBody& a, const Pose& pose_a, const WideBody& b,
                                        const Pose& pose_b, double clearance, DiscreteMemory& workspace);

}  // namespace graze
