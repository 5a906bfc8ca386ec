// A rigid motion of any kind, motions one after the other, and motions that carry each other.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/motion/linear_parameters.h"
#include "graze/motion/motion_jet.h"
#include "graze/motion/steady_turn.h"

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace graze::internal {

/// A body that stands still.
struct AtRest {
    Pose pose;
};

using RigidMotion = std::variant<AtRest, SteadyTurn, LinearParameters>;

/// Pre: `time` is part of [0, 1].
[[nodiscard]] MotionJet jet_over(const AtRest& motion, const Interval& time);
[[nodiscard]] MotionJet jet_over(const RigidMotion& motion, const Interval& time);

/// Motions one after the other. Piece i runs from breaks[i] to breaks[i + 1], its own time from 0 to 1.
struct Piecewise {
    std::vector<RigidMotion> pieces;
    std::vector<double> breaks;  // one more than pieces, increasing, from 0 to 1
};

/// Refuses no pieces, and breaks that do not rise from 0 to 1. That the pieces fit together is the caller's
/// affair: at a break a body is where either of its two pieces puts it, and bounds hold for both.
[[nodiscard]] Expected<void> validate(const Piecewise& motion, const std::string& where);

/// Guarantee: holds for every piece that has more than one instant in common with `time` (or one, if `time`
///            is an instant), so windows that cover [0, 1] cover every piece with both its ends. With parts
///            of several pieces, velocity and spin contain both sides of a break, and acceleration and spin
///            rate are unknown (whole lines).
[[nodiscard]] MotionJet jet_over(const Piecewise& motion, const Interval& time);

/// A body that is moved by `motion` in the frame of its parent.
struct Link {
    std::optional<std::uint32_t> parent;  // index of a link; none: the world
    RigidMotion motion;
};

/// An acyclic articulated body [Redon02, sec. 6; Redon04]: parents may come before or after their children.
struct Composed {
    std::vector<Link> links;
};

/// Refuses a parent that does not exist and links that carry each other in a circle, naming one circle.
/// `names` are for the message; one per link, or none at all.
[[nodiscard]] Expected<void> validate(const Composed& body, std::span<const std::string> names,
                                      const std::string& where);

/// The motion of one link in the world. Pre: validate(body) has nothing to say; `time` is part of [0, 1].
/// Cost: one composition for each ancestor; no allocation.
[[nodiscard]] MotionJet jet_over(const Composed& body, std::uint32_t link, const Interval& time);

/// The same as seen from one of its ancestors (none: the world).
[[nodiscard]] MotionJet jet_over(const Composed& body, std::uint32_t link,
                                 std::optional<std::uint32_t> relative_to, const Interval& time);

}  // namespace graze::internal
