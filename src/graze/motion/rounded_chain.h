// A chain of motions that carry each other, in plain doubles, and how far it is from the true one: what
// rounded_motion.h is for one motion. For bodies on joints, and for parts of piecewise motions.
//
// Link k takes a point x of its child to y = R_k (x - c_k) + p_k in its parent. Poses, velocities and
// accelerations of the chain at one time are composed by (M15), in doubles. What cannot be known at one time,
// how far paths may bend elsewhere, is bounded for all times at once by lengths that no turn changes:
// docs/mathematics/motion.md, section 7.
#pragma once

#include "graze/core/internal.h"
#include "graze/motion/rounded_motion.h"

#include <array>
#include <span>
#include <vector>

namespace graze::internal {

/// One motion of a chain, and its clock: its own time is begin + rate t. Borrowed.
struct ClockedMotion {
    const RigidMotion* motion;
    double begin = 0.0, rate = 1.0;
};

/// How a link may move the points that it carries; by the clock of the chain.
struct ChainLink {
    RoundedMotion motion;
    double begin = 0.0, rate = 1.0;
    double spin = 0.0, spin_rate = 0.0;  // at least |w| and |w'|
    double drift = 0.0;                  // at least the speed of a point on the axis (of the reference point)
    double drift_across = 0.0;           // at least its part across the axis
    double out = 0.0;                    // at least the distance of the reference point from the axis
    double to_end = 0.0;  // at least that of the reference points of this link and of the last one, always
    bool turns = false;
    bool has_axis = false;  // the axis keeps its direction in parent and child
};

/// Bounds for a point whose arm (its distance from the last reference point) is r: constant + slope r.
struct ArmBound {
    double constant = 0.0, slope = 0.0;
    [[nodiscard]] double of(double arm) const { return constant + slope * arm; }
};

struct RoundedChain {
    std::vector<ChainLink> links;  // outermost first; at least one
    bool is_usable = false;
    Vec3 reference = Vec3::Zero();       // of the last link, in the body's coordinates
    ArmBound speed, acceleration, jerk;  // at least |y'|, |y''| and |y'''|; the last may be infinite
    double common_error = 0.0, error_per_arm = 0.0;  // as those of a rounded motion
};

/// Guarantee: as rounded_motion. Bodies at rest that follow a motion with a fixed axis are made part of it.
/// Pre:       own times stay in [0, 1], up to rounding. No motion at all stands for a body at rest.
/// Cost:      that of the rounded motions; no allocation once `chain` has grown.
void make_rounded_chain(std::span<const ClockedMotion> motions, RoundedChain& chain);

/// Where the body is at one time, and how it moves then; rounded.
struct ChainMoment {
    Mat3 rotation;
    Vec3 place, velocity, acceleration;  // of the reference point
    Vec3 spin, spin_rate;                // the latter without what links with wandering axes add
};

/// Pre: t in [0, 1]; the chain is usable.
[[nodiscard]] ChainMoment moment_at(const RoundedChain& chain, double t);

/// Moments of a chain that were looked at lately: features of one body look at the same times. What is kept
/// is what would be computed again.
struct KnownChainMoments {
    const RoundedChain* chain = nullptr;
    struct Known {
        double time = -1.0;
        ChainMoment moment;
    };
    std::array<Known, 32> known;
};
/// Forgets the moments of another chain.
void look_at_chain(const RoundedChain& chain, KnownChainMoments& moments);
/// Pre: t in [0, 1].
[[nodiscard]] const ChainMoment& moment_at(KnownChainMoments& moments, double t);

/// Orientation and place only.
struct ChainPose {
    Mat3 rotation;
    Vec3 place;
};
/// The axis of a link in the frame that the chain is seen from.
struct ChainAxis {
    std::size_t link;
    Vec3 axis;
};
/// Fills in the axes of the links that `axes` name. Pre: as moment_at.
[[nodiscard]] ChainPose pose_at(const RoundedChain& chain, double t, std::span<ChainAxis> axes = {});

/// At least by how much a box of the same width in all coordinates grows that this rotation turns, or its
/// inverse.
[[nodiscard]] double box_spread(const Mat3& rotation);

/// A bound of the error of all that is computed at one time about a point of the body, as in (M31).
[[nodiscard]] double error_of(const RoundedChain& chain, const Vec3& point);

}  // namespace graze::internal
