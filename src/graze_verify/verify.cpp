#include "graze_verify/verify.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze_verify/cad_claim.h"
#include "graze_verify/claim.h"
#include "graze_verify/copies.h"
#include "graze_verify/nearest.h"
#include "graze_verify/start.h"
#include "graze_verify/strand.h"

#include <fmt/format.h>

#include <atomic>
#include <map>

namespace graze::verify {
namespace {

constexpr std::size_t kBatch = 256;  // strands whose headers are in memory at once

/// The bodies that some strands of one segment are about, ready to be evaluated.
using BodyKey = std::pair<std::uint32_t, std::uint32_t>;  // a body, and its mesh or that of a copy
std::map<BodyKey, CarriedBody> bodies_of(std::span<const CertificateStrand> strands,
                                         const Certificate& certificate,
                                         std::span<const MeshExtent> extents) {
    const CertificateHead& head = certificate.head;
    std::map<BodyKey, CarriedBody> bodies;
    for (const CertificateStrand& strand : strands) {
        const StrandSubject subject = subject_of(head, strand.pair);
        for (const auto& [body, mesh] :
             {BodyKey{subject.bodies.a, subject.meshes[0]}, BodyKey{subject.bodies.b, subject.meshes[1]}})
            if (!bodies.contains({body, mesh}))
                bodies.emplace(BodyKey{body, mesh}, carried_body(certificate.meshes[mesh], extents[mesh],
                                                                 links_of(head, strand.segment, body)));
    }
    return bodies;
}

/// Goes through the strands in batches, each of one segment.
Expected<void> check_strands(const ByteSource& source, const Certificate& certificate,
                             std::span<const MeshExtent> extents, const VerifyOptions& options,
                             VerifyResult& result) {
    const CertificateHead& head = certificate.head;
    Progress progress("verifying", source.size - certificate.strands_at, options.progress);
    CoverReader reader(source, certificate);
    CertificateStrand next{};
    std::vector<CertificateStrand> batch;
    for (bool is_more = reader.next(next); is_more && result.reason.empty();) {
        const std::uint32_t segment = next.segment;
        batch.clear();
        do batch.push_back(next);
        while ((is_more = reader.next(next)) && next.segment == segment && batch.size() < kBatch);
        const auto bodies = bodies_of(batch, certificate, extents);
        std::atomic<std::size_t> first_bad{batch.size()};  // what comes after it need not be looked at
        const auto results = parallel_map(batch.size(), {.threads = options.threads}, [&](std::size_t i) {
            if (i > first_bad) return StrandResult{};
            const StrandSubject subject = subject_of(head, batch[i].pair);
            const CertificatePair pair = subject.bodies;
            StrandResult checked = check_strand(
                {{&bodies.at({pair.a, subject.meshes[0]}), &bodies.at({pair.b, subject.meshes[1]})},
                 common_links(links_of(head, segment, pair.a), links_of(head, segment, pair.b)),
                 subject.clearance,
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
            const CertificatePair pair = subject_of(head, batch[i].pair).bodies;
            if (!strand.problem.empty())
                result.reason =
                    fmt::format("segment {}, {}, t from {} to {}, node {}: {}", segment, names_of(head, pair),
                                batch[i].from, batch[i].until, strand.records, strand.problem);
        }
    }
    if (result.reason.empty()) result.reason = reader.problem();
    return {};
}

}  // namespace

const char* name_of(Proves proves) {
    constexpr const char* kNames[] = {"nothing", "part", "all"};
    return kNames[static_cast<int>(proves)];
}

Expected<VerifyResult> verify_certificate(const ByteSource& source, const VerifyOptions& options) {
    VerifyResult result;
    const auto certificate = read_certificate(source);
    result.reason = certificate ? problem_with(certificate->head) : certificate.error().message;
    if (result.reason.empty()) result.reason = problem_with_copies(*certificate);
    const bool is_about_cad = certificate && certificate->head.cad;
    if (result.reason.empty() && is_about_cad) result.reason = problem_with_cad(certificate->head);
    if (!result.reason.empty()) return result;
    FacesResult faces;
    if (is_about_cad) {
        auto checked = check_faces(*certificate, options.threads);
        if (!checked) return checked.error();
        faces = *std::move(checked);
        result.reason = faces.problem;
        if (!result.reason.empty()) return result;
    }
    const auto extents = parallel_map(certificate->meshes.size(), {.threads = options.threads},
                                      [&](std::size_t mesh) { return extent_of(certificate->meshes[mesh]); });
    if (!extents) return make_error(ErrorCode::Interrupted, "verify", "interrupted");
    const auto partition = check_partition(certificate->head, *extents, options.threads);
    if (!partition) return partition.error();
    result.reason = partition->problem;
    if (!result.reason.empty()) return result;
    if (auto checked = check_strands(source, *certificate, *extents, options, result); !checked)
        return checked.error();
    if (result.reason.empty()) {
        auto problem = problem_at_start(*certificate, *extents, options.threads);
        if (!problem) return problem.error();
        result.reason = *std::move(problem);
    }
    const CertificateHead& head = certificate->head;
    const auto nearest = check_nearest(*certificate);
    if (nearest && result.reason.empty()) result.reason = nearest->problem;
    result.valid = result.reason.empty();
    if (!result.valid) return result;
    if (nearest)
        result.nearest = NearestPlace{head.bodies[head.nearest->bodies.a].name, head.bodies[head.nearest->bodies.b].name,
                                      head.nearest->at.segment, head.nearest->at.t, nearest->distance.hi};
    const Partition claimed = is_about_cad ? partition_of_cad(head) : *partition;
    result.proves = proves_of(head, claimed);
    result.covered = {head.whole_segments, head.until, head.motions.size()};
    result.pairs = claimed.pairs;
    result.clearance = {claimed.least_clearance, claimed.most_clearance, head.unit};
    const auto ignore = [&](const auto& bodies, const auto& pairs) {
        for (const auto& [pair, reason] : pairs)
            result.ignored.push_back({bodies[pair.a].name, bodies[pair.b].name, reason});
    };
    is_about_cad ? ignore(head.cad->bodies, head.cad->ignored) : ignore(head.bodies, head.ignored);
    if (is_about_cad) result.cad = {faces.faces, faces.elements};
    result.sentence = is_about_cad ? sentence_of_cad(head, claimed, faces) : sentence_of(head, claimed, result.nearest);
    return result;
}

Expected<VerifyResult> verify_certificate(std::string_view bytes, const VerifyOptions& options) {
    return verify_certificate(source_of(bytes), options);
}

}  // namespace graze::verify
