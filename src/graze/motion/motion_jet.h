// What is known of a rigid motion during an interval of time: pose, velocity and acceleration, as intervals.
//
// A motion takes the point x of the body to
//     y(t) = R(t) (x - c) + p(t),        c: the reference point, in the body's coordinates,
// and with w the spin (angular velocity) and a its derivative, both in the frame that y is in, v = R (x - c):
//     y'  = w x v + p',
//     y'' = a x v + w x (w x v) + p''.                                                                  (M13)
// Derivations of the rules below: docs/mathematics/motion.md, section 3.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/pose.h"
#include "graze/motion/interval_vector.h"

namespace graze::internal {

/// Each member contains its value at every time of the interval that the jet is for.
struct MotionJet {
    Vec3 reference = Vec3::Zero();  // c
    IntervalMat3 rotation;          // R
    IntervalVec3 position;          // p
    IntervalVec3 velocity;          // p'
    IntervalVec3 acceleration;      // p''
    IntervalVec3 spin;              // w
    IntervalVec3 spin_rate;         // a
};

/// v of (M13): the point seen from the reference point.
[[nodiscard]] IntervalVec3 arm_of(const MotionJet& jet, const Vec3& point);
/// w x v, and a x v + w x (w x v).
[[nodiscard]] IntervalVec3 turning_velocity(const MotionJet& jet, const IntervalVec3& arm);
[[nodiscard]] IntervalVec3 turning_acceleration(const MotionJet& jet, const IntervalVec3& arm);

[[nodiscard]] IntervalVec3 point_at(const MotionJet& jet, const Vec3& point);
[[nodiscard]] IntervalVec3 velocity_at(const MotionJet& jet, const Vec3& point);
[[nodiscard]] IntervalVec3 acceleration_at(const MotionJet& jet, const Vec3& point);

/// A direction that is fixed in the body is only turned.
[[nodiscard]] IntervalVec3 direction_at(const MotionJet& jet, const Vec3& direction);

/// Body a seen from body b: B^-1 A, with the centrifugal and Coriolis terms of b's turning. The reference
/// point stays that of a; coordinates are b's. Pre: both for the same interval of time.
[[nodiscard]] MotionJet relative(const MotionJet& a, const MotionJet& b);

/// `inner` moves in the frame of a body that moves by `outer`. Pre: both for the same interval of time.
[[nodiscard]] MotionJet compose(const MotionJet& outer, const MotionJet& inner);

/// The middle of what the jet allows, rounded to a pose; not valid if the jet has no bounds. Pre: for one
/// time.
[[nodiscard]] Pose middle_pose(const MotionJet& jet);

/// Contains both.
[[nodiscard]] MotionJet hull(const MotionJet& a, const MotionJet& b);

/// The same motion of another clock: d(old time) / d(new time) = rate.
[[nodiscard]] MotionJet at_rate(const MotionJet& jet, const Interval& rate);

}  // namespace graze::internal
