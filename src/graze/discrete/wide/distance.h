// How far apart two bodies are at one instant: as bounds with closest points, and compared exactly with a
// clearance.
#pragma once

#include "graze/discrete/wide/intersections.h"

namespace graze {

struct BodyDistance {
    double lo = 0.0;  // the distance lies in [lo, hi]; both 0 if the bodies meet
    double hi = 0.0;
    Vec3 on_a = Vec3::Zero();  // closest points as posed (rounded); for bodies that meet, near one meeting
    Vec3 on_b = Vec3::Zero();
    IdPair triangles = {0, 0};  // that have them
    DiscreteCounters counters;
};

// For all. Pre:  valid poses.
//          Cost: no allocation once the workspace has grown, unless exact arithmetic is needed; without a
//                workspace every call makes a new one.

/// Guarantee: hi - lo is at most 1e-12 hi plus 8 ulp of the largest coordinate of the two bodies seen from a.
///            Same bits on every instruction set.
[[nodiscard]] BodyDistance distance(const PosedBody& a, const PosedBody& b,
                                    DiscreteWorkspace* workspace = nullptr);

/// True if the distance is at most `clearance`, decided exactly; ends with the first pair that is.
///
/// Pre: clearance >= 0, finite.
[[nodiscard]] bool is_within(const PosedBody& a, const PosedBody& b, double clearance,
                             DiscreteWorkspace* workspace = nullptr);

/// All pairs of triangles whose distance is at most `clearance`, each decided exactly, and their surfaces.
///
/// Pre: clearance >= 0, finite.
[[nodiscard]] Intersections find_within(const PosedBody& a, const PosedBody& b, double clearance,
                                        DiscreteWorkspace* workspace = nullptr);

}  // namespace graze
