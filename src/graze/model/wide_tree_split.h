// Where to cut a set of triangles in two: the choices behind build_wide_tree.
//
// The surface-area heuristic with the count damped: cost = area_left sqrt(n_left) + area_right sqrt(n_right).
// For queries that look near a contact this visits fewer pairs than counts as they are (bunnies at 1e-4: 177
// to 166 pairs). Works on rounded boxes: a choice need not be exact.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace graze::internal {

/// A triangle, for choices that look at areas.
struct SplitItem {
    std::array<float, 3> lo, hi;  // box of the triangle about the mesh's centre
    std::uint32_t triangle;
    float unused;
};
static_assert(sizeof(SplitItem) == 32);

/// A triangle, for choices that look at places alone.
struct SplitPoint {
    std::array<float, 3> place;  // twice the centre of the box
    std::uint32_t triangle;
};
static_assert(sizeof(SplitPoint) == 16);

/// Item: one of the two above.
template <class Item>
[[nodiscard]] std::vector<Item> split_items(const Mesh& mesh);

/// What makes a part worth cutting: half the area of the box of all items; their number.
[[nodiscard]] float weight_of(std::span<const SplitItem> items);
[[nodiscard]] inline float weight_of(std::span<const SplitPoint> items) {
    return static_cast<float>(items.size());
}

/// Reorders the items and returns how many belong to the left part: at least one on each side. Items by the
/// surface-area heuristic; points, in one pass, in halves across the longest side, in full leaves.
///
/// Pre: at least two items.
[[nodiscard]] std::size_t split(std::span<SplitItem> items);
[[nodiscard]] std::size_t split(std::span<SplitPoint> items);

}  // namespace graze::internal
