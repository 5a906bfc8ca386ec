// PLY files, ASCII and binary of both byte orders. docs/mesh-formats.md says what is accepted.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/file.h"
#include "graze/core/internal.h"
#include "graze/io/mesh/ply_header.h"
#include "graze/model/mesh.h"

#include <string>
#include <string_view>

namespace graze::internal {

struct PlyFile {
    PlyEncoding encoding;
    Mesh mesh;  // in the file's unit, not welded
};

/// Polygons are cut by `triangulate`. One surface, unless faces have an integer property `surface` (as
/// write_ply gives them): then one per value, named by `comment graze surface N NAME`. `where` starts
/// messages. Guarantee: valid.
[[nodiscard]] Expected<PlyFile> parse_ply(std::string_view bytes, const std::string& where);

/// Doubles as they are (binary, little-endian) or as the shortest decimals that give them back (ASCII).
/// Pre: encoding is Ascii or LittleEndian.
void write_ply(AtomicFile& file, const Mesh& mesh, PlyEncoding encoding);

}  // namespace graze::internal
