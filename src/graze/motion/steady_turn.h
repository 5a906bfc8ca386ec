// Motions that turn at a constant rate about a fixed direction: the screw, the slerp, and joints.
//
//   screw   the one motion from one pose to another that turns and slides at constant rates about and along
//           one line [KimRossignac03, "Approximating screw motions"; Redon02, sec. 3];
//   slerp   the reference point moves along a straight line at constant speed, and the body turns about it;
//   joint   a turn about, and a slide along, a line of the moving body's frame.
//
// A motion is its real-number formula applied to the doubles it was made from (DESIGN 2). All parameters here
// are intervals that contain the real ones, some 1e-15 wide, so whatever is proved with them holds for the
// true motion, and nothing has to be added to a clearance. With s the axis, w the angle, d the way of the
// reference point (d = slide + chord, the chord perpendicular to s):
//
//     R(t) = s s^T R0 + cos(w t) (1 - s s^T) R0 + sin(w t) [s] R0                                   (M8)
//     p(t) = p0 + t slide + G(t) (cos(w (t - 1)/2) chord + sin(w (t - 1)/2) s x chord),             (M9)
//     G(t) = sin(w t / 2) / sin(w / 2)
//
// The chord form has no point on the axis: as the turn gets small the axis goes to infinity, and (M9) to the
// straight line. Equation numbers: docs/mathematics/motion.md.
#pragma once

#include "graze/core/internal.h"
#include "graze/motion/motion.h"
#include "graze/motion/motion_jet.h"
#include "graze/motion/turn.h"

namespace graze::internal {

struct SteadyTurn {
    Vec3 reference = Vec3::Zero();  // in the body's coordinates; p(t) is its path
    IntervalMat3 still_term;        // s s^T R0
    IntervalMat3 cosine_term;       // (1 - s s^T) R0
    IntervalMat3 sine_term;         // [s] R0
    IntervalVec3 axis;              // s, in the world; zero if nothing turns
    Interval angle;                 // w, whole turns included; [0, 0] if nothing turns
    IntervalVec3 start;             // p(0)
    IntervalVec3 slide;
    IntervalVec3 chord;
    IntervalVec3 chord_turned;   // s x chord
    Interval inverse_half_sine;  // 1 / sin(w / 2); not used if the turn is small
    bool is_small_turn = true;   // |w| <= 2^-10: sines are taken from their series
};

/// The screw from one pose to another. It does not depend on `reference`, which only says where on the body
/// bounds are to be tightest: near the middle of the body is a good choice if that is far from its origin.
///
/// Pre:       validate(poses) has nothing to say.
/// Guarantee: the parameters contain the real ones, also for turns by 0, 1e-300 and exactly 180 degrees.
[[nodiscard]] SteadyTurn make_screw(const PoseSegment& poses, const Vec3& reference = Vec3::Zero());

/// Pre: validate(poses) has nothing to say. `reference` is the point that moves along a line.
[[nodiscard]] SteadyTurn make_slerp(const PoseSegment& poses, const Vec3& reference = Vec3::Zero());

/// Pre: valid placement; axis finite and not zero; the rest finite.
[[nodiscard]] SteadyTurn make_joint(const JointMotion& joint);

/// Pre: `time` is part of [0, 1].
[[nodiscard]] MotionJet jet_over(const SteadyTurn& motion, const Interval& time);

}  // namespace graze::internal
