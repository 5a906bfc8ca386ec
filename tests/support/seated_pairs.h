// Pairs of closed bodies that begin seated: pins, keys, dovetails, bolts, lids; made by formula.
//
// The mover sits in the holder, face on face. `free` are directions along which it can leave; `blocked` are
// normals of flat faces against which it lies: a way of p along one of them goes in by p, to begin with.
#pragma once

#include "graze/core/random.h"
#include "graze/model/mesh.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace graze::test {

struct SeatedPair {
    Mesh mover, holder;
    std::vector<Vec3> free, blocked;
    const char* kind;
};

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

constexpr int kSeatedKinds = 5;

inline SeatedPair seated_pair(int kind, Rng& rng) {
    const double r = rng.uniform(0.5, 2.0), l = rng.uniform(1.0, 4.0), w = r * rng.uniform(1.8, 3.0);
    const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
    const int n = 4 * (2 + static_cast<int>(rng.below(5)));
    const double half = std::numbers::pi / n;
    const Vec3 flat(std::cos(half), std::sin(half), 0.0);  // the normal of a side of a circle(n)
    switch (kind) {
        case 0:
            return {prism(polygon(circle(n, r)), -l, l),
                    prism(ring(circle(n, r), circle(n, w)), -0.6 * l, 0.4 * l),
                    {z, -z},
                    {flat, -flat},
                    "pin"};
        case 1:
            return {prism(polygon({{-r, 0}, {r, 0}, {r, l}, {-r, l}}), -1.5, 1.5),
                    prism(grooved(w, 0.7 * l, r, r), -1.0, 1.0),
                    {z, -z, y, Vec3(0, 1, 1).normalized()},
                    {-y, x, -x},
                    "key"};
        case 2: {
            const double top = r, bottom = r * rng.uniform(1.2, 1.6), h = 0.7 * l;
            const Vec3 flank = Vec3(h, bottom - top, 0).normalized();
            return {prism(polygon({{-bottom, 0}, {bottom, 0}, {top, h}, {-top, h}}), -1.2, 1.0),
                    prism(grooved(w, h, top, bottom), -1.0, 1.0),
                    {z, -z},
                    {-y, flank},
                    "dovetail"};
        }
        case 3:
            return {bolt(n, r, l, 0.5 * (r + w), 0.4 * r),
                    prism(ring(circle(n, r), circle(n, w)), -0.7 * l, 0),
                    {z},
                    {-z, flat},
                    "bolt"};
        default:
            return {prism(polygon({{-w, -w}, {w, -w}, {w, w}, {-w, w}}), 0.0, 0.3 * l),
                    prism(ring({{-r, -r}, {r, -r}, {r, r}, {-r, r}}, {{-w, -w}, {w, -w}, {w, w}, {-w, w}}),
                          -l, 0.0),
                    {z, x, y, Vec3(1, 0, 1).normalized()},
                    {-z},
                    "lid"};
    }
}

/// Depth of a point in a closed mesh, by plain formulas in doubles: solid angles, and the distance to each
/// triangle. 0 outside.
inline double plain_depth(const Mesh& mesh, const Vec3& x) {
    double angle = 0.0, nearest = std::numeric_limits<double>::infinity();
    for (const Triangle& t : mesh.triangles) {
        const Vec3 a = mesh.vertices[t[0]] - x, b = mesh.vertices[t[1]] - x, c = mesh.vertices[t[2]] - x;
        const double la = a.norm(), lb = b.norm(), lc = c.norm();
        angle +=
            2.0 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
        const auto to_segment = [](const Vec3& p, const Vec3& q) {
            const Vec3 way = q - p;
            const double s = std::clamp(-p.dot(way) / way.squaredNorm(), 0.0, 1.0);
            return (p + s * way).norm();
        };
        nearest = std::min({nearest, to_segment(a, b), to_segment(b, c), to_segment(c, a)});
        const Vec3 n = (b - a).cross(c - a);
        const bool is_over =
            n.dot((b - a).cross(-a)) >= 0 && n.dot((c - b).cross(-b)) >= 0 && n.dot((a - c).cross(-c)) >= 0;
        if (is_over) nearest = std::min(nearest, std::abs(a.dot(n)) / n.norm());
    }
    return std::abs(angle) > 2.0 * std::numbers::pi ? nearest : 0.0;
}

}  // namespace graze::test
