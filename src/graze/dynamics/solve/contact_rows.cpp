#include "graze/dynamics/solve/contact_rows.h"

#include "graze/core/assert.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace graze::internal {
namespace {

Vec6 coefficients(const Vec3& arm, const Vec3& direction) {
    Vec6 made;
    made << direction, arm.cross(direction);
    return made;
}

Vec3 point_velocity(const Vec6& motion, const Vec3& arm) {
    return motion.head<3>() + Vec3(motion.tail<3>()).cross(arm);
}

// What turning does to a point of the body: w x (w x arm).
Vec3 towards_axis(const Vec6& motion, const Vec3& arm) {
    const Vec3 turning = motion.tail<3>();
    return turning.cross(turning.cross(arm));
}

}  // namespace

MotionRow row_along(const ClosestPair& pair, const Vec3& direction, double bound) {
    MotionRow row;
    row.a = pair.a;
    row.b = pair.b;
    row.of_a = coefficients(pair.arm_a, direction);
    if (pair.b != kNobody) row.of_b = -coefficients(pair.arm_b, direction);
    row.bound = bound;
    return row;
}

double velocity_along(const MotionRow& row, Velocities velocities) {
    const double of_a = row.of_a.dot(velocities[row.a]);
    return row.b == kNobody ? of_a : of_a + row.of_b.dot(velocities[row.b]);
}

Vec3 relative_velocity(const ClosestPair& pair, Velocities velocities) {
    const Vec3 of_a = point_velocity(velocities[pair.a], pair.arm_a);
    return pair.b == kNobody ? of_a : of_a - point_velocity(velocities[pair.b], pair.arm_b);
}

MotionRow impact_row(const ClosestPair& pair, Velocities before, ImpactForm form) {
    MotionRow row = row_along(pair, pair.normal, 0.0);
    row.bound = -pair.restitution * velocity_along(row, before);
    if (form == ImpactForm::Safe) row.bound = std::max(0.0, row.bound);
    return row;
}

NormalRate rate_of_face(const Vec3& normal, const Vec3& angular_velocity) {
    return {angular_velocity.cross(normal)};
}

NormalRate rate_of_edges(const Vec3& normal, const EdgePair& edges) {
    const Vec3 cross = edges.edge_a.cross(edges.edge_b);
    const double length = cross.norm();
    if (!(length > 0.0)) return {};
    const Vec3 rate = (edges.angular_a.cross(edges.edge_a).cross(edges.edge_b) +
                       edges.edge_a.cross(edges.angular_b.cross(edges.edge_b))) /
                      length;
    const double side = cross.dot(normal) < 0.0 ? -1.0 : 1.0;
    return {side * (rate - normal * normal.dot(rate))};
}

NormalRate rate_of_points(const ClosestPair& pair, const Vec3& relative_velocity) {
    GRAZE_ASSERT(pair.distance > 0.0);
    return {(relative_velocity - pair.normal * pair.normal.dot(relative_velocity)) / pair.distance};
}

MotionRow acceleration_row(const ClosestPair& pair, Velocities velocities, const NormalRate& rate,
                           const Security& security) {
    MotionRow row = row_along(pair, pair.normal, 0.0);
    Vec3 turning = towards_axis(velocities[pair.a], pair.arm_a);
    if (pair.b != kNobody) turning -= towards_axis(velocities[pair.b], pair.arm_b);
    const Vec3 speed = relative_velocity(pair, velocities);
    row.bound =
        -pair.normal.dot(turning) - 2.0 * speed.dot(rate.rate) + pair.distance * rate.rate.squaredNorm();
    if (pair.distance < security.distance)
        row.bound += security.stiffness * (security.distance - pair.distance) -
                     security.damping * pair.normal.dot(speed);
    return row;
}

MotionRow repositioning_row(const ClosestPair& pair, double eps_s) {
    return row_along(pair, pair.normal, eps_s - pair.distance);
}

MotionRow speculative_row(const ClosestPair& pair, const SecurityDistances& eps) {
    MotionRow row = repositioning_row(pair, eps.eps_s);
    if (pair.distance < eps.eps_s) row.slack = eps.eps_s - std::min(eps.eps_r, pair.distance);
    return row;
}

MotionRow literal_row(const ClosestPair& pair, const SecurityDistances& eps) {
    GRAZE_ASSERT(pair.distance < eps.eps_b);
    return row_along(pair, pair.normal, std::max(0.0, eps.eps_s - pair.distance));
}

}  // namespace graze::internal
