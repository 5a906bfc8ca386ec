// Checks one strand: walks its tree and evaluates the inequality of each leaf (docs/certificates.md, section
// 4).
#pragma once

#include "graze/io/certificate/certificate_reader.h"
#include "graze_verify/boxes.h"
#include "graze_verify/motion.h"

namespace graze::verify {

/// A body during one segment.
struct CarriedBody {
    const CertificateMesh* mesh;
    std::vector<PreparedLink> links;  // outermost first
    Point reach, centre;              // greatest |x|, |y|, |z| of the vertices; middle of their box
};
[[nodiscard]] CarriedBody carried_body(const CertificateMesh& mesh, const MeshExtent& extent,
                                       const CertificateMotion& motion);

struct StrandTask {
    std::array<const CarriedBody*, 2> bodies;  // a, b
    std::size_t common;  // so many outermost links are the same in both, number by number
    double clearance;
    const ByteSource& source;
    CertificateStrand strand;
    Progress* progress = nullptr;  // advanced by the bytes read
};

struct StrandResult {
    std::string problem;  // empty: proved
    std::uint64_t records = 0, leaves = 0;
};

/// Guarantee: if there is no problem, every triangle of a is farther than the clearance from every triangle
///            of b at every time of [from, until].
/// Cost:      memory of one piece of the file and 1000 parts, whatever the strand.
[[nodiscard]] StrandResult check_strand(const StrandTask& task);

}  // namespace graze::verify
