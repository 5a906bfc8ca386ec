// Axis-aligned boxes around posed things, rounded outward: nothing that is really there lies outside.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/geometry/box.h"
#include "graze/geometry/placement.h"

namespace graze::internal {

/// The least box that surely holds the triangle, in the frame of a: the *optimal* AABB of [Figueiredo, sec.
/// 3].
[[nodiscard]] Box box_of(const MovedTriangle& triangle);

/// The box around the eight corners of a placed box: the *cover* AABB of [Figueiredo, sec. 3]. Pre: not
/// empty.
[[nodiscard]] Box cover_of(const Placement& placement, const Box& box);

/// What is common to both; empty if they do not overlap.
[[nodiscard]] Box intersection_of(const Box& p, const Box& q);

}  // namespace graze::internal
