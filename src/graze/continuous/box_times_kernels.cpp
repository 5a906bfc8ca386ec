#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/continuous/box_times_kernels.cpp"
#include <hwy/foreach_target.h>  // includes this file once per target; must stand before highway.h

#include "graze/continuous/box_times_kernels.h"
#include "graze/continuous/box_triangles-inl.h"

#include <algorithm>
#include <bit>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace graze {
namespace HWY_NAMESPACE {

/// Eight boxes of a node: along its own axes, and seen from the other node at both ends of the window. What
/// is seen is already widened by pad and bend.
struct Lanes {
    F8 centre[3], half[3];
    F8 seen_centre[2][3], seen_half[2][3];
};

/// One box of the other node in the same way, the other way round.
struct Row {
    float centre[3], half[3];
    float seen_centre[2][3], seen_half[2][3];
};

HWY_INLINE void own_lanes(const WideNode& n, Lanes& l) {
    GRAZE_EACH_AXIS {
        l.centre[k] = load(n.centre[k]);
        l.half[k] = load(n.half[k]);
    }
}

HWY_INLINE void lanes_of_b(const WideNode& b, const Relation* r, const AxisBends& bends, Lanes& l) {
    own_lanes(b, l);
    GRAZE_BOTH_ENDS GRAZE_EACH_AXIS {
        const F8 m0 = all(r[e].column[0][k]), m1 = all(r[e].column[1][k]), m2 = all(r[e].column[2][k]);
        l.seen_centre[e][k] = weighted(m0, m1, m2, l.centre) + all(r[e].column[3][k]);
        l.seen_half[e][k] = weighted(abs(m0), abs(m1), abs(m2), l.half) + all(r[e].pad + bends.a[k]);
    }
}

HWY_INLINE void lanes_of_a(const WideNode& a, const Relation* r, const AxisBends& bends, Lanes& l) {
    own_lanes(a, l);
    GRAZE_BOTH_ENDS GRAZE_EACH_AXIS {
        const F8 m0 = all(r[e].column[k][0]), m1 = all(r[e].column[k][1]), m2 = all(r[e].column[k][2]);
        l.seen_centre[e][k] = weighted(m0, m1, m2, l.centre) - all(r[e].q[k]);
        l.seen_half[e][k] = weighted(abs(m0), abs(m1), abs(m2), l.half) + all(r[e].pad + bends.b[k]);
    }
}

HWY_INLINE Row whole_of_b(const WideNode& b, const Relation* r, const AxisBends& bends) {
    Row row;
    GRAZE_EACH_AXIS {
        row.centre[k] = 0.0f;
        row.half[k] = b.whole[k];
        GRAZE_BOTH_ENDS {
            row.seen_centre[e][k] = r[e].column[3][k];
            row.seen_half[e][k] = r[e].whole_b[k] + (r[e].pad + bends.a[k]);
        }
    }
    return row;
}

HWY_INLINE Row whole_of_a(const WideNode& a, const Relation* r, const AxisBends& bends) {
    Row row;
    GRAZE_EACH_AXIS {
        row.centre[k] = 0.0f;
        row.half[k] = a.whole[k];
        GRAZE_BOTH_ENDS {
            row.seen_centre[e][k] = -r[e].q[k];
            row.seen_half[e][k] = r[e].whole_a[k] + (r[e].pad + bends.b[k]);
        }
    }
    return row;
}

/// Distances and radii along one axis, at both ends.
struct Gap8 {
    F8 from, to, radius_from, radius_to;
};

HWY_INLINE Gap8 gap_along_lanes(const Lanes& l, const Row& row, int k) {
    return {all(row.seen_centre[0][k]) - l.centre[k], all(row.seen_centre[1][k]) - l.centre[k],
            all(row.seen_half[0][k]) + l.half[k], all(row.seen_half[1][k]) + l.half[k]};
}
HWY_INLINE Gap8 gap_along_row(const Lanes& l, const Row& row, int k) {
    return {l.seen_centre[0][k] - all(row.centre[k]), l.seen_centre[1][k] - all(row.centre[k]),
            l.seen_half[0][k] + all(row.half[k]), l.seen_half[1][k] + all(row.half[k])};
}

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
HWY_INLINE void store_seen(const Lanes& l, StoredLanes& s) {
    GRAZE_BOTH_ENDS GRAZE_EACH_AXIS {
        store(l.seen_centre[e][k], s.seen_centre[e][k]);
        store(l.seen_half[e][k], s.seen_half[e][k]);
    }
}
HWY_INLINE Row row_of(const WideNode& b, const StoredLanes& s, int j) {
    Row row;
    GRAZE_EACH_AXIS {
        row.centre[k] = b.centre[k][j];
        row.half[k] = b.half[k][j];
        GRAZE_BOTH_ENDS {
            row.seen_centre[e][k] = s.seen_centre[e][k][j];
            row.seen_half[e][k] = s.seen_half[e][k][j];
        }
    }
    return row;
}

HWY_INLINE unsigned used(const WideNode& n) { return (1u << n.count) - 1u; }

/// When the whole boxes of two nodes may be near each other.
struct WholeTimes {
    float begin, end;
    bool hidden_by_bend;  // see kWorthDividing
};

/// The six axes in lanes.
HWY_INLINE WholeTimes whole_times(const WideNode& a, const WideNode& b, const Row& whole_a,
                                  const Row& whole_b, const AxisBends& bends) {
    alignas(32) float centre[2][kWide], radius[2][kWide], bend[kWide];
    GRAZE_BOTH_ENDS {
        GRAZE_EACH_AXIS {
            centre[e][k] = whole_b.seen_centre[e][k];
            centre[e][4 + k] = whole_a.seen_centre[e][k];
            radius[e][k] = whole_b.seen_half[e][k] + a.whole[k];
            radius[e][4 + k] = whole_a.seen_half[e][k] + b.whole[k];
        }
        centre[e][3] = centre[e][7] = radius[e][3] = radius[e][7] = 0.0f;
    }
    GRAZE_EACH_AXIS bend[k] = bends.a[k], bend[4 + k] = bends.b[k];
    bend[3] = bend[7] = 0.0f;
    const F8 from = load(centre[0]), to = load(centre[1]);
    const F8 radius_from = load(radius[0]), radius_to = load(radius[1]);
    Fractions8 f{all(0.0f), all(1.0f)};
    cut_both_ways(f, from, to, radius_from, radius_to);
    alignas(32) float begin[kWide], end[kWide];
    store(f.begin, begin);
    store(f.end, end);
    WholeTimes times{begin[0], end[0], false};
    for (int i = 1; i < kWide; ++i) {
        times.begin = times.begin < begin[i] ? begin[i] : times.begin;
        times.end = times.end > end[i] ? end[i] : times.end;
    }
    const F8 gap = min(abs(from) - radius_from, abs(to) - radius_to) + load(bend);
    times.hidden_by_bend = bits((from * to > all(0.0f)) & (gap > all(kWorthDividing) * load(bend))) != 0;
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

HWY_INLINE void open_both(const Opening& o, BoxTimes& times) {
    const WideNode &a = o.task.a, &b = o.task.b;
    StoredLanes stored;
    unsigned rows = 0;
    Fractions8 f;
    {
        Lanes lanes;
        lanes_of_b(b, o.r, o.bends, lanes);
        rows = near_row(lanes, o.whole_a, used(b), TimeClipping::Off, o.start, f);
        ++times.rows;
        if (rows == 0) return;
        store_seen(lanes, stored);
    }
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
    const WholeTimes whole = whole_times(a, b, whole_a, whole_b, bends);
    const bool clips = task.clipping == TimeClipping::On;
    times.outcome = BoxOutcome::Apart;
    if (clips ? whole.begin > whole.end : whole.begin > 1.5f) return;
    times.outcome = outcome_of(task, bends.largest, whole.hidden_by_bend);
    if (times.outcome != BoxOutcome::Children) return;
    const Opening opening{task,    r,       bends,
                          whole_a, whole_b, {all(clips ? whole.begin : 0.0f), all(clips ? whole.end : 1.0f)}};
    if (times.opened == Opened::OnlyA)
        open_a(opening, times);
    else if (times.opened == Opened::OnlyB)
        open_b(opening, times);
    else
        open_both(opening, times);
    if (task.triangles == LeafFilter::Planes && a.is_leaf && b.is_leaf && times.pairs != 0)
        cut_by_planes(task, r, frame, times);
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
