#include "graze_verify/cad_claim.h"

#include "graze/core/wording.h"
#include "graze_verify/bound.h"
#include "graze_verify/carriers.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace graze::verify {
namespace {

constexpr std::uint32_t kNobody = 0xFFFFFFFF;

template <class List>
bool rises(const List& list) {
    for (std::size_t i = 1; i < list.size(); ++i)
        if (!(list[i - 1].bodies < list[i].bodies)) return false;
    return true;
}

bool is_ignored(const CertificateCad& cad, const CertificatePair& pair) {
    const auto at = std::partition_point(cad.ignored.begin(), cad.ignored.end(),
                                         [&](const CertificateIgnored& one) { return one.bodies < pair; });
    return at != cad.ignored.end() && at->bodies == pair;
}

CertificatePair in_order(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

std::string name_of(const CertificateCad& cad, std::uint32_t body) {
    return in_quotes(cad.bodies[body].name);
}

/// The CAD body of each body, or why there is not exactly one.
std::string owners_of(const CertificateHead& head, std::vector<std::uint32_t>& owners) {
    owners.assign(head.bodies.size(), kNobody);
    for (std::uint32_t b = 0; b < head.cad->bodies.size(); ++b) {
        if (head.cad->bodies[b].pieces.empty()) return name_of(*head.cad, b) + " has no pieces";
        for (const CertificatePiece& piece : head.cad->bodies[b].pieces) {
            if (owners[piece.body] != kNobody) return "a body is two pieces";
            owners[piece.body] = b;
        }
    }
    return std::ranges::find(owners, kNobody) == owners.end() ? "" : "a body is no piece of a CAD body";
}

bool are_moved_alike(const CertificateHead& head, std::uint32_t a, std::uint32_t b) {
    for (std::size_t segment = 0; segment < head.motions.size(); ++segment)
        if (links_of(head, segment, a) != links_of(head, segment, b)) return false;
    return true;
}

/// Empty, or which pieces are claimed to be less far apart than their CAD bodies need.
std::string problem_with_pair(const CertificateHead& head, const CertificatePair& pair) {
    const CertificateCad& cad = *head.cad;
    const double clearance = clearance_of(cad, pair);
    for (const CertificatePiece& a : cad.bodies[pair.a].pieces)
        for (const CertificatePiece& b : cad.bodies[pair.b].pieces) {
            const double needed = (exact(clearance) + exact(a.radius) + exact(b.radius)).hi;
            if (!(clearance_of(head, in_order(a.body, b.body)) >= needed))  // NaN too
                return fmt::format("{} and {}: pieces have no clearance for both radii", name_of(cad, pair.a),
                                   name_of(cad, pair.b));
        }
    return {};
}

/// For each pair of CAD bodies, once.
template <class Visit>
void for_each_pair(const CertificateCad& cad, Visit visit) {
    for (std::uint32_t b = 1; b < cad.bodies.size(); ++b)
        for (std::uint32_t a = 0; a < b; ++a) visit(CertificatePair{a, b});
}

}  // namespace

std::string problem_with_cad(const CertificateHead& head) {
    const CertificateCad& cad = *head.cad;
    if (!rises(cad.clearances) || !rises(cad.ignored)) return "a list of pairs of CAD bodies does not rise";
    std::vector<std::uint32_t> owners;
    if (std::string problem = owners_of(head, owners); !problem.empty()) return problem;
    for (std::uint32_t b = 0; b < cad.bodies.size(); ++b)
        for (const CertificatePiece& piece : cad.bodies[b].pieces)
            if (!are_moved_alike(head, cad.bodies[b].pieces.front().body, piece.body))
                return name_of(cad, b) + ": its pieces move differently";
    for (const CertificateIgnored& ignored : head.ignored) {
        const std::uint32_t a = owners[ignored.bodies.a], b = owners[ignored.bodies.b];
        if (a != b && !is_ignored(cad, in_order(a, b)))
            return fmt::format("{} and {}: pieces are ignored, the pair is not", name_of(cad, a),
                               name_of(cad, b));
    }
    std::string problem;
    for_each_pair(cad, [&](const CertificatePair& pair) {
        if (problem.empty() && !is_ignored(cad, pair)) problem = problem_with_pair(head, pair);
    });
    return problem;
}

Partition partition_of_cad(const CertificateHead& head) {
    Partition partition;
    if (covered_segments(head) == 0) return partition;
    const CertificateCad& cad = *head.cad;
    const std::vector<std::uint32_t> numbers = carrier_numbers(courses_of(head));
    double least = std::numeric_limits<double>::infinity(), most = 0.0;
    for_each_pair(cad, [&](const CertificatePair& pair) {
        const auto &a = cad.bodies[pair.a].pieces, &b = cad.bodies[pair.b].pieces;
        if (is_ignored(cad, pair)) {
            ++partition.pairs.ignored;
            return;
        }
        if (numbers[a.front().body] == numbers[b.front().body]) {
            ++partition.pairs.at_rest;
            return;
        }
        const bool has_strands = std::ranges::any_of(a, [&](const CertificatePiece& p) {
            return std::ranges::any_of(b, [&](const CertificatePiece& q) {
                return std::ranges::binary_search(head.pairs, in_order(p.body, q.body));
            });
        });
        ++(has_strands ? partition.pairs.by_strands : partition.pairs.by_boxes);
        least = std::min(least, clearance_of(cad, pair)), most = std::max(most, clearance_of(cad, pair));
    });
    partition.least_clearance = least, partition.most_clearance = most;
    return partition;
}

std::string sentence_of_cad(const CertificateHead& head, const Partition& partition,
                            const FacesResult& faces) {
    if (proves_of(head, partition) == Proves::Nothing)
        return "Proved: nothing, for no time is covered, or no pair of CAD bodies is claimed to stay apart.";
    return fmt::format(
        "Proved for the CAD surfaces: {} at every moment of {}. Bodies are their {} faces, as the surfaces "
        "and "
        "trimming curves in this file define them, covered by {} flat triangles with a thickness, all of it "
        "computed "
        "again here; they move by the file's formulas. Trusted, not proved: that these are the faces of the "
        "CAD file, "
        "as OpenCASCADE translated it (--scene compares them); gaps between faces that share an edge are no "
        "part of "
        "any face; that no body begins inside another. {}nothing is said of how a real machine follows the "
        "motion.",
        claims_text(head, partition, head.cad->bodies.size()), times_text(head), faces.faces, faces.elements,
        rest_text(partition));
}

}  // namespace graze::verify
