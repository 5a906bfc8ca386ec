// The turn from one orientation to another: which way, about what, how far.
//
// Quaternions q and -q are the same orientation, so there are two ways round. The way of turning is the exact
// sign of the 4-D dot product q0.q1: r = conj(q0) q1 or its negative, whichever has a positive real part. If
// it is exactly zero (180 degrees), the first non-zero of x, y, z of r is made positive (DESIGN 4). r is
// computed in exact integers: a turn by 1e-200 has as good an axis as a turn by 1.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/pose.h"
#include "graze/geometry/pose_interval.h"

namespace graze::internal {

struct Turn {
    bool is_none;        // q1 is a multiple of q0, exactly; then the axis is zero and so is the angle
    IntervalVec3 axis;   // unit, in the frame of the body (the same before and after)
    Interval half_sine;  // sin(angle / 2) >= 0
    Interval angle;      // in [0, pi]
};

/// The shorter turn that takes orientation q0 to q1, by the rule above.
///
/// Pre:       accepted rotations.
/// Guarantee: contains the exact values for the doubles given; about 1e-15 wide, relative to each value.
/// Cost:      some 10 us.
[[nodiscard]] Turn shortest_turn(const Eigen::Quaterniond& q0, const Eigen::Quaterniond& q1);

/// The same two orientations, written so that the rule holds: the sign of q that makes q0 to q the shorter
/// turn.
[[nodiscard]] Eigen::Quaterniond nearer_sign(const Eigen::Quaterniond& q0, const Eigen::Quaterniond& q);

}  // namespace graze::internal
