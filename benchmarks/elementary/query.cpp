#include "elementary/query.h"

namespace graze::bench {
namespace {

MovingFeature on_lines(const LinearQuery& query, int first, int count) {
    MovingFeature feature;
    feature.count = count;
    feature.vertices.fill(Vec3::Zero());
    VertexEnds ends{feature.vertices};
    for (int i = 0; i < count; ++i) {
        feature.vertices[i] = query.from[first + i];
        ends.to[i] = query.to[first + i];
    }
    feature.motion = ends;
    return feature;
}

RigidMotion motion_of(const RigidFeature& feature) {
    const bool is_turned =
        !feature.from.rotation_vector.isZero(0.0) || !feature.to.rotation_vector.isZero(0.0);
    if (!is_turned && feature.from.position == feature.to.position)
        return AtRest{{feature.from.position, Eigen::Quaterniond::Identity()}};
    return make_linear_parameters(feature.from, feature.to);
}

}  // namespace

std::array<MovingFeature, 2> features_of(const LinearQuery& query) {
    const int of_a = query.kind == QueryKind::VertexFace ? 1 : 2;
    return {on_lines(query, 0, of_a), on_lines(query, of_a, 4 - of_a)};
}

std::array<RigidMotion, 2> motions_of(const RigidQuery& query) {
    return {motion_of(query.a), motion_of(query.b)};
}

std::array<MovingFeature, 2> features_of(const RigidQuery& query, const std::array<RigidMotion, 2>& motions) {
    return {MovingFeature{query.a.count, query.a.vertices, &motions[0]},
            MovingFeature{query.b.count, query.b.vertices, &motions[1]}};
}

}  // namespace graze::bench
