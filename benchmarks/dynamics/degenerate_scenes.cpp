// Contacts that are hard to describe, after Erleben, "Methodology for assessing mesh-based contact point methods"
// (2018): spikes, wedges, cracks, holes, cliff edges, internal edges.
#include "dynamics/scenes.h"
#include "dynamics/shapes.h"

#include "graze/demo/turn.h"

#include <cmath>

#include <fmt/format.h>

namespace graze::bench {
namespace {

Pose at(double x, double y, double z, const Eigen::Quaterniond& turn = Eigen::Quaterniond::Identity()) {
    return {{x, y, z}, turn};
}

const Eigen::Quaterniond kUpsideDown(0.0, 1.0, 0.0, 0.0);

void add_ground(DynamicsScene& scene) {
    scene.bodies.push_back(standing("ground", box_solid({600.0, 600.0, 50.0}), at(0.0, 0.0, -50.0)));
}

// Nothing but the last body moves; below the ground it went through something.
void expect_above_ground(DynamicsScene& scene) {
    const std::size_t last = scene.bodies.size() - 1;
    const Vec3 from = scene.bodies[last].pose.translation;
    scene.ending = [last, from](Poses poses) {
        const Vec3& now = poses[last].translation;
        return DynamicsEnding{fmt::format("from z {:.3g} to {:.3g} mm", from.z(), now.z()), now.z() < 0.0 ? 1 : 0};
    };
}

DynamicsScene spike_on_spike() {
    DynamicsScene scene{"spike", "A spike falls on the point of a spike", {}};
    add_ground(scene);
    scene.bodies.push_back(standing("lower", spike_solid({20.0, 20.0, 40.0}), at(0.0, 0.0, 40.0)));
    scene.bodies.push_back(movable("upper", spike_solid({20.0, 20.0, 40.0}), at(0.5, 0.3, 140.0, kUpsideDown)));
    expect_above_ground(scene);
    return scene;
}

DynamicsScene wedge_on_wedge() {
    DynamicsScene scene{"wedge", "A wedge falls across the edge of a wedge", {}};
    add_ground(scene);
    scene.bodies.push_back(standing("lower", wedge_solid({20.0, 60.0, 40.0}), at(0.0, 0.0, 40.0)));
    scene.bodies.push_back(movable("upper", wedge_solid({20.0, 60.0, 40.0}),
                                   at(0.5, 2.0, 140.0, product(turned_about_z(0.24), kUpsideDown))));
    expect_above_ground(scene);
    return scene;
}

DynamicsScene wedge_in_a_crack() {
    DynamicsScene scene{"crack", "A wedge falls into a crack between two blocks", {}};
    add_ground(scene);
    for (const double side : {-1.0, 1.0})
        scene.bodies.push_back(standing(side < 0.0 ? "left" : "right", box_solid({50.0, 80.0, 50.0}), at(56.0 * side, 0.0, 50.0)));
    scene.bodies.push_back(movable("wedge", wedge_solid({10.0, 50.0, 40.0}), at(0.3, 0.0, 160.0, kUpsideDown)));
    expect_above_ground(scene);
    return scene;
}

DynamicsScene spike_in_a_hole() {
    DynamicsScene scene{"hole", "A spike falls into a square hole that is too narrow", {}};
    add_ground(scene);
    scene.bodies.push_back(standing("plate", holed_solid({100.0, 100.0, 30.0}, 15.0), at(0.0, 0.0, 60.0)));
    scene.bodies.push_back(movable("spike", spike_solid({25.0, 25.0, 50.0}), at(0.4, 0.2, 160.0, kUpsideDown)));
    expect_above_ground(scene);
    return scene;
}

DynamicsScene box_over_a_cliff() {
    DynamicsScene scene{"cliff", "A box slides over the edge of a block and falls", {}};
    add_ground(scene);
    scene.bodies.push_back(standing("block", box_solid({100.0, 100.0, 50.0}), at(-100.0, 0.0, 50.0)));
    scene.bodies.push_back(movable("box", box_solid({25.0, 20.0, 15.0}), at(-80.0, 3.0, 116.0)));
    scene.bodies.back().velocity = Vec3(800.0, 0.0, 0.0);
    expect_above_ground(scene);
    return scene;
}

// Internal edges must not stop it, lift it or turn it: mu g braked, straight on.
DynamicsScene box_on_internal_edges() {
    DynamicsScene scene{"internal-edges", "A box slides over a flat of 5,000 triangles", {}};
    scene.bodies.push_back(standing("floor", tiled_solid({600.0, 600.0, 50.0}, 35), at(0.0, 0.0, -50.0)));
    scene.bodies.push_back(movable("box", box_solid({25.0, 20.0, 15.0}), at(-400.0, 7.0, 15.3)));
    scene.bodies.back().velocity = Vec3(1500.0, 0.0, 0.0);
    scene.frames = 120;
    const double ideal = 1500.0 * 1500.0 / (2.0 * 0.3 * 9810.0);
    scene.ending = [ideal](Poses poses) {
        const Vec3& now = poses[1].translation;
        return DynamicsEnding{fmt::format("slid {:.1f} of {:.1f} mm, aside {:.2g}", now.x() + 400.0, ideal, now.y() - 7.0),
                              now.z() < 0.0 ? 1 : 0};
    };
    return scene;
}

// Energy, not soundness: the first apex of a ball-like bounce.
DynamicsScene box_that_bounces() {
    DynamicsScene scene{"bounce", "A box dropped flat from 500 mm with restitution 0.7, until its first apex", {}};
    add_ground(scene);
    scene.bodies.push_back(movable("box", box_solid({50.0, 35.0, 25.0}), at(0.0, 0.0, 525.0)));
    scene.bodies[0].restitution = scene.bodies[1].restitution = 0.7;
    scene.frames = 33;  // 0.319 s down, 0.224 s up: 32.6 frames
    scene.ending = [](Poses poses) {
        return DynamicsEnding{fmt::format("at {:.1f} mm, ideal 245", poses[1].translation.z() - 25.0),
                              poses[1].translation.z() < 0.0 ? 1 : 0};
    };
    return scene;
}

constexpr DynamicsSceneKind kScenes[] = {
    {"spike", spike_on_spike},       {"wedge", wedge_on_wedge},
    {"crack", wedge_in_a_crack},     {"hole", spike_in_a_hole},
    {"cliff", box_over_a_cliff},     {"internal-edges", box_on_internal_edges},
    {"bounce", box_that_bounces},
};

}  // namespace

std::span<const DynamicsSceneKind> degenerate_scenes() { return kScenes; }

}  // namespace graze::bench
