#include "graze/stochastic/shell_mesh.h"

#include <cmath>
#include <numbers>

namespace graze::internal {
namespace {

void add_disk(Mesh& mesh, const ShellFacet& facet) {
    const Vec3 centre(facet.centre[0], facet.centre[1], facet.centre[2]);
    const Vec3 n = Vec3(facet.normal[0], facet.normal[1], facet.normal[2]).normalized();
    const Vec3 u = n.unitOrthogonal(), v = n.cross(u), up = static_cast<double>(facet.half_thickness) * n;
    const double radius = static_cast<double>(facet.radius) / std::cos(std::numbers::pi / kDiskSides);
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (int k = 0; k < kDiskSides; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / kDiskSides;
        const Vec3 rim = centre + radius * (std::cos(angle) * u + std::sin(angle) * v);
        mesh.vertices.push_back(rim + up);
        mesh.vertices.push_back(rim - up);
    }
    const auto top = [&](int k) { return first + 2 * static_cast<std::uint32_t>(k % kDiskSides); };
    for (int k = 0; k < kDiskSides; ++k) {
        mesh.triangles.push_back({top(k), top(k) + 1, top(k + 1) + 1});
        mesh.triangles.push_back({top(k), top(k + 1) + 1, top(k + 1)});
        if (k == 0 || k + 1 == kDiskSides) continue;
        mesh.triangles.push_back({top(0), top(k), top(k + 1)});
        mesh.triangles.push_back({top(0) + 1, top(k + 1) + 1, top(k) + 1});
    }
}

}  // namespace

Mesh shell_mesh(const LayeredShells& shells, std::size_t level) {
    Mesh mesh;
    for (const ShellFacet& facet : shells.levels[level].facets) add_disk(mesh, facet);
    make_one_surface(mesh, "shell");
    return mesh;
}

}  // namespace graze::internal
