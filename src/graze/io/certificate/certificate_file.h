// The certificate of a proof of `prove_paths`: what `graze verify` checks (docs/certificates.md).
#pragma once

#include "graze/io/certificate/certificate_writer.h"
#include "graze/queries/paths/path_proof.h"

#include <string>

namespace graze {

/// `scene_name` is where the scene was read from: for people only. Scene and proof are borrowed.
///
/// Pre: `proof` is of this scene, and with a proof. The same proof gives the same content.
[[nodiscard]] CertificateContent certificate_content(const Scene& scene, const PathProof& proof,
                                                     const std::string& scene_name);

/// The whole file.
[[nodiscard]] inline std::string format_certificate(const Scene& scene, const PathProof& proof,
                                                    const std::string& scene_name) {
    return format_certificate(certificate_content(scene, proof, scene_name));
}

}  // namespace graze
