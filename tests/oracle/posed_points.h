// Posed points as rationals (GMP), from the sandwich product q x conj(q) / |q|^2 + t.
#pragma once

#include "graze/geometry/pose.h"

#include "oracle/exact_points.h"

namespace graze::oracle {

struct Quaternion {
    Rational x, y, z, w;
};

[[nodiscard]] inline Quaternion exact(const Eigen::Quaterniond& q) {
    return {Rational(q.x()), Rational(q.y()), Rational(q.z()), Rational(q.w())};
}
[[nodiscard]] inline Quaternion conjugate(const Quaternion& q) { return {-q.x, -q.y, -q.z, q.w}; }

[[nodiscard]] inline Quaternion times(const Quaternion& p, const Quaternion& q) {
    return {p.w * q.x + q.w * p.x + p.y * q.z - p.z * q.y, p.w * q.y + q.w * p.y + p.z * q.x - p.x * q.z,
            p.w * q.z + q.w * p.z + p.x * q.y - p.y * q.x, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z};
}

[[nodiscard]] inline Rational norm_sq(const Quaternion& q) {
    return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
}

[[nodiscard]] inline Point<Rational> turned(const Quaternion& q, const Point<Rational>& x) {
    const Quaternion y = times(times(q, {x[0], x[1], x[2], 0}), conjugate(q));
    const Rational n = norm_sq(q);
    return {y.x / n, y.y / n, y.z / n};
}

/// R(q) x / |q|^2 + t.
[[nodiscard]] inline Point<Rational> posed(const Pose& pose, const Point<Rational>& x) {
    const Point<Rational> y = turned(exact(pose.rotation), x), t = rationals(pose.translation);
    return {y[0] + t[0], y[1] + t[1], y[2] + t[2]};
}

/// The x with posed(pose, x) == y.
[[nodiscard]] inline Point<Rational> unposed(const Pose& pose, const Point<Rational>& y) {
    const Point<Rational> t = rationals(pose.translation);
    return turned(conjugate(exact(pose.rotation)), {y[0] - t[0], y[1] - t[1], y[2] - t[2]});
}

/// ||q| - 1| <= 10^-6.
[[nodiscard]] inline bool is_accepted_rotation(const Eigen::Quaterniond& q) {
    const Rational n = norm_sq(exact(q));
    const Rational slack(1, 1000000);
    return n >= (1 - slack) * (1 - slack) && n <= (1 + slack) * (1 + slack);
}

}  // namespace graze::oracle
