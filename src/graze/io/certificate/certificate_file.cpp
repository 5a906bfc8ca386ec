#include "graze/io/certificate/certificate_file.h"

#include "graze/scene/scene_motion.h"

#include <algorithm>
#include <map>

namespace graze {
namespace {

CertificatePose known_pose(const Pose& pose) {
    const auto& t = pose.translation;
    const auto& q = pose.rotation;
    return {{t.x(), t.y(), t.z()}, {q.x(), q.y(), q.z(), q.w()}};
}
std::array<double, 3> known_vector(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

CertificateLink known_link(const Pose& pose) { return {.from = known_pose(pose), .to = known_pose(pose)}; }
CertificateLink known_link(const PathLink& link) {
    const LinkKind kind = link.in_between == InBetween::Screw   ? LinkKind::Screw
                          : link.in_between == InBetween::Slerp ? LinkKind::Slerp
                                                                : LinkKind::LinearParameters;
    return {.kind = kind,
            .from = known_pose(link.poses.from),
            .to = known_pose(link.poses.to),
            .turns = link.poses.turns};
}
CertificateLink known_link(const JointLink& joint) {
    const bool turns = joint.kind == JointKind::Revolute;
    return {.kind = turns ? LinkKind::Revolute : LinkKind::Prismatic,
            .axis = known_vector(joint.axis),
            .origin = turns ? known_vector(joint.origin) : std::array<double, 3>{},
            .value_from = joint.from,
            .value_to = joint.to};
}

CertificateMotion known_motion(const SceneMotion& motion, std::uint32_t body) {
    CertificateMotion links;
    for (const std::uint32_t link : chain_of(motion, body))
        links.push_back(
            std::visit([](const auto& source) { return known_link(source); }, motion.sources[link]));
    return links;
}

// The links of the first segment stand with the bodies; later segments name bodies that have others.
// Pre: the scene's motions have been proved, so each segment has one.
void add_motions(CertificateHead& head, const Scene& scene) {
    for (std::size_t segment = 0; segment < segments_of(scene); ++segment) {
        head.motions.emplace_back();
        const auto motion = motion_of_segment(scene, segment, "path");
        if (!motion) continue;
        for (std::uint32_t body = 0; body < scene.bodies.size(); ++body) {
            CertificateMotion links = known_motion(*motion, body);
            if (segment == 0)
                head.bodies[body].links = std::move(links);
            else if (links != head.bodies[body].links)
                head.motions.back().push_back({body, std::move(links)});
        }
    }
}

CertificateMeshSize size_of(const Mesh& mesh) {
    CertificateMeshSize size{mesh.vertices.size(), mesh.triangles.size()};
    if (!mesh.deviation) return size;
    size.requested_deviation = mesh.deviation->requested, size.measured_deviation = mesh.deviation->measured;
    return size;
}

// Bodies that share a mesh and the order of its triangles share it here.
void add_bodies(CertificateContent& content, const Scene& scene, const PathProof& proof) {
    std::map<const Mesh*, std::vector<std::uint32_t>> known;  // their numbers, one for each order
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const Mesh* mesh = scene.bodies[i].mesh.get();
        const std::vector<std::uint32_t>& order = proof.meshes[i]->order;
        std::vector<std::uint32_t>& numbers = known[mesh];
        auto number = std::ranges::find_if(numbers, [&](std::uint32_t other) {
            return std::ranges::equal(content.meshes[other].order, order);
        });
        if (number == numbers.end()) {
            number = numbers.insert(numbers.end(), static_cast<std::uint32_t>(content.meshes.size()));
            content.meshes.push_back({mesh, order});
            content.head.meshes.push_back(size_of(*mesh));
        }
        content.head.bodies.push_back({scene.bodies[i].name, *number});
    }
}

// The clearance that most pairs have; of several the least.
double most_common_clearance(std::span<const PathPair> pairs) {
    std::map<double, std::size_t> counts;
    for (const PathPair& pair : pairs) ++counts[pair.clearance];
    double common = 0.0;
    std::size_t most = 0;
    for (const auto& [clearance, count] : counts)
        if (count > most) most = count, common = clearance;
    return common;
}

// Pairs and strands in the order of the format, which is not that of the proof.
void add_pairs(CertificateContent& content, const PathProof& proof) {
    CertificateHead& head = content.head;
    std::vector<std::uint32_t> order(proof.pairs.size()), place(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return proof.pairs[i].bodies; });
    head.clearance = most_common_clearance(proof.pairs);
    for (const std::uint32_t i : order) {
        const auto& [bodies, clearance] = proof.pairs[i];
        place[i] = static_cast<std::uint32_t>(head.pairs.size());
        head.pairs.push_back({bodies[0], bodies[1]});
        if (clearance != head.clearance) head.clearances.push_back({head.pairs.back(), clearance});
    }
    for (const auto& [bodies, reason] : proof.ignored)
        head.ignored.push_back({{bodies[0], bodies[1]}, reason});
    std::ranges::sort(head.ignored, {}, &CertificateIgnored::bodies);
    for (const PathStrand& strand : proof.strands)
        content.strands.push_back(
            {strand.segment, place[strand.pair], strand.from, strand.until, strand.nodes.view()});
    std::ranges::sort(content.strands, {}, [](const StrandToWrite& strand) {
        return std::tuple(strand.segment, strand.pair, strand.from);
    });
}

}  // namespace

CertificateContent certificate_content(const Scene& scene, const PathProof& proof,
                                       const std::string& scene_name) {
    CertificateContent content;
    content.head.made_by = "graze";
    content.head.scene = scene_name;
    content.head.unit = name_of(scene.unit);
    add_bodies(content, scene, proof);
    add_motions(content.head, scene);
    add_pairs(content, proof);
    const bool is_whole = proof.verdict == PathVerdict::Clear || proof.clear_until == 1.0;
    content.head.whole_segments = is_whole ? proof.segment + 1 : proof.segment;
    content.head.until = is_whole ? 0.0 : proof.clear_until;
    return content;
}

}  // namespace graze
