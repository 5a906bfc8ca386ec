// Where bodies are after small displacements, and boxes around them.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/solve/motion_problem.h"
#include "graze/geometry/box.h"
#include "graze/geometry/pose.h"

namespace graze::internal {

/// The rotation by a rotation vector.
[[nodiscard]] Eigen::Quaterniond turn_by(const Vec3& rotation_vector);

/// The rotation vector of a rotation, of length at most pi.
[[nodiscard]] Vec3 rotation_vector_of(const Eigen::Quaterniond& turn);

/// The centre (in the body's coordinates) moves along the linear part, the body turns about it.
[[nodiscard]] Pose moved(const Pose& pose, const Vec3& centre, const Vec6& displacement);

/// The displacement that leads from one pose to another.
[[nodiscard]] Vec6 displacement_to(const Pose& from, const Pose& to, const Vec3& centre);

/// Surely holds the box, posed. Pre: not empty, finite.
[[nodiscard]] Box box_around(const Pose& pose, const Box& own);

/// Surely holds every point on its way: `posed` holds the body at the beginning, no point of which is farther
/// than `reach` from the centre.
[[nodiscard]] Box box_around_way(const Box& posed, const Vec6& displacement, double reach);

}  // namespace graze::internal
