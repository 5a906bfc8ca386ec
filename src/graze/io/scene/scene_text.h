// The text of a scene file, from what it says.
#pragma once

#include "graze/core/internal.h"
#include "graze/io/scene/scene_description.h"

#include <string>

namespace graze::internal {

/// Guarantee: `parse_scene_text` reads the same description back, every bit of every number; the same
///            description gives the same bytes. A body whose path has poses is written without `pose`.
[[nodiscard]] std::string format_scene_text(const SceneDescription& scene);

/// The text of a file of rules: `parse_rules_text` reads the same back.
[[nodiscard]] std::string format_rules_text(const RulesFileDescription& file);

}  // namespace graze::internal
