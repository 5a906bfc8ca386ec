// Small meshes for discrete queries: soups with surfaces, boxes, and the same found by trying all pairs.
#pragma once

#include "graze/core/random.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/discrete/wide/intersections.h"
#include "graze/model/mesh.h"
#include "support/triangle_pairs.h"

#include <algorithm>
#include <vector>

namespace graze::test {

inline void add_triangle(Mesh& mesh, const Corners& corners, std::uint32_t surface) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), corners.begin(), corners.end());
    mesh.triangles.push_back({first, first + 1, first + 2});
    mesh.surface_of_triangle.push_back(surface);
    while (mesh.surfaces.size() <= surface)
        mesh.surfaces.push_back({"s" + std::to_string(mesh.surfaces.size())});
}

/// An axis-aligned box: 12 triangles, 6 surfaces (x-, x+, y-, y+, z-, z+), outward.
inline Mesh box_soup(const Vec3& min, const Vec3& max) {
    Mesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side) {
            const int i = (axis + 1) % 3, j = (axis + 2) % 3;
            const auto corner = [&](bool at_i, bool at_j) {
                Vec3 v;
                v[axis] = side == 0 ? min[axis] : max[axis];
                v[i] = at_i ? max[i] : min[i];
                v[j] = at_j ? max[j] : min[j];
                return v;
            };
            const auto surface = static_cast<std::uint32_t>(2 * axis + side);
            Corners low = {corner(false, false), corner(true, false), corner(true, true)};
            Corners high = {corner(false, false), corner(true, true), corner(false, true)};
            if (side == 0) std::swap(low[1], low[2]), std::swap(high[1], high[2]);
            add_triangle(mesh, low, surface);
            add_triangle(mesh, high, surface);
        }
    return mesh;
}

/// Triangles with corners on a small integer grid: shared corners, coplanar and flat ones are common.
inline Mesh grid_soup(Rng& rng, int triangles, int limit) {
    Mesh mesh;
    const auto surfaces = 1 + rng.below(6);
    for (int t = 0; t < triangles; ++t) {
        const Vec3 o = small_point(rng, limit);
        add_triangle(mesh, {o, o + small_point(rng, 1), o + small_point(rng, 2)},
                     static_cast<std::uint32_t>(rng.below(surfaces)));
    }
    return mesh;
}

inline Mesh real_soup(Rng& rng, int triangles, double size) {
    Mesh mesh;
    for (int t = 0; t < triangles; ++t) {
        const Vec3 o = real_point(rng, 1.0);
        add_triangle(mesh, {o + real_point(rng, size), o + real_point(rng, size), o + real_point(rng, size)},
                     static_cast<std::uint32_t>(rng.below(7)));
    }
    return mesh;
}

/// All triangle pairs that meet, by trying all: sorted.
inline std::vector<IdPair> brute_force(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
    std::vector<IdPair> pairs;
    const PosePair poses = pose_pair(pose_a, pose_b);
    for (std::uint32_t j = 0; j < b.triangles.size(); ++j) {
        const MovedTriangle moved = move_into_a(poses, corners(b, j));
        for (std::uint32_t i = 0; i < a.triangles.size(); ++i)
            if (meeting_of(corners(a, i), moved, poses).meeting != TriangleMeeting::Apart)
                pairs.push_back({i, j});
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

inline std::vector<IdPair> surfaces_of(const std::vector<IdPair>& triangles, const Mesh& a, const Mesh& b) {
    std::vector<IdPair> pairs;
    for (const IdPair& t : triangles)
        pairs.push_back({a.surface_of_triangle[t.a], b.surface_of_triangle[t.b]});
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

}  // namespace graze::test
