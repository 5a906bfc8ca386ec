// A rigid transform in double with proved bounds: prepared once, then cheap for many points.
//
// Derivations: docs/predicates.md, section 4. Errors are bounds on each coordinate (or entry), in real
// arithmetic.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/pose.h"
#include "graze/numeric/vector.h"

namespace graze::internal {

/// A point whose true coordinates lie within `error` of `near`. An overflow makes the error infinite or NaN:
/// nothing is known then, and every filter falls through.
struct PosedPoint {
    Vec3 near;
    double error;
};

/// x -> rotation x + translation, where each entry of the matrix is within rotation_error of the truth and
/// each coordinate of the translation within translation_error.
struct Placement {
    Mat3 rotation;
    Vec3 translation;
    double rotation_error;
    double translation_error;
    bool swaps_axes;  // the rotation is exact and its entries are 0, 1, -1: `place` then loses nothing but in
                      // the sum
};

/// Pre: valid pose.
[[nodiscard]] Placement placement_of(const Pose& pose);

/// Body b seen from body a: a^-1 b. If both have the same rotation, or all non-zero components of each
/// quaternion are equal in magnitude (turns by 90, 120, 180 degrees), the rotation carries no error. Pre:
/// valid poses.
[[nodiscard]] Placement placement_of(const Pose& b, const Pose& in_a);

/// Guarantee: the true point is within the returned error; no error for a point on the grid of a swapping
///            placement.
/// Cost:      about 5 ns; no allocation.
[[nodiscard]] PosedPoint place(const Placement& placement, const Vec3& point);

/// The quaternion, or if all its non-zero components are equal in magnitude the same rotation written with
/// components 0, 1 and -1: then R(q) and |q|^2 are small integers.
[[nodiscard]] Eigen::Quaterniond reduced(const Eigen::Quaterniond& q);

}  // namespace graze::internal
