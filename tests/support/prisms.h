// Closed meshes over shapes in the plane, made by formula: prisms, rings, grooves; and a bolt.
#pragma once

#include "graze/model/mesh.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace graze::test {

/// A prism along z over a shape in the plane: triangles counter-clockwise, and its border, inside to the left.
struct Shape {
    std::vector<std::array<double, 2>> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::vector<std::uint32_t>> loops;
};
inline Mesh prism(const Shape& shape, double z0, double z1) {
    Mesh mesh;
    const auto count = static_cast<std::uint32_t>(shape.points.size());
    for (const double z : {z0, z1})
        for (const auto& p : shape.points) mesh.vertices.emplace_back(p[0], p[1], z);
    for (const auto& t : shape.triangles) {
        mesh.triangles.push_back({t[2], t[1], t[0]});
        mesh.triangles.push_back({t[0] + count, t[1] + count, t[2] + count});
    }
    for (const auto& loop : shape.loops)
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const std::uint32_t p = loop[i], q = loop[(i + 1) % loop.size()];
            mesh.triangles.push_back({p, q, q + count});
            mesh.triangles.push_back({p, q + count, p + count});
        }
    make_one_surface(mesh, "skin");
    return mesh;
}

/// A convex polygon, counter-clockwise.
inline Shape polygon(std::vector<std::array<double, 2>> points) {
    Shape shape{std::move(points), {}, {{}}};
    for (std::uint32_t i = 0; i < shape.points.size(); ++i) {
        shape.loops[0].push_back(i);
        if (i >= 2) shape.triangles.push_back({0, i - 1, i});
    }
    return shape;
}
inline std::vector<std::array<double, 2>> circle(int n, double radius) {
    std::vector<std::array<double, 2>> points;
    for (int i = 0; i < n; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / n;
        points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    return points;
}
/// The same between two polygons with as many corners.
inline Shape ring(const std::vector<std::array<double, 2>>& inner,
                  const std::vector<std::array<double, 2>>& outer) {
    Shape shape{inner, {}, {{}, {}}};
    shape.points.insert(shape.points.end(), outer.begin(), outer.end());
    const auto n = static_cast<std::uint32_t>(inner.size());
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t j = (i + 1) % n;
        shape.triangles.push_back({i, n + i, n + j});
        shape.triangles.push_back({i, n + j, j});
        shape.loops[0].push_back(n - 1 - i);
        shape.loops[1].push_back(n + i);
    }
    return shape;
}
/// A block from -w to w, -h to h with a groove from its top (y = h) down to y = 0, half as wide as `top` there
/// and as `bottom` below.
inline Shape grooved(double w, double h, double top, double bottom) {
    return {{{-w, -h}, {w, -h}, {w, h}, {top, h}, {bottom, 0}, {-bottom, 0}, {-top, h}, {-w, h}},
            {{0, 1, 4}, {0, 4, 5}, {1, 2, 4}, {2, 3, 4}, {0, 5, 7}, {5, 6, 7}},
            {{0, 1, 2, 3, 4, 5, 6, 7}}};
}
/// A shaft below z = 0 and a head above it.
inline Mesh bolt(int n, double radius, double length, double head_radius, double head) {
    Mesh mesh;
    const auto add_ring = [&](double r, double z) {
        for (const auto& p : circle(n, r)) mesh.vertices.emplace_back(p[0], p[1], z);
    };
    add_ring(radius, -length), add_ring(radius, 0), add_ring(head_radius, 0), add_ring(head_radius, head);
    const auto count = static_cast<std::uint32_t>(n);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t j = (i + 1) % count;
        for (std::uint32_t k = 0; k < 3; ++k) {
            const std::uint32_t a = k * count;
            mesh.triangles.push_back({a + i, a + j, a + count + j});
            mesh.triangles.push_back({a + i, a + count + j, a + count + i});
        }
        if (i < 2) continue;
        mesh.triangles.push_back({0, i, i - 1});
        mesh.triangles.push_back({3 * count, 3 * count + i - 1, 3 * count + i});
    }
    make_one_surface(mesh, "skin");
    return mesh;
}

}  // namespace graze::test
