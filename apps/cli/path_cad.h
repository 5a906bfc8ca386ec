// What a path is for the CAD surfaces: as JSON, and as a line for people.
#pragma once

#include "command.h"
#include "graze/queries/paths/cad_proof.h"
#include "graze/queries/paths/path_proof.h"

#include <memory>

namespace graze::cli {

/// Asks (queries/paths/cad_path.h), and adds `cad` to the JSON and a line to the text. Returns the proof for a
/// certificate about CAD surfaces: null if it was not wanted, or there is none.
[[nodiscard]] Expected<std::shared_ptr<const CadPathProof>> say_of_cad(Answer& answer, const Scene& scene,
                                                                       const PathOptions& options,
                                                                       const PathProof& proof);

}  // namespace graze::cli
