// Scene files: from a JSON text and its mesh files to a Scene, and back (docs/scene-format.md).
#pragma once

#include "graze/core/expected.h"
#include "graze/core/progress.h"
#include "graze/core/watch.h"
#include "graze/scene/scene.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace graze {

struct SceneReadOptions {
    std::optional<double> crease_deg = {};  // split surfaces at edges sharper than this
    std::optional<double> deflection = {};  // of CAD files of bodies that state none; in the scene's unit
    int threads = 0;                        // mesh files are read side by side; 0: all cores
    Progress::Draw progress = Progress::Draw::Never;
    const Watch* watch = nullptr;
};

/// Numbers of mesh files that state no unit are taken in the body's `unit`, else in the scene's; all are
/// converted to the scene's.
///
/// Where a CAD file puts a part is part of the body's pose (scene's pose first, then the file's); of a body
/// whose path has poses it is baked into the vertices, so that those poses are what was written.
///
/// Guarantee: the scene is valid (`validate`); bodies of the same file and part, and instances of a CAD
///            shape, share one mesh; the pose of a body with a path is the path's first. Of several bad mesh
///            files, the first in the text is reported.
[[nodiscard]] Expected<Scene> read_scene_file(const std::filesystem::path& path,
                                              const SceneReadOptions& options = {});

/// Writes `folder`/scene.json and one OBJ file per distinct mesh beside it, and returns their names,
/// scene.json last.
///
/// Pre:       the scene is valid.
/// Guarantee: reading it back gives the same doubles, triangles and names of surfaces (bit-equal vertices
///            come back welded). Everything is written into a hidden folder first and then moved into place,
///            so that an error or Ctrl-C leaves what was there. The same scene gives the same bytes.
[[nodiscard]] Expected<std::vector<std::string>> write_scene(const std::filesystem::path& folder,
                                                             const Scene& scene);

/// The names that `write_scene` would write: scene.json last.
[[nodiscard]] std::vector<std::string> scene_file_names(const Scene& scene);

}  // namespace graze
