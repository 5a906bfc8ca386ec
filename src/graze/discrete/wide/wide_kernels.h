// The SIMD part of the fast queries: which leaves of two trees may meet. It only culls; what it lets through
// is decided elsewhere, exactly, so every target gives the same answers (contract C5).
//
// Notation, for a node of a and a node of b: x_a = M x_b + t the true placement of body b seen from body a,
// F, o, y as in wide_tree.h. Then
//
//     y_a = R y_b + T,   y_b = R' y_a - q                                                              (1)
//     R = F_a M F_b^-1,   R' = R^-1,   T = F_a (M o_b + t - o_a),   q = R' T
//
// and what the kernel has are floats close to R, T, q, with R^T for R'. How close, and why `pad` covers it:
// docs/discrete.md.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/pose.h"
#include "graze/model/id_pair.h"
#include "graze/model/wide_tree.h"

#include <cstdint>
#include <span>
#include <vector>

namespace graze::internal {

/// Body b seen from a, as the kernels take it.
struct alignas(32) WidePlacement {
    double turn[3][4];   // columns of M
    double shift[4];     // t
    float turn_f[3][4];  // M rounded
    float far;  // bounds the error of M o_b + t - o_a, per coordinate and in float units (docs/discrete.md,
                // (5))
};

/// Cost: 20 ns; geometry/placement.h knows more about special turns and takes longer.
[[nodiscard]] WidePlacement wide_placement(const Pose& pose_a, const Pose& pose_b, const WideTree& a,
                                           const WideTree& b);

/// The floats near (1) for a pair of nodes.
struct alignas(16) WideRelation {
    float column[4][4];  // of R, then T; [j][3] is 0
    float q[4];
    float whole_a[4];  // half extents of a box along the axes of b that holds all of a, less its place
    float pad;         // error of coordinates, and the clearance
    float error;       // of coordinates alone
};

/// Above that, products of three coordinates may overflow, and triangles are not compared in float.
inline constexpr float kMostSlack = 0x1p23f;  // docs/discrete.md (7)

/// A pair of nodes on the stack, not proved apart by their whole boxes.
struct alignas(64) WideEntry {
    WideRelation relation;
    std::uint32_t a, b;
    std::uint32_t level;
};
static_assert(sizeof(WideEntry) == 128);

struct WideCounters {
    std::uint64_t node_pairs = 0;  // relations computed, but for that of the start
    std::uint64_t rows = 0;        // tests of one box against eight
    std::uint64_t leaf_pairs = 0;  // that reached the triangle filter
    std::uint64_t opened = 0;      // pairs of nodes
    std::size_t waiting = 0;       // entries left on the stack: 0 unless the walk was stopped
};

enum class Visit { GoOn, Stop };

/// What to do with what the kernel lets through: bit 8 j + i of `triangles` stands for triangle i of leaf a
/// and j of leaf b.
struct WideVisitor {
    void* context;
    Visit (*leaves)(void* context, const WideNode& a, const WideNode& b, std::uint64_t triangles);
};

struct WideTask {
    const WideTree& a;
    const WideTree& b;
    const WidePlacement& placement;
    const float*
        clearance;  // pairs farther apart than this are left out; may shrink while the visitor is called
    IdPair start = {0, 0};
    /// If there is one, nothing is visited: pairs of leaves, and pairs this many levels below the start, go
    /// here in the order of visits.
    std::vector<IdPair>* frontier = nullptr;
    std::uint32_t max_level = 0;
    /// Stops after so many pairs of nodes; what is left stands on the stack, next last. A walk from each of
    /// these in turn, last first, visits what this one would have visited, in the same order.
    std::uint64_t most_opened = ~std::uint64_t{0};
    /// Opens the same pairs on every processor: on the instruction set that all have.
    bool same_work = false;
};

/// A distance as WideTask::clearance takes it: rounded up so that nothing within the distance is left out.
[[nodiscard]] float wide_clearance(double distance);

/// Entries that a stack must have room for.
[[nodiscard]] std::size_t stack_size(const WideTree& a, const WideTree& b);

/// Visits all pairs of leaves that are not proved apart, in an order that depends on the trees alone.
///
/// Pre:  stack.size() >= stack_size(a, b).
/// Cost: no allocation but in `frontier`.
WideCounters traverse(const WideTask& task, std::span<WideEntry> stack, const WideVisitor& visitor);

/// Names of the instruction sets that this build and this processor share, best first. `force` takes one of
/// them for all queries of the process from then on ("" for the best again); false if there is none of that
/// name. For tests and benches.
[[nodiscard]] std::vector<const char*> wide_targets();
bool force_wide_target(const char* name);

}  // namespace graze::internal
