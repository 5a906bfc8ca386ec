// Small meshes with known faults, for the tests of model/ and io/; and one large smooth one.
#pragma once

#include "graze/core/random.h"
#include "graze/model/mesh.h"
#include "support/shapes.h"

#include <cmath>
#include <cstdint>
#include <numbers>

namespace graze::test {

inline Mesh mesh_of(std::vector<Vec3> vertices, std::vector<Triangle> triangles) {
    Mesh mesh;
    mesh.vertices = std::move(vertices);
    mesh.triangles = std::move(triangles);
    make_one_surface(mesh, "surface");
    return mesh;
}

/// A closed brick with sides 1, 2, 3 (no two alike), facing outward, its least corner at `at`.
inline Mesh brick(const Vec3& at = Vec3::Zero()) {
    Mesh mesh = brick(at, at + Vec3(1.0, 2.0, 3.0));
    make_one_surface(mesh, "surface");
    return mesh;
}

inline Mesh turned_inside_out(Mesh mesh) {
    for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
    return mesh;
}

/// Both meshes as one, vertices not shared.
inline Mesh together(Mesh a, const Mesh& b) {
    const auto first = static_cast<std::uint32_t>(a.vertices.size());
    a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
    for (const Triangle& t : b.triangles) a.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    a.surface_of_triangle.resize(a.triangles.size(), 0);
    return a;
}

/// A band of `sections` quads closed with half a twist: one side, one rim.
inline Mesh moebius_strip(int sections) {
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
    for (int s = 0; s < sections; ++s) {
        const double angle = 2.0 * std::numbers::pi * s / sections;
        for (const double side : {-0.3, 0.3}) {
            const double radius = 1.0 + side * std::cos(angle / 2.0);
            vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle),
                                  side * std::sin(angle / 2.0));
        }
    }
    const auto n = static_cast<std::uint32_t>(2 * sections);
    for (std::uint32_t s = 0; s < n; s += 2) {
        const bool is_last = s + 2 == n;
        const std::uint32_t low = is_last ? 1 : s + 2, high = is_last ? 0 : s + 3;  // the twist
        triangles.push_back({s, low, high});
        triangles.push_back({s, high, s + 1});
    }
    return mesh_of(std::move(vertices), std::move(triangles));
}

/// Closed, genus 0, 2 * sectors * rings triangles; the radius varies by direction so that no symmetry is
/// left.
inline Mesh bumpy_sphere(int rings, int sectors) {
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
    const auto at = [](double polar, double azimuth) -> Vec3 {
        const double bump =
            std::sin(5.0 * polar + 1.0) * std::cos(3.0 * azimuth) + 0.3 * std::cos(11.0 * azimuth);
        const double radius =
            10.0 + 0.2 * polar * polar * (1.0 - polar / 4.0) + bump * std::sin(polar) * std::sin(polar);
        return radius * Vec3(std::sin(polar) * std::cos(azimuth), std::sin(polar) * std::sin(azimuth),
                             std::cos(polar));
    };
    vertices.push_back(at(0.0, 0.0));
    for (int r = 1; r <= rings; ++r)
        for (int s = 0; s < sectors; ++s)
            vertices.push_back(at(std::numbers::pi * r / (rings + 1), 2.0 * std::numbers::pi * s / sectors));
    vertices.push_back(at(std::numbers::pi, 0.0));
    const auto id = [&](int r, int s) {
        return static_cast<std::uint32_t>(1 + (r - 1) * sectors + s % sectors);
    };
    const auto last = static_cast<std::uint32_t>(vertices.size() - 1);
    for (int r = 0; r <= rings; ++r)
        for (int s = 0; s < sectors; ++s) {
            if (r == 0) triangles.push_back({0, id(1, s), id(1, s + 1)});
            if (r > 0 && r < rings) {
                triangles.push_back({id(r, s), id(r + 1, s), id(r + 1, s + 1)});
                triangles.push_back({id(r, s), id(r + 1, s + 1), id(r, s + 1)});
            }
            if (r == rings) triangles.push_back({id(rings, s), last, id(rings, s + 1)});
        }
    return mesh_of(std::move(vertices), std::move(triangles));
}

/// Triangles over few vertices, so that every kind of edge, copies and collapsed ones are common.
inline Mesh random_soup(Rng& rng, std::size_t vertices, std::size_t triangles) {
    Mesh mesh;
    for (std::size_t v = 0; v < vertices; ++v)
        mesh.vertices.emplace_back(rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0));
    for (std::size_t t = 0; t < triangles; ++t) {
        Triangle triangle{};
        for (std::uint32_t& v : triangle) v = static_cast<std::uint32_t>(rng.below(vertices));
        mesh.triangles.push_back(triangle);
    }
    make_one_surface(mesh, "soup");
    return mesh;
}

}  // namespace graze::test
