// OFF files: vertices and polygons as text.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <string>
#include <string_view>

namespace graze::internal {

/// OFF, COFF, NOFF, CNOFF and STOFF at the beginning, after comments.
[[nodiscard]] bool begins_like_off(std::string_view bytes);

/// Colours and normals are not read. Polygons are cut into triangles (polygon.h). `where` starts messages.
///
/// Guarantee: valid. Cost: memory within a small multiple of the file.
[[nodiscard]] Expected<Mesh> parse_off(std::string_view bytes, const std::string& where);

}  // namespace graze::internal
