#define GRAZE_FUSED 2  // the same proofs on every machine
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/continuous/proof/axis_proofs_kernels.cpp"
#include <hwy/foreach_target.h>  // includes this file once per target; must stand before highway.h

#include "graze/continuous/boxes/box_triangles-inl.h"
#include "graze/continuous/proof/axis_proofs.h"
#include "graze/continuous/proof/proof_plane.h"

#include <algorithm>
#include <bit>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace graze::internal {
namespace HWY_NAMESPACE {
namespace axis_proofs_detail {

/// Boxes as the node has them: of use only where pairs are left open.
HWY_INLINE void store_own(const WideNode& n, PosedBoxes& s) {
    GRAZE_EACH_AXIS {
        store(load(n.centre[k]), s.centre[k]);
        store(load(n.half[k]), s.half[k]);
    }
}

/// Bits are summed as floats: powers of two below 2^16, each at most once.
HWY_INLINE F8 bit_if(B8 which, unsigned bit) {
    return select(which, all(static_cast<float>(1u << bit)), all(0.0f));
}

/// Adds the bits of an axis: `above` where the seen box is above the own one at both ends, `below` likewise.
HWY_INLINE void add_axis(F8& sum, const Gap& gap, unsigned above, unsigned below) {
    const Gap8 x = by_ends(gap);
    // Half their sum and half their difference: one or the other by the sign of the latter.
    const float half_above = static_cast<float>(1u << above) / 2,
                half_below = static_cast<float>(1u << below) / 2;
    const F8 bit = all(half_above + half_below) + signed_by(all(half_above - half_below), x.from);
    sum = sum + only_if(apart_throughout(x), bit);
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

/// The bits of one row, and what is left open of it.
HWY_INLINE void store_row(F8 sum, unsigned children, int j, AxisProofs& p) {
    store_whole(sum, p.separators[j]);
    p.open |= static_cast<std::uint64_t>(children & ~bits(sum > all(0.0f))) << (8 * j);
}

HWY_INLINE void store_whole(const Row& row, PosedBoxes& s) {
    GRAZE_EACH_AXIS {
        s.centre[k][0] = row.centre[k];
        s.half[k][0] = row.half[k];
        for (int e = 0; e < 2; ++e) {
            s.posed_centre[k][kWide * e] = row.posed_centre[e][k];
            s.posed_half[k][kWide * e] = row.posed_half[e][k];
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

/// Normals in coordinates of the body, to be written down.
HWY_INLINE void store_normals(const WideNode& node, const Direction8& n, float (*in_node)[kWide]) {
    GRAZE_EACH_AXIS store(
        (all(node.axes[k][0]) * n.x + all(node.axes[k][1]) * n.y) + all(node.axes[k][2]) * n.z, in_node[k]);
}

/// Pairs of triangles, one to a lane, as the body sees them that directions across edges are fixed in.
struct EdgeTask {
    const Corners8& own;
    const Corners16& other;
    const BendsIn& in;
    const WideNode& node;  // of that body
    LeafFrame frame;
};
/// Across an edge of each; returns those of the `open` lanes that are left.
HWY_INLINE unsigned look_across_edges(const EdgeTask& task, const PickedPairs& picked, unsigned open,
                                      AxisProofs& p) {
    const float if_above = task.frame == LeafFrame::A ? -1.0f : 1.0f;  // n points from b to a
    const Edges8 edges = edges_of(task.other);
    for (int u = 0; u < 3; ++u) {
        const Direction8 edge = edge_between(task.own, u, (u + 1) % 3);
        for (int v = 0; v < 3 && open != 0; ++v) {
            const Direction8 n = cross(edge, edges.of[v]);
            const Span8 span = span_along(n, task.own);
            const Span16 moving = span_along(n, task.other);
            if ((on_a_side(sides_of(span.lo, span.hi, moving)) & open) == 0) continue;  // whatever bends
            const F8 margin = slack_along(n, task.in);
            const Sides sides = sides_of(span.lo - margin, span.hi + margin, moving);
            const unsigned above = bits(sides.above) & open, apart = above | (bits(sides.below) & open);
            if (apart == 0) continue;
            alignas(32) float in_node[3][kWide];
            store_normals(task.node, n, in_node);
            for (unsigned m = apart; m != 0; m &= m - 1) {
                const int lane = std::countr_zero(m), place = 8 * picked.b.of[lane] + picked.a.of[lane];
                const float sign = above >> lane & 1u ? if_above : -if_above;
                for (int k = 0; k < 3; ++k) p.across[place][k] = sign * in_node[k][lane];
                p.apart_across |= std::uint64_t{1} << place;
                if (task.frame == LeafFrame::B) p.across_in_b |= std::uint64_t{1} << place;
            }
            open &= ~apart;
        }
    }
    return open;
}

/// For pairs of triangles that nothing else separates. What is fixed in one body tilts against the edges of
/// the other as they turn, the more the longer these are: what a's frame leaves open, b's may not.
HWY_INLINE void look_across_open(const BoxTask& task, const LeafPair& leaves, const AxisBends& bends,
                                 float slack, AxisProofs& p) {
    alignas(64) float posed[3][3][16];
    for (int i = 0; i < 3; ++i) GRAZE_EACH_AXIS store(leaves.a_from_b.at[i][k], posed[i][k]);
    for (std::uint64_t left = p.open; left != 0;) {
        const PickedPairs picked = next_pairs(left);
        PickedCorners c;
        pick_corners(task.search.tree_a.corners[task.a.corners], leaves, picked, c);
        const unsigned open = look_across_edges({c.a, c.b, in_a(bends, slack), task.a, LeafFrame::A}, picked,
                                                (1u << picked.count) - 1u, p);
        if (open == 0) continue;
        const LeafCorners& leaf_b = task.search.tree_b.corners[task.b.corners];
        Corners8 b;
        Corners16 a_from_b;
        for (int i = 0; i < 3; ++i) GRAZE_EACH_AXIS {
                b.at[i][k] = pick(leaf_b.at[i][k], picked.b);
                a_from_b.at[i][k] = pick_ends(posed[i][k], picked.a);
            }
        (void)look_across_edges({b, a_from_b, in_b(bends, slack), task.b, LeafFrame::B}, picked, open, p);
    }
    p.open &= ~p.apart_across;
}

/// Two leaves, and the rows that no axis separates from all of a: along the normals of b, boxes, the normals
/// of a, and across edges, each where something is left. False if lengths are too large for the triangles'
/// bounds.
HWY_INLINE bool look_at_triangles(const BoxTask& task, const Relation& r, const AxisBends& bends,
                                  const WholeAxes& whole, unsigned rows, AxisProofs& p) {
    // Directions are brought into the coordinates of their body in floats when they are written down: off by
    // less than 2^-21 of their length, and a quarter of an error is 2^-20 of all lengths.
    const float slack = 2.5f * r.error + task.search.clearance;
    if (!(slack <= kMostSlack)) return false;
    const WideNode &a = task.a, &b = task.b;
    const unsigned all_of_a = used(a);
    LeafPair leaves;
    prepare_leaves(task, bends, slack, leaves);
    pose_corners_of_a(r, leaves);
    store_normals(b, {load(leaves.b.normal[0]), load(leaves.b.normal[1]), load(leaves.b.normal[2])},
                  p.normal_b);
    alignas(32) float sums[kWide][kWide];
    unsigned open_rows = 0;
    for (; rows != 0; rows &= rows - 1) {
        const int j = std::countr_zero(rows);
        const Sides sides = sides_along_b(leaves, j);
        const unsigned above = bits(sides.above) & all_of_a, below = bits(sides.below) & all_of_a;
        if (above == all_of_a || below == all_of_a) {
            p.rows[j] = 1u << (above == all_of_a ? kNormalB : kNormalB + 1);
            continue;
        }
        store(bit_if(sides.above, kNormalB) + bit_if(sides.below, kNormalB + 1), sums[j]);
        open_rows |= 1u << j;
    }
    if (open_rows == 0) return true;
    store_normals(a, leaves.normal, p.normal_a);
    Lanes lanes;
    lanes_of_a(a, r, whole.margin + 4, lanes);
    bool has_posed_b = false;
    for (; open_rows != 0; open_rows &= open_rows - 1) {
        const int j = std::countr_zero(open_rows);
        F8 sum = load(sums[j]) + bits_of_row(lanes, row_of(b, p.b, j), kLanesOfA);
        if ((bits(sum > all(0.0f)) & all_of_a) != all_of_a) {
            if (!has_posed_b) pose_corners_of_b(task, r, leaves);
            has_posed_b = true;
            Corners16 row;
            corners_of_row(leaves, j, row);
            const Sides of_b = sides_along_a(leaves, row);
            sum = sum + bit_if(of_b.below, kNormalA) + bit_if(of_b.above, kNormalA + 1);
        }
        store_row(sum, all_of_a, j, p);
    }
    if (p.open != 0) look_across_open(task, leaves, bends, slack, p);
    if (p.open != 0) {
        store_posed(lanes, p.a);
        store_own(a, p.a);
        store_own(b, p.b);
    }
    return true;
}

}  // namespace axis_proofs_detail

void axis_proofs(const AxisTask& task, AxisProofs& p) {
    using namespace axis_proofs_detail;
    const BoxTask& box = task.box;
    const WideNode &a = box.a, &b = box.b;
    Relation r;
    relate(box, r);
    AxisBends bends;
    const BendQuery query{a, b, static_cast<double>(distance_hi(r)), box.length};
    bends_along_axes(box,
                     as_asked(box.search.bends, proof_bends_of(box.search.motion, task.proof, task.window,
                                                               task.distance, query)),
                     bends);
    p.largest_bend = 0.0f;
    GRAZE_EACH_AXIS {
        p.bends_a[k] = bends.along[k];
        p.bends_b[k] = bends.along[4 + k];
        p.largest_bend = std::max({p.largest_bend, p.bends_a[k], p.bends_b[k]});
    }
    p.opened = opened_of(a, b);
    p.apart_across = p.across_in_b = p.open = 0;
    WholeAxes whole;
    pose_whole(box, r, bends, whole);
    p.whole = whole_bits(whole.gap);
    p.outcome = BoxOutcome::Apart;
    if (p.whole != 0) return;
    p.outcome = outcome_of(box, whole);
    if (p.outcome != BoxOutcome::Children) return;
    const Row whole_a = whole_of_a(a, r, whole), whole_b = whole_of_b(b, r, whole);
    Lanes lanes;
    if (p.opened == Opened::OnlyA) {
        lanes_of_a(a, r, whole.margin + 4, lanes);
        store_posed(lanes, p.a);
        store_own(a, p.a);
        store_whole(whole_b, p.b);
        p.rows[0] = 0;
        store_row(bits_of_row(lanes, whole_b, kLanesOfA), used(a), 0, p);
        return;
    }
    lanes_of_b(b, r, whole.margin, lanes);
    store_posed(lanes, p.b);
    const F8 of_rows = bits_of_row(lanes, whole_a, kLanesOfB);
    store_whole(of_rows, p.rows);
    unsigned rows = used(b) & ~bits(of_rows > all(0.0f));
    if (p.opened == Opened::OnlyB) {
        store_own(b, p.b);
        store_whole(whole_a, p.a);
        for (; rows != 0; rows &= rows - 1) {
            const int j = std::countr_zero(rows);
            p.separators[j][0] = 0;
            p.open |= std::uint64_t{1} << (8 * j);
        }
        return;
    }
    if (rows == 0 || (a.is_leaf && b.is_leaf && look_at_triangles(box, r, bends, whole, rows, p))) return;
    lanes_of_a(a, r, whole.margin + 4, lanes);
    store_posed(lanes, p.a);
    store_own(a, p.a);
    store_own(b, p.b);
    for (; rows != 0; rows &= rows - 1) {
        const int j = std::countr_zero(rows);
        store_row(bits_of_row(lanes, row_of(b, p.b, j), kLanesOfA), used(a), j, p);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::internal {

HWY_EXPORT(axis_proofs);

void find_axis_proofs(const AxisTask& task, AxisProofs& proofs) {
    HWY_DYNAMIC_DISPATCH(axis_proofs)(task, proofs);
}

}  // namespace graze::internal
#endif  // HWY_ONCE
