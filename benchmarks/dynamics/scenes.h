// Scenes for bodies that push each other: what is there, what drives it, and how one sees that a body went
// through another where it never could. Plain data for our world and for the peers alike; deterministic,
// seeds are literals.
#pragma once

#include "discrete/scenes.h"
#include "peers/dynamics_contestant.h"

#include "graze/core/expected.h"
#include "graze/core/random.h"
#include "graze/dynamics/handling/world.h"
#include "graze/model/body.h"
#include "graze/model/mass_properties.h"
#include "graze/scene/scene.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace graze::bench {

/// The mesh of one that moves has its centre of mass in the origin, and its principal axes along the axes.
struct DynamicsBody {
    std::string name;
    std::shared_ptr<const Mesh> mesh;
    Body body;
    Pose pose;
    bool is_fixed = true;
    double mass = 0.0;
    Vec3 inertia = Vec3::Zero();
    double friction = 0.3, restitution = 0.0;
    Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();
    bool is_convex = false;
    Vec3 half_box = Vec3::Zero();  // if it is a box along its axes, centred
};

using Poses = std::span<const Pose>;

/// What a scene came to: a figure for the table, and passes that no body could have made.
struct DynamicsEnding {
    std::string text;
    int passes = 0;  // bodies that are on the wrong side, unlinked, below the floor
};

struct DynamicsScene {
    std::string name, what;
    std::vector<DynamicsBody> bodies;
    bool is_second_order = true;
    Vec3 gravity = Vec3(0.0, 0.0, -9810.0);  // mm and seconds
    int frames = 240;
    int driven = -1;  // this body is pulled, to where `target` says
    double stiffness = 20.0;            // second order: of the spring that pulls, 1/s
    std::vector<WorldJoint> joints = {};  // not handed over to peers
    std::function<Pose(int frame, const Pose& now)> target = {};
    std::function<DynamicsEnding(Poses)> ending = {};

    [[nodiscard]] std::vector<Pose> start() const;
    [[nodiscard]] double unit() const;  // size of a typical body that moves
};

/// A body that stands. Pre: a valid mesh.
[[nodiscard]] DynamicsBody standing(const std::string& name, Mesh mesh, const Pose& pose = {});
/// One that moves; its mesh is moved to its centre and principal axes, and the pose makes up for that.
[[nodiscard]] DynamicsBody movable(const std::string& name, const Mesh& mesh, const Pose& pose,
                                   double density = 1e-3);
/// Another of the same kind elsewhere, in terms of the mesh as it was given.
[[nodiscard]] DynamicsBody another(const DynamicsBody& like, const Pose& from, const Pose& to,
                                   const std::string& name);

struct DynamicsSceneKind {
    const char* name;
    DynamicsScene (*make)();
};
[[nodiscard]] std::span<const DynamicsSceneKind> dynamics_scenes();
[[nodiscard]] std::span<const DynamicsSceneKind> piling_scenes();
[[nodiscard]] std::span<const DynamicsSceneKind> degenerate_scenes();
[[nodiscard]] std::span<const DynamicsSceneKind> mounting_scenes();

/// From `folder`/car-door and `folder`/window-motor, as `graze demo` writes them. Errors: those of reading.
struct DynamicsCadKind {
    const char* name;
    Expected<DynamicsScene> (*make)(const std::string& folder);
};
[[nodiscard]] std::span<const DynamicsCadKind> cad_scenes();

}  // namespace graze::bench
