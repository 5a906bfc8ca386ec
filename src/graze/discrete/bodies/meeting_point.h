// Where two triangles that meet do so, for people to look at. Rounded, proves nothing.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/discrete/wide/wide_distance.h"

#include <vector>

namespace graze::internal {

/// A posed triangle, rounded.
[[nodiscard]] Corners posed_corners(const Mesh& mesh, std::uint32_t triangle, const Pose& pose);

/// If the bodies meet, moves both points to one place: `distance` gives the nearest corners and edges of two
/// triangles, which are apart where an edge runs through a face. Pre: the posed triangles of the distance.
void join_points(BodyDistance& found, const Corners& a, const Corners& b);

/// What two triangles share: the corners of a convex polygon if they lie in one plane (or nearly: within 2^-30
/// of their size), else the two ends of a segment, else nothing. In the frame of the corners.
[[nodiscard]] std::vector<Vec3> common_outline(const Corners& a, const Corners& b);

}  // namespace graze::internal
