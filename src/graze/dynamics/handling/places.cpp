#include "graze/dynamics/handling/places.h"

#include <cmath>

namespace graze::internal {
namespace {

constexpr double kBoxRounding = 1e-12;  // of coordinates: some hundred times what the sums here round by
constexpr double kSmallTurn = 1e-8;

}  // namespace

Eigen::Quaterniond turn_by(const Vec3& rotation_vector) {
    const double angle = rotation_vector.norm();
    const double share = angle > kSmallTurn ? std::sin(0.5 * angle) / angle : 0.5;
    const Vec3 v = share * rotation_vector;
    return Eigen::Quaterniond(std::cos(0.5 * angle), v.x(), v.y(), v.z()).normalized();
}

Vec3 rotation_vector_of(const Eigen::Quaterniond& turn) {
    const double sign = turn.w() < 0.0 ? -1.0 : 1.0;
    const Vec3 v = sign * turn.vec();
    const double sine = v.norm(), cosine = sign * turn.w();
    if (!(sine > 0.0)) return Vec3::Zero();
    return 2.0 * std::atan2(sine, cosine) / sine * v;
}

Pose moved(const Pose& pose, const Vec3& centre, const Vec6& displacement) {
    Pose to;
    to.rotation = product(turn_by(displacement.tail<3>()), pose.rotation).normalized();
    const Vec3 at = apply(pose, centre) + Vec3(displacement.head<3>());
    to.translation = at - apply({Vec3::Zero(), to.rotation}, centre);
    return to;
}

Vec6 displacement_to(const Pose& from, const Pose& to, const Vec3& centre) {
    Vec6 displacement;
    displacement << apply(to, centre) - apply(from, centre),
        rotation_vector_of(product(to.rotation.normalized(), from.rotation.normalized().conjugate()));
    return displacement;
}

Box box_around(const Pose& pose, const Box& own) {
    const Mat3 turn = pose.rotation.normalized().toRotationMatrix();
    const Vec3 centre = own.centre(), half = 0.5 * own.max - 0.5 * own.min;
    const Vec3 at = apply(pose, centre);
    const Vec3 extent = turn.cwiseAbs() * half;
    const double slack = kBoxRounding * (at.cwiseAbs().maxCoeff() + centre.norm() + half.norm());
    return {at - extent - Vec3::Constant(slack), at + extent + Vec3::Constant(slack)};
}

Box box_around_way(const Box& posed, const Vec6& displacement, double reach) {
    const Vec3 way = displacement.head<3>();
    const double turned = displacement.tail<3>().norm() * reach;
    const double slack = turned + kBoxRounding * (way.norm() + turned);
    return {posed.min + way.cwiseMin(0.0) - Vec3::Constant(slack), posed.max + way.cwiseMax(0.0) + Vec3::Constant(slack)};
}

}  // namespace graze::internal
