// What falls, piles up, hangs and is thrown.
#include "dynamics/scenes.h"
#include "dynamics/shapes.h"

#include "graze/demo/demo.h"
#include "graze/demo/solids.h"
#include "graze/demo/turn.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr double kFrame = 1.0 / 60.0;

Eigen::Quaterniond any_turn(Rng& rng) {
    return turned_about({rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.1, 1)}, rng.unit());
}

// A pit of five boxes, so that libraries that know convex bodies alone can have it, too.
void add_pit(DynamicsScene& scene, double half, double depth, double wall) {
    Pose at;
    at.translation.z() = -wall;
    scene.bodies.push_back(standing("floor", box_solid({half + 2 * wall, half + 2 * wall, wall}), at));
    for (int k = 0; k < 4; ++k) {
        const bool along_x = k < 2;
        const double side = k % 2 == 0 ? 1.0 : -1.0;
        Pose place;
        place.translation =
            Vec3(along_x ? side * (half + wall) : 0.0, along_x ? 0.0 : side * (half + wall), 0.5 * depth);
        const double length = half + 2 * wall;
        scene.bodies.push_back(standing(
            fmt::format("wall-{}", k + 1),
            box_solid(along_x ? Vec3(wall, length, 0.5 * depth) : Vec3(length, wall, 0.5 * depth)), place));
    }
}

// Places in a grid above the floor; `size` is the largest diagonal.
Pose above(Rng& rng, int i, int across, double size, double height) {
    const Vec3 place(i % across, i / across % across, i / (across * across));
    Pose pose;
    pose.translation = 1.05 * size * (place - Vec3(0.5 * (across - 1), 0.5 * (across - 1), 0.0));
    pose.translation.z() += height + 0.6 * size;
    pose.rotation = any_turn(rng);
    return pose;
}

// In the pit or on its walls; nothing falls beside it but by going through.
void expect_in_pit(DynamicsScene& scene, double half, double wall) {
    std::vector<char> fixed;
    for (const DynamicsBody& body : scene.bodies) fixed.push_back(body.is_fixed);
    scene.ending = [fixed, half, wall](Poses poses) {
        DynamicsEnding ending;
        double lowest = HUGE_VAL;
        for (std::size_t i = 0; i < poses.size(); ++i) {
            if (fixed[i]) continue;
            const Vec3& at = poses[i].translation;
            ending.passes += !(at.z() > 0.0 && at.head<2>().cwiseAbs().maxCoeff() < half + wall);
            lowest = std::min(lowest, at.z());
        }
        ending.text = fmt::format("lowest centre {:.3g} mm", lowest);
        return ending;
    };
}

DynamicsScene rabbits_in_a_pit() {
    DynamicsScene scene{"rabbits", "20 rabbits of 5,000 triangles fall into a pit", {}};
    add_pit(scene, 200.0, 900.0, 40.0);
    const Scene two = *make_demo("bunnies", {1, {{"triangles", 5000.0}}});
    Rng rng(7);
    std::vector<DynamicsBody> kinds;
    for (const SceneBody& body : two.bodies) kinds.push_back(movable(body.name, *body.mesh, {}));
    for (int i = 0; i < 20; ++i)
        scene.bodies.push_back(another(kinds[i % 2], kinds[i % 2].pose, above(rng, i, 2, 160.0, 0.0),
                                       fmt::format("rabbit {}", i + 1)));
    expect_in_pit(scene, 200.0, 40.0);
    return scene;
}

Vec3 any_box(Rng& rng, double size) {
    return 0.5 * size * Vec3(rng.uniform(0.6, 1.4), rng.uniform(0.6, 1.2), rng.uniform(0.6, 1.0));
}

DynamicsScene boxes_in_a_pit() {
    DynamicsScene scene{"boxes", "60 boxes fall into a pit", {}};
    add_pit(scene, 200.0, 900.0, 40.0);
    Rng rng(8);
    for (int i = 0; i < 60; ++i) {
        const Vec3 half = any_box(rng, 60.0);
        scene.bodies.push_back(
            movable(fmt::format("box {}", i + 1), box_solid(half), above(rng, i, 3, 110.0, 0.0)));
    }
    expect_in_pit(scene, 200.0, 40.0);
    return scene;
}

DynamicsScene mixed_in_a_pit(const char* name_of_scene, const char* what, int count, double half_pit) {
    DynamicsScene scene{name_of_scene, what, {}};
    add_pit(scene, half_pit, 2000.0, 40.0);
    scene.frames = 180;
    Rng rng(9);
    const DynamicsBody ring = movable("ring", torus_solid({28.0, 8.0, 24, 8}), {});
    const int across = count > 100 ? 4 : 2;
    for (int i = 0; i < count; ++i) {
        const Pose at = above(rng, i, across, 100.0, 0.0);
        const std::string name = fmt::format("body {}", i + 1);
        const Vec3 half = any_box(rng, 50.0);
        if (i % 4 == 0) scene.bodies.push_back(movable(name, box_solid(half), at));
        if (i % 4 == 1) scene.bodies.push_back(movable(name, wedge_solid(half), at));
        if (i % 4 == 2) scene.bodies.push_back(movable(name, spike_solid(half), at));
        if (i % 4 == 3) scene.bodies.push_back(another(ring, ring.pose, at, name));
    }
    expect_in_pit(scene, half_pit, 40.0);
    return scene;
}

DynamicsScene mixed_many() {
    return mixed_in_a_pit("mixed", "200 boxes, wedges, spikes and rings fall into a box", 200, 260.0);
}
DynamicsScene mixed_few() {
    return mixed_in_a_pit("mixed-20", "20 boxes, wedges, spikes and rings fall into a box", 20, 130.0);
}

DynamicsScene tall_stack() {
    DynamicsScene scene{"stack", "10 boxes on each other, for 10 seconds", {}};
    scene.frames = 600;
    Pose floor;
    floor.translation.z() = -50.0;
    scene.bodies.push_back(standing("floor", box_solid({500.0, 500.0, 50.0}), floor));
    for (int i = 0; i < 10; ++i) {
        Pose at;
        at.translation = Vec3(0.3 * (i % 3), 0.2 * (i % 2), 25.0 + 51.0 * i + 1.0);
        at.rotation = turned_about_z(0.01 * i);
        scene.bodies.push_back(movable(fmt::format("box {}", i + 1), box_solid({30.0, 30.0, 25.0}), at));
        scene.bodies.back().friction = 0.5;
    }
    scene.bodies[0].friction = 0.5;
    const std::vector<Pose> begin = scene.start();
    scene.ending = [begin](Poses poses) {
        double aside = 0.0;
        int down = 0, below = 0;
        for (std::size_t i = 1; i < poses.size(); ++i) {
            aside = std::max(aside, (poses[i].translation - begin[i].translation).head<2>().norm());
            down += poses[i].translation.z() < begin[i].translation.z() - 25.0;
            below += poses[i].translation.z() < 0.0;
        }
        return DynamicsEnding{down > 0 ? fmt::format("{} of 10 fell down", down)
                                       : fmt::format("moved aside by {:.3g} mm", aside),
                              below};
    };
    return scene;
}

DynamicsScene ring_chain() {
    DynamicsScene scene{"chain", "A chain of 8 rings, the first held; it is swung and rattles", {}};
    scene.frames = 300;
    const Scene demo = *make_demo("ring-chain");
    DynamicsBody ring = movable("ring", *demo.bodies[1].mesh, {});
    const Pose from = ring.pose;
    for (std::size_t i = 0; i < demo.bodies.size(); ++i) {
        if (i == 0) {
            scene.bodies.push_back(standing("held", *demo.bodies[0].mesh, demo.bodies[0].pose));
            continue;
        }
        scene.bodies.push_back(another(ring, from, demo.bodies[i].pose, demo.bodies[i].name));
        scene.bodies.back().velocity = Vec3(300.0, 200.0, 0.0) * static_cast<double>(i);
    }
    scene.ending = [demo, from](Poses poses) {
        int unlinked = 0;
        for (std::size_t i = 1; i < poses.size(); ++i) {
            const auto pose = [&](std::size_t k) {
                return k == 0 ? poses[k] : compose(poses[k], inverse(from));
            };
            unlinked += !rings_are_linked(pose(i - 1), pose(i), 50.0);
        }
        return DynamicsEnding{unlinked ? fmt::format("{} of 7 links open", unlinked) : "all linked",
                              unlinked};
    };
    return scene;
}

DynamicsScene thrown_rabbits() {
    DynamicsScene scene{"throws", "8 pairs of rabbits thrown at each other at 0.02 to 10 m a frame", {}};
    scene.gravity.setZero();
    scene.frames = 60;
    const Scene two = *make_demo("bunnies", {1, {{"triangles", 5000.0}}});
    std::vector<DynamicsBody> kinds;
    for (const SceneBody& body : two.bodies) kinds.push_back(movable(body.name, *body.mesh, {}));
    for (int pair = 0; pair < 8; ++pair) {
        const double step = 20.0 * std::pow(500.0, pair / 7.0);  // mm a frame, of both together
        for (int side = 0; side < 2; ++side) {
            Pose at;
            const double sign = side == 0 ? -1.0 : 1.0;
            at.translation = Vec3(sign * (100.0 + 1.75 * step), 50000.0 * pair, 0.0);
            at.rotation = turned_about_z(side == 0 ? 0.0 : 0.5);
            scene.bodies.push_back(
                another(kinds[side], kinds[side].pose, at, fmt::format("rabbit {}", 2 * pair + side + 1)));
            scene.bodies.back().velocity = Vec3(-sign * 0.5 * step / kFrame, 0.0, 0.0);
            scene.bodies.back().restitution = 0.5;
        }
    }
    // They hit head on. Who is on the other's side at the end, and not far aside, went through.
    scene.ending = [](Poses poses) {
        int through = 0;
        for (std::size_t i = 0; i < poses.size(); i += 2)
            through += poses[i].translation.x() > poses[i + 1].translation.x();
        return DynamicsEnding{through ? fmt::format("{} of 8 pairs passed", through) : "all bounced",
                              through};
    };
    return scene;
}

constexpr DynamicsSceneKind kScenes[] = {
    {"boxes", boxes_in_a_pit}, {"rabbits", rabbits_in_a_pit}, {"mixed-20", mixed_few},      {"mixed", mixed_many},
    {"stack", tall_stack},     {"chain", ring_chain},         {"throws", thrown_rabbits},
};

}  // namespace

std::span<const DynamicsSceneKind> piling_scenes() { return kScenes; }

}  // namespace graze::bench
