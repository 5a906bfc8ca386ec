// Files of rules beside scenes: read for many scenes, or written as a baseline of one (docs/scene-format.md).
#pragma once

#include "graze/core/expected.h"
#include "graze/scene/scene.h"

#include <filesystem>

namespace graze {

/// Adds the rules of a file to a scene, after its own: lengths are converted to the scene's unit. What matches
/// nothing is told in Scene::notes.
///
/// Errors: what parse_rules_text and add_rules refuse, and a file that cannot be read.
[[nodiscard]] Expected<void> add_rules_file(Scene& scene, const std::filesystem::path& path);

}  // namespace graze
