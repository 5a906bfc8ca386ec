// Boxes in the world around moving bodies, as the checker of certificates computes them.
#pragma once

#include "graze/continuous/proof/proof_plane.h"
#include "graze/geometry/box.h"

namespace graze {

[[nodiscard]] Box world_box(std::span<const RigidMotion> links, const Box& own, double from, double until);

}  // namespace graze
