// Bodies and rods for tests of worlds, without the demo room, which is above.
#pragma once

#include "graze/soft/soft_world.h"

#include <gtest/gtest.h>

namespace graze::soft_test {

inline constexpr double kGravity = 9810.0;  // mm / s^2

/// A box with 12 triangles.
inline Mesh box_mesh(const Vec3& half) {
    Mesh mesh;
    for (int k = 0; k < 8; ++k)
        mesh.vertices.push_back({k & 1 ? half.x() : -half.x(), k & 2 ? half.y() : -half.y(), k & 4 ? half.z() : -half.z()});
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    make_one_surface(mesh, "box");
    return mesh;
}

inline Body box(const Vec3& half) {
    auto body = build_body(box_mesh(half));
    EXPECT_TRUE(body.has_value());
    return *std::move(body);
}

inline soft::SoftBody box_body(const Vec3& half, const Vec3& at, const std::string& name, double friction = 0.3) {
    return {box(half), Pose{.translation = at}, friction, name, {}};
}

inline soft::RodDrawing cable(const Vec3& from, const Vec3& to, double radius, int segments, const char* preset = "rubber hose") {
    soft::RodDrawing rod;
    rod.name = "cable";
    rod.points = {from, to};
    rod.radius = radius;
    rod.segments = segments;
    rod.material = soft::preset_named(preset)->material;
    return rod;
}

inline soft::SoftOptions on_earth() { return {.per_metre = 1000.0, .gravity = Vec3(0.0, 0.0, -kGravity)}; }

}  // namespace graze::soft_test
