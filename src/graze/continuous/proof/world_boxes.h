// Boxes in the world that hold a body while it moves: the same sets as those by which the checker of
// certificates proves that pairs of bodies are far apart (docs/certificates.md, section 4.6).
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/box.h"
#include "graze/motion/rigid_motion.h"

#include <span>

namespace graze::internal {

/// Holds every point of `own`, carried by the links (outermost first), at every time of [from, until].
///
/// Eight windows if a link moves, one instant if none does. The checker's box of the same links and times is
/// the same up to rounding, if `own` is the box of all vertices of the mesh.
///
/// Pre:       0 <= from <= until <= 1; `own` is not empty.
/// Guarantee: what is not finite is a whole line.
/// Cost:      some microseconds for each link and window.
[[nodiscard]] Box world_box(std::span<const RigidMotion> links, const Box& own, double from, double until);

}  // namespace graze::internal
