#include "graze/motion/rounded_motion.h"

#include "graze/numeric/interval_trig.h"

#include <algorithm>

namespace graze {
namespace {

constexpr Interval kZero{0.0, 0.0}, kOne{1.0, 1.0}, kHalf{0.5, 0.5};
constexpr IntervalVec3 kZeroVector{kZero, kZero, kZero};
constexpr IntervalMat3 kZeroMatrix{kZeroVector, kZeroVector, kZeroVector};

constexpr double kUnitRoundoff = 0x1p-53;
constexpr double kRounding = 512.0 * kUnitRoundoff;  // docs eq. 35: all roundings, per unit of magnitude
constexpr double kPerCoordinate = 2.0;               // more than sqrt(3): from coordinates to length
constexpr double kLeastTurn = 0x1p-60;               // below, the axis is too far away for doubles
constexpr double kMostTurn = 0x1p20;
constexpr double kMostTilt = 0x1p-40;  // of linear parameters: how far the axis may move, in radians

Vec3 middle_of(const IntervalVec3& v) { return {midpoint(v[0]), midpoint(v[1]), midpoint(v[2])}; }

Mat3 middle_of(const IntervalMat3& m) {
    Mat3 result;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) result(i, j) = midpoint(m[i][j]);
    return result;
}

double widest(const IntervalVec3& v) { return std::max({width(v[0]), width(v[1]), width(v[2])}); }
double widest(const IntervalMat3& m) { return std::max({widest(m[0]), widest(m[1]), widest(m[2])}); }

// What the middle of an interval is taken from; it is within the width of every number of it.
struct Form {
    Vec3 reference = Vec3::Zero();
    IntervalMat3 still = kZeroMatrix, cosine = kZeroMatrix, sine = kZeroMatrix;
    IntervalVec3 start = kZeroVector, slide = kZeroVector, out = kZeroVector, across = kZeroVector;
    Interval angle = kZero;
    double tilt = 0.0;  // radians that the true orientation may be off by
};

RoundedMotion rounded(const Form& form) {
    RoundedMotion motion{.reference = form.reference,
                         .still = middle_of(form.still),
                         .cosine = middle_of(form.cosine),
                         .sine = middle_of(form.sine),
                         .start = middle_of(form.start),
                         .slide = middle_of(form.slide),
                         .out = middle_of(form.out),
                         .across = middle_of(form.across),
                         .angle = midpoint(form.angle)};
    const double turn = magnitude(form.angle), most = std::min(1.0, turn);  // |sin|; half of |cos - 1|
    motion.arm_error = widest(form.still) + (1.0 + 2.0 * most) * widest(form.cosine) +
                       most * widest(form.sine) + form.tilt;  // docs eq. 31
    motion.place_error =
        widest(form.start) + widest(form.slide) + most * (2.0 * widest(form.out) + widest(form.across));
    motion.angle_error = width(form.angle);
    const bool is_fit = turn == 0.0 || (mignitude(form.angle) >= kLeastTurn && turn <= kMostTurn);
    motion.is_usable = is_fit && motion.arm_error + motion.place_error + motion.angle_error <= kLargest;
    return motion;
}

Form form_of(const AtRest& rest) {
    Form form;
    form.cosine = interval_matrix(rest.pose.rotation);
    form.start = exactly(rest.pose.translation);
    return form;
}

// The reference point of a screw, about the axis: docs eq. 29.
Form form_of(const SteadyTurn& turn) {
    Form form{.reference = turn.reference,
              .still = turn.still_part,
              .cosine = turn.cosine_part,
              .sine = turn.sine_part,
              .start = turn.start,
              .slide = turn.slide,
              .angle = turn.angle};
    const auto& c = turn.chord;
    if (magnitude(c[0]) == 0.0 && magnitude(c[1]) == 0.0 && magnitude(c[2]) == 0.0) return form;
    const Interval cotangent = cos(kHalf * turn.angle) * turn.inverse_half_sine;
    form.out = -(kHalf * (c + cotangent * turn.chord_turned));
    form.across = kHalf * (cotangent * c - turn.chord_turned);
    return form;
}

// exp([r0 + k t]) is within |r0 - (s.r0) s| of a turn about s = k / |k|, and once more for R0 (docs eq. 32).
std::optional<Form> form_of(const LinearParameters& motion) {
    const IntervalVec3 &r0 = motion.rotation_vector, &k = motion.rotation_rate;
    const IntervalMat3 from = jet_over(motion, kZero).rotation;
    Form form;
    form.start = motion.position;
    form.slide = motion.velocity;
    form.cosine = from;
    form.angle = norm(k);
    if (form.angle.hi == 0.0) return form;
    if (!(form.angle.lo > 0.0)) return std::nullopt;
    const IntervalVec3 s = kOne / form.angle * k;
    form.tilt = 2.0 * norm(r0 - dot(s, r0) * s).hi;
    if (!(form.tilt <= kMostTilt)) return std::nullopt;
    form.still = outer(s, s) * from;
    form.cosine = from - form.still;
    form.sine = cross_matrix(s) * from;
    return form;
}

// Sums in the order of the text: Eigen's own order is its own.
Vec3 turned(const Mat3& m, const Vec3& v) {
    const auto row = [&](int i) { return m(i, 0) * v.x() + m(i, 1) * v.y() + m(i, 2) * v.z(); };
    return {row(0), row(1), row(2)};
}

double largest(const Vec3& v) {
    return std::max({magnitude_of(v.x()), magnitude_of(v.y()), magnitude_of(v.z())});
}

}  // namespace

RoundedMotion rounded_motion(const RigidMotion& motion) {
    if (const auto* rest = std::get_if<AtRest>(&motion)) return rounded(form_of(*rest));
    if (const auto* turn = std::get_if<SteadyTurn>(&motion)) return rounded(form_of(*turn));
    const auto form = form_of(std::get<LinearParameters>(motion));
    return form ? rounded(*form) : RoundedMotion{};
}

RoundedPoint rounded_point(const RoundedMotion& motion, const Vec3& point) {
    const Vec3 arm = point - motion.reference;
    const Vec3 outward = turned(motion.cosine, arm);
    RoundedPoint result{turned(motion.still, arm) + outward + motion.start, motion.slide,
                        outward + motion.out, turned(motion.sine, arm) + motion.across, 0.0};
    // docs eq. 34 and 35.
    const double length = magnitude_of(arm.x()) + magnitude_of(arm.y()) + magnitude_of(arm.z());
    const double turning = 2.0 * length + largest(motion.out) + largest(motion.across);
    const double off = motion.arm_error * length + motion.place_error + motion.angle_error * turning;
    const double all =
        length + largest(motion.start) + largest(motion.slide) + magnitude_of(motion.angle) * turning;
    result.error = kPerCoordinate * off + kRounding * all;
    return result;
}

RoundedPoint rounded_point(const LinearVertex& vertex) {
    const Vec3 way = vertex.to - vertex.from;
    return {vertex.from, way, Vec3::Zero(), Vec3::Zero(),
            kRounding * (largest(vertex.from) + largest(vertex.to))};
}

RoundedTurn turn_at(double angle, double t) {
    const SinCos half = sin_cos(exactly(0.5 * angle * t));
    const double s = 0.5 * (half.sin.lo + half.sin.hi), c = 0.5 * (half.cos.lo + half.cos.hi);
    const double cosine_less_1 = -2.0 * s * s;
    return {2.0 * s * c, 1.0 + cosine_less_1, cosine_less_1};
}

}  // namespace graze
