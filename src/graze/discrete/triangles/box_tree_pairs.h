// Which triangles of two box trees meet: for bodies that deform. Exact (contract C2).
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/model/box_tree.h"
#include "graze/model/id_pair.h"

#include <span>
#include <vector>

namespace graze::internal {

/// A tree, the vertices that it was last refitted to, and where they stand.
struct PosedBoxTree {
    const BoxTree& tree;
    std::span<const Vec3> vertices;
    Pose pose = {};
};

/// Memory of a search: keep it, and searches stop allocating once it has grown.
struct BoxTreeSearch {
    struct Open {
        std::size_t a, b;              // nodes
        std::uint32_t level_a, level_b;
        Box moved;                     // b's, as a sees it, rounded outward
    };
    std::vector<Open> open;
    std::vector<IdPair> pairs;  // found, in an order that depends on the trees alone
    std::uint64_t box_tests = 0, triangle_tests = 0;
};

/// Pre:       valid poses; each tree was built for, or refitted to, its vertices.
/// Guarantee: all pairs of triangles that have a common point, in `search.pairs`.
void find_pairs(const PosedBoxTree& a, const PosedBoxTree& b, BoxTreeSearch& search);

}  // namespace graze::internal
