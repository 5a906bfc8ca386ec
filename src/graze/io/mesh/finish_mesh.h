// What all readers of meshes share: which format it is, and the last steps of each mesh.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/io/mesh/mesh_file.h"
#include "graze/model/mesh.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace graze::internal {

[[nodiscard]] constexpr bool is_cad(MeshFormat format) {
    return format == MeshFormat::Step || format == MeshFormat::Iges || format == MeshFormat::Brep;
}

/// What the bytes say; then what the name says; then what the bytes at least resemble.
[[nodiscard]] std::optional<MeshFormat> format_of(std::string_view bytes, const std::filesystem::path& path);

/// The name that the file would have if it were not packed: "a.stl" of "a.stl.gz", "a.step" of "a.stpz".
[[nodiscard]] std::filesystem::path path_without_packing(const std::filesystem::path& path);

/// Unit, then welding, then creases. `is_welded`: nothing to join unless the unit changes.
[[nodiscard]] Expected<Mesh> finish_mesh(Mesh mesh, const std::string& where, double factor,
                                         std::optional<double> crease_deg, bool is_welded);

}  // namespace graze::internal
