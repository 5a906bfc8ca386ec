// STL files, binary and ASCII. docs/mesh-formats.md says what is accepted.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/file.h"
#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <span>
#include <string>
#include <string_view>

namespace graze::internal {

/// True if the length is exactly what the count at byte 80 asks for. No ASCII file can pass: its bytes there
/// would be a count of at least 150 million. (Binary files that begin with "solid" exist.)
[[nodiscard]] bool is_binary_stl(std::string_view bytes);

/// True if the text begins with the word "solid", in any case, after blanks or a byte order mark, and
/// has no zero byte early on.
[[nodiscard]] bool begins_like_ascii_stl(std::string_view bytes);

/// The mesh in the file's unit, vertices welded. `where` starts messages. One surface for a binary file, one
/// per solid for an ASCII file. Guarantee: valid.
[[nodiscard]] Expected<Mesh> parse_stl_binary(std::string_view bytes, const std::string& where);
[[nodiscard]] Expected<Mesh> parse_stl_ascii(std::string_view bytes, const std::string& where);

/// Binary STL stores float32: coordinates are rounded, surfaces are lost. `where` is the file's name for
/// messages. Error: a coordinate beyond float32, or 2^32 triangles.
[[nodiscard]] Expected<void> write_stl_binary(AtomicFile& file, const Mesh& mesh, const std::string& where);

/// ASCII STL with the shortest decimals that give the same doubles; one solid per surface, triangles sorted
/// by it.
void write_stl_ascii(AtomicFile& file, const Mesh& mesh);

}  // namespace graze::internal
