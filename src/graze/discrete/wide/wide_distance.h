// How far apart two posed bodies are: as bounds with closest points, and compared exactly with a clearance.
//
// Both trees are searched with float bounds, what looks nearest first (wide_nearest.h). For the distance, the
// limit is the best upper bound so far; what is left is measured in double, then in 80 bits.
#pragma once

#include "graze/discrete/wide/wide_query.h"

namespace graze {

struct BodyDistance {
    double lo = 0.0;  // the distance lies in [lo, hi]; both 0 if the bodies meet
    double hi = 0.0;
    Vec3 on_a = Vec3::Zero();  // closest points as posed (rounded); for bodies that meet, near one meeting
    Vec3 on_b = Vec3::Zero();
    IdPair triangles = {0, 0};  // that have them
    DiscreteCounters counters;
};

// For all. Pre:  as find_intersections.
//          Cost: no allocation once the workspace has grown, unless exact arithmetic is needed.

/// Guarantee: hi - lo is at most 1e-12 hi plus 8 ulp of the largest coordinate of the two bodies seen from a.
///            Same bits on every instruction set.
[[nodiscard]] BodyDistance distance(const WideBody& a, const Pose& pose_a, const WideBody& b,
                                    const Pose& pose_b, WideWorkspace& workspace);

/// True if the distance is at most `clearance`, decided exactly; ends with the first pair that is.
///
/// Pre: clearance >= 0, finite.
[[nodiscard]] bool is_within(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b,
                             double clearance, WideWorkspace& workspace);

/// All pairs of triangles whose distance is at most `clearance`, each decided exactly, and their surfaces.
///
/// Pre: clearance >= 0, finite.
[[nodiscard]] Intersections find_within(const WideBody& a, const Pose& pose_a, const WideBody& b,
                                        const Pose& pose_b, double clearance, WideWorkspace& workspace);

}  // namespace graze
