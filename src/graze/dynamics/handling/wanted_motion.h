// What bodies would do if nothing were in their way.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/handling/world_memory.h"

namespace graze::internal {

/// First order: where each body shall be at the end of the frame. Once a frame.
void set_goals(WorldMemory& memory);

/// First order: what is left of the way of a body to its goal; without one, nothing.
[[nodiscard]] Vec6 way_left(const WorldMemory& memory, std::uint32_t body);

/// First order: fills memory.wanted with what is left of the way to the goals.
void want_goals(WorldMemory& memory);

/// Second order: what pulls and gravity change of the body's velocity in a time h, without contacts.
[[nodiscard]] Vec6 velocity_change(const WorldMemory& memory, std::uint32_t body, double h);

/// Of AxisLock, in the world: unit.
[[nodiscard]] Vec3 locked_axis(const BodyState& body, int k);

/// The share of a displacement that a step of a body in contact (or not) may have: beyond it, what rows say to
/// first order says too little. docs/handling.md.
[[nodiscard]] double trusted_share(const WorldMemory& memory, std::uint32_t body, const Vec6& displacement);

}  // namespace graze::internal
