// How far apart the convex hulls of two small sets of points are, rounded: where to look for a proof.
//
// The algorithm of Gilbert, Johnson and Keerthi on the difference of the two sets, with the plainest possible
// step: of all sub-simplices of the current simplex, the one whose nearest point to the origin is nearest.
// Nothing here is a bound from below; the two points lie in the hulls up to rounding, so their distance is
// one from above.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/vector.h"

#include <array>
#include <cstdint>
#include <span>

namespace graze::internal {

/// A rigid placement in doubles: y = rotation x + place.
struct RoughPlacement {
    std::array<Vec3, 3> columns = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};  // of the rotation
    Vec3 place = Vec3::Zero();
};

struct PlacedPoints {
    std::span<const Vec3> points;  // at least one
    RoughPlacement at;
};

struct HullGap {
    double distance = 0.0;  // between the two points; 0: the hulls meet, or nearly
    Vec3 on_a, on_b;        // nearest, as placed
    Vec3 separation;        // on_a - on_b
    int corners_a = 1,
        corners_b = 1;  // different points that carry the nearest ones: 1 a corner, 2 an edge, 3 a face
};

[[nodiscard]] Vec3 placed(const RoughPlacement& at, const Vec3& point);

/// Cost: a handful of scans of both sets; no allocation.
[[nodiscard]] HullGap hull_gap(const PlacedPoints& a, const PlacedPoints& b);

}  // namespace graze::internal
