// Deformable bodies for `graze simulate`: a seal that is pressed into a door's gap, a ball that is pushed through a ring.
#include "graze/demo/deformable_demos.h"

#include "graze/demo/models.h"
#include "graze/demo/solids.h"
#include "graze/demo/turn.h"

#include <cmath>
#include <numbers>

namespace graze::internal {
namespace {

constexpr const char* kSealName = "door-seal";
constexpr const char* kTorusName = "soft-torus";

// Of the seal, in mm: a hollow bulb lies along y on the frame, whose face is z = 0. The door comes down from above.
constexpr double kBulb = 6.0, kBore = 3.5, kSealLength = 24.0, kFootHigh = 2.0, kFootHalf = 5.0, kClear = 0.5;
// Of the ball and the ring.
constexpr double kRing = 30.0, kTube = 8.0;

/// The bulb on its foot: an outline in x, z, drawn along y, with a round hole.
Mesh seal_mesh(int around, int along) {
    Mesh mesh;
    const std::uint32_t surface = surface_named(mesh, "seal");
    const Vec2 middle(0.0, kFootHigh + kBulb - 1.0);
    std::vector<Vec2> outer, inner;
    for (int k = 0; k < around; ++k) {
        const Vec2 d = direction_at(static_cast<double>(k) / around);
        // Below, rays end on the foot: its bottom and its sides.
        double way = kBulb;
        if (d.y() < 0.0) {
            const double to_bottom = middle.y() / -d.y(), to_side = std::abs(d.x()) > 1e-9 ? kFootHalf / std::abs(d.x()) : 1e9;
            way = std::max(kBulb, std::min(to_bottom, to_side));
        }
        outer.push_back(middle + way * d);
        inner.push_back(middle + kBore * d);
    }
    std::vector<VertexIds> outside, inside;
    for (int j = 0; j <= along; ++j) {
        const double y = kSealLength * j / along;
        outside.emplace_back();
        inside.emplace_back();
        for (int k = 0; k < around; ++k) {
            const auto i = static_cast<std::size_t>(k);
            outside.back().push_back(add_vertex(mesh, {outer[i].x(), y, outer[i].y()}));
            inside.back().push_back(add_vertex(mesh, {inner[i].x(), y, inner[i].y()}));
        }
    }
    for (int j = 0; j < along; ++j) {
        const auto i = static_cast<std::size_t>(j);
        add_band(mesh, surface, outside[i + 1], outside[i]);
        add_band(mesh, surface, inside[i], inside[i + 1]);
    }
    add_band(mesh, surface, outside.front(), inside.front());
    add_band(mesh, surface, inside.back(), outside.back());
    return mesh;
}

}  // namespace

DemoInfo door_seal_info() {
    return {kSealName,
            "A hollow seal that a closing door presses into a gap, for graze simulate",
            {{"gap", 4.0, 3.0, 12.0, "the gap between frame and door at the end in mm"},
             {"cells", 16.0, 4.0, 60.0, "cells of the lattice along the seal", true}}};
}

Expected<Scene> make_door_seal(const DemoValues& values) {
    Scene scene;
    const double top = kFootHigh + 2.0 * kBulb - 1.0;
    Pose frame, door;
    frame.translation = Vec3(0.0, 0.5 * kSealLength, -5.0);
    door.translation = Vec3(0.0, 0.5 * kSealLength, top + kClear + 5.0);
    const Vec3 half(25.0, 0.5 * kSealLength + 3.0, 5.0);
    scene.bodies = {make_body("seal", seal_mesh(48, 24)), make_body("frame", box_solid(half), frame), make_body("door", box_solid(half), door)};
    Pose closed = door;
    closed.translation.z() = values.number("gap") + 5.0;
    scene.paths = {{2, InBetween::Slerp, {door, closed}, {}, {}}};
    return scene;
}

DemoInfo soft_torus_info() {
    return {kTorusName,
            "A rubber ball that is pushed through a ring narrower than itself, for graze simulate",
            {{"radius", 25.0, 22.5, 30.0, "radius of the ball in mm; the hole's is 22"},
             {"cells", 10.0, 4.0, 40.0, "cells of the lattice across the ball", true}}};
}

Expected<Scene> make_soft_torus(const DemoValues& values) {
    Scene scene;
    const double radius = values.number("radius");
    const int around = 72, across = 36;
    Mesh ball;
    const std::uint32_t surface = surface_named(ball, "ball");
    std::vector<VertexIds> rings;
    for (int j = 1; j < across; ++j) {
        const double angle = std::numbers::pi * j / across;
        rings.emplace_back();
        for (int k = 0; k < around; ++k) {
            const Vec2 d = direction_at(static_cast<double>(k) / around);
            rings.back().push_back(add_vertex(ball, radius * Vec3(std::sin(angle) * d.x(), std::sin(angle) * d.y(), -std::cos(angle))));
        }
    }
    const std::uint32_t low = add_vertex(ball, Vec3(0.0, 0.0, -radius)), high = add_vertex(ball, Vec3(0.0, 0.0, radius));
    for (std::size_t j = 0; j + 1 < rings.size(); ++j) add_band(ball, surface, rings[j], rings[j + 1]);
    for (std::size_t k = 0; k < rings[0].size(); ++k) {
        const std::size_t next = (k + 1) % rings[0].size();
        add_triangle(ball, surface, {low, rings.front()[next], rings.front()[k]});
        add_triangle(ball, surface, {high, rings.back()[k], rings.back()[next]});
    }
    Pose above, plate;
    above.translation = Vec3(0.0, 0.0, radius + 12.0);
    plate.translation = Vec3(0.0, 0.0, 2.0 * radius + 12.5 + 5.0);
    scene.bodies = {make_body("ball", std::move(ball), above), make_body("ring", torus_solid({kRing, kTube, 64, 32})),
                    make_body("plunger", box_solid({18.0, 18.0, 5.0}), plate)};
    Pose pushed = plate;
    pushed.translation.z() = 5.0 + 2.0;
    scene.paths = {{2, InBetween::Slerp, {plate, pushed}, {}, {}}};
    return scene;
}

Expected<SceneDeformables> make_demo_deformables(const std::string& name, const DemoOptions& options) {
    const auto info = demo_named(name);
    if (!info) return info.error();
    const auto numbers = demo_parameters(*info, options);
    if (!numbers) return numbers.error();
    const DemoValues values{options.seed, *numbers};
    SceneDeformables result;
    if (name != kSealName && name != kTorusName) return result;
    const soft::BulkPreset* preset = soft::bulk_preset_named(name == kSealName ? "EPDM seal" : "rubber");
    GRAZE_ASSERT(preset != nullptr);
    SceneDeformable one{.body = 0, .material = preset->material, .cells = values.whole("cells")};
    if (name == kSealName) {
        // The foot is glued to the frame.
        const double side = kSealLength / one.cells;
        one.holds.push_back({{Vec3(-100.0, -1.0 - side, -1.0 - side), Vec3(100.0, kSealLength + 1.0 + side, 0.2 * side)}, 1, {}});
        one.ignored = {1};
    } else {
        one.material.friction = 0.1;
    }
    result.all = {one};
    return result;
}

}  // namespace graze::internal
