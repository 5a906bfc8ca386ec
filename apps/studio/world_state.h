// A state of a world that it can be put to: where bodies stand, and how they move.
#pragma once

#include "graze/dynamics/handling/world.h"

#include <vector>

namespace graze::studio {

struct WorldState {
    WorldOrder order = WorldOrder::First;
    std::vector<std::uint32_t> bodies = {};  // that can move; others stand where they began
    std::vector<Pose> poses = {};            // these by `bodies`
    std::vector<Twist> velocities = {};
    std::vector<double> joints = {};         // values
};

[[nodiscard]] WorldState state_of(const World& world);

/// Puts the world to a state; no motion leads there. Nothing is pulled afterwards; gravity and the like stay as they are.
///
/// Pre:       the bodies of the state can move; poses are valid.
/// Guarantee: C3 goes on from there: pairs that are near are tested exactly and measured, boxes keep the others apart.
/// Errors:    BadInput, and nothing changes: two bodies would meet, or be nearer than they have to keep; named.
[[nodiscard]] Expected<void> put_to(World& world, const WorldState& state);

}  // namespace graze::studio
