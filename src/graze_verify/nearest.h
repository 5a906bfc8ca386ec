// Where two bodies of a certificate are as near as it says: an upper bound of the least clearance, measured by the
// checker (docs/certificates.md, section 4.9).
#pragma once

#include "graze/io/certificate/certificate_reader.h"
#include "graze_verify/bound.h"

#include <optional>
#include <string>

namespace graze::verify {

struct Nearest {
    std::string problem;  // empty: it holds
    Bound distance = {};  // of the two points at that time
};

/// Nothing if the certificate names no such place.
///
/// Guarantee: without a problem, two points of two bodies of which a distance is claimed have that distance at a
///            time that is covered.
/// Pre:       problem_with(head) is empty.
[[nodiscard]] std::optional<Nearest> check_nearest(const Certificate& certificate);

}  // namespace graze::verify
