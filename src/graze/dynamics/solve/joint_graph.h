// Do joints form trees? Loops of joints (four-bar linkages) are not handled: their equations depend on each other.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/dynamics/solve/joint_rows.h"

#include <string>

namespace graze::internal {

/// Which bodies a joint connects; b may be nobody: the world.
struct JointEnds {
    std::int32_t a = 0, b = kNobody;
};

/// BadInput if a joint names a body that is not there, or connects a body with itself; Unsupported if joints
/// form a loop: the message names the joint that closes it and the bodies along the loop. The world counts as
/// one body. `names` has one name a body, or is empty: then bodies are called by their numbers.
/// Cost: O(joints log bodies).
[[nodiscard]] Expected<void> require_joint_trees(std::size_t bodies, std::span<const JointEnds> joints,
                                                 std::span<const std::string> names = {});

}  // namespace graze::internal
