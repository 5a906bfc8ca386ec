// The bytes of a certificate: first line, head, bodies, strands (docs/certificates.md, section 2).
//
// Head and bodies are held in memory; strands are read one header at a time, and their nodes in pieces.
#pragma once

#include "graze/core/byte_source.h"
#include "graze_verify/head.h"

#include <bit>
#include <vector>

namespace graze::verify {

static_assert(std::endian::native == std::endian::little, "certificates are read on little-endian machines");

/// The triangles of a body, in the order of the proof.
struct Body {
    std::vector<Point> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::uint32_t> ids;  // the triangles' numbers in the scene
    Point reach = {};                // greatest |x|, |y|, |z|
    Point centre = {};               // of the box
};

/// A proof for one pair during a part of one segment.
struct Strand {
    std::uint32_t segment, pair;
    double from, until;
    std::uint64_t at, bytes;  // its nodes
};

struct Layout {
    CertificateHead head;
    std::vector<Body> bodies;
    std::uint64_t strands_at = 0;
    std::string problem;  // not empty: refused
};

/// Guarantee: if accepted, all indices are in range, coordinates finite, triangle numbers a permutation.
/// Cost:      as much memory as the head and the bodies have bytes, and a bit per triangle.
[[nodiscard]] Layout read_layout(const ByteSource& source);

/// Goes through the strands, which come in the order of segment, pair and time.
class StrandReader {
  public:
    StrandReader(const ByteSource& source, const Layout& layout)
        : source_(source), head_(layout.head), at_(layout.strands_at) {}

    /// False at the end of the file, or with a problem.
    /// Guarantee: after the end without a problem, the strands of each pair and segment have followed each
    ///            other without a gap over the time that is claimed.
    [[nodiscard]] bool next(Strand& strand);
    [[nodiscard]] const std::string& problem() const { return problem_; }

  private:
    bool fail(const char* what);

    const ByteSource& source_;
    const CertificateHead& head_;
    std::uint64_t at_, segment_ = 0, pair_ = 0;
    double reached_ = 0.0;
    std::string problem_;
};

}  // namespace graze::verify
