// A lattice about a mesh: what holds a surface that deforms, for tests and benches.
#pragma once

#include "graze/geometry/box.h"
#include "graze/stochastic/deforming_shells.h"

#include <algorithm>

namespace graze::test {

/// The corners of k^3 cells about a mesh, a little larger than its box.
inline internal::SurfaceNodes lattice_about(const Mesh& mesh, int k) {
    const Box box = box_of(mesh.vertices);
    const Vec3 margin = Vec3::Constant(0.01 * size_of(box)), cell = (box.max - box.min + 2.0 * margin) / k;
    const Vec3 origin = box.min - margin;
    internal::SurfaceNodes nodes{{}, {0}, {}, {}};
    const auto id = [k](int x, int y, int z) { return static_cast<std::uint32_t>((z * (k + 1) + y) * (k + 1) + x); };
    for (int z = 0; z <= k; ++z)
        for (int y = 0; y <= k; ++y)
            for (int x = 0; x <= k; ++x) nodes.rest.push_back(origin + cell.cwiseProduct(Vec3(x, y, z)));
    for (const Vec3& v : mesh.vertices) {
        int c[3];
        double t[3];
        for (int i = 0; i < 3; ++i) {
            const double at = (v[i] - origin[i]) / cell[i];
            c[i] = std::min(k - 1, static_cast<int>(at));
            t[i] = at - c[i];
        }
        for (int corner = 0; corner < 8; ++corner) {
            const int x = corner & 1, y = corner >> 1 & 1, z = corner >> 2;
            nodes.ids.push_back(id(c[0] + x, c[1] + y, c[2] + z));
            nodes.weights.push_back((x ? t[0] : 1 - t[0]) * (y ? t[1] : 1 - t[1]) * (z ? t[2] : 1 - t[2]));
        }
        nodes.first.push_back(static_cast<std::uint32_t>(nodes.ids.size()));
    }
    return nodes;
}

}  // namespace graze::test
