// A motion of any kind, borrowed, as queries take it, and parts of motions in which paths are smooth.
#pragma once

#include "graze/core/internal.h"
#include "graze/motion/motion_window.h"

namespace graze::internal {

/// A motion's own time as seen from another clock: begin + rate t.
struct Clock {
    Interval begin{0.0, 0.0}, rate{1.0, 1.0};
};

/// The motion of one link of an articulated body, in the world or as seen from an ancestor.
struct LinkMotion {
    const Composed* body;
    std::uint32_t link;
    std::optional<std::uint32_t> relative_to = {};
    Clock clock = {};
};

/// A rigid motion by another clock: a piece of a piecewise motion, or a part of one.
struct ClockedRigid {
    const RigidMotion* motion;
    Clock clock;
};

/// Pre: `time` is part of [0, 1], and so is the own time, up to rounding.
[[nodiscard]] MotionJet jet_over(const LinkMotion& motion, const Interval& time);
[[nodiscard]] MotionJet jet_over(const ClockedRigid& motion, const Interval& time);
[[nodiscard]] MotionWindow window_over(const LinkMotion& motion, const Interval& time);
[[nodiscard]] MotionWindow window_over(const ClockedRigid& motion, const Interval& time);

/// A motion without breaks.
using SmoothMotion = std::variant<const RigidMotion*, LinkMotion, ClockedRigid>;
[[nodiscard]] MotionJet jet_over(const SmoothMotion& motion, const Interval& time);

/// Any motion.
class MotionRef {
  public:
    MotionRef(const RigidMotion& motion) : of_(&motion) {}  // NOLINT(google-explicit-constructor)
    MotionRef(const Piecewise& motion) : of_(&motion) {}    // NOLINT(google-explicit-constructor)
    MotionRef(const LinkMotion& motion) : of_(motion) {}    // NOLINT(google-explicit-constructor)
    MotionRef(const RigidMotion&&) = delete;                // would be gone when it is used
    MotionRef(const Piecewise&&) = delete;

    /// Null if it is of another kind.
    [[nodiscard]] const RigidMotion* rigid() const {
        const auto* motion = std::get_if<const RigidMotion*>(&of_);
        return motion != nullptr ? *motion : nullptr;
    }
    [[nodiscard]] const Piecewise* piecewise() const {
        const auto* motion = std::get_if<const Piecewise*>(&of_);
        return motion != nullptr ? *motion : nullptr;
    }
    [[nodiscard]] const LinkMotion* link() const { return std::get_if<LinkMotion>(&of_); }

  private:
    std::variant<const RigidMotion*, const Piecewise*, LinkMotion> of_;
};

/// Pre: `time` is part of [0, 1].
[[nodiscard]] MotionJet jet_over(const MotionRef& motion, const Interval& time);
[[nodiscard]] MotionWindow window_over(const MotionRef& motion, const Interval& time);

/// The end of the smooth part of the motion that begins at or contains t. Pre: t < 1.
[[nodiscard]] double smooth_until(const MotionRef& motion, double t);

/// The motion during [from, until] as a motion over [0, 1]. Pre: it is smooth there; from < until.
[[nodiscard]] SmoothMotion stretch_of(const MotionRef& motion, double from, double until);

/// Whether it is known that nothing moves.
[[nodiscard]] bool is_at_rest(const MotionRef& motion);

}  // namespace graze::internal
