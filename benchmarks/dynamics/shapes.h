// Bodies of the degenerate scenes.
#pragma once

#include "graze/demo/solids.h"

namespace graze::bench {

/// A prism over a triangle: its edge along y is on top.
[[nodiscard]] Mesh wedge_solid(const Vec3& half);
/// A pyramid over a rectangle, point up.
[[nodiscard]] Mesh spike_solid(const Vec3& half);
/// A box whose top and bottom are cells x cells quads: a floor of internal edges.
[[nodiscard]] Mesh tiled_solid(const Vec3& half, int cells);
/// A plate with a square hole in its middle.
[[nodiscard]] Mesh holed_solid(const Vec3& half, double half_hole);

}  // namespace graze::bench
