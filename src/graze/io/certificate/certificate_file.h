// Writes certificates: the proof of `prove_paths` as a file that `graze verify` checks
// (docs/certificates.md).
#pragma once

#include "graze/queries/paths/path_proof.h"

#include <string>

namespace graze {

/// The whole file. `scene_name` is where the scene was read from: for people only.
///
/// Pre: `proof` is of this scene. The same proof gives the same bytes.
[[nodiscard]] std::string format_certificate(const Scene& scene, const PathProof& proof,
                                             const std::string& scene_name);

}  // namespace graze
