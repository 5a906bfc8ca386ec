// The true motions, from textbook formulas in MPFI: sandwich products, atan2, a point on the screw axis.
// Shares no formula with src/graze/motion; only the plain structs of poses.
#pragma once

#include "graze/geometry/pose.h"

#include "oracle/mpfi_number.h"
#include "oracle/posed_points.h"

#include <functional>

namespace graze::oracle {

[[nodiscard]] inline NumVec nums(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
[[nodiscard]] inline Num num(const Rational& x) {
    Num r;
    mpfi_set_q(r.get(), x.get_mpq_t());
    return r;
}

/// Where a body is at time t: a point of the body to a point of the world.
using Path = std::function<NumVec(const NumVec& point, const Num& t)>;

/// Turned by `angle` about the unit vector s.
[[nodiscard]] inline NumVec rotated(const NumVec& v, const NumVec& s, const Num& angle) {
    const NumVec along = dot(s, v) * s;
    return along + cos(angle) * (v - along) + sin(angle) * cross(s, v);
}

[[nodiscard]] inline NumVec turned_by(const Eigen::Quaterniond& q, const NumVec& v) {
    const NumVec u = nums(q.vec());
    const NumVec two_uv = Num(2.0) * cross(u, v);
    const Num n = norm_sq(u) + sqr(Num(q.w()));
    // (w^2 + |u|^2) v + 2 w u x v + 2 u x (u x v), divided by |q|^2.
    return v + (Num(1.0) / n) * (Num(q.w()) * two_uv + cross(u, two_uv));
}

[[nodiscard]] inline NumVec posed_by(const Pose& pose, const NumVec& v) {
    return turned_by(pose.rotation, v) + nums(pose.translation);
}

/// conj(q0) q1 as exact rationals, with the sign that DESIGN 4 asks for.
[[nodiscard]] inline Quaternion way_of_turning(const Eigen::Quaterniond& q0, const Eigen::Quaterniond& q1) {
    Quaternion r = times(conjugate(exact(q0)), exact(q1));
    const Rational& first = sgn(r.w) != 0 ? r.w : sgn(r.x) != 0 ? r.x : sgn(r.y) != 0 ? r.y : r.z;
    if (sgn(first) < 0) r = {-r.x, -r.y, -r.z, -r.w};
    return r;
}

/// The unit axis in the body and the angle in [0, pi]; a zero axis if there is no turn.
struct AxisAngle {
    NumVec axis;
    Num angle;
    bool is_none;
};
[[nodiscard]] inline AxisAngle axis_angle(const Quaternion& r) {
    const NumVec v{num(r.x), num(r.y), num(r.z)};
    if (sgn(r.x) == 0 && sgn(r.y) == 0 && sgn(r.z) == 0) return {{}, 0.0, true};
    const Num length = sqrt(norm_sq(v));
    return {(Num(1.0) / length) * v, Num(2.0) * atan2(length, num(r.w)), false};
}

/// The screw: about an axis through a point c that is computed as such.
[[nodiscard]] inline Path true_screw(const Pose& from, const Pose& to, int turns) {
    const AxisAngle turn = axis_angle(way_of_turning(from.rotation, to.rotation));
    const NumVec t0 = nums(from.translation), t1 = nums(to.translation), d = t1 - t0;
    if (turn.is_none)
        return [=](const NumVec& x, const Num& t) { return turned_by(from.rotation, x) + t0 + t * d; };
    const NumVec s = turned_by(from.rotation, turn.axis);
    const Num angle = turn.angle + Num(2.0 * turns) * pi();
    const Num slide = dot(s, d);
    const NumVec across = d - slide * s;
    // The middle of the chord, then at a right angle by the cotangent of half the angle.
    const Num half = Num(0.5) * angle;
    const NumVec c = t0 + Num(0.5) * (across + (cos(half) / sin(half)) * cross(s, across));
    return [=](const NumVec& x, const Num& t) {
        const NumVec arm = posed_by(from, x) - c;
        return c + (t * slide) * s + rotated(arm, s, t * angle);
    };
}

[[nodiscard]] inline Path true_slerp(const Pose& from, const Pose& to, int turns, const Vec3& reference) {
    const AxisAngle turn = axis_angle(way_of_turning(from.rotation, to.rotation));
    const NumVec c = nums(reference), p0 = posed_by(from, c), d = posed_by(to, c) - p0;
    const NumVec s = turned_by(from.rotation, turn.axis);
    const Num angle = turn.angle + (turn.is_none ? Num(0.0) : Num(2.0 * turns) * pi());
    return [=](const NumVec& x, const Num& t) {
        return p0 + t * d + rotated(turned_by(from.rotation, x - c), s, t * angle);
    };
}

/// exp([r]) v by the rotation about r / |r|; where |r| may be zero, from what is known of the series there.
[[nodiscard]] inline NumVec turned_by_vector(const NumVec& r, const NumVec& v) {
    const Num theta_sq = norm_sq(r), theta = sqrt(theta_sq);
    const bool may_vanish = !theta_sq.is_above(0.0);
    const bool is_wide = theta_sq.hi() > 0.25;
    if (theta_sq.is_at_most(0.0)) return v;
    Num a(-0.25, 1.0), b(0.0, 0.5);
    if (may_vanish && !is_wide)
        a = Num(1.0) - Num(0.0, 0.17) * theta_sq, b = Num(0.5) - Num(0.0, 0.05) * theta_sq;
    if (!may_vanish) a = sin(theta) / theta, b = (Num(1.0) - cos(theta)) / theta_sq;
    const NumVec first = cross(r, v);
    return v + a * first + b * cross(r, first);
}

[[nodiscard]] inline Path true_linear_parameters(const NumVec& p0, const NumVec& r0, const NumVec& p1,
                                                 const NumVec& r1) {
    const NumVec dp = p1 - p0, dr = r1 - r0;
    return [=](const NumVec& x, const Num& t) { return turned_by_vector(r0 + t * dr, x) + p0 + t * dp; };
}

/// A frame that stands at `placement` and turns about `axis` through its own origin.
[[nodiscard]] inline Path true_joint(const Pose& placement, const Vec3& axis, const Num& angle_t0,
                                     const Num& angle_t1, const Num& slide_t0, const Num& slide_t1) {
    const NumVec u = nums(axis);
    const NumVec s = (Num(1.0) / sqrt(norm_sq(u))) * u;
    return [=](const NumVec& x, const Num& t) {
        const NumVec turned = rotated(x, s, angle_t0 + t * (angle_t1 - angle_t0));
        return posed_by(placement, turned + (slide_t0 + t * (slide_t1 - slide_t0)) * s);
    };
}

[[nodiscard]] inline Path true_composition(const Path& outer, const Path& inner) {
    return [=](const NumVec& x, const Num& t) { return outer(inner(x, t), t); };
}

/// The path of x of a as seen from a body that is posed by its three axes and origin: R_b^T (y - o).
[[nodiscard]] inline NumVec seen_from(const Path& b, const NumVec& y, const Num& t) {
    const NumVec o = b({0.0, 0.0, 0.0}, t);
    const NumVec d = y - o;
    return {dot(d, b({1.0, 0.0, 0.0}, t) - o), dot(d, b({0.0, 1.0, 0.0}, t) - o),
            dot(d, b({0.0, 0.0, 1.0}, t) - o)};
}

}  // namespace graze::oracle
