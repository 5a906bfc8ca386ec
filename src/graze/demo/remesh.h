// Fewer and better shaped triangles on a smooth closed surface that is known as a function.
//
// Marching tetrahedra leave slivers. Collapsing the shortest and straightest edges first removes them, down
// to a wished number of triangles; moving each vertex towards the middle of its neighbours, and back to the
// surface, evens out the rest.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <cstddef>
#include <functional>

namespace graze::internal {

struct SurfacePoint {
    Vec3 point;
    Vec3 normal;            // outwards, of length 1
    double fineness = 1.0;  // triangles should be this much smaller than where it is 1, by area
};

/// The surface near a given point.
using Projection = std::function<SurfacePoint(const Vec3&)>;

/// Pre:       `mesh` is closed and oriented; only its vertices and triangles are read.
/// Guarantee: closed, oriented, of the same genus and number of pieces, and with `triangles` triangles unless
///            no collapse was left that keeps it so. No step makes a triangle look away from the surface at
///            one of its corners: a vertex and its neighbours, seen along its normal, do not fold over each
///            other.
/// Cost:      O(n log n) collapses, each with one projection; `rounds` projections of each vertex.
[[nodiscard]] Mesh remesh(const Mesh& mesh, std::size_t triangles, int rounds, const Projection& project);

}  // namespace graze::internal
