// The world of a scene: which of its bodies move, what they weigh, and what holds them.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/handling/world.h"
#include "graze/scene/scene.h"

#include <vector>

namespace graze::internal {

struct SceneWorldOptions {
    WorldOptions world = {};
    double density = 1.0;   // of bodies that state neither density nor mass; > 0
    double friction = 0.3;  // of bodies that state none; >= 0
    std::vector<std::uint32_t> motors = {};  // ids in Scene::joints: they get a motor, which stands at first
};

/// By body: one with a path, a joint, a mass or a density moves; others stand for ever.
[[nodiscard]] std::vector<bool> movable_bodies(const Scene& scene);

/// Body i of the world is body i of the scene, where it begins.
///
/// Pre:    a valid scene.
/// Errors: those of make_world, and of bodies that cannot be built, by name.
[[nodiscard]] Expected<World> world_of(const Scene& scene, const SceneWorldOptions& options);

}  // namespace graze::internal
