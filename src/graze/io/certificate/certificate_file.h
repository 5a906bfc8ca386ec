// The certificate of a proof of `prove_paths`: what `graze verify` checks (docs/certificates.md).
#pragma once

#include "graze/queries/paths/path_proof.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace graze {
namespace internal {
struct CadPathProof;  // queries/paths/cad_proof.h
}  // namespace internal

// For both. Pre: `proof` is of this scene, and with a proof. `scene_name` is where the scene was read from: for
//                people only. The same proof gives the same bytes.

/// Writes the file at once or not at all, devices directly. Returns how many bytes.
///
/// Errors: CannotWrite, Interrupted. Cost: memory of the head as a text, and some 64 KB.
[[nodiscard]] Expected<std::uint64_t> write_certificate(const std::filesystem::path& path, const Scene& scene,
                                                        const PathProof& proof,
                                                        const std::string& scene_name);

/// The whole file, in memory.
[[nodiscard]] std::string format_certificate(const Scene& scene, const PathProof& proof,
                                             const std::string& scene_name);

/// The same of a proof about CAD surfaces (version 4). `scene` is what was asked about; all its bodies have covers.
[[nodiscard]] Expected<std::uint64_t> write_certificate(const std::filesystem::path& path, const Scene& scene,
                                                        const internal::CadPathProof& proof,
                                                        const std::string& scene_name);
[[nodiscard]] std::string format_certificate(const Scene& scene, const internal::CadPathProof& proof,
                                             const std::string& scene_name);

}  // namespace graze
