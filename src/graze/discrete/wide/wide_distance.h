// The distance queries (distance.h) on two wide trees.
//
// How: wide_nearest_search.h, wide_within_search.h.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/wide/distance.h"
#include "graze/discrete/wide/wide_meeting.h"

namespace graze::internal {

// As distance.h says, each, in this workspace. Pre: also, as find_intersections (wide_query.h).

[[nodiscard]] BodyDistance distance(const WideBody& a, const Pose& pose_a, const WideBody& b,
                                    const Pose& pose_b, DiscreteMemory& workspace);

[[nodiscard]] bool is_within(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b,
                             double clearance, DiscreteMemory& workspace);

[[nodiscard]] Intersections find_within(const WideBody& a, const Pose& pose_a, const WideBody& b,
                                        const Pose& pose_b, double clearance, DiscreteMemory& workspace);

/// Of bodies that meet, in this pair of triangles.
[[nodiscard]] BodyDistance distance_of_meeting(const WidePair& of, const IdPair& pair,
                                               const DiscreteCounters& counters);

}  // namespace graze::internal
