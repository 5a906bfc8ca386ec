// What a path is for the CAD surfaces: as JSON, and as a line for people.
#pragma once

#include "command.h"
#include "graze/queries/paths/path_proof.h"

namespace graze::cli {

/// Asks (queries/paths/cad_path.h), and adds `cad` to the JSON and a line to the text.
[[nodiscard]] Expected<void> say_of_cad(Answer& answer, const Scene& scene, const PathOptions& options,
                                        const PathProof& proof);

}  // namespace graze::cli
