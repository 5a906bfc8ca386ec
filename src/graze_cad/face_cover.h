// A meshed face as a cover (graze/surface/cover.h): its definition, the parameters of its triangles' nodes, and the
// pieces of its trimming curves between them.
#pragma once

#include "graze/surface/cover.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <TopoDS_Face.hxx>

namespace graze::cad {

struct FaceCover {
    surface::Face face = {};
    std::vector<std::array<std::uint32_t, 3>> vertices = {};  // of the mesh, of each element's corners
    std::uint32_t surface = 0;                                // of the mesh
    std::string fault = {};                                   // not empty: why there is no cover
};

/// `vertex_of_node`: of the mesh, by OpenCASCADE's number of each node less 1.
[[nodiscard]] FaceCover cover_of(const TopoDS_Face& face, const std::vector<std::uint32_t>& vertex_of_node);

}  // namespace graze::cad
