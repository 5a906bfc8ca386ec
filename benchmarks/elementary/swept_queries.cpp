#include "elementary/swept_queries.h"

#include "graze/demo/demo.h"
#include "graze/geometry/box.h"
#include "graze/model/adjacency.h"

#include <cmath>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr double kDegree = 0x1.1df46a2529d39p-6;  // radians
constexpr int kParts = 16;                        // of the motion: boxes of each part are united

double angle_about_z(const Pose& pose) { return 2.0 * std::atan2(pose.rotation.z(), pose.rotation.w()); }

PoseParameters turned_about_z_from(const Pose& pose, double angle, double slide) {
    return {pose.translation + Vec3(0.0, 0.0, slide), {0.0, 0.0, angle_about_z(pose) + angle}};
}

// Vertices on straight lines have no place here; a body at rest may.
RigidFeature feature_of(const SweptBody& body, std::initializer_list<std::uint32_t> ids) {
    RigidFeature feature{static_cast<int>(ids.size()), {}, body.from, body.to};
    feature.vertices.fill(Vec3::Zero());
    int i = 0;
    for (const std::uint32_t id : ids) feature.vertices[i++] = body.mesh->vertices[id];
    return feature;
}

struct Edge {
    std::uint32_t from, to;
};

struct Features {
    std::vector<Edge> edges;
    std::vector<Box> vertex_boxes;

    [[nodiscard]] Box box_of(std::initializer_list<std::uint32_t> ids) const {
        Box box;
        for (const std::uint32_t id : ids) box.add(vertex_boxes[id]);
        return box;
    }
};

Features features_of(const SweptBody& body) {
    Features features;
    const Mesh& mesh = *body.mesh;
    const Adjacency adjacency = find_adjacency(mesh);
    for (std::size_t e = 0; e < adjacency.edge_count(); ++e) {
        const std::uint32_t half = adjacency.edge(e).front();
        features.edges.push_back({start_of(mesh, half), end_of(mesh, half)});
    }
    features.vertex_boxes.resize(mesh.vertices.size());
    const RigidMotion motion = make_linear_parameters(body.from, body.to);
    for (int part = 0; part < kParts; ++part) {
        const MotionJet jet =
            jet_over(motion, {static_cast<double>(part) / kParts, static_cast<double>(part + 1) / kParts});
        for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
            const IntervalVec3 place = point_at(jet, mesh.vertices[i]);
            features.vertex_boxes[i].add(Vec3(place[0].lo, place[1].lo, place[2].lo));
            features.vertex_boxes[i].add(Vec3(place[0].hi, place[1].hi, place[2].hi));
        }
    }
    return features;
}

bool overlap(const Box& a, const Box& b) {
    return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
}

Vec3 place_of(const RigidFeature& feature, const PoseParameters& pose, int i) {
    const double angle = pose.rotation_vector.norm();
    const Vec3& x = feature.vertices[i];
    if (angle == 0.0) return x + pose.position;
    return Eigen::AngleAxisd(angle, pose.rotation_vector / angle) * x + pose.position;
}

}  // namespace

SweptScene screw_in_nut(double angle_deg, double jam) {
    constexpr double kPitch = 1.5;  // of the demo
    const Scene scene = *make_demo("screw-and-nut");
    const Pose& at = scene.bodies[0].pose;
    const double angle = angle_deg * kDegree;
    return {fmt::format("screw-and-nut-{:g}{}", angle_deg, jam == 0.0 ? "" : "-jammed"),
            {scene.bodies[0].mesh, turned_about_z_from(at, 0.0, 0.0),
             turned_about_z_from(at, angle, kPitch * (angle_deg / 360.0 + jam))},
            {scene.bodies[1].mesh, {}, {}}};
}

SweptScene gears_in_mesh(double angle_deg, double slip_deg) {
    const Scene scene = *make_demo("gears");
    const Pose &first = scene.bodies[0].pose, &second = scene.bodies[1].pose;
    const double ratio = 20.0 / 33.0;  // teeth of the demo
    return {fmt::format("gears-{:g}{}", angle_deg, slip_deg == 0.0 ? "" : "-slipped"),
            {scene.bodies[0].mesh, turned_about_z_from(first, 0.0, 0.0),
             turned_about_z_from(first, angle_deg * kDegree, 0.0)},
            {scene.bodies[1].mesh, turned_about_z_from(second, 0.0, 0.0),
             turned_about_z_from(second, -(angle_deg * ratio + slip_deg) * kDegree, 0.0)}};
}

std::vector<RigidQuery> swept_candidates(const SweptScene& scene, int count, Rng& rng) {
    const Features of_a = features_of(scene.a), of_b = features_of(scene.b);
    std::vector<RigidQuery> queries;
    const auto name = [&] { return fmt::format("{}-{:05}", scene.name, queries.size()); };
    const auto vertex_face = [&](const SweptBody& v, const Features& of_v, const SweptBody& f,
                                 const Features& of_f) {
        const auto id = static_cast<std::uint32_t>(rng.below(v.mesh->vertices.size()));
        const Triangle& t = f.mesh->triangles[rng.below(f.mesh->triangles.size())];
        if (overlap(of_v.vertex_boxes[id], of_f.box_of({t[0], t[1], t[2]})))
            queries.push_back(
                {name(), QueryKind::VertexFace, feature_of(v, {id}), feature_of(f, {t[0], t[1], t[2]})});
    };
    const auto edge_edge = [&] {
        const Edge& e = of_a.edges[rng.below(of_a.edges.size())];
        const Edge& f = of_b.edges[rng.below(of_b.edges.size())];
        if (overlap(of_a.box_of({e.from, e.to}), of_b.box_of({f.from, f.to})))
            queries.push_back({name(), QueryKind::EdgeEdge, feature_of(scene.a, {e.from, e.to}),
                               feature_of(scene.b, {f.from, f.to})});
    };
    constexpr long kMostDraws = 400'000'000;
    for (long draw = 0; static_cast<int>(queries.size()) < count && draw < kMostDraws; ++draw) {
        if (queries.size() % 2 == 0)
            edge_edge();
        else if (rng.below(2) == 0)
            vertex_face(scene.a, of_a, scene.b, of_b);
        else
            vertex_face(scene.b, of_b, scene.a, of_a);
    }
    return queries;
}

LinearQuery straightened(const RigidQuery& query) {
    LinearQuery linear{query.kind, {}, {}, false};
    int row = 0;
    for (const RigidFeature* feature : {&query.a, &query.b})
        for (int i = 0; i < feature->count; ++i, ++row) {
            linear.from[row] = place_of(*feature, feature->from, i);
            linear.to[row] = place_of(*feature, feature->to, i);
        }
    return linear;
}

}  // namespace graze::bench
