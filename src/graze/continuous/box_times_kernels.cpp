#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/continuous/box_times_kernels.cpp"
#include <hwy/foreach_target.h>  // includes this file once per target; must stand before highway.h

#include "graze/continuous/box_times_kernels.h"
#include "graze/discrete/wide_lanes-inl.h"

#include <algorithm>
#include <bit>
#include <cmath>

// No fused multiply-add anywhere, so that every target computes the same bits, windows and counters included:
// a budget then ends every search at the same place.

HWY_BEFORE_NAMESPACE();
namespace graze {
namespace HWY_NAMESPACE {

constexpr float kPad = 0x1p-18f;      // docs/discrete.md (4)
constexpr float kOutward = 0x1p-20f;  // more than a fraction is rounded by
constexpr float kLengthUp = 1.0f + 0x1p-18f;
#define GRAZE_EACH_AXIS _Pragma("GCC unroll 3") for (int k = 0; k < 3; ++k)
#define GRAZE_BOTH_ENDS _Pragma("GCC unroll 2") for (int e = 0; e < 2; ++e)

/// m0 v0 + m1 v1 + m2 v2.
HWY_INLINE F4 combine(F4 m0, F4 m1, F4 m2, const float* v) {
    return (m0 * all4(v[0]) + m1 * all4(v[1])) + m2 * all4(v[2]);
}
HWY_INLINE F4 combine(F4 m0, F4 m1, F4 m2, F4 v) {
    return (m0 * broadcast<0>(v) + m1 * broadcast<1>(v)) + m2 * broadcast<2>(v);
}

/// M o_b + t - o_a in double, then rounded.
HWY_INLINE F4 offset(const WidePlacement& x, const WideNode& a, const WideNode& b) {
#if HWY_MAX_BYTES >= 32
    const hn::FixedTag<double, 4> d;
    auto p = hn::Sub(hn::Load(d, x.shift), hn::Load(d, a.origin));
    GRAZE_EACH_AXIS p = hn::Add(p, hn::Mul(hn::Load(d, x.turn[k]), hn::Set(d, b.origin[k])));
    return {hn::DemoteTo(D4(), p)};
#else
    alignas(16) float p[4];
    for (int i = 0; i < 4; ++i)
        p[i] = static_cast<float>(
            (((x.shift[i] - a.origin[i]) + x.turn[0][i] * b.origin[0]) + x.turn[1][i] * b.origin[1]) +
            x.turn[2][i] * b.origin[2]);
    return load4(p);
#endif
}

/// b seen from a at one end of the window (wide_kernels.h (1)), and the two whole boxes seen from each other.
struct alignas(16) Relation {
    float column[4][4];  // of R, then T; [j][3] is 0
    float q[4];
    float whole_a[4], whole_b[4];  // half extents, less pad
    float length;                  // about |T|
    float error, pad;              // pad: error and clearance
};

HWY_INLINE void relate(const WidePlacement& x, float clearance, const WideNode& a, const WideNode& b,
                       Relation& r) {
    const F4 x0 = load4(x.turn_f[0]), x1 = load4(x.turn_f[1]), x2 = load4(x.turn_f[2]);
    const F4 f0 = load4(a.axes[0]), f1 = load4(a.axes[1]), f2 = load4(a.axes[2]);
    const auto column = [&](int j) HWY_ATTR {  // M times axis j of b, then seen from a
        return combine(f0, f1, f2,
                       (x0 * all4(b.axes[0][j]) + x1 * all4(b.axes[1][j])) + x2 * all4(b.axes[2][j]));
    };
    const F4 r0 = column(0), r1 = column(1), r2 = column(2), t = combine(f0, f1, f2, offset(x, a, b));
    store(r0, r.column[0]);
    store(r1, r.column[1]);
    store(r2, r.column[2]);
    store(t, r.column[3]);
    alignas(16) float sq[4], magnitudes[4];
    store(t * t, sq);
    store(abs(t), magnitudes);
    r.length = sq[0] + sq[1] + sq[2];
    r.error = kPad * (magnitudes[0] + magnitudes[1] + magnitudes[2] + a.reach + b.reach) + x.far;
    r.pad = r.error + clearance;
    const Rows rows = transpose(r0, r1, r2);
    store(combine(rows.row[0], rows.row[1], rows.row[2], t), r.q);
    store(combine(abs(rows.row[0]), abs(rows.row[1]), abs(rows.row[2]), a.whole), r.whole_a);
    store(combine(abs(r0), abs(r1), abs(r2), b.whole), r.whole_b);
}

/// Fractions of the window in eight lanes.
struct Fractions8 {
    F8 begin, end;
};

/// As Fractions::cut. Lanes with a NaN are not cut.
HWY_INLINE void cut(Fractions8& f, F8 at_begin, F8 at_end) {
    const F8 zero = all(0.0f);
    const B8 from = at_begin > zero, to = at_end > zero;
    const F8 where = at_begin / (at_begin - at_end);
    // Positive at the beginning: until it falls. Both: never a contact.
    const F8 begin = select(to, all(2.0f), where - all(kOutward));
    f.begin = max(f.begin, select(from, begin, zero));
    // Positive at the end only.
    f.end = min(f.end, select(from, all(1.0f), select(to, where + all(kOutward), all(1.0f))));
}

/// Cuts by a distance from a centre that goes from `from` to `to`, where it exceeds a radius, on either side.
/// If it does so on different sides at the two ends, only the beginning is cut: one division for both.
HWY_INLINE void cut_both_ways(Fractions8& f, F8 from, F8 to, F8 radius_from, F8 radius_to) {
    const F8 zero = all(0.0f);
    const F8 far_from = abs(from), far_to = abs(to);
    const F8 gap_from = far_from - radius_from, gap_to = far_to - radius_to;
    const B8 one_side = from * to > zero, begins_apart = gap_from > zero;
    // The line on the side where it is apart at the beginning, or else at the end.
    const F8 at_begin = select(one_side | begins_apart, gap_from, zero - (far_from + radius_from));
    const F8 at_end = select(begins_apart, select(one_side, gap_to, zero - (far_to + radius_to)), gap_to);
    cut(f, at_begin, at_end);
}

/// True in lanes that some axis separates throughout: cheaper than to cut.
HWY_INLINE B8 apart_throughout(F8 from, F8 to, F8 radius_from, F8 radius_to) {
    const F8 zero = all(0.0f);
    return (from * to > zero) & (min(abs(from) - radius_from, abs(to) - radius_to) > zero);
}

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

HWY_INLINE F8 weighted(F8 m0, F8 m1, F8 m2, const F8* v) { return (m0 * v[0] + m1 * v[1]) + m2 * v[2]; }

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

/// The whole boxes of the two nodes: the six axes in lanes.
HWY_INLINE Fractions8 whole_times(const WideNode& a, const WideNode& b, const Row& whole_a,
                                  const Row& whole_b) {
    alignas(32) float centre[2][kWide], radius[2][kWide];
    GRAZE_BOTH_ENDS {
        GRAZE_EACH_AXIS {
            centre[e][k] = whole_b.seen_centre[e][k];
            centre[e][4 + k] = whole_a.seen_centre[e][k];
            radius[e][k] = whole_b.seen_half[e][k] + a.whole[k];
            radius[e][4 + k] = whole_a.seen_half[e][k] + b.whole[k];
        }
        centre[e][3] = centre[e][7] = radius[e][3] = radius[e][7] = 0.0f;
    }
    Fractions8 f{all(0.0f), all(1.0f)};
    cut_both_ways(f, load(centre[0]), load(centre[1]), load(radius[0]), load(radius[1]));
    return f;
}

/// The parts of the window that all lanes leave.
struct CommonPart {
    float begin, end;
};
HWY_INLINE CommonPart common_part(const Fractions8& f) {
    alignas(32) float begin[kWide], end[kWide];
    store(f.begin, begin);
    store(f.end, end);
    CommonPart part{begin[0], end[0]};
    for (int i = 1; i < kWide; ++i) {
        part.begin = part.begin < begin[i] ? begin[i] : part.begin;
        part.end = part.end > end[i] ? end[i] : part.end;
    }
    return part;
}

struct Ends {
    Relation of[2];
};

HWY_INLINE void relate_ends(const BoxTask& task, Ends& ends) {
    relate(task.begin.placement, task.clearance, task.a, task.b, ends.of[0]);
    relate(task.end.placement, task.clearance, task.a, task.b, ends.of[1]);
}

HWY_INLINE void keep(const Fractions8& f, int place, BoxTimes& times) {
    store(f.begin, times.begin + place);
    store(f.end, times.end + place);
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

// Triangles of two leaves.

struct Corners8 {
    F8 at[3][3];  // corner, coordinate
};
struct Direction8 {
    F8 x, y, z;
};
struct Span8 {
    F8 lo, hi;
};

HWY_INLINE F8 along(const Direction8& n, const F8* p) { return (n.x * p[0] + n.y * p[1]) + n.z * p[2]; }
HWY_INLINE Span8 span_along(const Direction8& n, const Corners8& c) {
    const F8 p = along(n, c.at[0]), q = along(n, c.at[1]), r = along(n, c.at[2]);
    return {min(p, min(q, r)), max(p, max(q, r))};
}
HWY_INLINE Direction8 cross(const Direction8& u, const Direction8& v) {
    return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}
HWY_INLINE Direction8 way(const Corners8& c, int from, int to) {
    return {c.at[to][0] - c.at[from][0], c.at[to][1] - c.at[from][1], c.at[to][2] - c.at[from][2]};
}
HWY_INLINE Direction8 normal_of(const Corners8& c) { return cross(way(c, 0, 1), way(c, 0, 2)); }
HWY_INLINE F8 length(const Direction8& n) { return sqrt((n.x * n.x + n.y * n.y) + n.z * n.z); }

/// docs/discrete.md (7), and the bend along n: docs/continuous-mathematics.md, eq. 86.
HWY_INLINE F8 slack_along(const Direction8& n, float slack, const Bend& bend, const float* own,
                          const float* other) {
    const F8 sum = (abs(n.x) + abs(n.y)) + abs(n.z);
    F8 wide = sum * all(slack + bend.anyhow);
    const auto add = [&](float factor, const float* s) HWY_ATTR {
        if (factor != 0.0f) wide = wide + length(cross(n, {all(s[0]), all(s[1]), all(s[2])})) * all(factor);
    };
    add(bend.from_own, own);
    add(bend.from_other, other);
    return wide * all(1.0f + 0x1p-12f) + all(0x1p-100f);
}

HWY_INLINE Corners8 corners_of(const LeafCorners& leaf) {
    Corners8 c;
    for (int i = 0; i < 3; ++i) GRAZE_EACH_AXIS c.at[i][k] = load(leaf.at[i][k]);
    return c;
}
HWY_INLINE Corners8 b_seen_from_a(const Corners8& b, const Relation& r) {
    Corners8 c;
    for (int i = 0; i < 3; ++i)
        GRAZE_EACH_AXIS c.at[i][k] =
            weighted(all(r.column[0][k]), all(r.column[1][k]), all(r.column[2][k]), b.at[i]) +
            all(r.column[3][k]);
    return c;
}
HWY_INLINE Corners8 a_seen_from_b(const Corners8& a, const Relation& r) {
    Corners8 c;
    for (int i = 0; i < 3; ++i)
        GRAZE_EACH_AXIS c.at[i][k] =
            weighted(all(r.column[k][0]), all(r.column[k][1]), all(r.column[k][2]), a.at[i]) - all(r.q[k]);
    return c;
}

/// The triangles of b, for one to be taken at a time.
struct alignas(32) StoredTriangles {
    float seen[2][3][3][kWide];  // from a, at both ends: corner, coordinate
    float normal[3][kWide];      // own coordinates
    float lo[kWide], hi[kWide];  // along it, widened by the slack
};

HWY_INLINE void store_triangles(const Corners8& b, const Relation* r, const FrameBends& bends, float slack,
                                StoredTriangles& s) {
    for (int e = 0; e < 2; ++e) {
        const Corners8 seen = b_seen_from_a(b, r[e]);
        for (int i = 0; i < 3; ++i) GRAZE_EACH_AXIS store(seen.at[i][k], s.seen[e][i][k]);
    }
    const Direction8 n = normal_of(b);
    const F8 wide = slack_along(n, slack, bends.in_b, bends.own_b, bends.other_b);
    const Span8 span = span_along(n, b);
    store(n.x, s.normal[0]);
    store(n.y, s.normal[1]);
    store(n.z, s.normal[2]);
    store(span.lo - wide, s.lo);
    store(span.hi + wide, s.hi);
}

HWY_INLINE Corners8 one_of(const StoredTriangles& s, int e, int j) {
    Corners8 c;
    for (int i = 0; i < 3; ++i) GRAZE_EACH_AXIS c.at[i][k] = all(s.seen[e][i][k][j]);
    return c;
}

/// Cuts by a direction along which one triangle stays between `lo` and `hi`, widened, and the other moves.
HWY_INLINE void cut_by_direction(Fractions8& f, F8 lo, F8 hi, const Span8& from, const Span8& to) {
    cut(f, from.lo - hi, to.lo - hi);
    cut(f, lo - from.hi, lo - to.hi);
}

/// What directions fixed in a need.
struct InA {
    const FrameBends& bends;
    float slack;
};

/// Cuts by the directions across an edge of each, as at the beginning and fixed in a. Returns the lanes of
/// `row` that are left.
HWY_INLINE unsigned cut_by_edges(const Corners8& a, const Corners8& from, const Corners8& to, const InA& in_a,
                                 unsigned row, Fractions8& f) {
    for (int i = 0; i < 3 && row != 0; ++i) {
        const Direction8 u = way(a, i, (i + 1) % 3);
        for (int j = 0; j < 3; ++j) {
            const Direction8 n = cross(u, way(from, j, (j + 1) % 3));
            const F8 wide = slack_along(n, in_a.slack, in_a.bends.in_a, in_a.bends.own_a, in_a.bends.other_a);
            const Span8 span = span_along(n, a);
            cut_by_direction(f, span.lo - wide, span.hi + wide, span_along(n, from), span_along(n, to));
        }
        row &= ~bits(f.begin > f.end);
    }
    return row;
}

HWY_INLINE void cut_by_planes(const BoxTask& task, const Relation* r, const FrameBends& bends,
                              BoxTimes& times) {
    const float slack = 2.25f * std::max(r[0].error, r[1].error) + task.clearance;
    StoredTriangles stored;
    store_triangles(corners_of(task.tree_b.corners[task.b.corners]), r, bends, slack, stored);
    const Corners8 a = corners_of(task.tree_a.corners[task.a.corners]);
    const Corners8 from_b[2] = {a_seen_from_b(a, r[0]), a_seen_from_b(a, r[1])};
    const Direction8 normal = normal_of(a);
    const F8 wide = slack_along(normal, slack, bends.in_a, bends.own_a, bends.other_a);
    const Span8 span = span_along(normal, a);
    const F8 lo = span.lo - wide, hi = span.hi + wide;
    for (int j = 0; j < kWide; ++j) {
        unsigned row = static_cast<unsigned>(times.pairs >> (8 * j)) & 0xFFu;
        if (row == 0) continue;
        Fractions8 f{load(times.begin + 8 * j), load(times.end + 8 * j)};
        const Corners8 from = one_of(stored, 0, j), to = one_of(stored, 1, j);
        cut_by_direction(f, lo, hi, span_along(normal, from), span_along(normal, to));
        const Direction8 n{all(stored.normal[0][j]), all(stored.normal[1][j]), all(stored.normal[2][j])};
        cut_by_direction(f, all(stored.lo[j]), all(stored.hi[j]), span_along(n, from_b[0]),
                         span_along(n, from_b[1]));
        row &= ~bits(f.begin > f.end);
        row = cut_by_edges(a, from, to, {bends, slack}, row, f);
        times.pairs &= ~(std::uint64_t{0xFF} << (8 * j)) | (std::uint64_t{row} << (8 * j));
        if (task.clipping == TimeClipping::On) keep(f, 8 * j, times);
    }
}

/// Relations at both ends, and how far apart the origins are at most there.
HWY_INLINE FrameBends bends_between(const BoxTask& task, const Relation* r) {
    const float apart = std::sqrt(std::max(r[0].length, r[1].length));
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
    const CommonPart whole = common_part(whole_times(a, b, whole_a, whole_b));
    const bool clips = task.clipping == TimeClipping::On;
    times.outcome = BoxOutcome::Apart;
    if (clips ? whole.begin > whole.end : whole.begin > 1.5f) return;
    times.outcome = BoxOutcome::Divide;
    if (bends.largest > task.most_bend * std::max(a.reach, b.reach)) return;
    times.outcome = BoxOutcome::Children;
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
