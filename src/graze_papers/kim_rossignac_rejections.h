// Proves from afar that two features do not meet under a screw: heights, radii and azimuths about its axis.
//
// The rejection tests of [KimRossignac03, "Early Rejection Tests"], corrected and rounded outward. Seen along
// the axis of the screw, a set of points has a range of heights z, of distances r from the axis and of
// azimuths phi about it. A screw leaves r alone, adds t * slide to z and t * angle to phi. So the moving set
// stays in
//
//     z in [z_lo + min(0, slide), z_hi + max(0, slide)],  r in [r_lo, r_hi],  phi in [phi_lo, phi_hi + angle]
//
// and cannot meet one at rest whose range of z, r or phi (up to whole turns) is apart from that:
//
//     height   the slab between the two caps                  outside   farther from the axis than it ever is
//     inside   nearer to the axis than it ever is             wedge     not in the wedge that it sweeps
//     coupled  (ours) not in the wedge that it sweeps while the heights overlap
//
// The paper takes radii at the end points of an edge, compares heights as if the slide were never negative,
// and has lost a sign of its wedge; docs/papers.md lists its errors, and docs/mathematics/papers.md
// (K3 to K8) derives what stands here. Ranges are computed once per feature; a pair then takes a few
// comparisons.
#pragma once

#include "graze/motion/steady_turn.h"

#include <cstdint>
#include <optional>
#include <span>

namespace graze::papers {

/// A screw in the frame of its own axis, which is z; the frame stands still. All intervals contain the real
/// values of one and the same orthonormal frame.
struct AxialScrew {
    IntervalMat3 to_axis;  // rows: two directions across the axis, then the axis
    IntervalVec3 origin;   // a point on the axis
    Interval angle;        // >= 0: the axis points to where the turn is positive
    Interval slide;        // along the axis; may be negative
};

/// Nothing if the turn is so small (2^-10) that the axis is too far away to be of use.
/// Pre: made by make_screw or make_joint; a slerp has no axis at rest.
[[nodiscard]] std::optional<AxialScrew> axial_screw(const SteadyTurn& motion);

/// A place of the world in the frame of the axis.
[[nodiscard]] IntervalVec3 seen_from_axis(const AxialScrew& screw, const IntervalVec3& place);

/// Ranges that contain those of a set of points; every bound is outward.
struct AxialRange {
    double z_lo, z_hi;
    double r_lo, r_hi;
    double phi_lo, phi_hi;  // phi_lo in about [-pi, pi]; infinite if the set may meet the axis
};

/// The convex hull of one to three points, given in the frame of the axis.
[[nodiscard]] AxialRange axial_range(std::span<const IntervalVec3> points);

/// A ball around a whole body [KimRossignac03, eq. 3 and 4].
[[nodiscard]] AxialRange axial_range_of_ball(const IntervalVec3& centre, double radius);

/// What a pair test needs of the screw, as bounds.
struct AxialMotion {
    double slide_lo, slide_hi;
    double angle_lo, angle_hi;
};
[[nodiscard]] AxialMotion axial_motion(const AxialScrew& screw);

enum class AxialRejection : std::uint8_t { NotRejected, Height, Outside, Inside, Wedge, Coupled };
inline constexpr int kAxialRejections = 6;

/// Which tests are made; a switch each, for measuring.
struct AxialTests {
    bool height = true, outside = true, inside = true, wedge = true, coupled = true;
};

/// Guarantee: anything but NotRejected proves that the two sets never meet. NaN rejects nothing.
/// Cost:      some nanoseconds; no allocation.
[[nodiscard]] AxialRejection prove_apart_about_axis(const AxialRange& moving, const AxialRange& still,
                                                    const AxialMotion& motion, const AxialTests& tests = {});

/// One moving feature against many at rest; writes a verdict each. Pre: spans of the same length.
void prove_apart_about_axis(const AxialRange& moving, std::span<const AxialRange> still,
                            const AxialMotion& motion, std::span<AxialRejection> verdicts);

/// A body as a ball, for the test of whole objects.
struct AxialBall {
    IntervalVec3 centre;  // in the frame of the axis, at t = 0 for the moving body
    double radius;
};

/// [KimRossignac03, figure 4]: the ball around the swept ball, against the ball at rest.
[[nodiscard]] bool prove_swept_balls_apart(const AxialBall& moving, const AxialBall& still,
                                           const AxialScrew& screw);

}  // namespace graze::papers
