// How often the skin of a body winds around a point: the exact answer to "inside or outside?".
//
// For a skin without a rim the winding number is the same along every path that does not cross it: 0 outside,
// 1 inside a body that faces outward, 0 again in a cavity (whose skin faces inward), 2 where two pieces of
// one body overlap. *Inside* means: not 0. It is counted along a ray, crossing by crossing: +1 where the ray
// leaves through a triangle that faces along it, -1 where it enters. Only crossings through the interior of
// triangles count; a ray that meets an edge is replaced by another. Triangles of zero area count for nothing.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/bodies/solid_frame-inl.h"
#include "graze/discrete/wide/wide_query.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace graze::internal {

/// A triangle whose relative interior holds the point.
struct OnTriangle {
    std::uint32_t id;
    int facing;  // +1: its normal points to the side that the ray leaves to; -1: away from it
};

struct Winding {
    int ahead = 0;               // just off the point, on the side that the ray leaves to
    std::vector<OnTriangle> on;  // behind it the number is `ahead` plus the sum of `facing`
};

/// Pre:       `point` is in the frame of the body, its grid 2^low divides every vertex.
/// Guarantee: exact. Nothing if the point lies on an edge or a vertex of a triangle that has an area (or if
///            no ray of many avoids all edges).
/// Cost:      some us; allocates.
[[nodiscard]] std::optional<Winding> winding_at(const WideBody& body, const GridPoint& point, int low);

}  // namespace graze::internal
