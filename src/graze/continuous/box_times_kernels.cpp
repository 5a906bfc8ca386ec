#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/continuous/box_times_kernels.cpp"
#include <hwy/foreach_target.h>  // includes this file once per target; must stand before highway.h

#include "graze/continuous/box_rows-inl.h"
#include "graze/continuous/box_times_kernels.h"
#include "graze/continuous/box_triangles-inl.h"

#include <algorithm>
#include <bit>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace graze {
namespace HWY_NAMESPACE {

/// The lanes of `which` that may be near the box of the row, and when.
HWY_INLINE unsigned near_row(const Lanes& l, const Row& row, unsigned which, TimeClipping clipping,
                             const Fractions8& whole, Fractions8& f) {
    B8 apart = all(0.0f) > all(0.0f);
    GRAZE_EACH_AXIS {
        const Gap8 x = gap_along_lanes(l, row, k), y = gap_along_row(l, row, k);
        apart = apart | apart_throughout(x.from, x.to, x.radius_from, x.radius_to) |
                apart_throughout(y.from, y.to, y.radius_from, y.radius_to);
    }
    which &= ~bits(apart);
    f = whole;
    if (which == 0 || clipping == TimeClipping::Off) return which;
    GRAZE_EACH_AXIS {
        const Gap8 x = gap_along_lanes(l, row, k), y = gap_along_row(l, row, k);
        cut_both_ways(f, x.from, x.to, x.radius_from, x.radius_to);
        cut_both_ways(f, y.from, y.to, y.radius_from, y.radius_to);
    }
    return which & ~bits(f.begin > f.end);
}

/// Boxes of one node as rows for the other's lanes.
struct alignas(32) StoredLanes {
    float seen_centre[2][3][kWide], seen_half[2][3][kWide];
};

HWY_INLINE unsigned used(const WideNode& n) { return (1u << n.count) - 1u; }

/// When the whole boxes of two nodes may be near each other.
struct WholeTimes {
    float begin, end;
    bool hidden_by_bend;  // see kWorthDividing
};

HWY_INLINE WholeTimes whole_times(const Row& whole_a, const Row& whole_b, const AxisBends& bends) {
    const WholeAxes axes = whole_axes(whole_a, whole_b, bends);
    Fractions8 f{all(0.0f), all(1.0f)};
    cut_both_ways(f, axes.gap.from, axes.gap.to, axes.gap.radius_from, axes.gap.radius_to);
    alignas(32) float begin[kWide], end[kWide];
    store(f.begin, begin);
    store(f.end, end);
    WholeTimes times{begin[0], end[0], false};
    for (int i = 1; i < kWide; ++i) {
        times.begin = times.begin < begin[i] ? begin[i] : times.begin;
        times.end = times.end > end[i] ? end[i] : times.end;
    }
    times.hidden_by_bend = hidden_by_bend(axes);
    return times;
}

/// What the ways to open a pair of nodes share.
struct Opening {
    const BoxTask& task;
    const Relation* r;
    const AxisBends& bends;
    const Row &whole_a, &whole_b;
    Fractions8 start;
};

HWY_INLINE void open_a(const Opening& o, BoxTimes& times) {
    Lanes lanes;
    lanes_of_a(o.task.a, o.r, o.bends, lanes);
    Fractions8 f;
    times.pairs = near_row(lanes, o.whole_b, used(o.task.a), o.task.clipping, o.start, f);
    times.rows = 1;
    keep(f, 0, times);
}

HWY_INLINE void open_b(const Opening& o, BoxTimes& times) {
    Lanes lanes;
    lanes_of_b(o.task.b, o.r, o.bends, lanes);
    Fractions8 f;
    const unsigned near = near_row(lanes, o.whole_a, used(o.task.b), o.task.clipping, o.start, f);
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
    lanes_of_b(o.task.b, o.r, o.bends, lanes);
    ++times.rows;
    store_seen(lanes, stored);
    Fractions8 f;
    return near_row(lanes, o.whole_a, used(o.task.b), TimeClipping::Off, o.start, f);
}

HWY_INLINE void open_both(const Opening& o, BoxTimes& times) {
    const WideNode &a = o.task.a, &b = o.task.b;
    StoredLanes stored;
    Fractions8 f;
    unsigned rows = near_boxes_of_b(o, stored, times);
    if (rows == 0) return;
    Lanes lanes;
    lanes_of_a(a, o.r, o.bends, lanes);
    for (; rows != 0; rows &= rows - 1) {
        const int j = std::countr_zero(rows);
        ++times.rows;
        const unsigned near = near_row(lanes, row_of(b, stored, j), used(a), o.task.clipping, o.start, f);
        times.pairs |= static_cast<std::uint64_t>(near) << (8 * j);
        if (near != 0) keep(f, 8 * j, times);
    }
}

/// Two leaves: triangles along their normals first, then boxes, then cuts by all of these and across edges.
/// False if lengths are too large for the triangles' bounds.
HWY_INLINE bool open_leaves(const Opening& o, const FrameBends& frame, BoxTimes& times) {
    const float slack = 2.25f * std::max(o.r[0].error, o.r[1].error) + o.task.clearance;
    if (!(slack <= kMostSlack)) return false;
    const WideNode &a = o.task.a, &b = o.task.b;
    StoredLanes stored;
    Fractions8 f;
    unsigned rows = near_boxes_of_b(o, stored, times);
    if (rows == 0) return true;
    LeafPair leaves;
    see_leaves(o.task, o.r, frame, slack, leaves);
    std::uint64_t left = 0;
    for (; rows != 0; rows &= rows - 1) {
        const int j = std::countr_zero(rows);
        const unsigned near = not_apart_along_normals(leaves, triangle_row(leaves, j), used(a));
        left |= static_cast<std::uint64_t>(near) << (8 * j);
    }
    if (left == 0) return true;
    Lanes lanes;
    lanes_of_a(a, o.r, o.bends, lanes);
    for (int j = 0; j < kWide; ++j) {
        unsigned near = static_cast<unsigned>(left >> (8 * j)) & 0xFFu;
        if (near == 0) continue;
        ++times.rows;
        near = near_row(lanes, row_of(b, stored, j), near, o.task.clipping, o.start, f);
        if (near == 0) continue;
        near = cut_by_planes(leaves, triangle_row(leaves, j), {frame, slack}, near, f);
        times.pairs |= static_cast<std::uint64_t>(near) << (8 * j);
        if (near != 0) keep(o.task.clipping == TimeClipping::On ? f : o.start, 8 * j, times);
    }
    return true;
}

/// Relations at both ends, and how far apart the origins are at most there.
HWY_INLINE FrameBends bends_between(const BoxTask& task, const Relation* r) {
    const float apart = distance_at_ends(r);
    return frame_bends(task, (apart + std::max(r[0].error, r[1].error)) * kLengthUp);
}

void box_times(const BoxTask& task, BoxTimes& times) {
    const WideNode &a = task.a, &b = task.b;
    Ends ends;
    relate_ends(task, ends);
    const Relation* r = ends.of;
    const FrameBends frame = bends_between(task, r);
    const AxisBends bends = axis_bends(frame);
    const Row whole_a = whole_of_a(a, r, bends), whole_b = whole_of_b(b, r, bends);
    const WholeTimes whole = whole_times(whole_a, whole_b, bends);
    const bool clips = task.clipping == TimeClipping::On;
    times.outcome = BoxOutcome::Apart;
    if (clips ? whole.begin > whole.end : whole.begin > 1.5f) return;
    times.outcome = outcome_of(task, bends.largest, whole.hidden_by_bend);
    if (times.outcome != BoxOutcome::Children) return;
    const Opening opening{task,    r,       bends,
                          whole_a, whole_b, {all(clips ? whole.begin : 0.0f), all(clips ? whole.end : 1.0f)}};
    const bool are_leaves = a.is_leaf && b.is_leaf;
    if (are_leaves && task.triangles == LeafFilter::Planes && open_leaves(opening, frame, times)) return;
    if (times.opened == Opened::OnlyA)
        open_a(opening, times);
    else if (times.opened == Opened::OnlyB)
        open_b(opening, times);
    else
        open_both(opening, times);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {

HWY_EXPORT(box_times);

void find_box_times_simd(const BoxTask& task, BoxTimes& times) {
    HWY_DYNAMIC_DISPATCH(box_times)(task, times);
}

}  // namespace graze
#endif  // HWY_ONCE
