// What follows from where a body stands: its inertia in the world, its spin, its sleep; and the track of the world.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/handling/world_memory.h"

namespace graze::internal {

void wake_all(WorldMemory& memory);

/// Puts the body there. Velocities stay.
void stand_at(BodyState& body, const Pose& pose);

/// A body that turned keeps its angular momentum, not its angular velocity. After stand_at.
void keep_spin(BodyState& body);

/// Second order: islands that did not move for a while fall asleep. At the end of a frame.
void fall_asleep(WorldMemory& memory);

/// Of bodies on common joints, all are awake or none.
void wake_whole_groups(WorldMemory& memory);

/// Where bodies were when one was stopped, and at the end of the step; before they are placed.
void append_to_track(WorldMemory& memory);

}  // namespace graze::internal
