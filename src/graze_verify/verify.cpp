#include "graze_verify/verify.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze_verify/strand.h"

#include <fmt/format.h>

#include <cstring>

namespace graze::verify {
namespace {

std::array<double, 3> reach_of(const BodyBytes& body) {
    std::array<double, 3> reach{};
    for (std::uint64_t i = 0; i < body.vertex_count; ++i) {
        const std::array<double, 3> x = body.vertex(i);
        for (int k = 0; k < 3; ++k) reach[k] = std::max(reach[k], std::abs(x[k]));
    }
    return reach;
}

// All bodies during one segment.
struct SegmentMotions {
    std::vector<PreparedMotion> motions;
    std::vector<std::vector<double>> accelerations;  // by body and vertex; none for bodies at rest
};

SegmentMotions prepare_segment(const Layout& layout, std::size_t segment) {
    SegmentMotions all;
    for (std::size_t body = 0; body < layout.bodies.size(); ++body) {
        all.motions.push_back(prepare(layout.head.motions[segment][body]));
        std::vector<double> accelerations;
        if (all.motions.back().kind != MotionKind::AtRest)
            for (std::uint64_t i = 0; i < layout.bodies[body].vertex_count; ++i)
                accelerations.push_back(most_acceleration(all.motions.back(), layout.bodies[body].vertex(i)));
        all.accelerations.push_back(std::move(accelerations));
    }
    return all;
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
        head.ignored == 0   ? "no pair is"
        : head.ignored == 1 ? "one pair is"
                            : fmt::format("{} pairs are", head.ignored));
}

}  // namespace

Expected<VerifyResult> verify_certificate(std::string_view bytes, const VerifyOptions& options) {
    VerifyResult result;
    const Layout layout = read_layout(bytes);
    result.reason = layout.problem;
    if (!result.reason.empty()) return result;

    std::vector<std::array<double, 3>> reach;
    for (const BodyBytes& body : layout.bodies) reach.push_back(reach_of(body));
    Progress progress("verifying", layout.strands.size(), options.progress);
    std::size_t first = 0;
    while (first < layout.strands.size() && result.reason.empty()) {
        const std::uint32_t segment = layout.strands[first].segment;
        std::size_t last = first;
        while (last < layout.strands.size() && layout.strands[last].segment == segment) ++last;
        const SegmentMotions segment_motions = prepare_segment(layout, segment);
        const auto moving = [&](std::uint32_t body) {
            return MovingBody{&layout.bodies[body], &segment_motions.motions[body],
                              &segment_motions.accelerations[body], reach[body]};
        };
        const auto results = parallel_map(
            last - first, {.threads = options.threads, .progress = &progress}, [&](std::size_t i) {
                const Strand& strand = layout.strands[first + i];
                const CertificatePair& pair = layout.head.pairs[strand.pair];
                const auto& motions = layout.head.motions[segment];
                return check_strand({moving(pair.a), moving(pair.b), motions[pair.a] == motions[pair.b],
                                     pair.clearance, strand.from, strand.until, strand.nodes});
            });
        if (!results || interrupt_requested())
            return make_error(ErrorCode::Interrupted, "verify", "interrupted");
        for (std::size_t i = 0; i < results->size() && result.reason.empty(); ++i) {
            const StrandResult& strand = (*results)[i];
            result.records += strand.records;
            result.leaves += strand.leaves;
            if (strand.problem.empty()) continue;
            const CertificatePair& pair = layout.head.pairs[layout.strands[first + i].pair];
            result.reason = fmt::format("segment {}, \"{}\" and \"{}\", t from {} to {}, node {}: {}",
                                        segment, layout.head.bodies[pair.a].name,
                                        layout.head.bodies[pair.b].name, layout.strands[first + i].from,
                                        layout.strands[first + i].until, strand.records, strand.problem);
        }
        first = last;
    }
    result.valid = result.reason.empty();
    if (result.valid) result.sentence = sentence_of(layout);
    return result;
}

std::string difference_to(std::string_view bytes, std::span<const KnownMesh> meshes) {
    const Layout layout = read_layout(bytes);
    if (!layout.problem.empty()) return layout.problem;
    if (layout.bodies.size() != meshes.size())
        return fmt::format("{} bodies in the certificate, {} in the scene", layout.bodies.size(),
                           meshes.size());
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        const BodyBytes& body = layout.bodies[i];
        const KnownMesh& mesh = meshes[i];
        if (layout.head.bodies[i].name != mesh.name)
            return fmt::format("body {} is \"{}\" in the certificate and \"{}\" in the scene", i,
                               layout.head.bodies[i].name, mesh.name);
        if (body.vertex_count != mesh.vertices.size() || body.triangle_count != mesh.triangles.size())
            return fmt::format(
                "body \"{}\" has {} vertices and {} triangles in the certificate, {} and {} in the scene",
                mesh.name, body.vertex_count, body.triangle_count, mesh.vertices.size(),
                mesh.triangles.size());
        for (std::uint64_t v = 0; v < body.vertex_count; ++v)
            if (body.vertex(v) != mesh.vertices[v])
                return fmt::format("body \"{}\": vertex {} differs", mesh.name, v);
        for (std::uint64_t t = 0; t < body.triangle_count; ++t)
            if (body.triangle(t) != mesh.triangles[body.id(t)])
                return fmt::format("body \"{}\": triangle {} differs", mesh.name, body.id(t));
    }
    return {};
}

}  // namespace graze::verify
