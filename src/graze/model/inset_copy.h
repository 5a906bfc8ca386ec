// A copy of a solid, a little smaller all around: the same triangles, each vertex moved inward by at most a
// given length. By copies it is proved that two bodies do not go into each other by more than a depth
// (docs/mathematics/depth.md).
//
// Where a vertex goes matters for tightness alone. It moves along the direction in which the planes of its
// triangles all come inward as far as can be: by the whole length where they are flat, by 1/sqrt(3) of it at
// the corner of a cube. Where the skin's other side is near, it moves by a part of the way there only, so
// that the copy does not turn inside out.
//
//         +-----------------+
//         |\               /|        a corner moves along its bisector;
//         | +-------------+ |        no point of the skin moves farther than the vertices do
//         | |             | |
#pragma once

#include "graze/core/internal.h"
#include "graze/model/body_model.h"

namespace graze::internal {

/// The unit vector v with the greatest least -n.v over these normals; zero if none has all of them above 0.
///
/// Pre:  unit normals, up to rounding. Cost: exact for up to eight distinct normals, else a few percent off.
[[nodiscard]] Vec3 inward_direction(std::span<const Vec3> normals);

/// Pre:       model.is_solid; within >= 0, finite.
/// Guarantee: the same triangles and surfaces; every vertex is within `within` of where it was, in real
///            arithmetic, by 2^-40 of that length less.
/// Cost:      near-linear.
[[nodiscard]] Mesh inset_copy(const BodyModel& model, double within);

}  // namespace graze::internal
