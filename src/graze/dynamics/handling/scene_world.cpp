#include "graze/dynamics/handling/scene_world.h"

#include "graze/queries/instant/scene_at.h"

#include <algorithm>
#include <map>
#include <numbers>

namespace graze::internal {
namespace {

constexpr double kRadiansOfDegree = std::numbers::pi / 180.0;

BodyMass mass_of(const SceneBody& body, const MassProperties& properties, double density) {
    if (body.physics.mass) return with_mass(properties, *body.physics.mass);
    return with_density(properties, body.physics.density.value_or(density));
}

/// Where bodies are when the scene begins: at the first poses and values of its paths.
Expected<std::vector<Pose>> starts_of(const Scene& scene) {
    Scene standing = scene;
    if (!scene.joints.empty() && !scene.paths.empty())
        if (auto stood = stand_at(standing, {0, 0.0}, "where the paths begin"); !stood) return stood.error();
    for (const Path& path : scene.paths)
        if (!path.poses.empty()) standing.bodies[path.body].pose = body_pose(path, 0);
    std::vector<Pose> starts;
    for (const SceneBody& body : standing.bodies) starts.push_back(body.pose);
    return starts;
}

/// The joint as it is there. A scene names its axis where its parent is at rest, and counts its value from there.
WorldJoint joint_of(const Scene& scene, const Joint& joint, const std::vector<Pose>& starts) {
    WorldJoint made{.kind = joint.kind, .body = joint.body, .parent = joint.parent, .axis = joint.axis, .origin = joint.origin, .limits = joint.limits};
    double value = 0.0;
    for (const Path& path : scene.paths)
        if (path.body == joint.body && !path.values.empty()) value = path.values.front();
    if (made.limits)
        for (double& limit : *made.limits) limit = (limit - value) * (joint.kind == JointKind::Revolute ? kRadiansOfDegree : 1.0);
    if (joint.parent) {
        const Pose moved = compose(starts[*joint.parent], inverse(scene.bodies[*joint.parent].pose));
        made.origin = apply(moved, joint.origin);
        made.axis = apply({Vec3::Zero(), moved.rotation}, joint.axis);
    }
    return made;
}

}  // namespace

std::vector<bool> movable_bodies(const Scene& scene) {
    std::vector<bool> moves;
    for (const SceneBody& body : scene.bodies) moves.push_back(body.physics.mass || body.physics.density);
    for (const Path& path : scene.paths) moves[path.body] = true;
    for (const Joint& joint : scene.joints) moves[joint.body] = true;
    return moves;
}

Expected<World> world_of(const Scene& scene, const SceneWorldOptions& options) {
    const std::vector<bool> moves = movable_bodies(scene);
    const auto starts = starts_of(scene);
    if (!starts) return starts.error();
    std::map<const Mesh*, std::pair<Body, MassProperties>> built;  // bodies may share a mesh
    std::vector<WorldBody> bodies;
    for (std::uint32_t i = 0; i < scene.bodies.size(); ++i) {
        const SceneBody& body = scene.bodies[i];
        auto at = built.find(body.mesh.get());
        if (at == built.end()) {
            auto made = build_body(body.mesh);
            if (!made) return made.error();
            at = built.emplace(body.mesh.get(), std::pair(*made, mass_properties(*made))).first;
        }
        const auto& [shape, properties] = at->second;
        WorldBody made{.body = shape, .pose = (*starts)[i], .name = body.name};
        if (moves[i]) made.mass = mass_of(body, properties, options.density);
        made.friction = body.physics.friction.value_or(options.friction);
        made.restitution = body.physics.restitution.value_or(0.0);
        if (const auto& deviation = body.mesh->deviation) made.deviation = std::max(deviation->requested, deviation->measured);
        bodies.push_back(std::move(made));
    }
    std::vector<WorldJoint> joints;
    for (const Joint& joint : scene.joints) joints.push_back(joint_of(scene, joint, *starts));
    for (const std::uint32_t id : options.motors) joints[id].motor = WorldMotor{};
    return make_world(std::move(bodies), options.world, PairRules(scene, 0.0), joints);
}

}  // namespace graze::internal
