// What a certificate claims of CAD surfaces, and whether its pieces cover that (docs/certificates.md, section 4.10).
#pragma once

#include "graze_verify/claim.h"
#include "graze_verify/faces.h"

#include <string>

namespace graze::verify {

/// Empty, or why what is proved of the pieces would not prove what is claimed of the CAD bodies.
///
/// Guarantee: if empty, each body of the file is a piece of one CAD body, all pieces of one are moved alike, and
///            pieces of two CAD bodies that are not ignored have a clearance that holds both radii besides.
/// Pre:       problem_with(head) is empty; head.cad.
[[nodiscard]] std::string problem_with_cad(const CertificateHead& head);

/// Of pairs of CAD bodies: what holds them, and their clearances. Pre: problem_with_cad(head) is empty.
[[nodiscard]] Partition partition_of_cad(const CertificateHead& head);

[[nodiscard]] std::string sentence_of_cad(const CertificateHead& head, const Partition& cad,
                                          const FacesResult& faces);

}  // namespace graze::verify
