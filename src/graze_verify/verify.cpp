#include "graze_verify/verify.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze_verify/claim.h"
#include "graze_verify/strand.h"

#include <fmt/format.h>

#include <atomic>

namespace graze::verify {
namespace {

constexpr std::size_t kBatch = 256;  // strands whose headers are in memory at once

std::size_t common_links(const CertificateMotion& a, const CertificateMotion& b) {
    std::size_t count = 0;
    while (count < a.size() && count < b.size() && a[count] == b[count]) ++count;
    return count;
}

}  // namespace

Expected<VerifyResult> verify_certificate(const ByteSource& source, const VerifyOptions& options) {
    VerifyResult result;
    const auto certificate = read_certificate(source);
    result.reason = certificate ? problem_with(certificate->head) : certificate.error().message;
    if (!result.reason.empty()) return result;

    const CertificateHead& head = certificate->head;
    Progress progress("verifying", source.size - certificate->strands_at, options.progress);
    CoverReader reader(source, *certificate);
    CertificateStrand next{};
    std::vector<CertificateStrand> batch;  // all of one segment
    std::vector<MovingModel> bodies;       // during that segment
    for (bool is_more = reader.next(next); is_more && result.reason.empty();) {
        const std::uint32_t segment = next.segment;
        const auto& motions = head.motions[segment];
        if (batch.empty() || batch[0].segment != segment) {
            bodies.clear();
            for (std::size_t i = 0; i < motions.size(); ++i)
                bodies.push_back(moving_body(certificate->meshes[i], motions[i]));
        }
        batch.clear();
        do batch.push_back(next);
        while ((is_more = reader.next(next)) && next.segment == segment && batch.size() < kBatch);
        std::atomic<std::size_t> first_bad{batch.size()};  // what comes after it need not be looked at
        const auto results = parallel_map(batch.size(), {.threads = options.threads}, [&](std::size_t i) {
            if (i > first_bad) return StrandResult{};
            const auto& [a, b, clearance] = head.pairs[batch[i].pair];
            StrandResult checked = check_strand({{&bodies[a], &bodies[b]},
                                                 common_links(motions[a], motions[b]),
                                                 clearance,
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
            const CertificatePair& pair = head.pairs[batch[i].pair];
            if (!strand.problem.empty())
                result.reason = fmt::format("segment {}, \"{}\" and \"{}\", t from {} to {}, node {}: {}",
                                            segment, head.bodies[pair.a].name, head.bodies[pair.b].name,
                                            batch[i].from, batch[i].until, strand.records, strand.problem);
        }
    }
    if (result.reason.empty()) result.reason = reader.problem();
    result.valid = result.reason.empty();
    if (result.valid) result.sentence = sentence_of(head);
    return result;
}

Expected<VerifyResult> verify_certificate(std::string_view bytes, const VerifyOptions& options) {
    return verify_certificate(source_of(bytes), options);
}

}  // namespace graze::verify
