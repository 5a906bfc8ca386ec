#include "graze/stochastic/paper_shells.h"

#include <algorithm>
#include <limits>

namespace graze::internal {
namespace {

Vec3 centre_of(const ShellFacet& f) { return {f.centre[0], f.centre[1], f.centre[2]}; }
Vec3 normal_of(const ShellFacet& f) { return Vec3(f.normal[0], f.normal[1], f.normal[2]).normalized(); }

void move_centre(ShellFacet& f, const Vec3& to) { f.centre = {to.x(), to.y(), to.z()}; }

/// A triangle without area keeps the disk that it has.
void finest(ShellFacet& f, const std::array<Vec3, 3>& c) {
    const double p = (c[1] - c[2]).norm(), q = (c[2] - c[0]).norm(), r = (c[0] - c[1]).norm();
    const double twice_area = (c[1] - c[0]).cross(c[2] - c[0]).norm();
    move_centre(f, (c[0] + c[1] + c[2]) / 3.0);
    f.half_thickness = 0.0f;
    if (twice_area > 0.0) f.radius = static_cast<float>(p * q * r / (2.0 * twice_area));
}

void coarser(ShellLevel& level, const ShellLevel& fine, std::size_t facet) {
    ShellFacet& f = level.facets[facet];
    const Vec3 n = normal_of(f);
    Vec3 middle = Vec3::Zero();
    double out = -std::numeric_limits<double>::infinity();
    for (std::uint32_t c = level.first_child[facet]; c < level.first_child[facet + 1]; ++c) {
        const ShellFacet& child = fine.facets[c];
        middle += centre_of(child);
        const double rim = static_cast<double>(child.radius) * n.cross(normal_of(child)).norm();
        out = std::max(out, n.dot(centre_of(child)) + rim);
    }
    middle /= level.first_child[facet + 1] - level.first_child[facet];
    move_centre(f, middle + n * (out - n.dot(middle)));
    f.half_thickness = 0.0f;
}

}  // namespace

LayeredShells paper_form(const LayeredShells& shells, const Mesh& mesh) {
    LayeredShells paper = shells;
    ShellLevel& triangles = paper.levels.front();
    for (std::size_t i = 0; i < triangles.facets.size(); ++i)
        finest(triangles.facets[i], corners(mesh, paper.triangles[i]));
    for (std::size_t l = 1; l < paper.levels.size(); ++l) {
        ShellLevel& level = paper.levels[l];
        for (std::size_t i = 0; i < level.facets.size(); ++i) coarser(level, paper.levels[l - 1], i);
        for (std::size_t i = 0; i < level.facets.size(); ++i) {
            double most = 0.0;  // without a neighbour, too
            for (std::uint32_t k = level.first_neighbour[i]; k < level.first_neighbour[i + 1]; ++k)
                most = std::max(most,
                                (centre_of(level.facets[level.neighbours[k]]) - centre_of(level.facets[i])).norm());
            level.facets[i].radius = static_cast<float>(most);
        }
    }
    return paper;
}

}  // namespace graze::internal
