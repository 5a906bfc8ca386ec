// Simple meshes for tests and benches, closed and oriented outwards unless said otherwise.
#pragma once

#include "graze/model/mesh.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>

namespace graze::test {

/// Twelve triangles; all three half-sides may differ.
inline Mesh box_mesh(const Vec3& half, const Vec3& centre = Vec3::Zero()) {
    Mesh mesh;
    for (int corner = 0; corner < 8; ++corner)
        mesh.vertices.push_back(centre + Vec3(corner & 1 ? half.x() : -half.x(),
                                              corner & 2 ? half.y() : -half.y(),
                                              corner & 4 ? half.z() : -half.z()));
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    make_one_surface(mesh, "box");
    return mesh;
}

/// A box by two of its corners, whose coordinates are kept as they are.
inline Mesh brick(const Vec3& min, const Vec3& max) {
    Mesh mesh = box_mesh(Vec3::Ones());
    for (Vec3& v : mesh.vertices)
        v = Vec3((v.x() > 0.0 ? max : min).x(), (v.y() > 0.0 ? max : min).y(), (v.z() > 0.0 ? max : min).z());
    make_one_surface(mesh, "brick");
    return mesh;
}

/// Two triangles in the plane z = 0, facing +z. Open.
inline Mesh square_mesh(double half_side) {
    Mesh mesh;
    const double h = half_side;
    mesh.vertices = {Vec3(-h, -h, 0), Vec3(h, -h, 0), Vec3(h, h, 0), Vec3(-h, h, 0)};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    make_one_surface(mesh, "square");
    return mesh;
}

/// `rings` circles between two poles on the z axis, `sectors` vertices each: 2 sectors rings triangles. The
/// radius may depend on the direction. Pre: rings >= 1, sectors >= 3.
inline Mesh sphere_mesh(int rings, int sectors, const std::function<double(const Vec3& direction)>& radius) {
    const auto at = [&](const Vec3& direction) -> Vec3 { return radius(direction) * direction; };
    Mesh mesh;
    mesh.vertices.push_back(at(Vec3::UnitZ()));
    for (int ring = 1; ring <= rings; ++ring)
        for (int sector = 0; sector < sectors; ++sector) {
            const double polar = std::numbers::pi * ring / (rings + 1),
                         azimuth = 2.0 * std::numbers::pi * sector / sectors;
            mesh.vertices.push_back(at(Vec3(std::sin(polar) * std::cos(azimuth),
                                            std::sin(polar) * std::sin(azimuth), std::cos(polar))));
        }
    mesh.vertices.push_back(at(-Vec3::UnitZ()));
    const auto id = [&](int ring, int sector) {
        return static_cast<std::uint32_t>(1 + (ring - 1) * sectors + sector % sectors);
    };
    const auto last = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
    for (int s = 0; s < sectors; ++s) {
        mesh.triangles.push_back({0, id(1, s), id(1, s + 1)});
        for (int r = 1; r < rings; ++r) {
            mesh.triangles.push_back({id(r, s), id(r + 1, s), id(r + 1, s + 1)});
            mesh.triangles.push_back({id(r, s), id(r + 1, s + 1), id(r, s + 1)});
        }
        mesh.triangles.push_back({id(rings, s), last, id(rings, s + 1)});
    }
    make_one_surface(mesh, "sphere");
    return mesh;
}

inline Mesh sphere_mesh(int rings, int sectors, double radius = 1.0) {
    return sphere_mesh(rings, sectors, [=](const Vec3&) { return radius; });
}

/// A sphere with rolling hills, for meshes that look like something.
inline Mesh bumpy_sphere_mesh(int rings, int sectors) {
    return sphere_mesh(rings, sectors, [](const Vec3& d) {
        return 1.0 + 0.08 * std::sin(7.0 * d.x() + 1.0) * std::sin(6.0 * d.y()) * std::cos(8.0 * d.z()) +
               0.03 * std::sin(17.0 * d.x() * d.y() + 3.0 * d.z());
    });
}

/// A heap of bars along all three axes: `count` boxes per side and axis, one mesh. Pieces cross each other at
/// the nodes.
inline Mesh lattice_mesh(int count, double pitch, double thickness) {
    Mesh mesh;
    const double length = 0.5 * pitch * count;
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < count; ++j) {
                Vec3 half = Vec3::Constant(0.5 * thickness), centre = Vec3::Zero();
                half[axis] = length;
                centre[(axis + 1) % 3] = (i + 0.5) * pitch - length;
                centre[(axis + 2) % 3] = (j + 0.5) * pitch - length;
                const Mesh bar = box_mesh(half, centre);
                const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
                mesh.vertices.insert(mesh.vertices.end(), bar.vertices.begin(), bar.vertices.end());
                for (const Triangle& t : bar.triangles)
                    mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
            }
    make_one_surface(mesh, "lattice");
    return mesh;
}

}  // namespace graze::test
