// The deformable bodies of a scene file: the key `deformables` (docs/scene-format.md). Only simulations look at them, so
// they stand beside the Scene and not in it.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/scene/scene.h"
#include "graze/soft/lattice_world.h"

#include <filesystem>
#include <string>
#include <vector>

namespace graze::internal {

struct SceneDeformable {
    std::uint32_t body = 0;  // of the scene
    soft::BulkMaterial material = {};
    int cells = 12;
    std::vector<soft::BulkHold> holds = {};       // bodies are those of the scene
    std::vector<std::uint32_t> ignored = {};      // bodies of the scene
};

struct SceneDeformables {
    std::vector<SceneDeformable> all;
    soft::Response contact = soft::Response::Planes;  // of all of them
};

[[nodiscard]] const char* name_of(soft::Response contact);

/// Reads them from the file that `scene` was read from; none: empty.
[[nodiscard]] Expected<SceneDeformables> read_scene_deformables(const std::filesystem::path& path, const Scene& scene);
[[nodiscard]] Expected<SceneDeformables> parse_scene_deformables(std::string_view text, const std::string& file, const Scene& scene);

/// The member "deformables", to stand at the end of a scene file's object: begins with a comma; empty if there are none.
[[nodiscard]] std::string format_scene_deformables(const SceneDeformables& deformables, const Scene& scene);

/// A world of them: the other bodies of the scene are rigid, and stand where its paths begin.
struct DeformableWorld {
    soft::BulkWorld world;
    std::vector<std::uint32_t> rigid;  // bodies of the scene
};
[[nodiscard]] Expected<DeformableWorld> world_of_deformables(const Scene& scene, const SceneDeformables& deformables, double friction,
                                                             const soft::BulkOptions& options);
/// Gravity is 9.81 m/s^2 against z, in the unit of the scene.
[[nodiscard]] soft::BulkOptions bulk_options_of(const Scene& scene, const SceneDeformables& deformables, double frame);

}  // namespace graze::internal
