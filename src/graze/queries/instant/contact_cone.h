// Whether a point of a skin is nearest to what lies in a direction, as far as one can see from there: first
// order conditions of a local minimum of the distance. contacts_within.h says what they are for.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/sharp_features.h"

namespace graze::internal {

/// By how much a direction may leave a cone and still count as in it: a sine.
struct ConeSlack {
    double sine;
};

/// No triangle or edge at the vertex goes towards `n`. Pre: |n| = 1, in the body's coordinates.
[[nodiscard]] bool is_in_cone_of_vertex(const SharpFeatures& sharp, std::uint32_t vertex, const Vec3& n,
                                        const ConeSlack& slack);
/// No triangle at the edge goes towards `n`. Pre: also, n is across the edge, up to the slack.
[[nodiscard]] bool is_in_cone_of_edge(const SharpFeatures& sharp, std::uint32_t edge, const Vec3& n,
                                      const ConeSlack& slack);

/// The point of a triangle that is nearest to another point, and the smallest feature that it is on.
struct NearestOnTriangle {
    Vec3 at;
    FeatureSlot slot;
};
[[nodiscard]] NearestOnTriangle nearest_on_triangle(const std::array<Vec3, 3>& corners, const Vec3& point);

/// The points of two segments that are nearest to each other, if both are inside of their segments. None for
/// segments that are parallel, or so nearly that rounding decides: then an end is as near.
struct NearestOnSegments {
    Vec3 on_a, on_b;
    double part_a, part_b;  // of the way from the first end, in (0, 1)
};
[[nodiscard]] std::optional<NearestOnSegments> nearest_inside_segments(const std::array<Vec3, 2>& a,
                                                                       const std::array<Vec3, 2>& b);

/// At most the distance of two segments, also parallel ones or such without length; but for rounding less by no
/// more than 1e-7 of the shorter one.
[[nodiscard]] double distance_lo(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& b);

}  // namespace graze::internal
