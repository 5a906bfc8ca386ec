// The two halves of reading and writing scene files, without the file system: for scene_file.h, tests and
// fuzzers.
#pragma once

#include "graze/core/function_ref.h"
#include "graze/core/internal.h"
#include "graze/io/mesh/model_file.h"
#include "graze/io/scene/scene_description.h"
#include "graze/io/scene/scene_file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace graze::internal {

/// How `assemble_scene` reads a mesh file; called from several threads.
using MeshReader = FunctionRef<Expected<ModelFile>(const std::filesystem::path&, const MeshReadOptions&)>;

/// The second half of reading: meshes, parts, and names that only mesh files can tell. `file` is where the
/// text stood: its folder starts relative paths, its name the messages.
[[nodiscard]] Expected<Scene> assemble_scene(const SceneDescription& description,
                                             const std::filesystem::path& file,
                                             const SceneReadOptions& options, MeshReader read_mesh);

/// The text of scene.json, given the mesh file of each body. Pre: the scene is valid.
[[nodiscard]] std::string format_scene(const Scene& scene, const std::vector<std::string>& mesh_of_body);

}  // namespace graze::internal
