#include "graze/io/certificate/certificate_file.h"

#include "graze/continuous/features/feature_distance.h"
#include "graze/core/assert.h"
#include "graze/io/certificate/certificate_cad.h"
#include "graze/io/certificate/certificate_writer.h"
#include "graze/motion/rounded_pose.h"
#include "graze/queries/paths/cad_proof.h"
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

CertificateMotion known_motion(const Scene& scene, const SceneMotion& motion, std::uint32_t body) {
    CertificateMotion links;
    for (const LinkSource& source : sources_of(scene, motion, body))
        links.push_back(std::visit([](const auto& kind) { return known_link(kind); }, source));
    return links;
}

// The links of the first segment stand with the bodies; later segments name bodies that have others. What
// carries nothing in one segment does so in none.
void add_motions(CertificateHead& head, const Scene& scene, std::span<const SceneMotion> segments) {
    for (std::uint32_t body = 0; body < scene.bodies.size(); ++body)
        head.bodies[body].links = known_motion(scene, segments.front(), body);
    head.motions.resize(segments.size());
    for (std::size_t segment = 1; segment < segments.size(); ++segment)
        for (const BodyLink& body : segments[segment].carried) {
            CertificateMotion links = known_motion(scene, segments[segment], body.body);
            if (links != head.bodies[body.body].links)
                head.motions[segment].push_back({body.body, std::move(links)});
        }
}

CertificateMeshSize size_of(const Mesh& mesh) {
    CertificateMeshSize size{mesh.vertices.size(), mesh.triangles.size()};
    if (!mesh.deviation) return size;
    size.requested_deviation = mesh.deviation->requested, size.measured_deviation = mesh.deviation->measured;
    return size;
}

void add_bodies(CertificateContent& content, const Scene& scene, const PathProof& proof) {
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const std::uint32_t number = proof.mesh_of_body[i];
        if (number == content.meshes.size()) {  // its first body
            content.meshes.push_back({scene.bodies[i].mesh.get(), proof.orders[number]});
            content.head.meshes.push_back(size_of(*scene.bodies[i].mesh));
        }
        content.head.bodies.push_back({scene.bodies[i].name, number});
    }
}

void add_pairs(CertificateContent& content, const Scene& scene, const PathProof& proof) {
    CertificateHead& head = content.head;
    head.clearance = proof.clearance;
    const PairRules rules(scene, proof.clearance);
    for (const BodyPair& pair : named_pairs(scene, carriers_of(*proof.motions, scene.bodies.size()))) {
        const PairRule rule = rules.of(pair[0], pair[1]);
        if (rule.clearance != head.clearance) head.clearances.push_back({{pair[0], pair[1]}, rule.clearance});
    }
    for (const MovingPair& pair : proof.pairs) head.pairs.push_back({pair.bodies[0], pair.bodies[1]});
    for (const auto& [bodies, reason] : proof.ignored)
        head.ignored.push_back({{bodies[0], bodies[1]}, reason});
    for (const PathOpen& open : proof.not_judged)
        head.ignored.push_back({{open.bodies[0], open.bodies[1]}, "not judged: " + open.reason});
    std::ranges::sort(head.ignored, {}, &CertificateIgnored::bodies);
    for (const PathStrand& strand : proof.strands)
        content.strands.push_back(
            {strand.segment, strand.pair, strand.from, strand.until, strand.nodes.view()});
}

void add_seats(CertificateContent& content, const PathProof& proof) {
    if (proof.copies.empty()) return;  // no seated pairs, or an overlap ended all
    for (const PathCopy& copy : proof.copies) {
        content.head.copies.push_back({copy.mesh, copy.within});
        content.copies.push_back({copy.copy.get(), copy.order});
    }
    for (const PathSeat& seat : proof.seated) {
        CertificateSeat& known = content.head.seated.emplace_back();
        known.bodies = {seat.bodies[0], seat.bodies[1]};
        known.copies = seat.copies;
        known.depth = seat.depth;
        if (seat.clear_from) known.clear_from = {seat.clear_from->segment, seat.clear_from->t};
    }
}

// A point of a body's triangle near a place of the world, by weights. Any is right: the checker measures it.
std::array<double, 3> weights_near(const Scene& scene, const SceneMotion& motion, std::uint32_t body, std::uint32_t triangle,
                                   const Vec3& place, double t) {
    const auto link = link_of(motion, body);
    const Mesh& mesh = *scene.bodies[body].mesh;
    const Pose pose = link ? rounded_pose(LinkMotion{&motion.links, *link}, t, bounds_of(mesh)).pose : scene.bodies[body].pose;
    std::array<Vec3, 3> at = corners(mesh, triangle);
    for (Vec3& corner : at) corner = apply(pose, corner);
    const FeaturePoint near = closest_features(std::span(&place, 1), at).on_b;
    const double rest = 1.0 - near.u - near.v;
    return {rest > 0.0 ? rest : 0.0, near.u, near.v};
}

// Where the bodies were found to be nearest, if a distance of these is claimed then.
void add_nearest(CertificateContent& content, const Scene& scene, const PathProof& proof) {
    if (!proof.least) return;
    const LeastClearance& least = *proof.least;
    const bool is_listed = std::any_of(proof.pairs.begin(), proof.pairs.end(),
                                       [&](const MovingPair& pair) { return pair.bodies == least.bodies; });
    const bool is_covered = least.at.segment < proof.covered.segment ||
                            (least.at.segment == proof.covered.segment && least.at.t <= proof.covered.t);
    if (!is_listed || !is_covered || (proof.covered.segment == 0 && proof.covered.t == 0.0)) return;
    CertificateNearest nearest{.bodies = {least.bodies[0], least.bodies[1]}, .at = {least.at.segment, least.at.t}};
    for (int side = 0; side < 2; ++side) {
        const std::uint32_t body = least.bodies[side], triangle = least.nearest.triangles[side];
        const auto& order = proof.orders[proof.mesh_of_body[body]];
        nearest.triangles[side] = static_cast<std::uint32_t>(std::find(order.begin(), order.end(), triangle) - order.begin());
        nearest.weights[side] = weights_near(scene, (*proof.motions)[least.at.segment], body, triangle, least.nearest.points[side], least.at.t);
    }
    content.head.nearest = nearest;
}

/// Borrows from scene and proof.
CertificateContent certificate_content(const Scene& scene, const PathProof& proof,
                                       const std::string& scene_name) {
    CertificateContent content;
    content.head.made_by = "graze";
    content.head.scene = scene_name;
    content.head.unit = name_of(scene.unit);
    add_bodies(content, scene, proof);
    add_motions(content.head, scene, *proof.motions);
    add_pairs(content, scene, proof);
    add_seats(content, proof);
    add_nearest(content, scene, proof);
    const bool is_whole = proof.covered.t == 1.0;
    content.head.whole_segments = is_whole ? proof.covered.segment + 1 : proof.covered.segment;
    content.head.until = is_whole ? 0.0 : proof.covered.t;
    return content;
}

std::size_t elements_of(const surface::Cover& cover) {
    std::size_t count = 0;
    for (const surface::Face& face : cover.faces) count += face.elements.size();
    return count;
}

/// What is claimed of the CAD bodies, and their faces. Bodies may share a cover.
void add_cad(CertificateContent& content, const Scene& scene, const CadPathProof& proof) {
    CertificateCad& cad = content.head.cad.emplace();
    content.head.nearest.reset();  // that is measured between triangles
    std::map<const surface::Cover*, std::uint32_t> shapes;
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
        const surface::Cover& cover = *scene.bodies[b].mesh->cover;
        const CadBodyProof& own = proof.bodies[b];
        const auto [shape, is_new] =
            shapes.try_emplace(&cover, static_cast<std::uint32_t>(content.shapes.size()));
        if (is_new) content.shapes.push_back(known_shape(cover));
        CertificateCadBody& body = cad.bodies.emplace_back(CertificateCadBody{.name = scene.bodies[b].name, .shape = shape->second});
        for (const CadPiece& piece : own.pieces) body.pieces.push_back({piece.body, piece.radius});
        content.cuts.push_back(
            known_cuts(own.forest, elements_of(cover), [&](std::uint32_t node, CertificateCut& cut) {
                cut.piece = own.leaves[node].piece, cut.triangle = own.leaves[node].triangle;
            }));
    }
    cad.clearance = proof.clearance;
    const PairRules rules(scene, proof.clearance);
    const auto motions = motions_of(scene, "scene");
    GRAZE_ASSERT(motions.has_value());  // else nothing would be proved
    for (const BodyPair& pair : named_pairs(scene, carriers_of(*motions, scene.bodies.size()))) {
        const PairRule rule = rules.of(pair[0], pair[1]);
        const CertificatePair bodies{pair[0], pair[1]};
        if (rule.clearance != cad.clearance) cad.clearances.push_back({bodies, rule.clearance});
        if (rule.allowed && leaves_out(*rule.allowed, rule.depth))
            cad.ignored.push_back({bodies, "the scene ignores it"});
    }
}

CertificateContent certificate_content(const Scene& scene, const CadPathProof& proof,
                                       const std::string& scene_name) {
    CertificateContent content = certificate_content(proof.pieces, proof.proof, scene_name);
    add_cad(content, scene, proof);
    return content;
}

}  // namespace

std::string format_certificate(const Scene& scene, const CadPathProof& proof, const std::string& scene_name) {
    return format_certificate(certificate_content(scene, proof, scene_name));
}

Expected<std::uint64_t> write_certificate(const std::filesystem::path& path, const Scene& scene,
                                          const CadPathProof& proof, const std::string& scene_name) {
    return write_certificate(path, certificate_content(scene, proof, scene_name));
}

std::string format_certificate(const Scene& scene, const PathProof& proof, const std::string& scene_name) {
    return format_certificate(certificate_content(scene, proof, scene_name));
}

Expected<std::uint64_t> write_certificate(const std::filesystem::path& path, const Scene& scene,
                                          const PathProof& proof, const std::string& scene_name) {
    return write_certificate(path, certificate_content(scene, proof, scene_name));
}

}  // namespace graze
