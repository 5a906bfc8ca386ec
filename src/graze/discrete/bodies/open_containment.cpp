#include "graze/discrete/bodies/open_containment.h"

#include "graze/geometry/placement.h"
#include "graze/numeric/outward.h"

#include <algorithm>

namespace graze {
namespace {

/// NaN and infinite errors prove nothing.
bool is_outside(const PosedPoint& point, const Box& box) {
    for (int k = 0; k < 3; ++k)
        if (just_below(point.near[k] - point.error) > box.max[k] ||
            just_above(point.near[k] + point.error) < box.min[k])
            return true;
    return false;
}

}  // namespace

bool may_be_inside_open(const PosedModel& inner, const PosedModel& open) {
    if (open.model.is_solid) return false;
    const Mesh& mesh = *inner.model.mesh;
    const Placement seen = placement_of(inner.pose, open.pose);
    const auto sticks_out = [&](const Triangle& triangle) {
        return std::any_of(triangle.begin(), triangle.end(), [&](std::uint32_t v) {
            return is_outside(place(seen, mesh.vertices[v]), open.model.bounds);
        });
    };
    const bool some_inside =
        std::any_of(inner.model.piece_samples.begin(), inner.model.piece_samples.end(),
                    [&](const Vec3& sample) { return !is_outside(place(seen, sample), open.model.bounds); });
    if (!some_inside) return false;
    const std::vector<std::uint32_t> pieces = find_pieces(mesh, inner.model.adjacency);
    std::vector<bool> is_out;  // by piece; they are numbered by their first triangle
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        if (pieces[t] == kNoPiece) continue;
        if (pieces[t] == is_out.size()) is_out.push_back(false);
        if (!is_out[pieces[t]] && sticks_out(mesh.triangles[t])) is_out[pieces[t]] = true;
    }
    return std::find(is_out.begin(), is_out.end(), false) != is_out.end();
}

}  // namespace graze
