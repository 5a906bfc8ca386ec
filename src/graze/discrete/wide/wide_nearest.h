// The SIMD part of the distance queries: which triangles of two trees may be nearest, or within a distance.
// Like wide_kernels.h it only culls; what is left carries float bounds, and is measured elsewhere. Not for
// users.
//
// All boxes are seen along three nearly orthonormal axes w_0, w_1, w_2, the `aim`; w_0 is the line between
// the nearest points so far. Two boxes with gaps g_k between their projections are at least |g|_2 apart: a
// bound that is sharp along w_0, where it matters, and still grows with the distance sideways. Boxes are
// also compared in the same way along their own axes. The axes turn as nearer points are found; bounds on the
// stack stay valid. Pads: docs/discrete.md (10), (11).
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/wide/wide_kernels.h"

#include <optional>
#include <span>

namespace graze::internal {

/// Where to look, and how far. May change while the visitor is called. Its lengths are true ones times
/// `scale`, a power of two that brings them near 1, so that squares neither overflow nor vanish.
struct alignas(32) WideAim {
    float of_a[3][4];  // scale w_k in the frame of a; [k][3] is 0
    float of_b[3][4];  // the same in the frame of b
    float scale;
    float limit;     // pairs farther apart are left out
    float limit_sq;  // its square
};

/// An aim for two trees, along the line of their roots, with no limit.
[[nodiscard]] WideAim first_aim(const WidePlacement& placement, const WideTree& a, const WideTree& b);

/// Turns the first axis along `direction` (frame of a); to any axes if that is not a direction.
void turn_aim(WideAim& aim, const WidePlacement& placement, const Vec3& direction);

/// Sets the limit, rounded up so that nothing within `distance` is left out.
void limit_aim(WideAim& aim, double distance);

/// A pair of nodes on the stack.
struct WideNearEntry {
    std::uint32_t a, b;
    float bound_sq;  // below the square of the distance, in the lengths of the aim
};

/// A pair of triangles that may be within the limit, and bounds in the lengths of the aim.
struct WideNearTriangles {
    std::uint32_t a, b;
    float lo, hi;
    float separation[3];  // about from a to b, along the axes of the aim
    int features;         // that seem to hold the closest points: numbered as in triangle_distance.h
};

struct WideNearVisitor {
    void* context;
    Visit (*triangles)(void* context, std::span<const WideNearTriangles> pairs);
};

enum class WideOrder { Any, NearestFirst };

struct WideNearTask {
    const WideTree& a;
    const WideTree& b;
    const WidePlacement& placement;
    const WideAim& aim;
    WideOrder order = WideOrder::NearestFirst;
    /// A walk that goes on: so many entries of the stack are from the one that stopped, next last. Nothing: it
    /// begins.
    std::optional<std::size_t> waiting = {};
    std::uint64_t most_opened = ~std::uint64_t{0};  // as in WideTask
    bool same_work = false;
};

/// Visits all pairs of triangles that are not proved farther apart than the limit.
///
/// Pre:  stack.size() >= stack_size(a, b). Cost: no allocation.
WideCounters traverse_nearest(const WideNearTask& task, std::span<WideNearEntry> stack,
                              const WideNearVisitor& visitor);

}  // namespace graze::internal
