#include "graze/queries/instant/pair_distance.h"

#include "graze/discrete/bodies/meeting_point.h"

namespace graze::internal {

std::optional<PairDistance> distance_of_pair(const BodyPair& pair, const Scene& scene,
                                             const SceneModels& models, const std::optional<double>& limit) {
    const auto [i, j] = pair;
    const WideBody a = wide(*models.of_body[i]), b = wide(*models.of_body[j]);
    const Pose &pose_a = scene.bodies[i].pose, &pose_b = scene.bodies[j].pose;
    DiscreteMemory workspace;
    if (limit && !is_within(a, pose_a, b, pose_b, *limit, workspace)) return std::nullopt;
    PairDistance result{pair, distance(a, pose_a, b, pose_b, workspace)};
    const IdPair triangles = result.distance.triangles;
    join_points(result.distance, posed_corners(a.mesh, triangles.a, pose_a),
                posed_corners(b.mesh, triangles.b, pose_b));
    return result;
}

}  // namespace graze::internal
