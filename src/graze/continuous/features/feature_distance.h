// The distance of two small convex features at one instant, rounded: where to look for a proof.
//
// Nothing here is a bound. The points that it returns lie on the features exactly (as weights), so the
// distance between them, computed in intervals, is an upper bound; the directions are candidates for a
// separating direction, which intervals then prove or do not.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/vector.h"

#include <array>
#include <span>

namespace graze::internal {

/// The point p0 + u (p1 - p0) + v (p2 - p0) of a feature with up to three vertices.
/// u, v >= 0 and u + v <= 1 in real arithmetic.
struct FeaturePoint {
    double u = 0.0;
    double v = 0.0;
};

struct ClosestFeatures {
    FeaturePoint on_a, on_b;
    Vec3 separation;  // from the point on b to the point on a
    Vec3 normal;      // of the face or of the two edges, on the side of a; zero if there is none
};

/// Pre: a vertex and a face, or two edges, in either order; also vertex and edge, vertex and vertex.
/// Degenerate features (edges without length, faces without area) are normal input.
[[nodiscard]] ClosestFeatures closest_features(std::span<const Vec3> a, std::span<const Vec3> b);

/// The same by fewer comparisons: edges that are parallel but for rounding may get points that are a little
/// less close. u + v may exceed 1 by rounding.
[[nodiscard]] ClosestFeatures nearly_closest_features(std::span<const Vec3> a, std::span<const Vec3> b);

}  // namespace graze::internal
