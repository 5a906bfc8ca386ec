// A general motion as a sequence of screws, with a proved bound of the error.
//
// [KimRossignac03, "Approximating screw motions"] joins sampled poses by screws and bounds the discrepancy
// motion D(t) = S(t) M(t)^-1. Theirs takes the greatest displacement of the corners of a box, by sampling; a
// black box cannot be bounded that way, so the caller says what is known about the motion *between* samples:
// a jet over any interval of time, or bounds of speed. The bound is to be added to the clearance of a query.
// docs/mathematics/motion.md, section 5.
#pragma once

#include "graze/core/function_ref.h"
#include "graze/motion/rigid_motion.h"

namespace graze::papers {

/// A ball around the reference point that contains the whole body, in the body's coordinates.
struct BodyBall {
    Vec3 centre = Vec3::Zero();
    double radius = 0.0;
};

/// Speeds that the motion never exceeds: radians per unit of time, and lengths of the ball's centre.
struct SpeedBounds {
    double spin;
    double speed;
};

struct ApproximationOptions {
    double tolerance;  // the error wished for, > 0
    int most_pieces = 4096;
    int windows = 8;  // parts of a piece over which the error is bounded one by one
};

struct ScrewApproximation {
    Piecewise motion;          // from pose(0) to pose(1), continuous
    double error;              // proved: no point of the ball is farther than this from the true motion
    bool is_within_tolerance;  // false: `most_pieces` were not enough; the error is a bound all the same
};

/// `pose(t)` are doubles near the motion, on which the screws end; `jet(time)` contains the true motion at
/// every t of `time`: its acceleration and spin rate are not used.
///
/// Pre:       valid poses; tolerance > 0; radius finite and >= 0.
/// Guarantee: `error` is proved, however poor `pose` is. An unbounded jet gives an infinite error.
[[nodiscard]] ScrewApproximation approximate_by_screws(FunctionRef<Pose(double)> pose,
                                                       FunctionRef<MotionJet(const Interval&)> jet,
                                                       const BodyBall& body,
                                                       const ApproximationOptions& options);

/// The same when only poses and bounds of speed are known. Here pose(t) *is* the motion, exactly.
[[nodiscard]] ScrewApproximation approximate_by_screws(FunctionRef<Pose(double)> pose,
                                                       const SpeedBounds& bounds, const BodyBall& body,
                                                       const ApproximationOptions& options);

}  // namespace graze::papers
