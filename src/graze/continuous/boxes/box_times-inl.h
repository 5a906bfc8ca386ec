// The kernel of find_box_times. Included once per Highway target, by a file for each way to round.
#if defined(GRAZE_CONTINUOUS_BOX_TIMES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_CONTINUOUS_BOX_TIMES_INL_H_
#undef GRAZE_CONTINUOUS_BOX_TIMES_INL_H_
#else
#define GRAZE_CONTINUOUS_BOX_TIMES_INL_H_
#endif

#include "graze/continuous/boxes/box_triangles-inl.h"
#include "graze/core/internal.h"

#include <algorithm>
#include <bit>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace graze::internal {
namespace HWY_NAMESPACE {
inline namespace GRAZE_ROUNDING {

/// The lanes of `which` that no axis keeps apart from the box of the row throughout.
HWY_INLINE unsigned not_apart_from_row(const Lanes& l, const Row& row, unsigned which) {
    B8 apart = all(0.0f) > all(0.0f);
    GRAZE_EACH_AXIS {
        apart = apart | apart_throughout(by_ends(gap_along_lanes(l, row, k)));
        apart = apart | apart_throughout(by_ends(gap_along_row(l, row, k)));
    }
    return which & ~bits(apart);
}

HWY_INLINE void cut_by_row(const Lanes& l, const Row& row, Fractions8& f) {
    GRAZE_EACH_AXIS {
        cut_both_ways(f, by_ends(gap_along_lanes(l, row, k)));
        cut_both_ways(f, by_ends(gap_along_row(l, row, k)));
    }
}

/// The lanes of `which` that may be near the box of the row, and when.
HWY_INLINE unsigned near_row(const Lanes& l, const Row& row, unsigned which, TimeClipping clipping,
                             const Fractions8& whole, Fractions8& f) {
    which = not_apart_from_row(l, row, which);
    f = whole;
    if (which == 0 || clipping == TimeClipping::Off) return which;
    cut_by_row(l, row, f);
    f = widened(f);
    return which & ~bits(f.begin > f.end);
}

/// What the ways to open a pair of nodes share.
struct Opening {
    const BoxTask& task;
    const Relation& r;
    const WholeAxes& whole;
    Fractions8 start;
};

HWY_INLINE void open_a(const Opening& o, BoxTimes& times) {
    Lanes lanes;
    lanes_of_a(o.task.a, o.r, o.whole.margin + 4, lanes);
    Fractions8 f;
    times.pairs = near_row(lanes, whole_of_b(o.task.b, o.r, o.whole), used(o.task.a), o.task.search.clipping,
                           o.start, f);
    times.rows = 1;
    store_fractions(f, 0, times);
}

HWY_INLINE void open_b(const Opening& o, BoxTimes& times) {
    Lanes lanes;
    lanes_of_b(o.task.b, o.r, o.whole.margin, lanes);
    Fractions8 f;
    const unsigned near = near_row(lanes, whole_of_a(o.task.a, o.r, o.whole), used(o.task.b),
                                   o.task.search.clipping, o.start, f);
    times.rows = 1;
    alignas(32) float begin[kWide], end[kWide];
    store(f.begin, begin);
    store(f.end, end);
    for (unsigned m = near; m != 0; m &= m - 1) {
        const int j = std::countr_zero(m);
        times.pairs |= std::uint64_t{1} << (8 * j);
        times.begin[8 * j] = begin[j];
        times.end[8 * j] = end[j];
    }
}

/// The boxes of b that may be near the whole of a, and all of them as rows.
HWY_INLINE unsigned near_boxes_of_b(const Opening& o, StoredLanes& stored, BoxTimes& times) {
    Lanes lanes;
    lanes_of_b(o.task.b, o.r, o.whole.margin, lanes);
    ++times.rows;
    store_posed(lanes, stored);
    return not_apart_from_row(lanes, whole_of_a(o.task.a, o.r, o.whole), used(o.task.b));
}

HWY_INLINE void open_both(const Opening& o, BoxTimes& times) {
    const WideNode &a = o.task.a, &b = o.task.b;
    StoredLanes stored;
    Fractions8 f;
    unsigned rows = near_boxes_of_b(o, stored, times);
    if (rows == 0) return;
    Lanes lanes;
    lanes_of_a(a, o.r, o.whole.margin + 4, lanes);
    for (; rows != 0; rows &= rows - 1) {
        const int j = std::countr_zero(rows);
        ++times.rows;
        const unsigned near =
            near_row(lanes, row_of(b, stored, j), used(a), o.task.search.clipping, o.start, f);
        times.pairs |= static_cast<std::uint64_t>(near) << (8 * j);
        if (near != 0) store_fractions(f, 8 * j, times);
    }
}

/// The pairs of triangles, of the rows that may be near, that the normals of both do not keep apart
/// throughout: bit 8 j + i. Most end here.
HWY_INLINE std::uint64_t not_apart_along_normals(const Relation& r, unsigned rows, unsigned lanes,
                                                 LeafPair& leaves) {
    std::uint64_t left = 0;
    for (; rows != 0; rows &= rows - 1) {
        const int j = std::countr_zero(rows);
        Corners16 row;
        corners_of_row(leaves, j, row);
        left |= static_cast<std::uint64_t>(lanes & ~on_a_side(sides_along_a(leaves, row))) << (8 * j);
    }
    if (left == 0) return 0;
    pose_corners_of_a(r, leaves);
    for (int j = 0; j < kWide; ++j) {
        if ((left >> (8 * j) & 0xFFu) == 0) continue;
        left &= ~(static_cast<std::uint64_t>(on_a_side(sides_along_b(leaves, j))) << (8 * j));
    }
    return left;
}

/// Cuts by the boxes of picked triangles.
HWY_INLINE void cut_by_boxes(const BoxTask& task, const StoredLanes& posed_a, const StoredLanes& posed_b,
                             const PickedPairs& picked, Fractions8& f) {
    GRAZE_EACH_AXIS {
        const Gap along_a{
            pick_ends(posed_b.posed_centre[k], picked.b) - at_both(pick(task.a.centre[k], picked.a)),
            pick_ends(posed_b.posed_half[k], picked.b) + at_both(pick(task.a.half[k], picked.a))};
        const Gap along_b{
            pick_ends(posed_a.posed_centre[k], picked.a) - at_both(pick(task.b.centre[k], picked.b)),
            pick_ends(posed_a.posed_half[k], picked.a) + at_both(pick(task.b.half[k], picked.b))};
        cut_both_ways(f, by_ends(along_a));
        cut_both_ways(f, by_ends(along_b));
    }
}

/// Two leaves: what keeps triangles or their boxes apart throughout comes first, as it is cheaper than to
/// cut. False if lengths are too large for the triangles' bounds.
HWY_INLINE bool open_leaves(const Opening& o, const AxisBends& bends, BoxTimes& times) {
    const float slack = 2.25f * o.r.error + o.task.search.clearance;
    if (!(slack <= kMostSlack)) return false;
    const WideNode &a = o.task.a, &b = o.task.b;
    StoredLanes posed_a, posed_b;
    const unsigned rows = near_boxes_of_b(o, posed_b, times);
    if (rows == 0) return true;
    LeafPair leaves;
    prepare_leaves(o.task, bends, slack, leaves);
    pose_corners_of_b(o.task, o.r, leaves);
    std::uint64_t left = not_apart_along_normals(o.r, rows, used(a), leaves);
    if (left == 0) return true;
    Lanes lanes;
    lanes_of_a(a, o.r, o.whole.margin + 4, lanes);
    store_posed(lanes, posed_a);
    for (int j = 0; j < kWide; ++j) {
        const unsigned near = static_cast<unsigned>(left >> (8 * j)) & 0xFFu;
        if (near == 0) continue;
        ++times.rows;
        const unsigned apart = near & ~not_apart_from_row(lanes, row_of(b, posed_b, j), near);
        left &= ~(static_cast<std::uint64_t>(apart) << (8 * j));
    }
    const BendsIn in = in_a(bends, slack);
    while (left != 0) {
        const PickedPairs picked = next_pairs(left);
        PickedCorners corners;
        pick_corners(o.task.search.tree_a.corners[a.corners], leaves, picked, corners);
        unsigned near = (1u << picked.count) - 1u;
        Fractions8 f = o.start;
        if (o.task.search.clipping == TimeClipping::On) {
            cut_by_boxes(o.task, posed_a, posed_b, picked, f);
            cut_by_planes(leaves, picked, corners, in, f);
            f = widened(f);
            near &= ~bits(f.begin > f.end);
        } else {
            near = not_apart_across_edges(corners.a, corners.b, in, near);
        }
        if (near == 0) continue;
        alignas(32) float begin[kWide], end[kWide];
        store(f.begin, begin);
        store(f.end, end);
        for (; near != 0; near &= near - 1) {
            const int lane = std::countr_zero(near), bit = 8 * picked.b.of[lane] + picked.a.of[lane];
            times.pairs |= std::uint64_t{1} << bit;
            times.begin[bit] = begin[lane];
            times.end[bit] = end[lane];
        }
    }
    return true;
}

void box_times(const BoxTask& task, BoxTimes& times) {
    const WideNode &a = task.a, &b = task.b;
    start_times(a, b, times);
    Relation r;
    relate(task, r);
    AxisBends bends;
    bends_along_axes(task, pair_bends(task, distance_hi(r)), bends);
    WholeAxes whole;
    pose_whole(task, r, bends, whole);
    times.outcome = BoxOutcome::Apart;
    const Gap8& gap = whole.gap;
    const F8 zero = all(0.0f);
    if (bits(apart_throughout(gap)) != 0) return;
    const bool clips = task.search.clipping == TimeClipping::On;
    Fractions8 start{zero, all(1.0f)};
    if (clips) {
        cut_both_ways(start, gap);
        start = widened(start);
        const float begin = greatest(positive(start.begin)), end = least_below_1(start.end);
        if (begin > end) return;
        start = {all(begin), all(end)};
    }
    times.outcome = outcome_of(task, whole);
    if (times.outcome != BoxOutcome::Children) return;
    const Opening opening{task, r, whole, start};
    const bool are_leaves = a.is_leaf && b.is_leaf;
    if (are_leaves && task.search.triangles == LeafFilter::Planes && open_leaves(opening, bends, times))
        return;
    if (times.opened == Opened::OnlyA)
        open_a(opening, times);
    else if (times.opened == Opened::OnlyB)
        open_b(opening, times);
    else
        open_both(opening, times);
}

}  // namespace GRAZE_ROUNDING
}  // namespace HWY_NAMESPACE
}  // namespace graze::internal
HWY_AFTER_NAMESPACE();

#endif
