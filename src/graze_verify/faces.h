// Whether thick triangles cover the CAD faces of a certificate (docs/certificates.md, section 4.10).
#pragma once

#include "graze/core/expected.h"
#include "graze/io/certificate/certificate_reader.h"

#include <cstdint>
#include <string>

namespace graze::verify {

struct FacesResult {
    std::string problem;  // empty: they do
    std::uint64_t faces = 0, elements = 0;
};

/// Guarantee: if there is no problem, each point of each face of each CAD body is within the radius of one of its
///            pieces of a triangle of this piece: with points, radii and boundaries computed here.
/// Pre:       the certificate has a CAD part, whose pieces' bodies exist.
/// Errors:    Interrupted.
/// Cost:      some 10 us for each triangle of a spline, much less for others.
[[nodiscard]] Expected<FacesResult> check_faces(const Certificate& certificate, int threads);

}  // namespace graze::verify
