// Position and rotation vector interpolated linearly: the alternative that [Redon02, sec. 2] names.
//
//     y(t) = exp([r(t)]) x + p(t),   r(t) = r0 + k t,   p(t) = p0 + (p1 - p0) t.
//
// The axis moves and the spin is not constant. With theta = |r| and the series a, b, c of angle.h
// (docs/mathematics/motion.md, M17 to M20):
//
//     R = 1 + a [r] + b [r]^2
//     w = k + b r x k + c r x (r x k)
//     w' = (r.k) (db r x k + dc r x (r x k)) + c k x (r x k)
#pragma once

#include "graze/core/internal.h"
#include "graze/motion/motion_jet.h"
#include "graze/motion/steady_turn.h"

namespace graze::internal {

/// A pose as six numbers: the body is turned about the direction of the rotation vector by its length.
struct PoseParameters {
    Vec3 position = Vec3::Zero();
    Vec3 rotation_vector = Vec3::Zero();
};

struct LinearParameters {
    IntervalVec3 position;
    IntervalVec3 velocity;
    IntervalVec3 rotation_vector;  // r0
    IntervalVec3 rotation_rate;    // k
};

/// Pre: finite.
[[nodiscard]] LinearParameters make_linear_parameters(const PoseParameters& from, const PoseParameters& to);

/// The rotation vectors of two poses: that of `from` has a length in [0, pi], by the rule of turn.h applied
/// to the identity and q0; that of `to` belongs to the sign of q1 that is nearer to the sign so chosen of q0,
/// so its length is in [0, 2 pi); whole turns make it longer. Exactly the identity has the rotation vector
/// zero. Pre: valid poses; validate_parameters(poses) has nothing to say.
[[nodiscard]] LinearParameters make_linear_parameters(const PoseSegment& poses);

/// Pre: `time` is part of [0, 1].
[[nodiscard]] MotionJet jet_over(const LinearParameters& motion, const Interval& time);

}  // namespace graze::internal
