// The triangles of one primitive of a GLB file, out of its binary chunk.
//
// Nothing that the JSON says about places and counts is believed: every range is checked against the view,
// the buffer and the chunk before a byte is read.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/io/mesh/gltf_json.h"
#include "graze/model/mesh.h"

#include <string>
#include <string_view>

namespace graze::internal {

struct GlbSource {
    const GltfDocument& document;
    std::string_view binary;  // the BIN chunk
    const std::string& where;
};

struct PrimitiveSize {
    std::uint64_t vertices = 0;   // at most
    std::uint64_t triangles = 0;  // 0 for points and lines
};

/// What the primitive would add to a mesh; all of its accessors are in range if there is no error.
[[nodiscard]] Expected<PrimitiveSize> measure_primitive(const GlbSource& source,
                                                        const GltfPrimitive& primitive,
                                                        const std::string& place);

/// Appends the triangles and the vertices that they use (not the others). Surfaces are the caller's.
/// Pre: measure_primitive had no error and a triangle.
[[nodiscard]] Expected<void> append_primitive(const GlbSource& source, const GltfPrimitive& primitive,
                                              const std::string& place, Mesh& mesh);

}  // namespace graze::internal
