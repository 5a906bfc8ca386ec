// The vectors that everything computes with. They stand in this room, not in geometry/, because the
// predicates need them.
#pragma once

#include <Eigen/Core>

namespace graze {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;

}  // namespace graze
