#include "graze_verify/claim.h"

#include "graze_verify/motion.h"

#include <fmt/format.h>

namespace graze::verify {
namespace {

bool is_joint(LinkKind kind) { return kind == LinkKind::Revolute || kind == LinkKind::Prismatic; }

// Whether `next` begins where `link` ends.
bool joins(const CertificateLink& link, const CertificateLink& next) {
    if (!is_joint(link.kind) && !is_joint(next.kind)) return link.to == next.from;
    return link.kind == next.kind && link.axis == next.axis && link.origin == next.origin &&
           link.value_to == next.value_from;
}

std::string problem_with_motions(const CertificateHead& head) {
    for (std::size_t segment = 0; segment < head.motions.size(); ++segment)
        for (std::size_t body = 0; body < head.bodies.size(); ++body) {
            const CertificateMotion& motion = head.motions[segment][body];
            const std::string where = fmt::format("segment {}, body {}: ", segment, body);
            for (const CertificateLink& link : motion)
                if (const std::string problem = problem_with(link); !problem.empty()) return where + problem;
            if (segment == 0) continue;
            const CertificateMotion& before = head.motions[segment - 1][body];
            if (!std::equal(before.begin(), before.end(), motion.begin(), motion.end(), joins))
                return where + "does not begin where the segment before ends";
        }
    return {};
}

std::string clearance_text(const CertificateHead& head) {
    double least = head.pairs.front().clearance, most = least;
    for (const CertificatePair& pair : head.pairs)
        least = std::min(least, pair.clearance), most = std::max(most, pair.clearance);
    if (least == most) return fmt::format("{} {}", least, head.unit);
    return fmt::format("its own clearance of {} to {} {}", least, most, head.unit);
}

std::string times_text(const CertificateHead& head) {
    std::string text;
    if (head.whole_segments > 0)
        text = head.whole_segments == 1 ? "all of segment 0"
                                        : fmt::format("all of segments 0 to {}", head.whole_segments - 1);
    if (head.until > 0.0)
        text += fmt::format("{}segment {} up to t = {}", text.empty() ? "" : " and ", head.whole_segments,
                            head.until);
    return text.empty() ? "no time at all" : text;
}

// The greatest deviation of each kind that is stated of a body.
std::string deviation_text(const CertificateHead& head) {
    std::optional<double> requested, measured;
    for (const CertificateBody& body : head.bodies) {
        requested = std::max(requested, body.requested_deviation);  // none is less than any
        measured = std::max(measured, body.measured_deviation);
    }
    const auto words = [&](const std::optional<double>& deviation) {
        return deviation ? fmt::format("{} {}", *deviation, head.unit) : "unknown";
    };
    if (!requested && !measured) return {};
    return fmt::format(" (deviation requested: {}, measured: {}, neither proved)", words(requested),
                       words(measured));
}

}  // namespace

std::string problem_with(const CertificateHead& head) {
    const std::uint64_t n = head.bodies.size(), all = n < 2 ? 0 : n * (n - 1) / 2;
    if (head.pairs.size() + head.ignored.size() != all)
        return "pairs and ignored pairs are not all pairs of bodies";
    std::vector<bool> seen(all, false);
    for (const auto* list : {&head.pairs, &head.ignored})
        for (const CertificatePair& pair : *list) {
            const std::uint64_t a = pair.a, b = pair.b, place = b * (b - 1) / 2 + a;  // a < b
            if (seen[place]) return "a pair is named twice";
            seen[place] = true;
        }
    return problem_with_motions(head);
}

std::string sentence_of(const CertificateHead& head) {
    if (head.pairs.empty()) return "Proved: nothing, for no pair of bodies is claimed to stay apart.";
    const std::string pairs = head.pairs.size() == 1
                                  ? "the one pair named"
                                  : fmt::format("each of the {} pairs named", head.pairs.size());
    return fmt::format(
        "Proved: {} of {} bodies stays farther apart than {} at every moment of {}. Assumed: the bodies are "
        "the triangles in this file and move by its formulas; {} ignored; nothing is said of CAD surfaces "
        "behind the triangles{}, nor of how a real machine follows the motion.",
        pairs, head.bodies.size(), clearance_text(head), times_text(head),
        head.ignored.empty()       ? "no pair is"
        : head.ignored.size() == 1 ? "one pair is"
                                   : fmt::format("{} pairs are", head.ignored.size()),
        deviation_text(head));
}

bool CoverReader::next(CertificateStrand& strand) {
    const auto fail = [&](const std::string& what) {
        problem_ = fmt::format("segment {}, pair {}: {}", segment_, pair_, what);
        return false;
    };
    const std::uint64_t segments = head_.whole_segments + (head_.until > 0.0 ? 1 : 0);
    const bool is_whole = segment_ == segments || head_.pairs.empty();
    if (!problem_.empty()) return false;
    if (!reader_.next(strand)) {
        if (!reader_.problem().empty()) return fail(reader_.problem());
        return is_whole ? false : fail("the proof ends before the claim");
    }
    if (is_whole) return fail("a strand proves what is not claimed");
    const double end = segment_ < head_.whole_segments ? 1.0 : head_.until;
    if (strand.segment != segment_ || strand.pair != pair_ || strand.from != reached_ ||
        !(strand.until > reached_ && strand.until <= end))
        return fail("the strands do not follow each other without a gap");
    reached_ = strand.until;
    if (reached_ == end) {
        reached_ = 0.0;
        if (++pair_ == head_.pairs.size()) pair_ = 0, ++segment_;
    }
    return true;
}

}  // namespace graze::verify
