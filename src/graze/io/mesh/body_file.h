// A mesh file as a body, ready for queries.
#pragma once

#include "graze/io/mesh/mesh_file.h"
#include "graze/model/body.h"

namespace graze {

/// All that is in the file, as one rigid body; a file of several bodies that are to move by themselves is
/// read by read_mesh_file or read_model_file.
///
/// Errors: those of read_mesh_file and of build_body.
[[nodiscard]] Expected<Body> load_body(const std::filesystem::path& path,
                                       const MeshReadOptions& options = {});

}  // namespace graze
