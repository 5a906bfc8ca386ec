// The bytes of a certificate: first line, head, meshes, strands, nodes (docs/certificates.md, section 2).
//
// Head and meshes are held in memory; strands are read one header at a time, and their nodes in pieces. What
// is read is well formed; whether it proves anything is for src/graze_verify.
#pragma once

#include "graze/core/byte_source.h"
#include "graze/core/internal.h"
#include "graze/core/progress.h"
#include "graze/io/certificate/certificate_head.h"
#include "graze/io/certificate/certificate_surfaces.h"

namespace graze::internal {

/// The checksum that stands in the first line: FNV-1a of 64 bits. Against accidents, not against malice:
/// nothing of the proof rests on it.
inline constexpr std::uint64_t kChecksumOfNothing = 0xcbf29ce484222325u;
[[nodiscard]] std::uint64_t certificate_checksum(std::string_view bytes,
                                                 std::uint64_t before = kChecksumOfNothing);

/// The triangles of a mesh, in the order of the proof.
struct CertificateMesh {
    std::vector<std::array<double, 3>> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::uint32_t> ids;  // the triangles' numbers in the scene
};

/// All but the proof.
struct Certificate {
    CertificateHead head;
    std::vector<CertificateMesh> meshes;  // as in the head; behind them its copies
    std::uint64_t strands_at = 0;         // where the proof begins
    // Version 4.
    std::vector<CertificateShape> shapes = {};           // as in the head
    std::vector<std::vector<CertificateCut>> cuts = {};  // by CAD body
};

/// Guarantee: if accepted, lengths and checksum fit, all indices are in range, coordinates are finite, and
///            triangle numbers are a permutation.
/// Errors:    BadInput.
/// Cost:      as much memory as the head and the meshes have bytes, and a bit per triangle.
[[nodiscard]] Expected<Certificate> read_certificate(const ByteSource& source);

/// A proof for one pair during a part of one segment.
struct CertificateStrand {
    std::uint32_t segment, pair;
    double from, until;
    std::uint64_t at, bytes;  // its nodes
};

/// Goes through the headers of strands as they stand: any segments, pairs and times.
class StrandReader {
  public:
    StrandReader(const ByteSource& source, std::uint64_t strands_at) : source_(source), at_(strands_at) {}

    /// False at the end of the file, or with a problem.
    [[nodiscard]] bool next(CertificateStrand& strand);
    [[nodiscard]] const std::string& problem() const { return problem_; }

  private:
    const ByteSource& source_;
    std::uint64_t at_;
    std::string problem_;
};

enum class NodeKind { SplitA, SplitB, SplitTime, Leaf };

struct CertificateNode {
    NodeKind kind = NodeKind::Leaf;
    std::uint32_t middle = 0;              // SplitA, SplitB: where the range is divided
    double time = 0.0;                     // SplitTime
    int frame = 0;                         // Leaf: 0 the world, 1 that of a, 2 that of b
    std::array<double, 3> direction = {};  // Leaf: any doubles
};

/// Goes through the nodes of one strand. Cost: memory of one piece of 32 KB, whatever the strand.
class NodeReader {
  public:
    /// `progress`, if any, is advanced by the bytes read.
    NodeReader(const ByteSource& source, const CertificateStrand& strand, Progress* progress)
        : source_(source), next_(strand.at), end_(strand.at + strand.bytes), progress_(progress) {}

    /// False with a problem: no whole node is left, or none that is known.
    [[nodiscard]] bool next(CertificateNode& node);
    [[nodiscard]] bool is_at_end() const { return used_ == piece_.size() && next_ == end_; }
    [[nodiscard]] const std::string& problem() const { return problem_; }

  private:
    void refill();
    template <class T>
    T take();

    const ByteSource& source_;
    std::uint64_t next_, end_;  // of the strand, not yet read
    Progress* progress_;
    std::string piece_;
    std::size_t used_ = 0;  // of the piece
    std::string problem_;
};

}  // namespace graze::internal
