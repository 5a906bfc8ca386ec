// Dividing a mesh's surfaces into patches between sharp edges.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"

namespace graze::internal {

/// The mesh with each of its surfaces split into patches. Two triangles that share an edge of exactly two
/// triangles stay together if both belong to the same surface and the angle between their normals is at most
/// `crease_deg`; boundaries and non-manifold edges divide. If the two run along the edge the same way, one
/// normal is turned first. A triangle of (numerically) zero area has no normal: it divides nothing (its
/// neighbours are compared across it) and goes with the first of its neighbours. Collapsed triangles
/// (adjacency.h) go with the first patch of their surface.
///
/// A surface that is split into n > 1 patches becomes "name/1" ... "name/n", counted by first triangle; one
/// that is not keeps its name. Surfaces without triangles disappear. Vertices and triangles do not change.
///
/// Pre: the mesh is valid and welded; 0 <= crease_deg <= 180.
/// Angles are rounded doubles: an edge within about 1e-5 degrees of the limit may fall on either side.
/// Cost: near-linear.
[[nodiscard]] Mesh split_at_creases(Mesh mesh, double crease_deg);

}  // namespace graze::internal
