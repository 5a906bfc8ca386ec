// Cutting a polygon of a file into triangles.
//
// The polygon is projected along the axis that its normal is nearest to, which drops a coordinate and so
// rounds nothing, and is then cut in the plane with exact tests: as a fan from its first corner where that is
// proper (strictly convex polygons always), else by clipping ears [Meisters75, "two ears theorem"]. Corners
// on straight stretches are kept as corners of triangles, so neighbours across a subdivided edge still match.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace graze::internal {

/// Files whose polygons have more corners are refused: clipping costs the square of this.
inline constexpr std::size_t kMostPolygonCorners = 16384;

/// Room for `extra` more elements, growing by half: what a hostile file makes us hold stays a small multiple
/// of it.
template <class T>
void reserve_more(std::vector<T>& items, std::size_t extra) {
    const std::size_t needed = items.size() + extra;
    if (needed > items.capacity()) items.reserve(std::max(needed, items.capacity() + items.capacity() / 2));
}

/// Appends corners.size() - 2 triangles over the given corners (ids in `vertices`) to `triangles`, turning
/// the way the polygon does.
///
/// Pre:       3 <= corners.size() <= kMostPolygonCorners, ids in range, finite vertices.
/// Guarantee: for a polygon whose projection is simple and not flat, the projected triangles have the
///            polygon's orientation (or zero area), and their interiors do not overlap. Otherwise (crossing,
///            flat, spatial): a fan of what is left when no ear is found; nothing is dropped. The same bits
///            in, the same triangles out.
/// Cost:      linear for a fan; quadratic at most.
void triangulate(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners,
                 std::vector<Triangle>& triangles);

}  // namespace graze::internal
