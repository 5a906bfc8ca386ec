#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/continuous/axis_proofs_kernels.cpp"
#include <hwy/foreach_target.h>  // includes this file once per target; must stand before highway.h

#include "graze/continuous/axis_proofs.h"
#include "graze/continuous/box_triangles-inl.h"

#include <algorithm>
#include <bit>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace graze {
namespace HWY_NAMESPACE {
namespace axis_proofs_detail {

HWY_INLINE void store_boxes(const Lanes& l, SeenBoxes& s) {
    GRAZE_EACH_AXIS {
        store(l.centre[k], s.centre[k]);
        store(l.half[k], s.half[k]);
    }
    store_seen(l, s);
}

constexpr std::uint16_t kNoChild = 0xFFFF;

/// Bits are summed as floats: powers of two below 2^16, each at most once.
HWY_INLINE F8 bit_if(B8 which, unsigned bit) {
    return select(which, all(static_cast<float>(1u << bit)), all(0.0f));
}

/// Adds the bits of an axis: `above` where the seen box is above the own one at both ends, `below` likewise.
HWY_INLINE void add_axis(F8& sum, const Gap& x, unsigned above, unsigned below) {
    const F8 zero = all(0.0f);
    const F16 away = away_if_apart(x);
    const F8 from = at_begin(away), to = at_end(away);
    sum = sum + bit_if((from > zero) & (to > zero), above) + bit_if((zero > from) & (zero > to), below);
}

struct BitsOf {
    unsigned own_above, own_below, row_above, row_below;
};
constexpr BitsOf kLanesOfA{kAgainstA, kAlongA, kAlongB, kAgainstB};
constexpr BitsOf kLanesOfB{kAlongB, kAgainstB, kAgainstA, kAlongA};

HWY_INLINE F8 bits_of_row(const Lanes& l, const Row& row, const BitsOf& b) {
    F8 sum = all(0.0f);
    GRAZE_EACH_AXIS {
        const auto axis = static_cast<unsigned>(k);
        add_axis(sum, gap_along_lanes(l, row, k), b.own_above + axis, b.own_below + axis);
        add_axis(sum, gap_along_row(l, row, k), b.row_above + axis, b.row_below + axis);
    }
    return sum;
}

HWY_INLINE void put_bits(F8 sum, int count, std::uint16_t* bits) {
    alignas(32) float sums[kWide];
    store(sum, sums);
    for (int i = 0; i < kWide; ++i)
        bits[i] = static_cast<std::uint16_t>(i < count ? static_cast<int>(sums[i]) : kNoChild);
}

HWY_INLINE void keep_whole(const Row& row, SeenBoxes& s) {
    GRAZE_EACH_AXIS {
        s.centre[k][0] = row.centre[k];
        s.half[k][0] = row.half[k];
        for (int e = 0; e < 2; ++e) {
            s.seen_centre[k][kWide * e] = row.seen_centre[e][k];
            s.seen_half[k][kWide * e] = row.seen_half[e][k];
        }
    }
}

/// The bits of the whole boxes.
HWY_INLINE unsigned whole_bits(const Gap8& x) {
    const F8 zero = all(0.0f);
    const B8 apart = min(abs(x.from) - x.radius_from, abs(x.to) - x.radius_to) > zero;
    const unsigned above = bits(apart & (x.from > zero) & (x.to > zero)),
                   below = bits(apart & (zero > x.from) & (zero > x.to));
    return (above & 7u) << kAgainstA | (below & 7u) << kAlongA | (above >> 4 & 7u) << kAlongB |
           (below >> 4 & 7u) << kAgainstB;
}

HWY_INLINE void across_edges(const Corners8& a, const Corners16& b, const BendsIn& in, unsigned open, int j,
                             AxisProofs& p) {
    for (int u = 0; u < 3; ++u) {
        const Direction8 edge = way(a, u, (u + 1) % 3);
        for (int v = 0; v < 3 && open != 0; ++v) {
            const Direction8 n = cross(edge, way(b, v, (v + 1) % 3));
            const F8 wide = slack_along(n, in);
            const Span8 span = span_along(n, a);
            const Sides sides = sides_of(span.lo - wide, span.hi + wide, span_along(n, b));
            const unsigned above = sides.above & open, below = sides.below & open;
            if ((above | below) == 0) continue;
            alignas(32) float x[kWide], y[kWide], z[kWide];
            store(n.x, x), store(n.y, y), store(n.z, z);
            for (unsigned m = above | below; m != 0; m &= m - 1) {
                const int i = std::countr_zero(m);
                const float sign = above >> i & 1u ? -1.0f : 1.0f;
                float* across = p.across[8 * j + i];
                across[0] = sign * x[i], across[1] = sign * y[i], across[2] = sign * z[i];
                p.apart_across |= std::uint64_t{1} << (8 * j + i);
            }
            open &= ~(above | below);
        }
    }
}

/// Along the normals of both triangles of a pair, then across their edges.
HWY_INLINE void look_at_triangles(const BoxTask& task, const Relation& r, const SeenBends& bends,
                                  AxisProofs& p) {
    // Directions are rounded to floats once more when they are written down.
    const float slack = 2.5f * r.error + task.clearance;
    if (!(slack <= kMostSlack)) return;
    LeafPair leaves;
    see_leaves(task, r, bends, slack, leaves);
    see_corners_of_a(r, leaves);
    const Direction8& normal = leaves.normal;
    const StoredTriangles& stored = leaves.b;
    store(normal.x, p.normal_a[0]), store(normal.y, p.normal_a[1]), store(normal.z, p.normal_a[2]);
    GRAZE_EACH_AXIS store(load(stored.normal[k]), p.normal_b[k]);
    for (int j = 0; j < task.b.count; ++j) {
        unsigned open = 0;
        for (int i = 0; i < task.a.count; ++i) open |= (p.apart[j][i] == 0 ? 1u : 0u) << i;
        if (open == 0) continue;
        Corners16 row;
        corners_of_row(leaves, j, row);
        const Sides b = sides_along_a(leaves, row), of_a = sides_along_b(leaves, j);
        for (int i = 0; i < task.a.count; ++i) {  // all: what a row has in common is one leaf
            const unsigned apart = (b.below >> i & 1u) << kNormalA | (b.above >> i & 1u) << (kNormalA + 1) |
                                   (of_a.above >> i & 1u) << kNormalB |
                                   (of_a.below >> i & 1u) << (kNormalB + 1);
            p.apart[j][i] = static_cast<std::uint16_t>(p.apart[j][i] | apart);
            if (p.apart[j][i] != 0) open &= ~(1u << i);
        }
        if (open != 0) across_edges(leaves.a, row, in_a(bends, slack), open, j, p);
    }
}

}  // namespace axis_proofs_detail

void axis_proofs(const AxisTask& task, AxisProofs& p) {
    using namespace axis_proofs_detail;
    const BoxTask& box = task.box;
    const WideNode &a = box.a, &b = box.b;
    Relation r;
    relate(box, r);
    SeenBends bends;
    const BendQuery query{a, b, static_cast<double>(distance_hi(r)), box.length};
    see_bends(box, as_asked(box.bends, proof_bends_of(box.motion, task.proof, box.begin, query)), bends);
    p.largest_bend = 0.0f;
    GRAZE_EACH_AXIS {
        p.bends_a[k] = bends.along[k];
        p.bends_b[k] = bends.along[4 + k];
        p.largest_bend = std::max({p.largest_bend, p.bends_a[k], p.bends_b[k]});
    }
    p.opened = opened_of(a, b);
    p.apart_across = 0;
    WholeAxes whole;
    see_whole(box, r, bends, whole);
    p.whole = static_cast<std::uint16_t>(whole_bits(whole.gap));
    p.outcome = BoxOutcome::Apart;
    if (p.whole != 0) return;
    p.outcome = outcome_of(box, whole);
    if (p.outcome != BoxOutcome::Children) return;
    const Row whole_a = whole_of_a(a, r, whole), whole_b = whole_of_b(b, r, whole);
    Lanes lanes;
    if (p.opened == Opened::OnlyA) {
        lanes_of_a(a, r, whole.wide + 4, lanes);
        store_boxes(lanes, p.a);
        keep_whole(whole_b, p.b);
        put_bits(bits_of_row(lanes, whole_b, kLanesOfA), a.count, p.apart[0]);
        std::fill_n(p.apart[1], 7 * kWide, kNoChild);
        return;
    }
    lanes_of_b(b, r, whole.wide, lanes);
    store_boxes(lanes, p.b);
    std::uint16_t rows[kWide];
    put_bits(bits_of_row(lanes, whole_a, kLanesOfB), b.count, rows);
    if (p.opened == Opened::OnlyB) {
        keep_whole(whole_a, p.a);
        std::fill_n(p.apart[0], kWide * kWide, kNoChild);
        for (int j = 0; j < b.count; ++j) p.apart[j][0] = rows[j];
        return;
    }
    lanes_of_a(a, r, whole.wide + 4, lanes);
    store_boxes(lanes, p.a);
    for (int j = 0; j < kWide; ++j) {
        if (rows[j] != 0)
            std::fill_n(p.apart[j], kWide, rows[j]);  // all, where there is no such child
        else
            put_bits(bits_of_row(lanes, row_of(p.b, p.b, j), kLanesOfA), a.count, p.apart[j]);
    }
    if (a.is_leaf && b.is_leaf) look_at_triangles(box, r, bends, p);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {

HWY_EXPORT(axis_proofs);

void find_axis_proofs(const AxisTask& task, AxisProofs& proofs) {
    HWY_DYNAMIC_DISPATCH(axis_proofs)(task, proofs);
}

}  // namespace graze
#endif  // HWY_ONCE
