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

/// The two bodies of a pair as they stand at the start.
struct StandingPair {
    std::array<std::uint32_t, 2> meshes;
    std::array<std::vector<PreparedLink>, 2> links;  // without those that both share

    StandingPair(const CertificateHead& head, const CertificatePair& pair)
        : meshes{head.bodies[pair.a].mesh, head.bodies[pair.b].mesh} {
        const CertificateMotion &a = links_of(head, 0, pair.a), &b = links_of(head, 0, pair.b);
        const std::size_t common = common_links(a, b);
        links = {prepared_from(a, common), prepared_from(b, common)};
    }
};

Error interrupted() { return make_error(ErrorCode::Interrupted, "verify", "interrupted"); }

/// Those of the pairs whose boxes may meet at the start.
Expected<std::vector<CertificatePair>> near_pairs(const CertificateHead& head,
                                                  std::span<const MeshExtent> extents, int threads) {
    enum class Boxes : char { Apart, MayMeet };
    const auto boxes = parallel_map(head.pairs.size(), {.threads = threads, .grain = 64}, [&](std::size_t i) {
        const StandingPair pair(head, head.pairs[i]);
        const bool may_meet = boxes_may_meet(extents[pair.meshes[0]].box, pair.links[0],
                                             extents[pair.meshes[1]].box, pair.links[1]);
        return may_meet ? Boxes::MayMeet : Boxes::Apart;
    });
    if (!boxes) return interrupted();
    std::vector<CertificatePair> near;
    for (std::size_t i = 0; i < head.pairs.size(); ++i)
        if ((*boxes)[i] == Boxes::MayMeet) near.push_back(head.pairs[i]);
    return near;
}

/// By mesh; empty ones where no pair asks for it.
Expected<std::vector<Skin>> skins_of(const Certificate& certificate, std::span<const CertificatePair> pairs,
                                     int threads) {
    std::vector<char> is_asked_for(certificate.meshes.size(), 0);
    for (const CertificatePair& pair : pairs)
        for (const std::uint32_t body : {pair.a, pair.b})
            is_asked_for[certificate.head.bodies[body].mesh] = 1;
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
    const auto near = near_pairs(head, extents, threads);
    if (!near) return near.error();
    const auto skins = skins_of(certificate, *near, threads);
    if (!skins) return skins.error();
    const auto found = parallel_map(near->size(), {.threads = threads}, [&](std::size_t i) {
        const StandingPair pair(head, (*near)[i]);
        return some_piece_inside({(*skins)[pair.meshes[0]], pair.links[0]},
                                 {(*skins)[pair.meshes[1]], pair.links[1]});
    });
    if (!found) return interrupted();
    for (std::size_t i = 0; i < near->size(); ++i)
        if ((*found)[i] != Inside::None)
            return names_of(head, (*near)[i]) +
                   ((*found)[i] == Inside::Some ? ": a piece of one is inside the other at the start"
                                                : ": it cannot be told whether one begins inside the other");
    return std::string();
}

}  // namespace graze::verify
