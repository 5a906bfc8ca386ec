// Which cuts in two make the nodes of a wide tree: the layout behind build_wide_tree.
//
// Triangles are cut in two, and again, until they fit into leaves; then each wide node takes several of these
// cuts together. Of all trees that can be made so, the one is taken whose inner nodes weigh least, by dynamic
// programming after Ylitalo, Karras and Laine (Compressed Wide BVHs, 2017): a set of triangles as i nodes is
// its two halves as k and i - k, and as one node it has them as k and 8 - k children. Against always cutting
// the heaviest part this fills inner nodes with 5 to 6 children instead of 4, and parts that fit closely take
// 6 to 8 % fewer pairs of nodes.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/wide_tree.h"
#include "graze/model/wide_tree_split.h"

namespace graze::internal {

/// A set of triangles, items [begin, end), and what it is cut into; `left` is 0 if it fits into a leaf.
struct Cut {
    std::uint32_t begin, end;
    std::uint32_t left = 0, right = 0;   // places of the two halves
    float weight = 0.0f;                 // of an inner node that holds them
    std::array<float, kWide> cost = {};  // of all inner nodes of it, as i + 1 nodes, if there are as many
    std::array<std::uint8_t, kWide> left_share = {};  // how many of these the left half is, if i > 0
};

/// Reorders the items. The first cut holds all; halves stand after what they were cut from.
///
/// Item: SplitItem or SplitPoint. Cost: O(n log n).
template <class Item>
[[nodiscard]] std::vector<Cut> cut_down(std::span<Item> items);

/// Costs and shares of a cut from its weight and its halves.
void share_out(std::span<Cut> cuts, Cut& cut);

/// The children of the inner node that is made of a cut, in the order of items. Pre: the cut has halves.
[[nodiscard]] std::vector<std::uint32_t> children_of(std::span<const Cut> cuts, std::uint32_t cut);

}  // namespace graze::internal
