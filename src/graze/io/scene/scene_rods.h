// The rods of a scene file, and what holds them: the keys `rods` and `attach` (docs/scene-format.md). Only simulations
// look at them, so they stand beside the Scene and not in it.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/scene/scene.h"
#include "graze/io/scene/scene_deformables.h"
#include "graze/soft/soft_world.h"

#include <filesystem>
#include <string>
#include <vector>

namespace graze::internal {

struct SceneRods {
    std::vector<soft::RodDrawing> rods;
    std::vector<soft::Hold> holds;  // bodies are those of the scene
    std::vector<std::array<std::uint32_t, 2>> ignored;  // rod, body
};

/// Reads them from the file that `scene` was read from; none: empty.
///
/// Errors: BadInput as for everything else of a scene file; names that no body has.
[[nodiscard]] Expected<SceneRods> read_scene_rods(const std::filesystem::path& path, const Scene& scene);
[[nodiscard]] Expected<SceneRods> parse_scene_rods(std::string_view text, const std::string& file, const Scene& scene);

/// The members "rods" and "attach", to stand at the end of a scene file's object: begins with a comma; empty if there are
/// none. `parse_scene_rods` reads the same back, every bit of every number.
[[nodiscard]] std::string format_scene_rods(const SceneRods& rods, const Scene& scene);

/// write_scene (scene_file.h), with rods and deformable bodies.
[[nodiscard]] Expected<std::vector<std::string>> write_scene_with_rods(const std::filesystem::path& folder, const Scene& scene,
                                                                       const SceneRods& rods, const SceneDeformables& deformables = {});

/// The node next to a share of a rod's length.
[[nodiscard]] int node_at_share(const soft::RodDrawing& rod, double share);

}  // namespace graze::internal
