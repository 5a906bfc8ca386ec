// Solids made of unit cubes, for tests: how two of them meet is plain from the cubes, without any geometry.
#pragma once

#include "graze/core/random.h"
#include "graze/discrete/bodies/body_meeting.h"
#include "graze/model/weld.h"
#include "support/shapes.h"
#include "support/triangle_pairs.h"

#include <array>
#include <vector>

namespace graze::test {

/// Adds a triangle with corners of its own.
inline void add_loose(Mesh& mesh, const std::array<Vec3, 3>& corners) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), corners.begin(), corners.end());
    mesh.triangles.push_back({first, first + 1, first + 2});
    make_one_surface(mesh, "skin");
}

/// Cubes of a grid of kSize^3, all within [1, kSize - 2] so that every set has a rim of empty cubes.
struct Voxels {
    static constexpr int kSize = 8;
    std::vector<bool> filled = std::vector<bool>(kSize * kSize * kSize, false);

    static std::size_t at(int x, int y, int z) {
        return static_cast<std::size_t>((z * kSize + y) * kSize + x);
    }
    [[nodiscard]] bool has(int x, int y, int z) const {
        const auto out = [](int c) { return c < 0 || c >= kSize; };
        return !out(x) && !out(y) && !out(z) && filled[at(x, y, z)];
    }
    void fill(const std::array<int, 3>& min, const std::array<int, 3>& max, bool value = true) {
        for (int z = min[2]; z < max[2]; ++z)
            for (int y = min[1]; y < max[1]; ++y)
                for (int x = min[0]; x < max[0]; ++x) filled[at(x, y, z)] = value;
    }
};

/// The skin, outward, welded, in units of `unit` and moved by `offset`. Diagonals vary with the place.
inline Mesh skin_of(const Voxels& voxels, const Vec3& offset = Vec3::Zero(), double unit = 1.0) {
    Mesh mesh;
    for (int z = 0; z < Voxels::kSize; ++z)
        for (int y = 0; y < Voxels::kSize; ++y)
            for (int x = 0; x < Voxels::kSize; ++x) {
                if (!voxels.has(x, y, z)) continue;
                for (int axis = 0; axis < 3; ++axis)
                    for (int side = 0; side < 2; ++side) {
                        std::array<int, 3> next = {x, y, z};
                        next[static_cast<std::size_t>(axis)] += side == 0 ? -1 : 1;
                        if (voxels.has(next[0], next[1], next[2])) continue;
                        const auto corner = [&](int u, int v) {
                            Vec3 p(x, y, z);
                            p[axis] += side;
                            p[(axis + 1) % 3] += u;
                            p[(axis + 2) % 3] += v;
                            return Vec3(unit * p + offset);
                        };
                        std::array<Vec3, 4> ring = {corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)};
                        if (side == 0) std::swap(ring[1], ring[3]);
                        const std::size_t k = (x + y + z) % 2 == 0 ? 0 : 1;
                        add_loose(mesh, {ring[k], ring[k + 1], ring[(k + 2) % 4]});
                        add_loose(mesh, {ring[k], ring[(k + 2) % 4], ring[(k + 3) % 4]});
                    }
            }
    return welded(std::move(mesh));
}

/// A heap of boxes with boxes taken out; sometimes a shell, a block or a box small enough to be inside one.
inline Voxels random_voxels(Rng& rng) {
    const auto below = [&](std::uint64_t n) { return static_cast<int>(rng.below(n)); };
    Voxels voxels;
    const int special = below(6);
    if (special == 0) voxels.fill({1, 1, 1}, {7, 7, 7});
    if (special == 1) voxels.fill({2, 3, 2}, {3 + below(3), 4 + below(2), 3 + below(3)});
    if (special <= 1) return voxels;
    const int boxes = 1 + below(3);
    for (int i = 0; i < boxes + 1; ++i) {
        std::array<int, 3> min{}, max{};
        for (std::size_t k = 0; k < 3; ++k) {
            min[k] = 1 + below(5);
            max[k] = std::min(Voxels::kSize - 1, min[k] + 1 + below(i == 0 ? 5 : 3));
        }
        voxels.fill(min, max, i < boxes || boxes == 1);
    }
    if (rng.below(3) == 0) {
        voxels.fill({1, 1, 1}, {7, 7, 7});
        voxels.fill({2, 2, 2}, {6, 6, 6}, false);
    }
    if (voxels.filled == Voxels().filled) voxels.fill({3, 2, 1}, {4, 5, 3});
    return voxels;
}

inline bool is_on_skin(const Voxels& v, int x, int y, int z) {
    int count = 0;
    for (int k = 0; k < 8; ++k) count += v.has(x - (k & 1), y - (k >> 1 & 1), z - (k >> 2 & 1)) ? 1 : 0;
    return count > 0 && count < 8;
}

/// Two skins of unit squares share a point iff they share a corner of the grid.
inline BodyMeeting meeting_of(const Voxels& a, const Voxels& b) {
    bool share = false, a_only = false, b_only = false, skins_meet = false;
    for (int z = 0; z < Voxels::kSize; ++z)
        for (int y = 0; y < Voxels::kSize; ++y)
            for (int x = 0; x < Voxels::kSize; ++x) {
                const bool in_a = a.has(x, y, z), in_b = b.has(x, y, z);
                share = share || (in_a && in_b);
                a_only = a_only || (in_a && !in_b);
                b_only = b_only || (in_b && !in_a);
                skins_meet = skins_meet || (is_on_skin(a, x, y, z) && is_on_skin(b, x, y, z));
            }
    if (!share) return skins_meet ? BodyMeeting::Touching : BodyMeeting::Apart;
    if (skins_meet || (a_only && b_only)) return BodyMeeting::Intersecting;
    return a_only ? BodyMeeting::BInA : BodyMeeting::AInB;
}

}  // namespace graze::test
