// A tree of axis-aligned boxes over triangles whose vertices move: built fast, and refitted in one pass over memory.
//
// Triangles are put in the order of a space-filling curve, four to a leaf, and four nodes to a parent: no pointers, and
// each level is one array. Boxes are doubles, so they are exact: nothing is rounded. For what moves as a whole, the wide
// tree (wide_tree.h) is several times faster to query; this one is for what deforms in each frame.
//
//     BoxTree tree = build_box_tree(vertices, triangles);
//     for (each frame) { move(vertices); refit(tree, vertices); ... }
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/box.h"
#include "graze/model/mesh.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace graze::internal {

inline constexpr std::size_t kBoxTreeArity = 4;  // triangles of a leaf, children of a node

struct BoxTree {
    std::vector<Box> boxes;            // level by level, the leaves first; the root is the last one
    std::vector<std::size_t> levels;   // where each begins in `boxes`, and the end
    std::vector<std::uint32_t> order;  // triangle ids: leaf i has those from 4 i on
    std::vector<Triangle> corners;     // vertex ids in that order
};

/// Pre:       at least one triangle; its vertices exist and are finite.
/// Guarantee: a function of the arguments alone.
/// Cost:      linear: three passes of a radix sort.
[[nodiscard]] BoxTree build_box_tree(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

/// Follows vertices that moved: every box is the least one about the corners below it.
///
/// Pre:       as many vertices as at the build; finite.
/// Guarantee: the boxes of a new tree that has the same order, bit for bit. No allocation.
void refit(BoxTree& tree, std::span<const Vec3> vertices);

/// The triangles of leaf i: a range of `order`.
struct BoxTreeLeaf {
    std::uint32_t begin, end;
};
[[nodiscard]] inline BoxTreeLeaf leaf_of(const BoxTree& tree, std::size_t leaf) {
    const auto begin = static_cast<std::uint32_t>(kBoxTreeArity * leaf);
    const auto end = static_cast<std::uint32_t>(tree.order.size());
    return {begin, begin + kBoxTreeArity < end ? begin + static_cast<std::uint32_t>(kBoxTreeArity) : end};
}

[[nodiscard]] std::size_t memory_of(const BoxTree& tree);  // bytes

}  // namespace graze::internal
