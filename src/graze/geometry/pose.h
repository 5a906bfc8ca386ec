// Where a rigid body is: a rotation, then a translation.
//
// A pose (t, q) means x -> R(q) x / |q|^2 + t in real arithmetic (DESIGN 2), where R(q) is the matrix whose
// entries are the quadratic polynomials of q: the quaternion need not be exactly unit, and a posed vertex is
// an exact rational. Three ways to evaluate it:
//   apply (here)               double, no bound: for pictures and other things that nobody proves;
//   Placement (placement.h)    double with a proved bound, prepared once for many points;
//   apply_interval (pose_interval.h)   intervals that contain the truth;
#pragma once

#include "graze/core/expected.h"
#include "graze/numeric/vector.h"

#include <Eigen/Geometry>

#include <string>

namespace graze {

struct Pose {
    Vec3 translation = Vec3::Zero();
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();  // its constructor takes w first!
};

/// A quaternion is accepted as a rotation if ||q| - 1| is at most this (DESIGN 2).
inline constexpr double kQuaternionSlack = 1e-6;

/// True if ||q| - 1| <= 10^-6, decided exactly. False for NaN and infinities.
[[nodiscard]] bool is_accepted_rotation(const Eigen::Quaterniond& q);

/// True if the translation is finite and the rotation accepted.
[[nodiscard]] bool is_valid(const Pose& pose);

/// Says why (t, q) is not a pose: a number that is not finite, or ||q| - 1| above kQuaternionSlack; the
/// remedy is the normalised quaternion, spelt out. `where` starts the message.
[[nodiscard]] Expected<void> validate(const Pose& pose, const std::string& where);

/// A validated pose. `xyzw` is in the order of files (DESIGN 4).
[[nodiscard]] Expected<Pose> make_pose(const Vec3& translation, const Eigen::Vector4d& xyzw,
                                       const std::string& where);

/// The posed point, rounded: within placement_of(pose)'s bound of the truth, the same bits on every machine.
[[nodiscard]] Vec3 apply(const Pose& pose, const Vec3& point);

/// The Hamilton product p q. Each component is four products summed in the order of the text: Eigen's own
/// product sums in an order that depends on the SIMD width, and C5 wants the same bits everywhere.
[[nodiscard]] Eigen::Quaterniond product(const Eigen::Quaterniond& p, const Eigen::Quaterniond& q);

// Group operations in double. Each result is a pose of its own, near the real one: about 1e-15 in each entry
// of the rotation, and about 1e-15 of the lengths involved in the translation. Not a bound, and not the same
// function as applying one pose after the other. The quaternion is normalised, so errors of length do not
// pile up.

/// First `inner`, then `outer`.
[[nodiscard]] Pose compose(const Pose& outer, const Pose& inner);
[[nodiscard]] Pose inverse(const Pose& pose);
/// The pose of b seen from a: a^-1 b.
[[nodiscard]] Pose relative(const Pose& a, const Pose& b);

}  // namespace graze
