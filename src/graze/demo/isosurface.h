// The zero set of a function as a closed mesh, by marching tetrahedra.
//
// Space is cut into cubes and each cube into six tetrahedra around one diagonal, alike in all cubes, so faces
// match. A tetrahedron is crossed in a triangle or a quad and nothing is ambiguous: the mesh is a closed
// manifold for every function.
#pragma once

#include "graze/core/function_ref.h"
#include "graze/core/internal.h"
#include "graze/geometry/box.h"
#include "graze/model/mesh.h"

namespace graze::internal {

struct IsosurfaceOptions {
    Box box;
    double spacing;      // of the lattice
    double slope = 2.0;  // a value v means that there is no zero within |v| / slope
};

/// Pre:       the function is above zero on the border of the box, pure, and safe to call from several
///            threads.
/// Guarantee: closed, oriented towards positive values, without surfaces; no triangle of zero area. The same
///            bits for any number of threads.
/// Cost:      one call for each point of the lattice near the zero set, and few elsewhere.
[[nodiscard]] Mesh isosurface(FunctionRef<double(const Vec3&)> function, const IsosurfaceOptions& options);

}  // namespace graze::internal
