// Bodies that contacts and joints connect: each island is solved by itself.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/handling/world_memory.h"

namespace graze::internal {

/// From memory.contacts and the joints; bodies asleep are in none. Islands and what is in them rise.
/// Cost: O(bodies + contacts); allocates only to grow.
void find_islands(WorldMemory& memory);

}  // namespace graze::internal
