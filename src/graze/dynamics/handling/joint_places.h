// Where the joints of a world are now, and what they forbid.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/handling/world_memory.h"

namespace graze::internal {

/// Pre: bodies stand where the joint is given.
[[nodiscard]] JointPlace place_joint(const WorldMemory& memory, const WorldJoint& joint);

/// The joint between bodies as they stand; `a` and `b` are bodies of the world. Also follows its value.
[[nodiscard]] JointState state_of(const WorldMemory& memory, JointPlace& joint);

}  // namespace graze::internal
