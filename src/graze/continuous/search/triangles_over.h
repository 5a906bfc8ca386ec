// How far apart two moving triangles are at most, at every time of a window: what makes an upper bound of the
// distance of two bodies hold between two times at which it was measured.
//
// Let p0, q0 be points of the triangles that are near each other when the window begins, and p1, q1 such points
// at its end. The points that go from the ones to the others, straight in their bodies, stay in the triangles,
// which are convex. So the length of v = (point on a) - (point on b) is never below the distance. v leaves the
// straight line between its two ends by at most M l^2 / 8, if |v''| <= M and l is the length of the window, and
// the length of what runs on a line is convex: docs/mathematics/profile.md.
#pragma once

#include "graze/continuous/relative/smooth_motions.h"
#include "graze/core/internal.h"

#include <array>
#include <optional>

namespace graze::internal {

/// What is known of two motions at the ends of a window, and throughout it; made once for many triangles.
struct PairOverWindow {
    double length = 0.0;
    std::array<MotionJet, 2> at_begin, at_end, throughout;  // of a and b, both in one frame
};

/// Pre: 0 <= from < until <= 1. Nothing if a motion may break inside of the window.
[[nodiscard]] std::optional<PairOverWindow> pair_over(const MotionRef& a, const MotionRef& b, double from,
                                                      double until);

/// At least the sum of the speeds of any two points of the bodies, which are in these boxes, at every time of the
/// window: the distance changes by no more in a unit of time.
[[nodiscard]] double speed_over(const PairOverWindow& window, const Box& own_a, const Box& own_b);

using TriangleCorners = std::array<Vec3, 3>;  // in the body's coordinates

/// Guarantee: at every time of the window the distance of the two triangles is at most this. Infinite if
///            nothing is known.
/// Cost:      some 10 us; no allocation.
[[nodiscard]] double most_distance_over(const PairOverWindow& window, const TriangleCorners& a,
                                        const TriangleCorners& b);

}  // namespace graze::internal
