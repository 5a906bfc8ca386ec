#include "graze/continuous/proof_body.h"

#include <algorithm>
#include <cmath>

namespace graze {
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

// |y''| of a point, at every time.
double acceleration_hi(const RigidMotion& motion, const MotionJet& start, const Vec3& point) {
    if (std::holds_alternative<AtRest>(motion)) return 0.0;
    if (const auto* parameters = std::get_if<LinearParameters>(&motion))  // |w| <= |k|, |w'| <= |k|^2 / 2
        return (exactly(1.5) * norm_sq(parameters->rotation_rate) * norm(exactly(point))).hi;
    return norm(acceleration_at(start, point)).hi;  // a steady turn: the same length at all times (21)
}

}  // namespace

ProofMesh make_proof_mesh(const Mesh& mesh) {
    ProofMesh proof;
    proof.order.resize(mesh.triangles.size());
    for (std::uint32_t i = 0; i < proof.order.size(); ++i) proof.order[i] = i;
    put_in_order(mesh, proof.order);
    for (const std::uint32_t id : proof.order)
        for (const Vec3& corner : corners(mesh, id)) {
            proof.corners.push_back(corner);
            proof.reach = proof.reach.cwiseMax(corner.cwiseAbs());
        }
    return proof;
}

ProofBody make_proof_body(const ProofMesh& mesh, const RigidMotion& motion) {
    ProofBody body{&mesh, &motion, std::vector<double>(mesh.order.size(), 0.0)};
    const MotionJet start = jet_over(motion, {0.0, 0.0});
    for (std::size_t i = 0; i < mesh.corners.size(); ++i) {
        const double here = acceleration_hi(motion, start, mesh.corners[i]);
        double& most = body.accelerations[i / 3];
        if (!(here <= most)) most = here;
    }
    return body;
}

double most_along(const RigidMotion& motion, const Vec3& n) {
    const double all = norm(exactly(n)).hi;
    const auto* steady = std::get_if<SteadyTurn>(&motion);
    return steady ? std::min(all, norm(cross(exactly(n), steady->axis)).hi) : all;
}

Instant instant_at(const RigidMotion& motion, double t) {
    const MotionJet jet = jet_over(motion, {t, t});
    Instant at{jet.rotation, jet.position - jet.rotation * exactly(jet.reference), {}};
    for (int i = 0; i < 3; ++i) {
        at.rough.place[i] = midpoint(at.place[i]);
        for (int j = 0; j < 3; ++j) at.rough.columns[j][i] = midpoint(at.rotation[i][j]);
    }
    return at;
}

double lower_bound_along(const ProofBody& body, const TriangleRange& range, const Vec3& n,
                         const Instant& at) {
    const IntervalVec3 normal = exactly(n);
    Vec3 m;
    double error = 1e-300;  // for products that underflow
    for (int j = 0; j < 3; ++j) {
        const Interval turned = dot(column(at.rotation, j), normal);
        m[j] = midpoint(turned);
        // Twice what rounding of five operations can do, so that the rounding of this sum is paid too.
        error += (width(turned) + 0x1p-50 * std::abs(m[j])) * body.mesh->reach[j];
    }
    double least = kInfinity;
    for (const Vec3& x : corners_of(*body.mesh, range)) {
        const double along = m[0] * x[0] + m[1] * x[1] + m[2] * x[2];
        if (!(along >= least)) least = along;
        if (std::isnan(least)) return least;
    }
    return (exactly(least) - exactly(error) + dot(normal, at.place)).lo;
}

double most_acceleration(const ProofBody& body, const TriangleRange& range) {
    double most = 0.0;
    for (std::uint32_t i = range.begin; i < range.end; ++i) most = std::max(most, body.accelerations[i]);
    return most;
}

}  // namespace graze
