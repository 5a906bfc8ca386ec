// Several meshes as one, for formats and bodies that hold one.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <span>
#include <string>

namespace graze::internal {

struct NamedMesh {
    const std::string& name;
    const Mesh& mesh;
};

/// All triangles in the order given; surfaces stay apart, named "mesh/surface". Vertices are not welded
/// across meshes: parts that touch stay parts. Deviations: the greatest. Fails with `where` if the sum
/// exceeds 2^32 - 1 vertices, triangles or surfaces.
[[nodiscard]] Expected<Mesh> join_meshes(std::span<const NamedMesh> meshes, const std::string& where);

}  // namespace graze::internal
