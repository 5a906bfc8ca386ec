// What a mesh is written as in GLB: vertices that have a normal each, and triangles of them.
//
// Graze's vertices have none. A corner of a triangle gets the mean of the normals of the triangles that meet there,
// are of the same surface, and are bent against it by less than a crease; weighted by their angles. Corners of
// one vertex with different normals become different vertices of the file; a reader that joins equal positions
// has the mesh again.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <cstdint>
#include <vector>

namespace graze::internal {

using FloatNormal = std::array<float, 3>;

struct GlbVertices {
    std::vector<std::uint32_t> vertex;  // of the mesh, by written vertex; ascending, each at least once
    std::vector<FloatNormal> normal;    // by written vertex; of length 1
    std::vector<Triangle> triangles;    // of written vertices, sorted by surface
    std::vector<std::uint32_t> begin;   // of each surface in `triangles`, and the end
};

/// A pure function of the mesh. Cost: O(triangles), and O(k^2) at a vertex of k triangles, k up to some hundred.
[[nodiscard]] GlbVertices glb_vertices(const Mesh& mesh);

}  // namespace graze::internal
