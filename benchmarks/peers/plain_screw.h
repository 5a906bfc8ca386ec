// A screw in doubles, for rivals and for checks: no bounds, no Eigen.
//
// With s the axis, c a point on it, w the angle and h s the way along it,
//     x(t) = c + t h s + turn(s, w t) (x(0) - c),     |x'| along a unit vector n <= h s.n + w |s x n| rho,
// where rho is the distance of x from the axis, which never changes. Without a turn, h s is the way itself.
#pragma once

#include "peers/contestant.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze::bench {

using Plain3 = std::array<double, 3>;

inline double plain_dot(const Plain3& u, const Plain3& v) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; }
inline Plain3 plain_cross(const Plain3& u, const Plain3& v) {
    return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}
inline Plain3 plain_sum(const Plain3& u, double f, const Plain3& v) {
    return {u[0] + f * v[0], u[1] + f * v[1], u[2] + f * v[2]};
}

struct PlainScrew {
    PlainPose from;
    Plain3 axis = {0, 0, 1};                  // s
    Plain3 centre{};                          // c
    Plain3 way{};                             // h s
    double angle = 0.0;                       // w >= 0
    Plain3 axis_in_body{}, centre_in_body{};  // the same line, as the body carries it
};

inline Plain3 turned_by(const PlainPose& pose, const Plain3& x) {
    const double* r = pose.rotation;
    return {r[0] * x[0] + r[1] * x[1] + r[2] * x[2], r[3] * x[0] + r[4] * x[1] + r[5] * x[2],
            r[6] * x[0] + r[7] * x[1] + r[8] * x[2]};
}
inline Plain3 turned_back_by(const PlainPose& pose, const Plain3& x) {
    const double* r = pose.rotation;
    return {r[0] * x[0] + r[3] * x[1] + r[6] * x[2], r[1] * x[0] + r[4] * x[1] + r[7] * x[2],
            r[2] * x[0] + r[5] * x[1] + r[8] * x[2]};
}

/// The screw with the shorter turn. Not for turns by 180 degrees.
inline PlainScrew plain_screw(const PlainPose& from, const PlainPose& to) {
    const double *p = from.quaternion, *q = to.quaternion;  // x y z w; the turn is q conj(p)
    double w = q[3] * p[3] + q[0] * p[0] + q[1] * p[1] + q[2] * p[2];
    Plain3 v{-q[3] * p[0] + q[0] * p[3] - q[1] * p[2] + q[2] * p[1],
             -q[3] * p[1] + q[1] * p[3] - q[2] * p[0] + q[0] * p[2],
             -q[3] * p[2] + q[2] * p[3] - q[0] * p[1] + q[1] * p[0]};
    if (w < 0.0) w = -w, v = {-v[0], -v[1], -v[2]};
    PlainScrew screw;
    screw.from = from;
    const double half_sine = std::sqrt(plain_dot(v, v));
    const Plain3 here{from.translation[0], from.translation[1], from.translation[2]};
    const Plain3 step{to.translation[0] - here[0], to.translation[1] - here[1], to.translation[2] - here[2]};
    if (half_sine < 1e-12) {
        screw.way = step;
        screw.centre = here;
    } else {
        screw.angle = 2.0 * std::atan2(half_sine, w);
        screw.axis = {v[0] / half_sine, v[1] / half_sine, v[2] / half_sine};
        const double along = plain_dot(screw.axis, step);
        screw.way = plain_sum({}, along, screw.axis);
        const Plain3 chord = plain_sum(step, -along, screw.axis);
        const Plain3 middle = plain_sum(here, 0.5, chord);
        screw.centre = plain_sum(middle, 0.5 * w / half_sine, plain_cross(screw.axis, chord));
    }
    screw.axis_in_body = turned_back_by(from, screw.axis);
    screw.centre_in_body = turned_back_by(from, plain_sum(screw.centre, -1.0, here));
    return screw;
}

/// x turned by an angle about a unit axis.
inline Plain3 plain_turn(const Plain3& axis, double cosine, double sine, const Plain3& x) {
    const Plain3 out = plain_sum(plain_sum({}, cosine, x), sine, plain_cross(axis, x));
    return plain_sum(out, (1.0 - cosine) * plain_dot(axis, x), axis);
}

/// Rotation and translation at a time; the quaternion too.
inline PlainPose pose_at(const PlainScrew& screw, double t) {
    const double cosine = std::cos(screw.angle * t), sine = std::sin(screw.angle * t);
    PlainPose pose = screw.from;
    for (int column = 0; column < 3; ++column) {
        const double* r = screw.from.rotation;
        const Plain3 x = plain_turn(screw.axis, cosine, sine, {r[column], r[3 + column], r[6 + column]});
        for (int row = 0; row < 3; ++row) pose.rotation[3 * row + column] = x[row];
    }
    const double* p = screw.from.translation;
    const Plain3 arm = plain_sum({p[0], p[1], p[2]}, -1.0, screw.centre);
    Plain3 place = plain_sum(screw.centre, 1.0, plain_turn(screw.axis, cosine, sine, arm));
    place = plain_sum(place, t, screw.way);
    std::copy(place.begin(), place.end(), pose.translation);
    const double c = std::cos(0.5 * screw.angle * t), s = std::sin(0.5 * screw.angle * t);
    const double* q = screw.from.quaternion;
    const Plain3 vector{q[0], q[1], q[2]}, turn = plain_sum({}, s, screw.axis);
    const Plain3 both = plain_sum(plain_sum(plain_cross(turn, vector), c, vector), q[3], turn);
    std::copy(both.begin(), both.end(), pose.quaternion);
    pose.quaternion[3] = c * q[3] - plain_dot(turn, vector);
    return pose;
}

/// Of a point of the body, from the axis that it turns about.
inline double distance_from_axis(const PlainScrew& screw, const Plain3& point_of_body) {
    const Plain3 off = plain_cross(screw.axis_in_body, plain_sum(point_of_body, -1.0, screw.centre_in_body));
    return std::sqrt(plain_dot(off, off));
}

/// At least the speed against the unit vector n, at every time, of points this near to the axis.
inline double speed_against(const PlainScrew& screw, const Plain3& n, double from_axis) {
    const Plain3 across = plain_cross(screw.axis, n);
    return screw.angle * from_axis * std::sqrt(plain_dot(across, across)) - plain_dot(screw.way, n);
}

}  // namespace graze::bench
