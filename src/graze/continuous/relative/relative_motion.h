// Two moving bodies as a search over boxes sees them: how b stands from a at one time, and how far a point
// of one can leave its chord, seen along a direction that is fixed in the other, during a window of time.
//
// If g is the place of a point of b along a direction n fixed in a, and |g''| <= M during a window of length
// l, then g stays within M l^2 / 8 of the straight line through its two ends. So a continuous test of two
// boxes is a discrete one at both ends, widened by that: docs/mathematics/relative.md, section 1.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/wide/wide_kernels.h"
#include "graze/motion/rounded_chain.h"
#include "graze/motion/rounded_motion.h"

#include <variant>

namespace graze::internal {

/// What bounds the accelerations that one motion gives to points, and to what is seen from its frame.
struct TurningBounds {
    bool turns = false;
    bool has_axis = false;         // the axis s keeps its direction, in the world and in the body
    float axis_in_body_f[4] = {};  // s
    Vec3 axis_in_world = Vec3::Zero();
    double spin = 0.0, spin_rate = 0.0;  // at least |w| and |w'|
    Vec3 drift = Vec3::Zero();    // velocity of the centre C, a point on the axis (or the reference point)
    double drift_speed = 0.0;     // at least |drift|
    double relative_drift = 0.0;  // at least the part of the other's drift, less ours, across s
};

/// What bends need of one motion in floats, all rounded up but for what points are placed by.
struct QuickTurning {
    double reference[3] = {};
    float cosine[3][3] = {}, out[3] = {};  // as in RoundedMotion
    float arm_slack = 0.0f, fixed_slack = 0.0f;
    float spin = 0.0f, spin_rate = 0.0f, drift_speed = 0.0f, relative_drift = 0.0f;
    bool turns = false, is_still = false;
};
struct QuickBends {
    bool is_usable = false;  // numbers of ordinary size, and axes that keep their directions
    QuickTurning a, b;
    float axes_sine = 0.0f;
};

/// Where b is as seen from an a that stands still: turn and shift of a WidePlacement, as sums of a part that
/// stays and of parts that go with cos(w t) - 1, with sin(w t), and, of the shift, with t.
struct QuickPlacement {
    bool is_usable = false;
    double turn_still[12] = {}, turn_cosine[12] = {}, turn_sine[12] = {};  // columns of four
    double shift_still[4] = {}, shift_slide[4] = {}, shift_cosine[4] = {}, shift_sine[4] = {};
    float axis_b_in_a[4] = {};
    float far = 0.0f;  // of every placement
};

struct PairedChains;  // paired_chains.h

/// Chains of one link each: one rigid motion per body.
struct RigidPair {
    RoundedMotion a, b;
    TurningBounds turning_a, turning_b;
    double axes_sine = 0.0;  // at least |s_a x s_b|, if both turn about an axis
};

/// Two bodies, each carried by a chain of links; a rigid motion is a chain of one link. Made by
/// relative_motion() of smooth_motions.h, whatever the chains; what they are is asked by this room and by
/// what a proof has to say link by link.
struct RelativeMotion {
    std::variant<RigidPair, const PairedChains*> chains;       // one link each, or longer ones: borrowed
    bool is_usable = false;                                    // false: nothing can be culled
    QuickBends quick;                                          // by prepare_bends
    QuickPlacement placement;                                  // by prepare_moments
    KnownChainMoments *known_a = nullptr, *known_b = nullptr;  // of longer chains; borrowed
};

/// One body's share, as triangles and features are placed by it: one of the two.
struct CarriedBy {
    const RoundedMotion* rounded;
    KnownChainMoments* chain;
};
[[nodiscard]] CarriedBy what_carries_a(const RelativeMotion& motion);
[[nodiscard]] CarriedBy what_carries_b(const RelativeMotion& motion);

/// Of chains of one link each, neither prepared. Cost: that of two rounded motions.
[[nodiscard]] RelativeMotion relative_motion(const RigidMotion& a, const RigidMotion& b);
[[nodiscard]] RelativeMotion relative_motion(const RoundedMotion& a, const RoundedMotion& b);

/// Makes bends_of faster for bodies with these roots.
void prepare_bends(RelativeMotion& motion, const WideNode& root_a, const WideNode& root_b);

/// Makes find_moment faster, for these trees only.
void prepare_moments(RelativeMotion& motion, const WideTree& a, const WideTree& b);

/// Body b seen from body a at one time.
struct Moment {
    WidePlacement placement;    // its `far` covers what the rounded motions are off by
    float axis_a_in_b[4] = {};  // s_a seen from b and s_b seen from a; zero if there is no such axis
    float axis_b_in_a[4] = {};
    float axis_a_in_a[4] = {};  // each seen from its own body
    float axis_b_in_b[4] = {};
};

/// Where a body is at one time, rounded, and by how much: R (x - reference) + place, within
/// common_error + error_per_arm |x - reference|_1.
struct PlacedBody {
    const Mat3& rotation;
    const Vec3& place;
    const Vec3& reference;
    double common_error, error_per_arm;
};
/// The part of a moment that is about where b is as seen from a, with its errors: relative.md (R3).
void place_moment(const PlacedBody& a, const PlacedBody& b, const WideTree& tree_a, const WideTree& tree_b,
                  WidePlacement& placement);

/// Pre:       t in [0, 1].
/// Guarantee: the true placement of b seen from a is within what docs/discrete.md (4) allows for, for all
///            nodes of the two trees.
[[nodiscard]] Moment moment_at(const RelativeMotion& motion, const WideTree& a, const WideTree& b, double t);
/// The same, into `moment`.
void find_moment(const RelativeMotion& motion, const WideTree& a, const WideTree& b, double t,
                 Moment& moment);

/// At least the distance of the node's origin from the motion's axis (its reference point if it has none).
[[nodiscard]] double arm_of(const RoundedMotion& motion, const TurningBounds& turning, const WideNode& node);

/// M for directions of length 1 fixed in one body and all points of a node of the other, as the sum
///
///     M(n) <= from_own |n x s_own| + from_other |n x s_other| + isotropic
///
/// where `own` is the body that n is fixed in. Crosses are to be taken with the axes as at the beginning of
/// the window; what they may change during it is in `isotropic`.
struct Bend {
    float from_own, from_other, isotropic;
};
struct PairBends {
    Bend in_a, in_b;  // for directions fixed in a, and in b
};

/// Bounds of what a window asks about two nodes.
struct BendQuery {
    const WideNode& a;
    const WideNode& b;
    double distance;  // at least the distance of the two origins, at both ends of the window
    double length;    // of the window
};

/// Already multiplied by length^2 / 8.
[[nodiscard]] PairBends bends_of(const RelativeMotion& motion, const BendQuery& query);

}  // namespace graze::internal
