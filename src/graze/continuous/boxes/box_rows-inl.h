// Boxes of two nodes in lanes and rows, seen from each other at both ends of a window. Included once per
// Highway target.
#if defined(GRAZE_CONTINUOUS_BOX_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_CONTINUOUS_BOX_ROWS_INL_H_
#undef GRAZE_CONTINUOUS_BOX_ROWS_INL_H_
#else
#define GRAZE_CONTINUOUS_BOX_ROWS_INL_H_
#endif

#include "graze/continuous/boxes/box_relate-inl.h"
#include "graze/core/internal.h"

HWY_BEFORE_NAMESPACE();
namespace graze::internal {
namespace HWY_NAMESPACE {
inline namespace GRAZE_ROUNDING {

/// Eight boxes of a node: along its own axes, and seen from the other node at both ends of the window. What
/// is seen is already widened by pad and bend.
struct Lanes {
    F8 centre[3], half[3];
    F16 posed_centre[3], posed_half[3];
};

/// Those of them that the node has.
HWY_INLINE unsigned used(const WideNode& n) { return (1u << n.count) - 1u; }

/// One box of the other node in the same way, the other way round.
struct Row {
    float centre[3], half[3];
    float posed_centre[2][3], posed_half[2][3];
};

HWY_INLINE F16 both_of(const float* blocks, int k) { return ends(blocks[k], blocks[4 + k]); }

/// How one node is seen from the other, at both ends: columns of the rotation, and the shift.
struct View {
    F16 m[3][3], shift[3];
};
HWY_INLINE void pose_b_in_a(const Relation& r, View& view) {
    GRAZE_EACH_AXIS {
        for (int j = 0; j < 3; ++j) view.m[j][k] = both_of(r.column[j], k);
        view.shift[k] = both_of(r.column[3], k);
    }
}
HWY_INLINE void pose_a_in_b(const Relation& r, View& view) {
    GRAZE_EACH_AXIS {
        for (int j = 0; j < 3; ++j) view.m[j][k] = both_of(r.column[k], j);
        view.shift[k] = ends(-r.q_of[k], -r.q_of[4 + k]);
    }
}

/// `margin`: what widens the lanes along each axis.
HWY_INLINE void pose_lanes(const WideNode& n, const View& view, const float* margin, Lanes& l) {
    const auto& m = view.m;
    F16 centre[3], half[3];
    GRAZE_EACH_AXIS {
        l.centre[k] = load(n.centre[k]);
        l.half[k] = load(n.half[k]);
        centre[k] = at_both(l.centre[k]);
        half[k] = at_both(l.half[k]);
    }
    GRAZE_EACH_AXIS {
        l.posed_centre[k] = weighted(m[0][k], m[1][k], m[2][k], centre, view.shift[k]);
        l.posed_half[k] = weighted(abs(m[0][k]), abs(m[1][k]), abs(m[2][k]), half, all_ends(margin[k]));
    }
}
HWY_INLINE void lanes_of_b(const WideNode& b, const Relation& r, const float* margin_a, Lanes& l) {
    View view;
    pose_b_in_a(r, view);
    pose_lanes(b, view, margin_a, l);
}
HWY_INLINE void lanes_of_a(const WideNode& a, const Relation& r, const float* margin_b, Lanes& l) {
    View view;
    pose_a_in_b(r, view);
    pose_lanes(a, view, margin_b, l);
}

/// Along one axis, at both ends.
struct Gap {
    F16 away, radius;  // of the middles; sum of the half extents
};
HWY_INLINE Gap8 by_ends(const Gap& x) {
    return {at_begin(x.away), at_end(x.away), at_begin(x.radius), at_end(x.radius)};
}
HWY_INLINE Gap gap_along_lanes(const Lanes& l, const Row& row, int k) {
    return {ends(row.posed_centre[0][k], row.posed_centre[1][k]) - at_both(l.centre[k]),
            ends(row.posed_half[0][k], row.posed_half[1][k]) + at_both(l.half[k])};
}
HWY_INLINE Gap gap_along_row(const Lanes& l, const Row& row, int k) {
    return {l.posed_centre[k] - all_ends(row.centre[k]), l.posed_half[k] + all_ends(row.half[k])};
}

/// What is seen of boxes, where it can be taken one by one.
struct alignas(64) StoredLanes {
    float posed_centre[3][16], posed_half[3][16];
};
template <class Posed>
HWY_INLINE void store_posed(const Lanes& l, Posed& s) {
    GRAZE_EACH_AXIS {
        store(l.posed_centre[k], s.posed_centre[k]);
        store(l.posed_half[k], s.posed_half[k]);
    }
}
template <class Own, class Posed>
HWY_INLINE Row row_of(const Own& own, const Posed& s, int j) {
    Row row;
    GRAZE_EACH_AXIS {
        row.centre[k] = own.centre[k][j];
        row.half[k] = own.half[k][j];
        row.posed_centre[0][k] = s.posed_centre[k][j];
        row.posed_centre[1][k] = s.posed_centre[k][8 + j];
        row.posed_half[0][k] = s.posed_half[k][j];
        row.posed_half[1][k] = s.posed_half[k][8 + j];
    }
    return row;
}

/// Two whole boxes along all six axes: b seen from a in lanes 0 to 2, a seen from b in lanes 4 to 6. Nothing
/// is apart along lanes 3 and 7.
struct WholeAxes {
    Gap8 gap;
    F8 bend;                                     // that the radii are widened by
    alignas(32) float radius_b[8], radius_a[8];  // of b seen from a, and of a seen from b, as in Relation
    alignas(32) float margin[8];                 // pad and bend: of what is seen from a, and from b
};
HWY_INLINE void pose_whole(const BoxTask& task, const Relation& r, const AxisBends& bends, WholeAxes& x) {
    const F8 margin = all(r.pad) + bends.all_along;
    const F8 margin_a = blocks(first_block(margin), first_block(margin)),
             margin_b = blocks(second_block(margin), second_block(margin));
    const F8 radius_b = r.whole_b + margin_a, radius_a = r.whole_a + margin_b;
    const F8 own = blocks(load4(task.a.whole), load4(task.b.whole));
    const F8 minus_q = all(0.0f) - r.q;
    x.gap = {blocks(first_block(r.t), first_block(minus_q)), blocks(second_block(r.t), second_block(minus_q)),
             blocks(first_block(radius_b), first_block(radius_a)) + own,
             blocks(second_block(radius_b), second_block(radius_a)) + own};
    x.bend = bends.all_along;
    store(radius_b, x.radius_b);
    store(radius_a, x.radius_a);
    store(margin, x.margin);
}

/// The whole of one node as a row for the lanes of the other: `place` and `radius` as Relation has them.
HWY_INLINE Row whole_row(const WideNode& n, const float* place, float sign, const float* radius) {
    Row row;
    GRAZE_EACH_AXIS {
        row.centre[k] = 0.0f;
        row.half[k] = n.whole[k];
        for (int e = 0; e < 2; ++e) {
            row.posed_centre[e][k] = sign * place[4 * e + k];
            row.posed_half[e][k] = radius[4 * e + k];
        }
    }
    return row;
}
HWY_INLINE Row whole_of_b(const WideNode& b, const Relation& r, const WholeAxes& x) {
    return whole_row(b, r.column[3], 1.0f, x.radius_b);
}
HWY_INLINE Row whole_of_a(const WideNode& a, const Relation& r, const WholeAxes& x) {
    return whole_row(a, r.q_of, -1.0f, x.radius_a);
}

/// See kLeastBend.
HWY_INLINE B8 bends_at_all(const WholeAxes& x) { return x.bend > all(kLeastBend) * x.gap.radius_from; }

/// See kWorthDividing.
HWY_INLINE bool hidden_by_bend(const WholeAxes& x) {
    const Gap8& g = x.gap;
    const F8 gap = min(abs(g.from) - g.radius_from, abs(g.to) - g.radius_to) + x.bend;
    const B8 hides = gap > all(kWorthDividing) * x.bend;
    return bits((g.from * g.to > all(0.0f)) & hides & bends_at_all(x)) != 0;
}

/// What to do with two nodes that may be near each other.
HWY_INLINE BoxOutcome outcome_of(const BoxTask& task, const WholeAxes& x) {
    if (std::isinf(task.most_bend)) return BoxOutcome::Children;
    const F8 most = all(task.most_bend * std::max(task.a.radius, task.b.radius));
    const bool bends_much = bits((x.bend > most) & bends_at_all(x)) != 0;
    return bends_much || hidden_by_bend(x) ? BoxOutcome::Divide : BoxOutcome::Children;
}

}  // namespace GRAZE_ROUNDING
}  // namespace HWY_NAMESPACE
}  // namespace graze::internal
HWY_AFTER_NAMESPACE();

#endif
