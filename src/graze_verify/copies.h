// Whether the copies of seated pairs are as near to their bodies as the depth needs (docs/certificates.md,
// section 4.8).
#pragma once

#include "graze/io/certificate/certificate_reader.h"

namespace graze::verify {

/// Empty, or which copy is none.
///
/// Guarantee: if empty, each vertex of each copy is within its length of the vertex of the mesh; of each seated
///            pair the copies are of the meshes of its bodies, and their two lengths together are at most the
///            depth: in real arithmetic.
/// Cost:      proportional to the vertices of copies.
[[nodiscard]] std::string problem_with_copies(const Certificate& certificate);

}  // namespace graze::verify
