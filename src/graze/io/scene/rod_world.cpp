#include "graze/io/scene/rod_world.h"

#include "graze/core/assert.h"
#include "graze/queries/instant/scene_at.h"
#include "graze/scene/scene_motion.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace graze::internal {
namespace {

constexpr double kEarthGravity = 9.81;  // m/s^2

Expected<std::vector<soft::SoftBody>> soft_bodies(const Scene& scene, const std::vector<Pose>& poses, double friction) {
    std::vector<soft::SoftBody> bodies;
    std::map<const Mesh*, Body> built;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const SceneBody& body = scene.bodies[i];
        auto known = built.find(body.mesh.get());
        if (known == built.end()) {
            auto made = build_body(body.mesh);
            if (!made) return made.error();
            known = built.emplace(body.mesh.get(), *std::move(made)).first;
        }
        bodies.push_back({known->second, poses[i], body.physics.friction.value_or(friction), body.name});
    }
    return bodies;
}

}  // namespace

ScenePoses::ScenePoses(const Scene& scene, double seconds) : scene_(scene), seconds_(seconds) {
    for (const SceneBody& body : scene.bodies) rest_.push_back(body.pose);
}

std::vector<Pose> ScenePoses::at(double clock) {
    if (segments_of(scene_) == 0) return rest_;
    const auto segments = static_cast<double>(segments_of(scene_));
    const double way = segments * std::clamp(clock / seconds_, 0.0, 1.0);
    const double segment = std::min(std::floor(way), segments - 1.0);
    for (std::size_t i = 0; i < rest_.size(); ++i) scene_.bodies[i].pose = rest_[i];
    const auto stood = stand_at(scene_, {static_cast<std::size_t>(segment), way - segment}, "simulate");
    GRAZE_ASSERT(stood.has_value());
    std::vector<Pose> poses;
    for (const SceneBody& body : scene_.bodies) poses.push_back(body.pose);
    return poses;
}

soft::SoftOptions soft_options_of(const Scene& scene, double frame) {
    soft::SoftOptions options;
    options.per_metre = conversion_factor(Unit::Metre, scene.unit);
    options.gravity = Vec3(0.0, 0.0, -kEarthGravity * options.per_metre);
    options.frame = frame;
    return options;
}

Expected<soft::SoftWorld> world_of_rods(const Scene& scene, const SceneRods& rods, double friction, const soft::SoftOptions& options) {
    if (auto moves = motions_of(scene, "simulate"); !moves) return moves.error();
    auto bodies = soft_bodies(scene, ScenePoses(scene, 1.0).at(0.0), friction);
    if (!bodies) return bodies.error();
    return soft::make_soft_world({rods.rods, *std::move(bodies), rods.holds, rods.ignored}, options);
}

}  // namespace graze::internal
