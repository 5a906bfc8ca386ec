// What a certificate says in words and numbers: the JSON part of the file (docs/certificates.md, section 2).
//
// Plain structs and their reader, shared by everybody who reads certificates, the checker included. The
// reader sees to it that the file is well formed; whether anything follows from it is for src/graze_verify.
#pragma once

#include "graze/core/expected.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct CertificatePose {
    std::array<double, 3> translation;
    std::array<double, 4> quaternion;  // x, y, z, w
    bool operator==(const CertificatePose&) const = default;
};

enum class LinkKind { AtRest, Screw, Slerp, LinearParameters, Revolute, Prismatic };

struct CertificateLink {
    LinkKind kind = LinkKind::AtRest;
    CertificatePose from = {}, to = {};  // at rest: the same; joints: not used
    int turns = 0;
    std::array<double, 3> axis = {}, origin = {};  // of joints
    double value_from = 0.0, value_to = 0.0;       // degrees or a length
    bool operator==(const CertificateLink&) const = default;
};
using CertificateMotion = std::vector<CertificateLink>;  // outermost first

struct CertificateBody {
    std::string name;
    std::uint64_t vertices = 0, triangles = 0;
    // Of the triangles from the CAD surfaces that they stand for: said, not proved. None: not from CAD.
    std::optional<double> requested_deviation = {}, measured_deviation = {};
};

struct CertificatePair {
    std::uint32_t a = 0, b = 0;  // a < b
    double clearance = 0.0;
};

struct CertificateHead {
    std::string unit;
    std::vector<CertificateBody> bodies;
    std::vector<std::vector<CertificateMotion>> motions;  // [segment][body]
    std::vector<CertificatePair> pairs;                   // that are claimed to stay apart
    std::vector<CertificatePair> ignored;                 // of which nothing is claimed
    std::uint64_t whole_segments = 0;                     // covered from t = 0 to t = 1
    double until = 0.0;  // the next segment is covered up to here; 0: not at all
};

/// Guarantee: if accepted, the keys are the right ones, and names, counts and numbers of the right kind and
///            in their range: quaternions about unit, axes not zero, bodies of pairs in range and in order,
///            one motion per body in every segment, covered segments that exist.
/// Errors:    BadInput.
[[nodiscard]] Expected<CertificateHead> read_certificate_head(std::string_view text);

}  // namespace graze
