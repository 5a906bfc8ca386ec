// When the boxes below two nodes may be near each other: the node test of the search for first contact.
//
// Along each axis of the frames of the two nodes, a box of one and a box of the other are apart at a time if
// the gap between their projections is positive. The gap is bounded from below by a straight line from the
// beginning of the window to its end (relative_motion.h); where this line is positive there is no contact, so
// each axis cuts a piece off the window, and what is left after all axes is when the two may meet. Often that
// is never. docs/mathematics/boxes.md.
//
// Three versions: in plain doubles, one pair of boxes after the other; in SIMD, with the same bits on every
// instruction set; and in SIMD with fused multiply-adds where there are any.
#pragma once

#include "graze/continuous/relative/bend_rounding.h"
#include "graze/continuous/relative/quick_bends.h"
#include "graze/continuous/relative/relative_motion.h"
#include "graze/core/internal.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace graze::internal {

enum class BoxBounds { Plain, Simd, Fused };
enum class Opened { Both, OnlyA, OnlyB };
enum class TimeClipping { On, Off };  // Off: a window is kept whole or dropped
enum class BendBounds { Directional, Isotropic };
/// Whether the triangles of two leaves are also compared along the normals of both and across their edges.
enum class LeafFilter { Planes, None };

/// What all pairs of nodes have in common.
struct BoxSearch {
    const RelativeMotion& motion;
    const WideTree& tree_a;
    const WideTree& tree_b;
    float clearance;  // wide_clearance(distance): pairs farther apart than this are left out
    TimeClipping clipping = TimeClipping::On;
    BendBounds bends = BendBounds::Directional;
    LeafFilter triangles = LeafFilter::Planes;                   // in SIMD only
    float bend_of_all = std::numeric_limits<float>::infinity();  // by bend_of_all, if somebody asked
};

struct BoxTask {
    const BoxSearch& search;
    const WideNode& a;
    const WideNode& b;
    const Moment& begin;  // of the window
    const Moment& end;
    double length;    // of the window
    float most_bend;  // the window is to be divided if M l^2 / 8 exceeds this times the larger node;
                      // infinity: never
};

enum class BoxOutcome { Apart, Divide, Children };

/// Pairs of children that may be near each other, and when, as fractions of the window.
///
/// Bit 8 j + i of `pairs` stands for child i of a and child j of b; i = 0 if a was not opened, j = 0 if b was
/// not.
struct alignas(64) BoxTimes {
    float begin[64], end[64];
    std::uint64_t pairs;
    BoxOutcome outcome;
    Opened opened;
    std::uint32_t rows;  // tests of one box against eight
};

/// How one version finds them.
/// Guarantee: Apart: farther apart than the clearance throughout the window. Children: so is every pair of
///            children outside its part of the window. Divide: nothing is said.
/// Cost:      some 200 ns in SIMD; no allocation.
using BoxTimesKernel = void (*)(const BoxTask& task, BoxTimes& times);
[[nodiscard]] BoxTimesKernel box_times_kernel(BoxBounds how);

/// The node that is larger by this is opened alone.
inline constexpr float kOpenedAlone = 4.0f;

[[nodiscard]] inline Opened opened_of(const WideNode& a, const WideNode& b) {
    if (a.is_leaf && b.is_leaf) return Opened::Both;
    if (b.is_leaf || (!a.is_leaf && a.radius > kOpenedAlone * b.radius)) return Opened::OnlyA;
    if (a.is_leaf || b.radius > kOpenedAlone * a.radius) return Opened::OnlyB;
    return Opened::Both;
}

/// What every kernel begins with.
inline void start_times(const WideNode& a, const WideNode& b, BoxTimes& times) {
    times.pairs = 0;
    times.rows = 0;
    times.opened = opened_of(a, b);
}

/// Where only the bend hides that two nodes are apart, at both ends and on one side, division shows it sooner
/// than the children can, who are no farther apart: if the gap is at least this part of the bend.
inline constexpr float kWorthDividing = 1.0f / 4096;
/// A bend of no more than this part of the sum of the half extents is none: it is lost among the roundings of
/// that sum, and shorter windows would show nothing new. Without it a tie, two boxes that are apart by exactly
/// nothing in floats, divides time down to ticks. So time is divided a bounded number of times: search.md (S2).
inline constexpr float kLeastBend = 0x1p-20f;

/// Where the line from `at_begin` to `at_end` is positive there is no contact: cuts the fractions.
struct Fractions {
    double begin = 0.0, end = 1.0;

    [[nodiscard]] bool is_empty() const { return begin > end; }
    void cut(double at_begin, double at_end);
};

/// Bends along axes are floats rounded to nearest a few times, then multiplied by this.
inline constexpr float kAxisBendUp = 1.0f + 0x1p-16f;

/// The same along all directions.
[[nodiscard]] PairBends isotropic(const PairBends& bends);
/// As BoxSearch::bends asks for them.
[[nodiscard]] inline PairBends as_asked(BendBounds how, const PairBends& bends) {
    return how == BendBounds::Directional ? bends : isotropic(bends);
}
/// At least M / 8 for all points of both bodies at all times, along all directions of length 1 fixed in
/// either.
///
/// Pre: the roots, from time 0 to time 1.
[[nodiscard]] float bend_of_all(const BoxTask& roots);
/// Where that bends by no more than this part of the smaller node, it will do for both: bends need not be
/// looked at one by one.
inline constexpr float kHardlyBends = 0x1p-9f;

/// Those of the pair itself. `distance`: at least the distance of the origins of the nodes at both ends.
[[nodiscard]] PairBends own_bends(const BoxTask& task, float distance);

/// One or the other.
[[gnu::always_inline, nodiscard]] inline PairBends pair_bends(const BoxTask& task, float distance) {
    const float length = static_cast<float>(task.length);
    const float at_most =
        task.search.bend_of_all * (length * length) * kAxisBendUp + static_cast<float>(kSmallest);
    if (at_most <= kHardlyBends * std::min(task.a.radius, task.b.radius))
        return {{0.0f, 0.0f, at_most}, {0.0f, 0.0f, at_most}};
    const QuickBends& quick = task.search.motion.quick;
    if (quick.is_usable && task.search.bends == BendBounds::Directional) [[likely]] {
        const PairBends bends = quick_bends(quick, {task.a, task.b, distance, length});
        if (is_ordinary(bends)) [[likely]]
            return bends;
    }
    return own_bends(task, distance);
}

}  // namespace graze::internal
