// The bodies of a scene, made small for a page: coordinates in 16 bits of each mesh's own box, differences, packed.
#pragma once

#include "graze/scene/scene.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graze::cli {

struct PackedMesh {
    const Mesh* mesh;
    Vec3 low, high;
};

struct PackedMeshes {
    std::vector<PackedMesh> meshes;
    std::string packed;  // DEFLATE, all of them one after the other
};

/// For the page's own reader (report/src/data.ts): three runs of vertices, one for each axis, low bytes before high
/// ones, each number the difference to the one before, modulo 2^16, its sign in the last bit; then the corners of
/// triangles as differences, seven bits a byte. A vertex is off by at most 1/131070 of a side of the box.
[[nodiscard]] PackedMeshes pack_meshes(const std::vector<const Mesh*>& meshes);

[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace graze::cli
