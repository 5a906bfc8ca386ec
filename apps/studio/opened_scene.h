// A scene that was opened in the studio: what never changes while it is open, and its world as it begins.
#pragma once

#include "graze/dynamics/handling/world.h"
#include "graze/scene/scene.h"
#include "studio/rods.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace graze::studio {

/// Shared by the threads that read it.
struct OpenedScene {
    std::uint32_t number = 0;
    std::string name, file;  // for people; where it was read
    double size = 0.0;       // the diagonal of its box, as it begins
    Scene scene;
    std::vector<std::shared_ptr<const Mesh>> meshes;  // distinct ones, by their first body
    std::vector<std::uint32_t> mesh_of_body;
    std::vector<Body> bodies;
    std::vector<Vec3> centres;  // of mass, by body
    std::vector<bool> moves;    // may be moved by somebody else, too; all may be grabbed
    SceneRods rods;
    std::vector<RodPiece> pieces;  // of rods: to pages, bodies after those of the scene; their meshes come last, by rod
    double density = 1.0;       // of what states none
    [[nodiscard]] std::uint32_t mesh_of(const RodPiece& piece) const {
        return static_cast<std::uint32_t>(meshes.size() - rods.rods.size()) + piece.rod;
    }
};

struct Opened {
    std::shared_ptr<const OpenedScene> scene;
    std::shared_ptr<World> world;
    std::shared_ptr<soft::CoupledWorld> coupled = {};  // whose bodies `world` is, if there are rods
};

struct SceneSource {
    std::uint32_t number = 0;
    std::string name, file;
};

/// Builds bodies and the world, in first order and without gravity's effect until the order is changed.
///
/// Pre:    a valid scene.
/// Errors: those of world_of: bodies that overlap at the start, by name; rods that begin in something.
/// Cost:   trees of all bodies, and the exact tests at the start.
[[nodiscard]] Expected<Opened> open_scene(Scene scene, const SceneSource& source, SceneRods rods = {});

/// 9.81 m/s^2 downwards, in the scene's unit.
[[nodiscard]] Vec3 earth_gravity(Unit unit);

}  // namespace graze::studio
