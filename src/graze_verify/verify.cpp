#include "graze_verify/verify.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze_verify/strand.h"

#include <fmt/format.h>

#include <atomic>
#include <optional>

namespace graze::verify {
namespace {

constexpr std::size_t kBatch = 256;  // strands whose headers are in memory at once

// Of one segment, by body.
using SegmentLinks = std::vector<std::vector<PreparedLink>>;
SegmentLinks prepare_segment(const std::vector<CertificateMotion>& motions) {
    SegmentLinks all;
    for (const CertificateMotion& motion : motions) {
        all.emplace_back();
        for (const CertificateLink& link : motion) all.back().push_back(prepare(link));
    }
    return all;
}

std::size_t common_links(const CertificateMotion& a, const CertificateMotion& b) {
    std::size_t count = 0;
    while (count < a.size() && count < b.size() && a[count] == b[count]) ++count;
    return count;
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

std::string clearance_text(const CertificateHead& head) {
    double least = head.pairs.front().clearance, most = least;
    for (const CertificatePair& pair : head.pairs)
        least = std::min(least, pair.clearance), most = std::max(most, pair.clearance);
    if (least == most) return fmt::format("{} {}", least, head.unit);
    return fmt::format("its own clearance of {} to {} {}", least, most, head.unit);
}

std::string sentence_of(const Layout& layout) {
    const CertificateHead& head = layout.head;
    if (head.pairs.empty()) return "Proved: nothing, for no pair of bodies is claimed to stay apart.";
    const std::string pairs = head.pairs.size() == 1
                                  ? "the one pair named"
                                  : fmt::format("each of the {} pairs named", head.pairs.size());
    return fmt::format(
        "Proved: {} of {} bodies stays farther apart than {} at every moment of {}. Assumed: the bodies are "
        "the triangles "
        "in this file and move by its formulas; {} ignored; nothing is said of CAD surfaces behind the "
        "triangles, nor "
        "of how a real machine follows the motion.",
        pairs, head.bodies.size(), clearance_text(head), times_text(head),
        head.ignored.empty()       ? "no pair is"
        : head.ignored.size() == 1 ? "one pair is"
                                   : fmt::format("{} pairs are", head.ignored.size()));
}

// The next strands, all of one segment; `waiting` is the first that belongs to the batch after.
std::vector<Strand> next_batch(StrandReader& reader, std::optional<Strand>& waiting) {
    std::vector<Strand> batch;
    if (waiting) batch.push_back(*waiting), waiting.reset();
    Strand strand{};
    while (batch.size() < kBatch && reader.next(strand)) {
        if (!batch.empty() && batch[0].segment != strand.segment) {
            waiting = strand;
            break;
        }
        batch.push_back(strand);
    }
    return batch;
}

}  // namespace

Expected<VerifyResult> verify_certificate(const ByteSource& source, const VerifyOptions& options) {
    VerifyResult result;
    const Layout layout = read_layout(source);
    result.reason = layout.problem;
    if (!result.reason.empty()) return result;

    Progress progress("verifying", source.size - layout.strands_at, options.progress);
    StrandReader reader(source, layout);
    std::optional<Strand> waiting;
    std::optional<std::uint32_t> segment;  // that `links` is for
    SegmentLinks links;
    while (result.reason.empty()) {
        const std::vector<Strand> batch = next_batch(reader, waiting);
        if (batch.empty()) break;
        const auto& motions = layout.head.motions[batch[0].segment];
        if (segment != batch[0].segment) links = prepare_segment(motions);
        segment = batch[0].segment;
        std::atomic<std::size_t> first_bad{batch.size()};  // what comes after it need not be looked at
        const auto results = parallel_map(batch.size(), {.threads = options.threads}, [&](std::size_t i) {
            if (i > first_bad) return StrandResult{};
            const CertificatePair& pair = layout.head.pairs[batch[i].pair];
            StrandResult checked = check_strand({{MovingBody{&layout.bodies[pair.a], &links[pair.a]},
                                                  MovingBody{&layout.bodies[pair.b], &links[pair.b]}},
                                                 common_links(motions[pair.a], motions[pair.b]),
                                                 pair.clearance,
                                                 source,
                                                 batch[i],
                                                 &progress});
            std::size_t known = first_bad;
            while (!checked.problem.empty() && i < known && !first_bad.compare_exchange_weak(known, i)) {
            }
            return checked;
        });
        if (!results || interrupt_requested())
            return make_error(ErrorCode::Interrupted, "verify", "interrupted");
        for (std::size_t i = 0; i < batch.size() && result.reason.empty(); ++i) {
            const StrandResult& strand = (*results)[i];
            result.records += strand.records;
            result.leaves += strand.leaves;
            if (strand.problem.empty()) continue;
            const CertificatePair& pair = layout.head.pairs[batch[i].pair];
            result.reason =
                fmt::format("segment {}, \"{}\" and \"{}\", t from {} to {}, node {}: {}", *segment,
                            layout.head.bodies[pair.a].name, layout.head.bodies[pair.b].name, batch[i].from,
                            batch[i].until, strand.records, strand.problem);
        }
    }
    if (result.reason.empty()) result.reason = reader.problem();
    result.valid = result.reason.empty();
    if (result.valid) result.sentence = sentence_of(layout);
    return result;
}

Expected<VerifyResult> verify_certificate(std::string_view bytes, const VerifyOptions& options) {
    return verify_certificate(source_of(bytes), options);
}

}  // namespace graze::verify
