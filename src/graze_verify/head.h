// What a certificate says in words and numbers: the JSON part of the file (docs/certificates.md, section 2).
#pragma once

#include "graze_verify/motion.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graze::verify {

struct CertificateBody {
    std::string name;
    std::uint64_t vertices = 0;
    std::uint64_t triangles = 0;
};

struct CertificatePair {
    std::uint32_t a = 0, b = 0;  // a < b
    double clearance = 0.0;
};

struct CertificateHead {
    std::string unit;
    std::vector<CertificateBody> bodies;
    std::vector<std::vector<CertificateMotion>> motions;  // [segment][body]
    std::vector<CertificatePair> pairs;                   // that are proved apart
    std::vector<CertificatePair> ignored;                 // of which nothing is claimed
    std::uint64_t whole_segments = 0;                     // covered from t = 0 to t = 1
    double until = 0.0;  // the next segment is covered up to here; 0: not at all
};

/// The head, or why it is refused: `problem` is then not empty.
///
/// Guarantee: if accepted, names, counts and numbers are of the right kind and range; pairs and ignored pairs
///            together are all pairs of bodies, each once; motions of neighbouring segments join exactly;
///            what is covered exists.
struct HeadReading {
    CertificateHead head;
    std::string problem;
};
[[nodiscard]] HeadReading read_head(std::string_view text);

}  // namespace graze::verify
