// Writes certificates piece by piece (docs/certificates.md, section 2): nothing but the head is ever held as
// a text. The first line tells lengths and checksum, so the pieces are gone through twice.
#pragma once

#include "graze/core/internal.h"
#include "graze/io/certificate/certificate_head.h"
#include "graze/io/certificate/certificate_surfaces.h"
#include "graze/model/mesh.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze::internal {

/// A mesh and the order of its triangles in the proof: a permutation of their ids. Both are borrowed.
struct MeshInOrder {
    const Mesh* mesh;
    std::span<const std::uint32_t> order;
};

/// The proof for one pair during a part of one segment; its nodes are borrowed.
struct StrandToWrite {
    std::uint32_t segment, pair;
    double from, until;
    std::string_view nodes;
};

struct CertificateContent {
    CertificateHead head;
    std::vector<MeshInOrder> meshes;     // as in the head, with the same counts
    std::vector<MeshInOrder> copies;     // as in the head
    std::vector<StrandToWrite> strands;  // by segment, pair and time
    // Version 4. Of head.cad `shapes` is left empty here, and bytes are not set: both follow from these.
    std::vector<CertificateShape> shapes = {};
    std::vector<std::vector<CertificateCut>> cuts = {};
};

/// Writes the file at once or not at all (core/file.h), devices directly. Returns its bytes.
///
/// Guarantee: the same content gives the same bytes.
/// Errors:    CannotWrite, Interrupted.
/// Cost:      memory of the head as a text, and some 64 KB.
[[nodiscard]] Expected<std::uint64_t> write_certificate(const std::filesystem::path& path,
                                                        const CertificateContent& content);

/// The same bytes in memory.
[[nodiscard]] std::string format_certificate(const CertificateContent& content);

}  // namespace graze::internal
