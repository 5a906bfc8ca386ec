#include "graze/queries/instant/contact_depth.h"

#include "graze/geometry/placement.h"
#include "graze/numeric/outward.h"
#include "graze/numeric/predicates.h"

#include <algorithm>

namespace graze::internal {
namespace {

double deviation_of(const Mesh& mesh) {
    return mesh.deviation ? std::max(mesh.deviation->requested, mesh.deviation->measured) : 0.0;
}

bool have_same_triangles(const Mesh& a, const Mesh& b) {
    return &a == &b || (a.vertices.size() == b.vertices.size() && a.triangles == b.triangles &&
                        std::equal(a.vertices.begin(), a.vertices.end(), b.vertices.begin()));
}

bool contains(const Box& box, const Vec3& x) {
    return (x.array() >= box.min.array()).all() && (x.array() <= box.max.array()).all();
}

}  // namespace

double size_of_skin(const Mesh& mesh) {
    Box box;
    for (const Triangle& t : mesh.triangles) {
        const Vec3 &p = mesh.vertices[t[0]], &q = mesh.vertices[t[1]], &r = mesh.vertices[t[2]];
        const bool adds = !contains(box, p) || !contains(box, q) || !contains(box, r);
        if (!adds || are_collinear(p, q, r)) continue;
        for (const Vec3* corner : {&p, &q, &r}) box.add(*corner);
    }
    return size_of(box.is_empty() ? bounds_of(mesh) : box);
}

ContactDepths contact_depths(const PosedModel& a, const PosedModel& b) {
    const double rounding =
        next_up(kRoundingOfSize * std::max(size_of_skin(*a.model.mesh), size_of_skin(*b.model.mesh)));
    const double deviation = next_up(deviation_of(*a.model.mesh) + deviation_of(*b.model.mesh));
    return {rounding, next_up(2.0 * deviation + rounding)};
}

/// How far the two poses carry a point apart is convex in the point: it is greatest at a corner of the box.
bool are_duplicates(const PosedModel& a, const PosedModel& b, double within) {
    if (!have_same_triangles(*a.model.mesh, *b.model.mesh)) return false;
    const Placement placement = placement_of(b.pose, a.pose);
    const Box& box = a.model.bounds;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 x((corner & 1 ? box.max : box.min).x(), (corner & 2 ? box.max : box.min).y(),
                     (corner & 4 ? box.max : box.min).z());
        const PosedPoint moved = place(placement, x);
        if (!((moved.near - x).norm() + 2.0 * moved.error <= within)) return false;
    }
    return true;
}

}  // namespace graze::internal
