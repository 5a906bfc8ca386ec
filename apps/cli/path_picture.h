// The picture of `graze path`: where the bodies are at the contact, or at the end and how they came there.
#pragma once

#include "graze/core/expected.h"
#include "graze/queries/paths/path_proof.h"

#include <string>

namespace graze::cli {

/// Writes a PNG. Contact, and overlap at the start: bodies as glass where they meet, what meets in red. Else:
/// where the clear part ends, and, faintly, bodies along their way there.
[[nodiscard]] Expected<void> write_path_picture(const std::string& file, const Scene& scene,
                                                const PathProof& proof, int threads);

}  // namespace graze::cli
