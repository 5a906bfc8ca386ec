// Two bodies at their poses, and their vertices seen from the first one.
//
// Everything about a pair is looked at in A's frame: vertices of A are their own doubles there, without any
// error; vertices of B are transformed once, in double with a bound. What that cannot decide goes back to the
// local doubles and both full poses.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/placement.h"
#include "graze/geometry/pose.h"
#include "graze/numeric/dyadic.h"
#include "graze/numeric/vector.h"

namespace graze::internal {

enum class Side : int { A, B };

/// A vertex of one of the two bodies. In A's frame it truly lies within `error` (per coordinate) of `near`;
/// error 0 means that `near` is the exact point. NaN or infinity: nothing is known, the exact stage decides.
struct PairPoint {
    Vec3 local;
    Vec3 near;
    double error;
    Side side;
};
static_assert(sizeof(PairPoint) == 64);

/// Made by pose_pair; the fields depend on each other.
struct PosePair {
    Pose a, b;  // quaternions `reduced`: the same rigid moves, but not of length 1
    Placement b_in_a;
    BitRange bits_a, bits_b;  // of the quaternions
    BitRange bits_of_translations;
    bool same_rotation;  // bit for bit
};

/// Pre:  valid poses.
/// Cost: about 0.1 us; no allocation.
[[nodiscard]] PosePair pose_pair(const Pose& a, const Pose& b);

// Pre: finite coordinates.
[[nodiscard]] inline PairPoint vertex_of_a(const Vec3& x) { return {x, x, 0.0, Side::A}; }
[[nodiscard]] PairPoint vertex_of_b(const PosePair& pair, const Vec3& x);

}  // namespace graze::internal
