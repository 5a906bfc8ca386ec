#include "graze_verify/start.h"

#include "graze/core/parallel.h"
#include "graze_verify/claim.h"
#include "graze_verify/inside.h"

namespace graze::verify {
namespace {

std::vector<PreparedLink> prepared_from(const CertificateMotion& motion, std::size_t first) {
    std::vector<PreparedLink> links;
    for (std::size_t i = first; i < motion.size(); ++i) links.push_back(prepare(motion[i]));
    return links;
}

/// A question about two skins: bodies, or copies of a seated pair, which must be solids.
struct Question {
    CertificatePair pair;
    std::array<std::uint32_t, 2> meshes;
    bool is_seat;
};

/// The two as they stand at the start.
struct StandingPair {
    std::array<std::vector<PreparedLink>, 2> links;  // without those that both share

    StandingPair(const CertificateHead& head, const CertificatePair& pair) {
        const CertificateMotion &a = links_of(head, 0, pair.a), &b = links_of(head, 0, pair.b);
        const std::size_t common = common_links(a, b);
        links = {prepared_from(a, common), prepared_from(b, common)};
    }
};

Error interrupted() { return make_error(ErrorCode::Interrupted, "verify", "interrupted"); }

/// Seated pairs, and those of the others whose boxes may meet at the start.
Expected<std::vector<Question>> questions_of(const CertificateHead& head, std::span<const MeshExtent> extents,
                                             int threads) {
    const std::size_t count = head.pairs.size() + head.seated.size();
    enum class Boxes : char { Apart, MayMeet };
    const auto boxes = parallel_map(count, {.threads = threads, .grain = 64}, [&](std::size_t i) {
        const auto [bodies, meshes, clearance] = subject_of(head, i);
        const StandingPair pair(head, bodies);
        const bool may_meet = i >= head.pairs.size() || boxes_may_meet(extents[meshes[0]].box, pair.links[0],
                                                                       extents[meshes[1]].box, pair.links[1]);
        return may_meet ? Boxes::MayMeet : Boxes::Apart;
    });
    if (!boxes) return interrupted();
    std::vector<Question> questions;
    for (std::size_t i = 0; i < count; ++i) {
        const StrandSubject subject = subject_of(head, i);
        if ((*boxes)[i] == Boxes::MayMeet)
            questions.push_back({subject.bodies, subject.meshes, i >= head.pairs.size()});
    }
    return questions;
}

/// By mesh; empty ones where nobody asks for it.
Expected<std::vector<Skin>> skins_of(const Certificate& certificate, std::span<const Question> questions,
                                     int threads) {
    std::vector<char> is_asked_for(certificate.meshes.size(), 0);
    for (const Question& question : questions)
        for (const std::uint32_t mesh : question.meshes) is_asked_for[mesh] = 1;
    auto skins = parallel_map(certificate.meshes.size(), {.threads = threads}, [&](std::size_t i) {
        const CertificateMesh& mesh = certificate.meshes[i];
        return is_asked_for[i] ? skin_of(mesh.vertices, mesh.triangles) : Skin{};
    });
    if (!skins) return interrupted();
    return *std::move(skins);
}

}  // namespace

std::size_t common_links(const CertificateMotion& a, const CertificateMotion& b) {
    std::size_t count = 0;
    while (count < a.size() && count < b.size() && a[count] == b[count]) ++count;
    return count;
}

Expected<std::string> problem_at_start(const Certificate& certificate, std::span<const MeshExtent> extents,
                                       int threads) {
    const CertificateHead& head = certificate.head;
    if (covered_segments(head) == 0) return std::string();
    const auto questions = questions_of(head, extents, threads);
    if (!questions) return questions.error();
    const auto skins = skins_of(certificate, *questions, threads);
    if (!skins) return skins.error();
    const auto found = parallel_map(questions->size(), {.threads = threads}, [&](std::size_t i) {
        const auto& [bodies, meshes, is_seat] = (*questions)[i];
        const StandingPair pair(head, bodies);
        return some_piece_inside({(*skins)[meshes[0]], pair.links[0]}, {(*skins)[meshes[1]], pair.links[1]});
    });
    if (!found) return interrupted();
    for (std::size_t i = 0; i < questions->size(); ++i) {
        const Question& question = (*questions)[i];
        const bool are_solid = (*skins)[question.meshes[0]].is_solid && (*skins)[question.meshes[1]].is_solid;
        if (question.is_seat && !are_solid)
            return names_of(head, question.pair) + ": a seated pair, and one of the two has no inside";
        if ((*found)[i] != Inside::None)
            return names_of(head, question.pair) +
                   ((*found)[i] == Inside::Some ? ": a piece of one is inside the other at the start"
                                                : ": it cannot be told whether one begins inside the other");
    }
    return std::string();
}

}  // namespace graze::verify
