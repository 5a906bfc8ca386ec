// Meshes as the page draws them: GET /geometry of docs/studio-protocol.md.
#pragma once

#include "studio/opened_scene.h"

#include <cstdint>
#include <optional>
#include <string>

namespace graze::studio {

/// Rims and creases sharper than 30 degrees, each once, as pairs of vertices.
[[nodiscard]] std::vector<std::array<std::uint32_t, 2>> feature_edges(const Mesh& mesh);

/// Of one mesh.
[[nodiscard]] std::string geometry_bytes(const Mesh& mesh, std::uint32_t number);

/// Of all meshes of a scene, the largest first, or of one. Pre: it has that many.
[[nodiscard]] std::string geometry_bytes(const OpenedScene& scene, const std::optional<std::uint32_t>& mesh);

}  // namespace graze::studio
