// Angles counted in whole turns, and rotations made from them: the same bits on every x86-64.
//
// libm picks other code for sin and cos on machines with FMA, so generated models would differ by an
// ulp from one machine to the next. Here are only + - * and floor.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/pose.h"
#include "graze/numeric/vector.h"

namespace graze::internal {

inline constexpr double kTau = 6.283185307179586;     // radians in a turn
inline constexpr double kTan30 = 0.5773502691896258;  // of 30 degrees

/// (cos, sin) of an angle given in turns. Exact at multiples of a quarter turn.
///
/// Pre:       |turns| < 2^40.
/// Guarantee: within 4e-16 of the true unit vector for the given double.
[[nodiscard]] Vec2 direction_at(double turns);

/// Rotation about the z axis.
[[nodiscard]] Eigen::Quaterniond turned_about_z(double turns);

/// Rotation about any axis. Pre: `axis` is not zero.
[[nodiscard]] Eigen::Quaterniond turned_about(const Vec3& axis, double turns);

/// The same as a matrix, for turning vertices. Pre: `axis` is not zero.
[[nodiscard]] Mat3 rotation_about(const Vec3& axis, double turns);

}  // namespace graze::internal
