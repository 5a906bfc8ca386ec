// A hierarchy of eight boxes a node, laid out for SIMD: the one behind the fast queries.
//
// Each node has a frame of its own (an origin and three nearly orthonormal axes) which its eight children
// share: their boxes are slabs along those axes. So one register holds one coordinate of all eight, a pair of
// nodes needs one relative rotation for 64 pairs of boxes, and still the boxes turn with the surface: tilted
// near-parallel plates do not collapse as with boxes along the model's axes. In node coordinates
// y = F (x - o), child i is
//
//     { x : |y_k - centre[k][i]| <= half[k][i], k = 0, 1, 2 }                                        (1)
//
// with F the stored floats and o the stored doubles as exact real numbers: F need not be exactly orthonormal
// for (1) to be a convex set that holds the triangles. |F F^T - I| <= kFrameSkew per entry all the same.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace graze::internal {

inline constexpr int kWide = 8;
inline constexpr float kFrameSkew = 0x1p-21f;

struct alignas(64) WideNode {
    // What tells two nodes apart: two cache lines.
    double origin[4];    // in the model; [3] is 0
    float axes[3][4];    // axes[k][j]: component k, in the model, of axis j of the frame; [k][3] is 0
    float whole[4];      // half extents of a box about the origin that holds all children; [3] is 0
    float radius;        // >= |y|_1 for all points of all children's boxes
    std::uint8_t count;  // of children
    std::uint8_t is_leaf;
    std::uint16_t unused;
    std::uint32_t begin, end;  // place of its triangles in WideTree::order
    std::uint32_t corners;     // of a leaf: place in WideTree::corners
    std::uint32_t spare[3];
    // What tells their children apart.
    std::uint32_t child[kWide];  // nodes, or triangles if this is a leaf
    std::uint32_t spare_too[8];
    float centre[3][kWide];
    float half[3][kWide];
};
static_assert(sizeof(WideNode) == 384 && offsetof(WideNode, child) == 128, "whole cache lines");

/// Corners of a leaf's triangles in node coordinates, rounded to nearest: corner, coordinate, lane. And what
/// queries would work out of them again and again.
struct alignas(64) LeafCorners {
    float at[3][3][kWide];
    float normal[3][kWide];      // coordinate, lane; of any length
    float lo[kWide], hi[kWide];  // the corners, along it
};
static_assert(sizeof(LeafCorners) == 448, "whole cache lines");

struct WideTree {
    std::vector<WideNode> nodes;       // the root is node 0; parents stand before their children
    std::vector<LeafCorners> corners;  // of the leaves
    std::vector<std::uint32_t> order;  // triangle ids in the order of the leaves
    int depth = 0;                     // nodes on the longest way down
    double farthest = 0.0;             // >= |o|_1 for all origins
};

/// Quality for bodies that are queried often. Fast for those that change so much that a refit is not enough:
/// halves instead of the surface-area heuristic, and no choice of frames.
enum class WideBuild { Quality, Fast };

/// Pre:       a valid mesh with at least one triangle.
/// Guarantee: (1) in real arithmetic; a function of the mesh and `how` alone.
/// Cost:      O(n log n); measured in docs/benchmarks/discrete.md.
[[nodiscard]] WideTree build_wide_tree(const Mesh& mesh, WideBuild how = WideBuild::Quality);

/// Follows vertices that moved: the same nodes and frames, new boxes. Queries stay exact however far they
/// moved, but get slower as the surface turns away from its frames.
///
/// Pre:  as many triangles as at the build. Cost: O(n log n), a fraction of a build.
void refit(WideTree& tree, const Mesh& mesh);

/// Checks structure and (1) for every triangle and all nodes above it; empty if all is well. Allocates.
[[nodiscard]] std::string audit(const WideTree& tree, const Mesh& mesh);

[[nodiscard]] std::size_t memory_of(const WideTree& tree);  // bytes

}  // namespace graze::internal
