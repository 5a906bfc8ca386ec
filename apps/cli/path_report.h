// What `graze path` says: as JSON, and as text for people.
#pragma once

#include "command.h"
#include "graze/queries/paths/path_proof.h"

namespace graze::cli {

/// All but `intervals`, `certificate`, `picture` and what the method counted.
[[nodiscard]] Json report_json(const PathProof& proof, const Scene& scene, double milliseconds);

[[nodiscard]] Json intervals_json(const PathProof& proof, const Scene& scene);

/// Tables, what is not known, and the verdict. `with_all`: the intervals, too.
[[nodiscard]] std::string report_text(const PathProof& proof, const Scene& scene, bool with_all, bool colour);

}  // namespace graze::cli
