// What `graze path` says: as JSON, and as text for people.
#pragma once

#include "command.h"
#include "graze/queries/paths/path_proof.h"

namespace graze::cli {

/// All but `intervals`, `certificate`, `picture` and what the method counted.
[[nodiscard]] Json report_json(const PathProof& proof, const Scene& scene, double milliseconds);

/// True if no pair was there to be judged: all are ignored, or nothing moves against anything.
[[nodiscard]] bool checks_nothing(const PathProof& proof);

[[nodiscard]] Json intervals_json(const PathProof& proof, const Scene& scene);

/// Tables, what is not known, and the verdict. `with_all`: the intervals, too.
[[nodiscard]] std::string report_text(const PathProof& proof, const Scene& scene, bool with_all, bool has_profile, bool colour);

}  // namespace graze::cli
