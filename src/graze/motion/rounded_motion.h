// A motion in plain doubles, and how far it is from the true one: for filters that cannot afford intervals.
//
// A body that stands still, slides, or turns steadily takes each of its points along
//
//     y(t) = start + t slide + (cos(w t) - 1) out + sin(w t) across                                      (28)
//
// with `out` the arm of the point about the axis and `across` that arm turned by a right angle. All of it is
// rounded here, once; `error` bounds the distance of the rounded path from the true one at every t of [0, 1],
// and with it every rounding of what is computed from the path at one time. So whatever holds for rounded
// points with `error` to spare holds for the true ones. docs/continuous-mathematics.md, section 8.
#pragma once

#include "graze/motion/motion_window.h"

namespace graze {

/// The part of (28) that is the same for all points of a body.
struct RoundedMotion {
    Vec3 reference = Vec3::Zero();  // in the body's coordinates
    Mat3 still = Mat3::Zero();      // s s^T R0
    Mat3 cosine = Mat3::Zero();     // (1 - s s^T) R0
    Mat3 sine = Mat3::Zero();       // [s] R0
    Vec3 start = Vec3::Zero();      // of the reference point, as are the next three
    Vec3 slide = Vec3::Zero();
    Vec3 out = Vec3::Zero(), across = Vec3::Zero();
    double angle = 0.0;  // w
    // How much the numbers above may be off by: per unit of a point's arm, for all points alike, and of w.
    double arm_error = 0.0, place_error = 0.0, angle_error = 0.0;
    bool is_usable = false;  // false: the motion has no such form, or not in doubles
};

/// Guarantee: usable for bodies at rest and for steady turns by 0 or at least 1e-18; for linear parameters if
///            the axis stays where it is, up to 1e-12 radians.
/// Cost:      half a microsecond; once per motion, then shared by all of its points.
[[nodiscard]] RoundedMotion rounded_motion(const RigidMotion& motion);

/// (28) for one point.
struct RoundedPoint {
    Vec3 start, slide, out, across;
    double error;  // NaN or infinite if nothing is known
};

/// Pre: the motion is usable.
[[nodiscard]] RoundedPoint rounded_point(const RoundedMotion& motion, const Vec3& point);
[[nodiscard]] RoundedPoint rounded_point(const LinearVertex& vertex);

/// Sine and cosine of w t, rounded, the cosine also as what it lacks to 1; (33) bounds their errors.
struct RoundedTurn {
    double sine, cosine, cosine_less_1;
};

/// Pre: t in [0, 1].
[[nodiscard]] RoundedTurn turn_at(double angle, double t);

}  // namespace graze
