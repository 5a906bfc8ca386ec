// Which triangles of a mesh reach into the interior of one of its own: none, in a clean mesh.
#include "graze/discrete/bodies/solid_overlap-inl.h"
#include "graze/discrete/triangles/triangle_signs.h"
#include "graze/discrete/wide/wide_query.h"
#include "graze/numeric/predicates.h"

#include <algorithm>

namespace graze::internal {
namespace {

using CornerPoints = std::array<Vec3, 3>;

Sides sides_on_plane(const CornerPoints& plane, const CornerPoints& points) {
    Sides signs;
    for (int k = 0; k < 3; ++k) signs[k] = orient3d(plane[0], plane[1], plane[2], points[k]);
    return signs;
}
bool is_zero(const Sides& signs) { return !has(signs, Sign::Positive) && !has(signs, Sign::Negative); }

/// Some edge of `from` has all of `other` on its closed outer side.
bool edge_separates(Axis axis, const CornerPoints& from, const CornerPoints& other) {
    const Sign turn = orient2d_without(axis, from[0], from[1], from[2]);
    for (int k = 0; k < 3; ++k) {
        bool outside = true;
        for (const Vec3& p : other)
            outside = outside && orient2d_without(axis, from[k], from[(k + 1) % 3], p) != turn;
        if (outside) return true;
    }
    return false;
}

bool coplanar_interiors_are_apart(const CornerPoints& own, const CornerPoints& other) {
    for (const Axis axis : kAxes)
        if (orient2d_without(axis, own[0], own[1], own[2]) != Sign::Zero)
            return edge_separates(axis, own, other) || edge_separates(axis, other, own);
    return true;
}

/// True if `other` surely has no point in the relative interior of `own`. Both have an area.
bool stays_outside(const CornerPoints& own, const CornerPoints& other) {
    const Sides of_own = sides_on_plane(other, own);
    if (is_zero(of_own)) return coplanar_interiors_are_apart(own, other);
    if (!is_split(of_own)) return true;
    const Sides of_other = sides_on_plane(own, other);
    if (is_split(of_other)) return false;
    for (int k = 0; k < 3; ++k)  // corners on the plane of own: harmless where the two share them
        if (of_other[k] == Sign::Zero && std::find(own.begin(), own.end(), other[k]) == own.end())
            return false;
    return true;
}

}  // namespace

std::vector<std::uint32_t> self_contacts(const BodyModel& model, std::uint32_t triangle) {
    const Mesh& mesh = *model.mesh;
    const CornerPoints own = corners(mesh, triangle);
    const Mesh alone{{own[0], own[1], own[2]}, {{0, 1, 2}}, {0}, {Surface{}}};
    const WideTree tree = build_wide_tree(alone);
    DiscreteMemory workspace;
    const Intersections meeting = find_intersections({alone, tree}, Pose{}, wide(model), Pose{},
                                                     {.find = Find::TrianglePairs}, workspace);
    std::vector<std::uint32_t> result;
    for (const IdPair& pair : meeting.triangles) {
        if (pair.b == triangle) continue;
        const CornerPoints other = corners(mesh, pair.b);
        if (are_collinear(other[0], other[1], other[2]) || stays_outside(own, other)) continue;
        result.push_back(pair.b);
    }
    return result;
}

}  // namespace graze::internal
