// No body of a pair that strands are about begins inside the other (docs/certificates.md, section 4.7).
#pragma once

#include "graze/io/certificate/certificate_reader.h"
#include "graze_verify/boxes.h"

#include <span>
#include <string>

namespace graze::verify {

/// So many links at the head of both are the same, number by number.
[[nodiscard]] std::size_t common_links(const CertificateMotion& a, const CertificateMotion& b);

/// Empty, or which pair begins one inside the other, or may do so. Pairs that hold by boxes do not.
///
/// Pre:    the strands hold: no skins of a pair meet. extents are of the meshes.
/// Errors: Interrupted.
/// Cost:   some_piece_inside (inside.h) for each pair whose boxes meet at the start.
[[nodiscard]] Expected<std::string> problem_at_start(const Certificate& certificate,
                                                     std::span<const MeshExtent> extents, int threads);

}  // namespace graze::verify
