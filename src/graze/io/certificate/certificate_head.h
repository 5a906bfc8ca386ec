// What a certificate says in words and numbers: the JSON part of the file (docs/certificates.md, section 2).
//
// Plain structs and their reader, shared by everybody who reads certificates, the checker included. The
// reader sees to it that the file is well formed; whether anything follows from it is for src/graze_verify.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze::internal {

struct CertificatePose {
    std::array<double, 3> translation;
    std::array<double, 4> quaternion;  // x, y, z, w
    bool operator==(const CertificatePose&) const = default;
};

enum class LinkKind { AtRest, Screw, Slerp, LinearParameters, Revolute, Prismatic };
[[nodiscard]] const char* name_of(LinkKind kind);  // "at_rest"

struct CertificateLink {
    LinkKind kind = LinkKind::AtRest;
    CertificatePose from = {}, to = {};  // at rest: the same; joints: not used
    int turns = 0;
    std::array<double, 3> axis = {}, origin = {};  // of joints
    double value_from = 0.0, value_to = 0.0;       // degrees or a length
    bool operator==(const CertificateLink&) const = default;
};
using CertificateMotion = std::vector<CertificateLink>;  // outermost first

/// What the head says of a mesh; its triangles stand in the body of the file.
struct CertificateMeshSize {
    std::uint64_t vertices = 0, triangles = 0;
    // Of the triangles from the CAD surfaces that they stand for: said, not proved. None: not from CAD.
    std::optional<double> requested_deviation = {}, measured_deviation = {};
};

struct CertificateBody {
    std::string name;
    std::uint32_t mesh = 0;
    CertificateMotion links = {};  // in every segment that does not name the body
};

/// A body that has other links in one segment.
struct CertificateMove {
    std::uint32_t body = 0;
    CertificateMotion links;
};

/// Two bodies, the smaller id first.
struct CertificatePair {
    std::uint32_t a = 0, b = 0;
    auto operator<=>(const CertificatePair&) const = default;
};
struct CertificateClearance {
    CertificatePair bodies;
    double clearance = 0.0;
};
struct CertificateIgnored {
    CertificatePair bodies;
    std::string reason;
};

/// A mesh once more, each vertex moved by at most `within`: it says so, the checker looks.
struct CertificateCopy {
    std::uint32_t mesh = 0;
    double within = 0.0;
};
struct CertificateTime {
    std::uint64_t segment = 0;
    double t = 0.0;
};
/// A pair that is never deeper in each other than `depth`, and keeps its clearance from a time on.
struct CertificateSeat {
    CertificatePair bodies;
    std::array<std::uint32_t, 2> copies = {};  // of a and of b
    double depth = 0.0;
    std::optional<CertificateTime> clear_from = {};  // none: no clearance is claimed
};

/// Where two bodies are as near as was found: a point of a triangle of each, by weights of its corners. It says
/// so, the checker measures.
struct CertificateNearest {
    CertificatePair bodies;
    CertificateTime at;
    std::array<std::uint32_t, 2> triangles = {};           // in the order of the proof
    std::array<std::array<double, 3>, 2> weights = {};     // >= 0, not all 0; their sum is what counts as 1
};

/// The faces of a CAD body: how many, and how many bytes they take in the body of the file.
struct CertificateShapeSize {
    std::uint64_t faces = 0, bytes = 0;
};
/// A body of the file that holds flat triangles of a CAD body, all of which have this radius.
struct CertificatePiece {
    std::uint32_t body = 0;
    double radius = 0.0;
};
/// A CAD body: a shape, and the bodies of the file that together cover its faces.
struct CertificateCadBody {
    std::string name;
    std::uint32_t shape = 0;
    std::vector<CertificatePiece> pieces = {};
    std::uint64_t bytes = 0;  // of its cuts, in the body of the file
};
/// What is claimed of CAD surfaces. Pairs are of CAD bodies.
struct CertificateCad {
    std::vector<CertificateShapeSize> shapes;
    std::vector<CertificateCadBody> bodies;
    double clearance = 0.0;
    std::vector<CertificateClearance> clearances;
    std::vector<CertificateIgnored> ignored;
};

struct CertificateHead {
    std::string made_by, scene;  // for people
    std::string unit;
    std::vector<CertificateMeshSize> meshes;
    std::vector<CertificateBody> bodies;
    std::vector<std::vector<CertificateMove>> motions;  // by segment; in it by body, each at most once
    double clearance = 0.0;                             // of all pairs without one of their own
    std::vector<CertificateClearance> clearances;       // pairs that have one of their own
    std::vector<CertificatePair> pairs;                 // that strands are about
    std::vector<CertificateIgnored> ignored;            // of which nothing is claimed
    std::vector<CertificateCopy> copies;                // version 3
    std::vector<CertificateSeat> seated;                // version 3; version 2 has none
    std::optional<CertificateNearest> nearest = {};     // of any version but 4
    std::optional<CertificateCad> cad;                  // version 4; no other has it
    std::uint64_t whole_segments = 0;                   // covered from t = 0 to t = 1
    double until = 0.0;  // the next segment is covered up to here; 0: not at all
};

[[nodiscard]] inline std::uint64_t covered_segments(const CertificateHead& head) {
    return head.whole_segments + (head.until > 0.0 ? 1 : 0);
}

/// What carries a body in a segment. Pre: both are in range, and each segment names bodies in rising order.
[[nodiscard]] const CertificateMotion& links_of(const CertificateHead& head, std::size_t segment,
                                                std::uint32_t body);

/// Pre: the pairs of `clearances` rise.
[[nodiscard]] double clearance_of(const CertificateHead& head, const CertificatePair& pair);
[[nodiscard]] double clearance_of(const CertificateCad& cad, const CertificatePair& pair);

/// Guarantee: if accepted, the keys are the right ones, and names, counts and numbers of the right kind and
///            in their range: quaternions about unit, axes not zero, meshes of bodies that exist, bodies of
///            pairs in range and the smaller first, bodies of a segment in range and rising, covered segments
///            that exist. Pairs may come in any order and more than once: that is for the checker.
/// Errors:    BadInput.
[[nodiscard]] Expected<CertificateHead> read_certificate_head(std::string_view text);

}  // namespace graze::internal
