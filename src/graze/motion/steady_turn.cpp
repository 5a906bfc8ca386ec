#include "graze/motion/steady_turn.h"

#include "graze/core/assert.h"
#include "graze/motion/angle.h"
#include "graze/numeric/interval_trig.h"

#include <cmath>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr IntervalMat3 kZeroMatrix{kZeroVector, kZeroVector, kZeroVector};
constexpr double kSmallAngle = 0x1p-10;
constexpr int kMostTurns = 1000000;

// sin(x) / x for |x| <= 1: between the first two and the first three terms of its series (motion.md, M10).
Interval small_sinc(const Interval& x) {
    const Interval x_sq = sqr(x);
    const Interval least = kOne - x_sq / exactly(6.0);
    return {least.lo, (least + sqr(x_sq) / exactly(120.0)).hi};
}

void set_rotation(SteadyTurn& motion, const IntervalMat3& from) {
    motion.still_term = outer(motion.axis, transposed(from) * motion.axis);  // s (s^T R)
    motion.cosine_term = from - motion.still_term;
    for (int j = 0; j < 3; ++j) {
        const IntervalVec3 across = cross(motion.axis, {from[0][j], from[1][j], from[2][j]});
        for (int i = 0; i < 3; ++i) motion.sine_term[i][j] = across[i];
    }
}

// Everything but the way of the reference point.
SteadyTurn turning(const PoseSegment& poses, const Vec3& reference, const IntervalMat3& from) {
    const Turn turn = shortest_turn(poses.from.rotation, poses.to.rotation);
    SteadyTurn motion;
    motion.reference = reference;
    motion.chord = motion.chord_turned = motion.axis = kZeroVector;
    motion.angle = motion.inverse_half_sine = kZero;
    if (turn.is_none) {
        motion.still_term = motion.sine_term = kZeroMatrix;
        motion.cosine_term = from;
        return motion;
    }
    motion.axis = from * turn.axis;
    motion.angle = poses.turns == 0 ? turn.angle : turn.angle + exactly(poses.turns) * kTwoPi;
    const Interval inverse = kOne / turn.half_sine;
    motion.inverse_half_sine = poses.turns % 2 == 0 ? inverse : -inverse;  // sin(x + pi) = -sin(x)
    motion.is_small_turn = magnitude(motion.angle) <= kSmallAngle;
    set_rotation(motion, from);
    return motion;
}

IntervalVec3 start_of(const Pose& pose, const IntervalMat3& rotation, const Vec3& reference) {
    if (reference.isZero(0.0)) return exactly(pose.translation);
    return apply_interval(rotation, pose.translation, exactly(reference));
}

IntervalMat3 rotation_at(const SteadyTurn& motion, const SinCos& at) {
    return motion.still_term + at.cos * motion.cosine_term + at.sin * motion.sine_term;
}

// (w/2) / sin(w/2).
Interval chord_gain(const SteadyTurn& motion) {
    const Interval half = kHalf * motion.angle;
    return motion.is_small_turn ? kOne / small_sinc(half) : half * motion.inverse_half_sine;
}

// G(t) of motion.md (M9).
Interval chord_fraction(const SteadyTurn& motion, const Interval& time) {
    const Interval half = kHalf * motion.angle * time;
    if (motion.is_small_turn) return time * small_sinc(half) * chord_gain(motion);
    return sin(half) * motion.inverse_half_sine;
}

}  // namespace

}  // namespace graze::internal

namespace graze {

Expected<void> validate(const PoseSegment& poses, const std::string& where) {
    if (poses.turns == 0) return {};
    if (poses.turns > kMostTurns || poses.turns < -kMostTurns)
        return make_error(ErrorCode::BadInput, where,
                          fmt::format("{} turns; at most {} are allowed", poses.turns, kMostTurns),
                          "split the path");
    if (shortest_turn(poses.from.rotation, poses.to.rotation).is_none)
        return make_error(ErrorCode::BadInput, where,
                          "whole turns between two poses of the same orientation have no axis",
                          "put a pose in between that is turned about the axis you mean");
    return {};
}

}  // namespace graze

namespace graze::internal {

SteadyTurn make_screw(const PoseSegment& poses, const Vec3& reference) {
    GRAZE_ASSERT(is_valid(poses.from) && is_valid(poses.to) && validate(poses, "").has_value());
    const IntervalMat3 from = interval_matrix(poses.from.rotation);
    SteadyTurn motion = turning(poses, reference, from);
    motion.start = start_of(poses.from, from, reference);
    // Of the origin the way is known better than as a difference of rounded places.
    const IntervalVec3 displacement = reference.isZero(0.0)
                                          ? exactly(poses.to.translation) - exactly(poses.from.translation)
                                          : apply_interval(poses.to, exactly(reference)) - motion.start;
    if (motion.angle.lo == 0.0 && motion.angle.hi == 0.0) {
        motion.slide = displacement;
        return motion;
    }
    motion.slide = dot(motion.axis, displacement) * motion.axis;
    motion.chord = displacement - motion.slide;
    motion.chord_turned = cross(motion.axis, displacement);
    return motion;
}

SteadyTurn make_slerp(const PoseSegment& poses, const Vec3& reference) {
    GRAZE_ASSERT(is_valid(poses.from) && is_valid(poses.to) && validate(poses, "").has_value());
    const IntervalMat3 from = interval_matrix(poses.from.rotation);
    SteadyTurn motion = turning(poses, reference, from);
    motion.start = start_of(poses.from, from, reference);
    motion.slide = apply_interval(poses.to, exactly(reference)) - motion.start;
    return motion;
}

SteadyTurn make_joint(const JointMotion& joint) {
    GRAZE_ASSERT(is_valid(joint.placement) && joint.axis.allFinite() && !joint.axis.isZero(0.0));
    GRAZE_ASSERT(std::isfinite(joint.angle_t0) && std::isfinite(joint.angle_t1) &&
                 std::isfinite(joint.slide_t0) && std::isfinite(joint.slide_t1) && joint.origin.allFinite());
    const auto radians = [&](const Interval& angle) {
        return joint.unit == AngleUnit::Degree ? angle * (kPi / exactly(180.0)) : angle;
    };
    // By a power of two, so that squares neither overflow nor vanish.
    int exponent = 0;
    std::frexp(joint.axis.cwiseAbs().maxCoeff(), &exponent);
    const Vec3 scaled_axis = joint.axis.unaryExpr([&](double c) { return std::ldexp(c, -exponent); });
    const IntervalMat3 placed = interval_matrix(joint.placement.rotation);
    SteadyTurn motion;
    motion.axis = placed * (kOne / norm(exactly(scaled_axis)) * exactly(scaled_axis));
    set_rotation(motion, placed);
    const IntervalMat3 from = rotation_at(motion, sin_cos(radians(exactly(joint.angle_t0))));
    motion.angle = radians(exactly(joint.angle_t1) - exactly(joint.angle_t0));
    motion.is_small_turn = magnitude(motion.angle) <= kSmallAngle;
    motion.reference = joint.origin;
    motion.start = apply_interval(placed, joint.placement.translation, exactly(joint.origin)) +
                   exactly(joint.slide_t0) * motion.axis;
    motion.slide = (exactly(joint.slide_t1) - exactly(joint.slide_t0)) * motion.axis;
    motion.chord = motion.chord_turned = kZeroVector;
    motion.inverse_half_sine = kZero;  // the reference point is on the axis: there is no chord
    set_rotation(motion, from);
    return motion;
}

MotionJet jet_over(const SteadyTurn& motion, const Interval& time) {
    GRAZE_ASSERT(time.lo >= 0.0 && time.hi <= 1.0 && time.lo <= time.hi);
    const Interval& w = motion.angle;
    const IntervalVec3 spin = w * motion.axis;
    MotionJet jet{.reference = motion.reference,
                  .rotation = cut_to_rotation(rotation_at(motion, sin_cos(w * time))),
                  .position = motion.start + time * motion.slide,
                  .velocity = motion.slide,
                  .acceleration = kZeroVector,
                  .spin = spin,
                  .spin_rate = kZeroVector};
    const auto& c = motion.chord;
    if (magnitude(c[0]) == 0.0 && magnitude(c[1]) == 0.0 && magnitude(c[2]) == 0.0) return jet;
    // motion.md (M9, M11, M12).
    const SinCos before_end = sin_cos(kHalf * w * (time - kOne));
    const SinCos from_middle = sin_cos(w * (time - kHalf));
    const Interval gain = chord_gain(motion);
    jet.position = jet.position +
                   chord_fraction(motion, time) * (before_end.cos * c + before_end.sin * motion.chord_turned);
    jet.velocity = jet.velocity + gain * (from_middle.cos * c + from_middle.sin * motion.chord_turned);
    jet.acceleration = (w * gain) * (from_middle.cos * motion.chord_turned - from_middle.sin * c);
    return jet;
}

}  // namespace graze::internal
