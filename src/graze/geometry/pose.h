// Where a rigid body is: a rotation, then a translation.
//
// A pose (t, q) means x -> R(q) x / |q|^2 + t in real arithmetic (DESIGN 2): the quaternion need not be
// exactly unit, and a posed vertex is an exact rational. The double evaluation below is only near it.
#pragma once

#include "graze/numeric/vector.h"

#include <Eigen/Geometry>

namespace graze {

struct Pose {
    Vec3 translation = Vec3::Zero();
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();  // its constructor takes w first!
};

/// A quaternion is accepted as a rotation if ||q| - 1| is at most this (DESIGN 2).
inline constexpr double kQuaternionSlack = 1e-6;

}  // namespace graze
