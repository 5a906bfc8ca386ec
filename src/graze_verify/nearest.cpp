#include "graze_verify/nearest.h"

#include "graze_verify/carriers.h"
#include "graze_verify/motion.h"
#include "graze_verify/start.h"

#include <algorithm>

namespace graze::verify {
namespace {

/// A distance is claimed of the pair: it is listed, or boxes keep it apart.
bool is_claimed(const CertificateHead& head, const CertificatePair& pair) {
    const auto is_it = [&](const auto& item) { return item.bodies == pair; };
    if (std::any_of(head.ignored.begin(), head.ignored.end(), is_it)) return false;
    if (std::any_of(head.seated.begin(), head.seated.end(), is_it)) return false;
    if (std::binary_search(head.pairs.begin(), head.pairs.end(), pair)) return true;
    const auto numbers = carrier_numbers(courses_of(head));
    return numbers[pair.a] != numbers[pair.b];
}

bool is_covered(const CertificateHead& head, const CertificateTime& at) {
    return at.segment < head.whole_segments ||
           (at.segment == head.whole_segments && head.until > 0.0 && at.t <= head.until);
}

/// The point of a triangle by weights of its corners, at rest.
BoundVec point_of(const CertificateMesh& mesh, std::uint32_t triangle, const std::array<double, 3>& weights) {
    BoundVec sum = exact(Point{});
    Bound all = exact(0.0);
    for (int i = 0; i < 3; ++i) {
        sum = sum + exact(weights[i]) * exact(mesh.vertices[mesh.triangles[triangle][i]]);
        all = all + exact(weights[i]);
    }
    return {sum[0] / all, sum[1] / all, sum[2] / all};
}

/// Carried by the links, but for the outermost ones.
BoundVec placed(BoundVec point, const CertificateMotion& links, std::size_t common, double t) {
    for (std::size_t i = links.size(); i-- > common;) {
        const PreparedLink link = prepare(links[i]);
        const Placement at = placement_at(link, t);
        point = at.rotation * (point - exact(link.pivot)) + at.place;
    }
    return point;
}

}  // namespace

std::optional<Nearest> check_nearest(const Certificate& certificate) {
    const CertificateHead& head = certificate.head;
    if (!head.nearest) return std::nullopt;
    const auto& [bodies, at, triangles, weights] = *head.nearest;
    if (!is_covered(head, at)) return Nearest{"\"nearest\" is at a time that is not covered"};
    if (!is_claimed(head, bodies)) return Nearest{"\"nearest\" is of a pair that no distance is claimed of"};
    const CertificateMotion &a = links_of(head, at.segment, bodies.a),
                            &b = links_of(head, at.segment, bodies.b);
    const std::size_t common = common_links(a, b);
    const auto& meshes = certificate.meshes;
    const BoundVec p = point_of(meshes[head.bodies[bodies.a].mesh], triangles[0], weights[0]),
                   q = point_of(meshes[head.bodies[bodies.b].mesh], triangles[1], weights[1]);
    const Bound distance = length(placed(p, a, common, at.t) - placed(q, b, common, at.t));
    if (!(distance.hi < std::numeric_limits<double>::infinity()))
        return Nearest{"\"nearest\" cannot be measured"};
    return Nearest{{}, distance};
}

}  // namespace graze::verify
