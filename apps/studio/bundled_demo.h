// Demos whose triangles the program carries, so that they open at once, and without OpenCASCADE.
#pragma once

#include "graze/core/expected.h"

#include <filesystem>
#include <string>

namespace graze::studio {

[[nodiscard]] bool is_bundled(const std::string& demo);

/// Fills a folder with scene.json and its meshes. Pre: it is bundled.
[[nodiscard]] Expected<void> unpack_bundled(const std::string& demo, const std::filesystem::path& folder);

}  // namespace graze::studio
