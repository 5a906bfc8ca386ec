// Poses evaluated in intervals: bounds on posed points, also on all points of a box at once.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/pose.h"
#include "graze/numeric/interval.h"

#include <array>

namespace graze::internal {

using IntervalVec3 = std::array<Interval, 3>;

/// Entry [i][j] contains the exact entry of the rotation R(q) / |q|^2.
using IntervalMat3 = std::array<IntervalVec3, 3>;

/// Pre: an accepted rotation.
[[nodiscard]] IntervalMat3 interval_matrix(const Eigen::Quaterniond& rotation);

[[nodiscard]] IntervalVec3 exactly(const Vec3& point);

/// Guarantee: contains the exact pose of every point of `point`. Overflow gives infinite ends.
/// Cost:      about 0.1 us; prepare interval_matrix for many points.
[[nodiscard]] IntervalVec3 apply_interval(const Pose& pose, const IntervalVec3& point);
[[nodiscard]] IntervalVec3 apply_interval(const IntervalMat3& rotation, const Vec3& translation,
                                          const IntervalVec3& point);

}  // namespace graze::internal
