// How far apart two disjoint posed triangles are: bounds in double, tighter bounds, and the exact comparison
// with a length.
//
// The closest points lie on a vertex and a face or on two edges. The upper bound is the distance of two
// points found so; the lower bound does not trust them: it is the gap between the projections of all six
// corners on one direction, which holds whatever the direction and is the distance when the direction is
// right. Frame: that of body a.
//
// Pairs of features have numbers: 3 i + j for edge i (from corner i to the next) of a and edge j of b, 9 + i for
// corner i of a over the face of b, 12 + i for corner i of b over the face of a.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/triangles/triangle_overlap.h"

#include <array>
#include <limits>

namespace graze::internal {

/// The distance lies in [lo, hi]; the points lie on (or within the rounding of hi near) the triangles. In the
/// frame of a.
struct TriangleGap {
    double lo;
    double hi;
    Vec3 on_a;
    Vec3 on_b;
};

/// Body b seen from a in extended precision, for fine_gap.
struct FinePlacement {
    long double turn[3][3];  // rows
    long double shift[3];
    long double turn_error;   // per entry
    long double shift_error;  // per coordinate
};

[[nodiscard]] FinePlacement fine_placement(const Pose& a, const Pose& b);

/// Guarantee: the bounds hold for the exact triangles if they are disjoint; if they are not, lo is at most 0.
///            A NaN in lo or hi means that nothing is known (overflow).
/// Cost:      some 0.3 us.
[[nodiscard]] TriangleGap gap(const Corners& a, const MovedTriangle& b);

/// The same to 2^-64: usually within an ulp of the coordinates. Cost: some 1 us.
[[nodiscard]] TriangleGap fine_gap(const Corners& a, const Corners& b, const FinePlacement& placement);

/// `gap` by one pair of features alone. The bounds hold whatever it is; they are narrow if it is the nearest.
///
/// Pre: 0 <= features < kFeaturePairs. Cost: some 0.1 us.
[[nodiscard]] TriangleGap gap(const Corners& a, const MovedTriangle& b, int features);

/// A triangle of b seen from a in extended precision.
struct FineTriangle {
    std::array<std::array<long double, 3>, 3> corner;  // corner, coordinate
    long double error;                                 // per coordinate
};
[[nodiscard]] FineTriangle place_finely(const FinePlacement& placement, const Corners& b);

/// A lower bound to 2^-64 by one pair of features alone, as `gap` has it: a value of at least `enough` if their
/// common normal proves so much, else what else they tell; minus infinity if that is nothing.
/// Cost: some 0.1 us if it is enough.
[[nodiscard]] double fine_gap_lo(const Corners& a, const FineTriangle& b, int features,
                                 double enough = std::numeric_limits<double>::infinity());

inline constexpr int kFeaturePairs = 15;

/// True if the distance of the exact rational triangles is at most `limit`. For what the bounds leave open.
///
/// Pre:  limit >= 0, finite. Cost: some 0.2 ms; allocates.
[[nodiscard]] bool is_within_exactly(const Corners& a, const Pose& pose_a, const Corners& b,
                                     const Pose& pose_b, double limit);

}  // namespace graze::internal
