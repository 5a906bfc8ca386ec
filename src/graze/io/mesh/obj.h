// Wavefront OBJ files. docs/mesh-formats.md says which statements are read, ignored and refused.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/file.h"
#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <span>
#include <string>
#include <string_view>

namespace graze::internal {

/// True if the first statement is one of OBJ's.
[[nodiscard]] bool begins_like_obj(std::string_view bytes);

/// The whole file as one mesh in the file's unit, not welded. Each combination of object, group and material
/// that has a face is a surface named "object/group/material" (parts that are not set are left out; "surface"
/// if none is). Polygons are cut by `triangulate`. `where` starts messages. Guarantee: valid.
[[nodiscard]] Expected<Mesh> parse_obj(std::string_view bytes, const std::string& where);

/// A mesh and the name of its object; an empty name writes no `o` line.
struct ObjObject {
    std::string name;
    const Mesh* mesh;
};

/// Doubles as the shortest decimals that give them back; a `g` line wherever the surface changes, so the
/// order of triangles is kept.
void write_obj(AtomicFile& file, std::span<const ObjObject> objects);

}  // namespace graze::internal
