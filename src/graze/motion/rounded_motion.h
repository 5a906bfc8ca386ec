// A motion in plain doubles, and how far it is from the true one: for filters that cannot afford intervals.
//
// A body that stands still, slides, or turns steadily takes each of its points along
//
//     y(t) = start + t slide + (cos(w t) - 1) out + sin(w t) across                                     (M24)
//
// with `out` the arm of the point about the axis and `across` that arm turned by a right angle. Under linear
// parameters the axis wanders; the point then is R(t) x + p(t), and near a time s it moves as if it went on
// turning about the axis of that time, up to spin_rate |x| (t - s)^2 / 2. All numbers are rounded here, once;
// `error` bounds the distance of the rounded path from the true one at every t of [0, 1], and with it every
// rounding of what is computed from the path at one time. So whatever holds for rounded points with `error`
// to spare holds for the true ones. docs/mathematics/motion.md, section 6.
#pragma once

#include "graze/core/internal.h"
#include "graze/motion/motion_window.h"

namespace graze::internal {

/// Of linear parameters: up to this winding an axis that hardly wanders counts as fixed (relative.md, R2).
inline constexpr double kMostWinding = 0x1p10;

/// What is the same for all points of a body.
struct RoundedMotion {
    bool is_usable = false;         // false: the motion has no such form, or not in doubles
    bool has_fixed_axis = true;     // (M24) holds
    Vec3 reference = Vec3::Zero();  // in the body's coordinates
    Vec3 start = Vec3::Zero();      // of the reference point
    Vec3 slide = Vec3::Zero();
    double angle = 0.0;  // w; an upper bound of |spin| if the axis wanders
    // Fixed axis: s s^T R0, (1 - s s^T) R0 and [s] R0; s, which is not quite unit; the reference point's arm.
    Mat3 still = Mat3::Zero(), cosine = Mat3::Zero(), sine = Mat3::Zero();
    Vec3 axis = Vec3::Zero();
    Vec3 out = Vec3::Zero(), across = Vec3::Zero();
    double axis_error = 0.0, out_error = 0.0;  // of s and of the point start - out on the axis, as lengths
    // Wandering axis: the rotation vector at t = 0 and its rate.
    Vec3 rotation_vector = Vec3::Zero(), rotation_rate = Vec3::Zero();
    double spin_rate = 0.0;  // upper bound of |spin'|
    double winding = 1.0;    // 1 + the most that the rotation vector measures
    // How much the numbers above may be off by: per unit of a point's arm, for all points alike, and of w.
    double arm_error = 0.0, place_error = 0.0, angle_error = 0.0;
    double common_error = 0.0, error_per_arm = 0.0;  // of (M31): all that does not depend on the point
    double folded_spread = 1.0;                      // box_spread of poses that were made part of the motion
};

/// Guarantee: usable for bodies at rest, steady turns and linear parameters with numbers of ordinary size.
/// Cost:      0.1 to 0.4 us; once per motion, then shared by all of its points.
[[nodiscard]] RoundedMotion rounded_motion(const RigidMotion& motion);

/// True if no point moves. (If the axis wanders, `angle` is above 0.)
[[nodiscard]] inline bool stands_still(const RoundedMotion& motion) {
    return motion.angle == 0.0 && motion.slide.isZero(0.0);
}

/// common_error and error_per_arm from the rest: motion.md (M30, M31).
void set_errors(RoundedMotion& motion);

/// (M24) for one point. If the axis wanders, `out` is the arm in the body's coordinates and `across` is zero.
struct RoundedPoint {
    Vec3 start, slide, out, across;
    double error;   // NaN or infinite if nothing is known
    double swerve;  // spin_rate |x|, rounded up: 0 if the axis is fixed
};

/// Pre: the motion is usable.
[[nodiscard]] RoundedPoint rounded_point(const RoundedMotion& motion, const Vec3& point);
/// The same, into `result`.
void round_point(const RoundedMotion& motion, const Vec3& point, RoundedPoint& result);
[[nodiscard]] RoundedPoint rounded_point(const LinearVertex& vertex);

/// Orientation and spin at time t. Pre: the axis wanders; t in [0, 1].
struct RoundedOrientation {
    Mat3 rotation;
    Vec3 spin;
};
[[nodiscard]] RoundedOrientation orientation_at(const RoundedMotion& motion, double t);

/// Sine and cosine of w t, rounded, the cosine also as what it lacks to 1: motion.md (M29) bounds their
/// errors.
struct RoundedTurn {
    double sine, cosine, cosine_less_1;
};

/// Pre: t in [0, 1].
[[nodiscard]] RoundedTurn turn_at(double angle, double t);

}  // namespace graze::internal
