#include "graze/continuous/proof/proof_body.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

void put_in_order(const Mesh& mesh, std::span<std::uint32_t> ids) {
    if (ids.size() < 2) return;
    const auto centre = [&](std::uint32_t id) -> Vec3 {
        const auto c = corners(mesh, id);
        return c[0] + c[1] + c[2];
    };
    Box box;
    for (const std::uint32_t id : ids) box.add(centre(id));
    const Vec3 sides = box.max - box.min;
    int axis = 0;
    for (int k = 1; k < 3; ++k)
        if (sides[k] > sides[axis]) axis = k;
    const std::size_t middle = ids.size() / 2;
    std::nth_element(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(middle), ids.end(),
                     [&](std::uint32_t i, std::uint32_t j) {
                         const double x = centre(i)[axis], y = centre(j)[axis];
                         return x < y || (x == y && i < j);
                     });
    put_in_order(mesh, ids.first(middle));
    put_in_order(mesh, ids.subspan(middle));
}

}  // namespace

ProofMesh make_proof_mesh(const Mesh& mesh) {
    std::vector<std::uint32_t> order(mesh.triangles.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    put_in_order(mesh, order);
    return make_proof_mesh(mesh, order);
}

ProofMesh make_proof_mesh(const Mesh& mesh, std::span<const std::uint32_t> order) {
    ProofMesh proof;
    proof.order.assign(order.begin(), order.end());
    proof.corners.reserve(3 * order.size());
    for (const std::uint32_t id : proof.order)
        for (const Vec3& corner : corners(mesh, id)) {
            proof.corners.push_back(corner);
            proof.magnitude = proof.magnitude.cwiseMax(corner.cwiseAbs());
        }
    const Box box = box_of(mesh.vertices);
    for (int k = 0; k < 3; ++k) proof.centre[k] = 0.5 * box.min[k] + 0.5 * box.max[k];
    return proof;
}

RoughPlacement rough_placement(const ProofBody& body, double t) {
    RoughPlacement at;
    for (std::size_t i = body.links.size(); i-- > 0;) {
        const MotionJet jet = jet_over(body.links[i], {t, t});
        const IntervalVec3 origin = jet.position - jet.rotation * exactly(jet.reference);
        const auto turned = [&](const Vec3& v) {
            const IntervalVec3 y = jet.rotation * exactly(v);
            return Vec3(midpoint(y[0]), midpoint(y[1]), midpoint(y[2]));
        };
        for (Vec3& column : at.columns) column = turned(column);
        at.place = turned(at.place) + Vec3(midpoint(origin[0]), midpoint(origin[1]), midpoint(origin[2]));
    }
    return at;
}

double lower_bound_along(const ProofMesh& mesh, const TriangleRange& range, const PlaneWindow& plane) {
    Vec3 m;
    double error = 1e-300;  // for products that underflow
    for (int j = 0; j < 3; ++j) {
        m[j] = midpoint(plane.r[j]);
        // Twice what rounding of five operations can do, so that the rounding of this sum is paid too.
        error += (width(plane.r[j]) + 0x1p-50 * std::abs(m[j])) * mesh.magnitude[j];
    }
    double least = kInfinity;
    for (const Vec3& x : corners_of(mesh, range)) {
        const double along = m[0] * x[0] + m[1] * x[1] + m[2] * x[2];
        if (!(along >= least)) least = along;
        if (std::isnan(least)) return least;
    }
    return (exactly(least) - exactly(error) + (plane.c - dot(plane.r, exactly(mesh.centre)))).lo;
}

double bend_bound(const ProofMesh& mesh, const Box& box, const PlaneWindow& plane) {
    const IntervalVec3 points{Interval{box.min[0], box.max[0]}, Interval{box.min[1], box.max[1]},
                              Interval{box.min[2], box.max[2]}};
    return (dot(plane.r2, points - exactly(mesh.centre)) + plane.c2).hi;
}

}  // namespace graze::internal
