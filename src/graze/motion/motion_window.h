// Bounds of moving points over an interval of time ("window"), in three forms:
//
//   natural   intervals put into the formula [Redon02, sec. 3]: simple, first order;
//   Taylor    about the middle m of the window: place + velocity (t - m) + acceleration (t - m)^2 / 2, place
//             and velocity those at m, the acceleration bounded over the window: second order;
//   harmonic  the closed form under a steady turn: harmonic_range.h.
//
// The remainder of the Taylor form is directional: what counts is the acceleration *along* the direction
// asked for. For one steady turn seen from rest, y'' is perpendicular to the axis and of constant length, so
//     |n.y''| <= |n - (n.s) s| |y''(m)|                                                               (M21)
// which is exactly zero for the normal of a plate that spins about it. docs/mathematics/motion.md, section 4.
#pragma once

#include "graze/core/internal.h"
#include "graze/motion/rigid_motion.h"

namespace graze::internal {

/// What is known of a rigid motion over a window.
struct MotionWindow {
    Interval time;
    double middle;
    MotionJet at_middle;
    MotionJet throughout;
    std::optional<IntervalVec3> steady_axis;  // if (M21) holds for every point
    bool is_still = false;                    // nothing moves: both jets are the same
};

/// Pre: `time` is part of [0, 1].
[[nodiscard]] MotionWindow window_over(const RigidMotion& motion, const Interval& time);
[[nodiscard]] MotionWindow window_over(const Piecewise& motion, const Interval& time);
[[nodiscard]] MotionWindow window_over(const Composed& body, std::uint32_t link, const Interval& time);

/// Body a as seen from body b. Pre: both over the same time.
[[nodiscard]] MotionWindow relative(const MotionWindow& a, const MotionWindow& b);

/// What is known of one moving point (or direction) over a window. Not only of rigid bodies.
struct PointWindow {
    Interval time;
    double middle;
    IntervalVec3 natural;       // place, throughout
    IntervalVec3 place;         // at the middle
    IntervalVec3 velocity;      // at the middle
    IntervalVec3 acceleration;  // throughout
    IntervalVec3 steady_axis;   // s of (M21), and |y''(m)|; infinite if (M21) is not known to hold
    double steady_acceleration = kInfinity;
};

[[nodiscard]] PointWindow point_over(const MotionWindow& window, const Vec3& point);

/// A vertex of a deformable body: on a straight line from one place to the other (`LinearVertices`).
struct LinearVertex {
    Vec3 from;
    Vec3 to;
};
[[nodiscard]] PointWindow point_over(const LinearVertex& vertex, const Interval& time);

/// a - b. Pre: both over the same time and in the same frame.
[[nodiscard]] PointWindow difference(const PointWindow& a, const PointWindow& b);

/// The projection of a moving point on a direction n:  at every t of the window it lies in
///     centre + slope (t - middle) + curvature (t - middle)^2 / 2    and in `natural`.
struct ProjectionWindow {
    Interval time;
    double middle;
    Interval natural;
    Interval centre;
    Interval slope;
    Interval curvature;
};

/// n need not be unit.
[[nodiscard]] ProjectionWindow projection(const PointWindow& point, const Vec3& n);

/// The numbers that the projection takes at time t, by the Taylor form. Pre: t in the window.
[[nodiscard]] Interval value_at(const ProjectionWindow& projection, double t);

/// All numbers that the projection takes: natural and Taylor form together.
[[nodiscard]] Interval range(const ProjectionWindow& projection);
[[nodiscard]] Interval taylor_range(const ProjectionWindow& projection);

}  // namespace graze::internal
