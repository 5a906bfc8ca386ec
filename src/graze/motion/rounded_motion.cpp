#include "graze/motion/rounded_motion.h"

#include "graze/numeric/interval_trig.h"
#include "graze/numeric/ordered_sums.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr double kRounding = 512.0 * kUnitRoundoff;  // motion.md (M31): all roundings, per unit of magnitude
constexpr double kPerCoordinate = 2.0;               // more than sqrt(3): from coordinates to length
constexpr double kRestError = 64.0 * kUnitRoundoff;  // motion.md (M26)
constexpr double kRotationError = 1024.0 * kUnitRoundoff;  // motion.md (M28), per unit of winding
constexpr double kLengthUp = 1.0 + 0x1p-48;                // more than the roundings of a length
constexpr double kSmallTurn = 0x1p-13;                     // squares of squares are below rounding
constexpr double kLeastTurn = 0x1p-60;                     // below, the axis is too far away for doubles
constexpr double kMostTurn = 0x1p20;
constexpr double kMostTilt = 0x1p-40;  // of linear parameters: how far the axis may move, in radians

Mat3 middle_of(const IntervalMat3& m) {
    Mat3 result;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) result(i, j) = midpoint(m[i][j]);
    return result;
}

// The middle of an interval is within the width of every number of it.
double widest(const IntervalVec3& v) { return std::max({width(v[0]), width(v[1]), width(v[2])}); }
double widest(const IntervalMat3& m) { return std::max({widest(m[0]), widest(m[1]), widest(m[2])}); }

double largest(const Vec3& v) {
    return std::max({magnitude_of(v.x()), magnitude_of(v.y()), magnitude_of(v.z())});
}
double length_hi(const Vec3& v) { return std::sqrt(dot(v, v)) * kLengthUp; }

// The rotation of a quaternion that need not be unit: motion.md (M26).
Mat3 rotation_of(double w, const Vec3& v) {
    const double x = v.x(), y = v.y(), z = v.z();
    const double xx = x * x, yy = y * y, zz = z * z, ww = w * w, scale = 1.0 / (xx + yy + zz + ww);
    const double twice = 2.0 * scale;
    Mat3 r;
    r << (ww + xx - (yy + zz)) * scale, twice * (x * y - z * w), twice * (x * z + y * w),
        twice * (x * y + z * w), (ww + yy - (xx + zz)) * scale, twice * (y * z - x * w),
        twice * (x * z - y * w), twice * (y * z + x * w), (ww + zz - (xx + yy)) * scale;
    return r;
}

RoundedMotion rounded(const AtRest& rest) {
    const Eigen::Quaterniond& q = rest.pose.rotation;
    RoundedMotion motion;
    motion.cosine = rotation_of(q.w(), {q.x(), q.y(), q.z()});
    motion.start = rest.pose.translation;
    motion.arm_error = kRestError;
    motion.is_usable = true;
    return motion;
}

// A turn by next to nothing is a slide along the chord, up to |w| times all lengths: motion.md (M25).
RoundedMotion straight(const SteadyTurn& turn) {
    RoundedMotion motion;
    const IntervalMat3 from = turn.still_term + turn.cosine_term;
    const IntervalVec3 displacement = turn.slide + turn.chord;
    motion.reference = turn.reference;
    motion.start = middle_of(turn.start);
    motion.slide = middle_of(displacement);
    motion.cosine = middle_of(from);
    const double angle = magnitude(turn.angle);
    motion.arm_error = widest(from) + 2.0 * angle;
    motion.place_error = widest(turn.start) + widest(displacement) + 2.0 * angle * norm(turn.chord).hi;
    motion.is_usable = motion.arm_error + motion.place_error <= kLargest;
    return motion;
}

RoundedMotion rounded(const SteadyTurn& turn) {
    if (magnitude(turn.angle) < kLeastTurn) return straight(turn);
    RoundedMotion motion;
    motion.reference = turn.reference;
    motion.start = middle_of(turn.start);
    motion.slide = middle_of(turn.slide);
    motion.angle = midpoint(turn.angle);
    motion.still = middle_of(turn.still_term);
    motion.cosine = middle_of(turn.cosine_term);
    motion.sine = middle_of(turn.sine_term);
    motion.axis = middle_of(turn.axis);
    motion.axis_error = kPerCoordinate * widest(turn.axis);
    const double angle = magnitude(turn.angle), most = std::min(1.0, angle);  // |sin|; half of |cos - 1|
    motion.arm_error = widest(turn.still_term) + (1.0 + 2.0 * most) * widest(turn.cosine_term) +
                       most * widest(turn.sine_term);  // motion.md (M27)
    motion.place_error = widest(turn.start) + widest(turn.slide);
    motion.angle_error = width(turn.angle);
    const auto& c = turn.chord;
    if (magnitude(c[0]) > 0.0 || magnitude(c[1]) > 0.0 || magnitude(c[2]) > 0.0) {
        // The reference point about the axis: motion.md (M25).
        const Interval cotangent = cos(kHalf * turn.angle) * turn.inverse_half_sine;
        const IntervalVec3 out = -(kHalf * (c + cotangent * turn.chord_turned));
        const IntervalVec3 across = kHalf * (cotangent * c - turn.chord_turned);
        motion.out = middle_of(out);
        motion.across = middle_of(across);
        motion.place_error += most * (2.0 * widest(out) + widest(across));
        motion.out_error = kPerCoordinate * widest(out);
    }
    motion.is_usable =
        angle <= kMostTurn && motion.arm_error + motion.place_error + motion.angle_error <= kLargest;
    return motion;
}

// Half angle and axis of a rotation vector, as a quaternion; near zero by series.
struct HalfTurn {
    double cosine, sine_per_length, length;
};

HalfTurn half_turn_of(const Vec3& r) {
    const double length = std::sqrt(dot(r, r));
    if (length < kSmallTurn) return {1.0 - 0.125 * length * length, 0.5 - length * length / 48.0, length};
    const SinCos half = sin_cos(exactly(0.5 * length));
    return {0.5 * (half.cos.lo + half.cos.hi), 0.5 * (half.sin.lo + half.sin.hi) / length, length};
}

// What linear parameters share, whether their axis wanders or not.
RoundedMotion parameters_of(const LinearParameters& motion) {
    RoundedMotion result;
    result.start = middle_of(motion.position);
    result.slide = middle_of(motion.velocity);
    result.rotation_vector = middle_of(motion.rotation_vector);
    result.rotation_rate = middle_of(motion.rotation_rate);
    const Vec3 &r0 = result.rotation_vector, &k = result.rotation_rate;
    result.winding = 1.0 + length_hi(r0) + length_hi(k);
    result.arm_error =
        kRotationError * result.winding +
        kPerCoordinate * (widest(motion.rotation_vector) + widest(motion.rotation_rate));  // motion.md (M28)
    result.place_error = widest(motion.position) + widest(motion.velocity);
    result.angle = length_hi(k);
    result.is_usable = result.winding <= kMostTurn && result.arm_error + result.place_error <= kLargest;
    return result;
}

// exp([r0 + k t]) is within |r0 - (s.r0) s| of a turn about s = k / |k|, and once more for R0 (motion.md,
// M28).
bool fix_axis(RoundedMotion& motion) {
    const Vec3 &r0 = motion.rotation_vector, &k = motion.rotation_rate;
    const HalfTurn half = half_turn_of(r0);
    const Mat3 from = rotation_of(half.cosine, half.sine_per_length * r0);
    motion.angle = std::sqrt(dot(k, k));
    if (motion.angle < kLeastTurn) {  // no turn, up to |k|; squares may have vanished
        motion.angle = 0.0;
        motion.cosine = from;
        motion.arm_error += kPerCoordinate * largest(k);
        return true;
    }
    const Vec3 s = k / motion.angle;
    const double tilt = 2.0 * length_hi(r0 - dot(s, r0) * s);
    if (!(tilt <= kMostTilt)) return false;
    motion.axis = s;
    motion.axis_error = kRestError + tilt;
    for (int j = 0; j < 3; ++j) {
        const Vec3 column(from(0, j), from(1, j), from(2, j));
        const Vec3 along = dot(s, column) * s, aside = cross(s, column);
        for (int i = 0; i < 3; ++i) {
            motion.still(i, j) = along[i];
            motion.cosine(i, j) = column[i] - along[i];
            motion.sine(i, j) = aside[i];
        }
    }
    motion.arm_error += tilt + kRestError * motion.winding;
    motion.angle_error = 8.0 * kUnitRoundoff * motion.angle;
    return true;
}

RoundedMotion rounded(const LinearParameters& motion) {
    RoundedMotion result = parameters_of(motion);
    if (!result.is_usable) return result;
    if (RoundedMotion fixed = result; fix_axis(fixed)) return fixed;
    result.has_fixed_axis = false;
    const Vec3 &r0 = result.rotation_vector, &k = result.rotation_rate;
    const double rate = result.angle, most = result.winding;
    const double wander = length_hi(cross(r0, k)) + kRotationError * length_hi(r0) * rate;  // |r x k|
    result.spin_rate = kLengthUp * std::min(0.5 * rate * rate,
                                            wander * rate * (most * (most / 60.0 + 1.0 / 12.0) + 1.0 / 6.0));
    return result;
}

}  // namespace

// What is off, and what is rounded.
void set_errors(RoundedMotion& motion) {
    const double far = largest(motion.out) + largest(motion.across), w = magnitude_of(motion.angle);
    motion.common_error = kPerCoordinate * (motion.place_error + motion.angle_error * far) +
                          kRounding * (largest(motion.start) + largest(motion.slide) + w * far);
    motion.error_per_arm =
        kPerCoordinate * (motion.arm_error + 2.0 * motion.angle_error) + kRounding * (1.0 + 2.0 * w);
}

RoundedMotion rounded_motion(const RigidMotion& motion) {
    RoundedMotion result = std::visit([](const auto& m) { return rounded(m); }, motion);
    set_errors(result);
    return result;
}

void round_point(const RoundedMotion& motion, const Vec3& point, RoundedPoint& result) {
    const Vec3 arm = point - motion.reference;
    result.slide = motion.slide;
    if (!motion.has_fixed_axis) {
        result.start = motion.start;
        result.out = arm;
        result.across = Vec3::Zero();
    } else if (motion.angle == 0.0) {
        result.start = turned(motion.cosine, arm) + motion.start;
        result.out = result.across = Vec3::Zero();
    } else {
        const Vec3 outward = turned(motion.cosine, arm);
        result.start = turned(motion.still, arm) + outward + motion.start;
        result.out = outward + motion.out;
        result.across = turned(motion.sine, arm) + motion.across;
    }
    const double length = magnitude_of(arm.x()) + magnitude_of(arm.y()) + magnitude_of(arm.z());
    result.error = motion.common_error + motion.error_per_arm * length;
    result.swerve = motion.spin_rate * length;
}

RoundedPoint rounded_point(const RoundedMotion& motion, const Vec3& point) {
    RoundedPoint result;
    round_point(motion, point, result);
    return result;
}

RoundedPoint rounded_point(const LinearVertex& vertex) {
    const Vec3 displacement = vertex.to - vertex.from;
    return {vertex.from,
            displacement,
            Vec3::Zero(),
            Vec3::Zero(),
            kRounding * (largest(vertex.from) + largest(vertex.to)),
            0.0};
}

// motion.md (M17), with a = sin(theta) / theta, b, c from the half angle.
RoundedOrientation orientation_at(const RoundedMotion& motion, double t) {
    const Vec3& k = motion.rotation_rate;
    const Vec3 r = motion.rotation_vector + t * k;
    const HalfTurn half = half_turn_of(r);
    const double z = half.length * half.length;
    const double b = 2.0 * half.sine_per_length * half.sine_per_length;
    const double c = half.length < kSmallTurn ? 1.0 / 6.0 - z / 120.0
                                              : (1.0 - 2.0 * half.sine_per_length * half.cosine) / z;
    const Vec3 across = cross(motion.rotation_vector, k), inward = cross(r, across);
    return {rotation_of(half.cosine, half.sine_per_length * r), k + (b * across + c * inward)};
}

RoundedTurn turn_at(double angle, double t) {
    const auto [s, c] = rounded_sin_cos(0.5 * angle * t);
    const double cosine_less_1 = -2.0 * s * s;
    return {2.0 * s * c, 1.0 + cosine_less_1, cosine_less_1};
}

}  // namespace graze::internal
