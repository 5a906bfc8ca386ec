// Two small convex sets whose corners move on straight lines: how close they are, and how long they are proved to stay
// farther apart than a clearance.
//
// Along a fixed direction n each corner of a is ahead of each corner of b by a gap that is linear in time, so
//
//     gap(t) = (1 - t) gap(0) + t gap(1) > d |n|   at two times proves it for all times between                 (2)
//
// and for the sets, not only for their features: a segment that pierces a triangle is not apart from it. The direction
// is that of the closest points at the time that was reached; each one leads on as far as its own gaps allow.
#pragma once

#include "graze/numeric/vector.h"

#include <array>
#include <span>

namespace graze::soft {

/// A point, a segment or a triangle that goes straight from t = 0 to 1.
struct StraightSet {
    int count = 1;  // of corners
    std::array<Vec3, 3> from, to;
    double error = 0.0;  // no corner is farther than this from its true place, at any time
};

/// Closest points of two sets at one instant: rounded, not a bound.
struct ClosePoints {
    Vec3 separation;                       // from the point of b to that of a; zero if they meet
    std::array<double, 3> on_a, on_b;      // weights of corners, >= 0, summing to 1
};
/// Pre: one of both is a segment, the other a segment or a triangle. A segment that pierces a triangle gets the closest
/// points of their rims and ends, which are not zero apart.
[[nodiscard]] ClosePoints closest_points(std::span<const Vec3> a, std::span<const Vec3> b);

/// Farther apart than the clearance at every time of [0, t]: returns that t; -1 if that is not even proved at 0.
///
/// Pre:       as closest_points; finite; clearance >= 0.
/// Guarantee: proved, with all roundings (docs/soft.md, section 3).
/// Cost:      some 200 ns for each direction, at most 64; no allocation.
[[nodiscard]] double prove_apart_until(const StraightSet& a, const StraightSet& b, double clearance);

}  // namespace graze::soft
