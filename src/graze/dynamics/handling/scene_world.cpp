#include "graze/dynamics/handling/scene_world.h"

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

WorldJoint joint_of(const Joint& joint) {
    WorldJoint made{.kind = joint.kind, .body = joint.body, .parent = joint.parent, .axis = joint.axis, .origin = joint.origin, .limits = joint.limits};
    if (made.limits && joint.kind == JointKind::Revolute)
        for (double& limit : *made.limits) limit *= kRadiansOfDegree;
    return made;
}

/// Where a body is when the scene begins.
Pose start_of(const Scene& scene, const std::vector<const Path*>& path_of, std::uint32_t body) {
    const Path* path = path_of[body];
    return path && !path->poses.empty() ? body_pose(*path, 0) : scene.bodies[body].pose;
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
    std::vector<const Path*> path_of(scene.bodies.size(), nullptr);
    for (const Path& path : scene.paths) path_of[path.body] = &path;
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
        WorldBody made{.body = shape, .pose = start_of(scene, path_of, i), .name = body.name};
        if (moves[i]) made.mass = mass_of(body, properties, options.density);
        made.friction = body.physics.friction.value_or(options.friction);
        made.restitution = body.physics.restitution.value_or(0.0);
        if (const auto& deviation = body.mesh->deviation) made.deviation = std::max(deviation->requested, deviation->measured);
        bodies.push_back(std::move(made));
    }
    std::vector<WorldJoint> joints;
    for (const Joint& joint : scene.joints) joints.push_back(joint_of(joint));
    for (const std::uint32_t id : options.motors) joints[id].motor = WorldMotor{};
    return make_world(std::move(bodies), options.world, PairRules(scene, 0.0), joints);
}

}  // namespace graze::internal
