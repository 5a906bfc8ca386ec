// Body b seen from the frame of body a, in double, with a proved bound on how far off that is.
//
// For poses (t_a, q_a) and (t_b, q_b) the exact map (DESIGN 2) is  x -> R^ x + t^  with
//
//     R^ = R(q_a)^T R(q_b) / (|q_a|^2 |q_b|^2),      t^ = R(q_a)^T (t_b - t_a) / |q_a|^2.            (1)
//
// Here stand R and t in double. Distances, and so all that triangles do to each other, are the same in the
// frame of a as in the world; filters therefore work there, where the corners of a need no transform.
#pragma once

#include "graze/geometry/pose.h"

#include <limits>

namespace graze {

/// Each coordinate of (1) lies within error_per_length * |x|_1 + error_constant of apply(relative, x).
struct RelativePose {
    Mat3 rotation;
    Vec3 translation;
    double error_per_length;
    double error_constant;
};

/// Pre:       |q| within kQuaternionSlack of 1 for both, all numbers finite.
/// Guarantee: the bound of RelativePose; equal poses give the identity with no error at all. Where numbers
///            overflow the error is infinite or NaN: compare so that this proves nothing.
[[nodiscard]] RelativePose relative_pose(const Pose& a, const Pose& b);

[[nodiscard]] inline Vec3 apply(const RelativePose& relative, const Vec3& x) {
    return relative.rotation * x + relative.translation;
}

/// How far each coordinate of apply(relative, x) may be off, for every x whose |x|_1 is at most `length`.
[[nodiscard]] inline double error_of_apply(const RelativePose& relative, double length) {
    return relative.error_per_length * length + relative.error_constant;
}

}  // namespace graze
