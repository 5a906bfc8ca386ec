// Security distances where there is little play: a peg in its hole.
//
// A pair that keeps eps_s on all sides never enters a hole with less play than that. So when a pulled body is
// blocked by contacts whose normals differ, the security distances of its pairs are quartered, again and again, as
// a trial. If that lets it go on, they grow again from frame to frame: who is inside of a hole is held in its
// middle by the slack of the rows, and only getting in needs small distances. If not, or if it is pulled another
// way, the trial is undone, and not made again until the body is pulled another way, or stands elsewhere.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/handling/world_memory.h"

namespace graze::internal {

/// The island is pulled, and at rest. True if a trial began or went on: another sub-step is worth it.
bool try_tighter(WorldMemory& memory, const Island& island);

/// First order, when it is known where bodies are pulled: trials for another pull end, and distances that were
/// made smaller are doubled.
void begin_frame_of_trials(WorldMemory& memory);

/// Where pairs have room again, doubles their security distances. Before contacts are looked for.
void widen_where_there_is_room(WorldMemory& memory);

}  // namespace graze::internal
