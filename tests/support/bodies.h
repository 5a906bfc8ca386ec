// Where bodies of tests stand.
#pragma once

#include "graze/geometry/pose.h"

namespace graze::test {

/// At a place, turned about z by an angle in radians.
[[nodiscard]] inline Pose at(const Vec3& place, double angle = 0.0) {
    return {place, Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vec3::UnitZ()))};
}
[[nodiscard]] inline Pose at(double x, double y = 0.0, double z = 0.0, double angle = 0.0) {
    return at(Vec3(x, y, z), angle);
}

}  // namespace graze::test
