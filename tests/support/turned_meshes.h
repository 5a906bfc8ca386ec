// Closed meshes around the z axis, made by formula: rings with any profile, a screw and the nut it fits in.
#pragma once

#include "graze/model/mesh.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace graze::test {

using Profile = std::vector<std::array<double, 2>>;  // radius, height

/// A ring with n sides. Pre: the profile is simple, runs counter-clockwise (radius to the right) and stays away
/// from the axis.
inline Mesh turned_ring(int n, const Profile& profile) {
    Mesh mesh;
    const auto k = static_cast<std::uint32_t>(profile.size()), count = static_cast<std::uint32_t>(n);
    for (std::uint32_t i = 0; i < count; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / n;
        for (const auto& [r, z] : profile)
            mesh.vertices.emplace_back(r * std::cos(angle), r * std::sin(angle), z);
    }
    for (std::uint32_t i = 0; i < count; ++i)
        for (std::uint32_t p = 0; p < k; ++p) {
            const std::uint32_t q = (p + 1) % k, here = i * k, next = (i + 1) % count * k;
            mesh.triangles.push_back({here + p, next + p, next + q});
            mesh.triangles.push_back({here + p, next + q, here + q});
        }
    make_one_surface(mesh, "skin");
    return mesh;
}

/// A thread whose profile is a wave: smooth, so that its facets hardly leave it.
struct Thread {
    double radius, amplitude, pitch;
    int n;     // sides; along z as many rows per pitch
    int rows;  // of the screw

    [[nodiscard]] Vec3 point(int side, int row) const {
        const double turn = static_cast<double>(side) / n, z = pitch * row / n;
        const double r = radius + amplitude * std::sin(2.0 * std::numbers::pi * (z / pitch - turn));
        return {r * std::cos(2.0 * std::numbers::pi * turn), r * std::sin(2.0 * std::numbers::pi * turn), z};
    }
};

/// The rows from `first` to `last` of the thread, as seen from outside.
inline void add_thread(Mesh& mesh, const Thread& thread, int first, int last) {
    const auto n = static_cast<std::uint32_t>(thread.n);
    for (int row = first; row <= last; ++row)
        for (int side = 0; side < thread.n; ++side) mesh.vertices.push_back(thread.point(side, row));
    for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(last - first); ++row)
        for (std::uint32_t i = 0; i < n; ++i) {
            const std::uint32_t a = row * n + i, b = row * n + (i + 1) % n;
            mesh.triangles.push_back({a, b, b + n});
            mesh.triangles.push_back({a, b + n, a + n});
        }
}

inline Mesh screw_mesh(const Thread& thread) {
    Mesh mesh;
    add_thread(mesh, thread, 0, thread.rows);
    const auto n = static_cast<std::uint32_t>(thread.n), top = n * static_cast<std::uint32_t>(thread.rows);
    const auto middle = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.emplace_back(0.0, 0.0, 0.0);
    mesh.vertices.emplace_back(0.0, 0.0, thread.pitch * thread.rows / thread.n);
    for (std::uint32_t i = 0; i < n; ++i) {
        mesh.triangles.push_back({middle, (i + 1) % n, i});
        mesh.triangles.push_back({middle + 1, top + i, top + (i + 1) % n});
    }
    make_one_surface(mesh, "skin");
    return mesh;
}

/// Around the rows from `first` to `last`, with triangles of the screw as its hole.
inline Mesh nut_mesh(const Thread& thread, int first, int last, double outer) {
    Mesh mesh;
    add_thread(mesh, thread, first, last);
    for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
    const auto n = static_cast<std::uint32_t>(thread.n), top = n * static_cast<std::uint32_t>(last - first),
               ring = top + n;
    for (const int row : {first, last})
        for (int side = 0; side < thread.n; ++side) {
            const double angle = 2.0 * std::numbers::pi * side / thread.n;
            mesh.vertices.emplace_back(outer * std::cos(angle), outer * std::sin(angle),
                                       thread.pitch * row / thread.n);
        }
    const auto add_quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    };
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t j = (i + 1) % n;
        add_quad(ring + i, ring + j, ring + n + j, ring + n + i);  // outside
        add_quad(ring + i, i, j, ring + j);                        // below
        add_quad(top + i, ring + n + i, ring + n + j, top + j);    // above
    }
    make_one_surface(mesh, "skin");
    return mesh;
}

}  // namespace graze::test
