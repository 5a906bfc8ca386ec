// STEP and IGES files as a CadModel: the assembly tree, and each distinct shape as triangles (docs/cad.md).
#pragma once

#include "graze/core/expected.h"
#include "graze/io/cad/cad_file.h"
#include "graze/io/cad/cad_model.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace graze::cad {

/// A part without a given deflection gets this part of its size, but not more than kMostDeflection.
inline constexpr double kDeflectionOfSize = 1e-3;
inline constexpr double kMostDeflection = 0.1;       // mm
inline constexpr double kAngularDeflectionDeg = 30;  // between neighbouring chords of a curve

/// "reading" or "meshing"; may be called from several threads.
using ImportProgress = std::function<void(const char* what, std::uint64_t done, std::uint64_t total)>;

struct ImportOptions {
    std::optional<double> deflection = {};  // mm
    std::string name = "part";              // of a shape that has none
    int threads = 0;
    ImportProgress progress = {};
};

/// Messages tell what is wrong, and not the name of the file, which the caller knows.
///
/// Guarantee: valid (io/cad/cad_model.h); every face of every part has triangles, or it is an error; the same
///            for any number of threads. Vertices on an edge are the same for both its faces, so that closed
///            shapes become closed meshes.
[[nodiscard]] Expected<CadModel> import_cad_file(const std::filesystem::path& path, CadFormat format,
                                                 const ImportOptions& options);

}  // namespace graze::cad
