// Boxes of two nodes in lanes and rows, seen from each other at both ends of a window. Included once per
// Highway target.
#if defined(GRAZE_CONTINUOUS_BOX_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_CONTINUOUS_BOX_ROWS_INL_H_
#undef GRAZE_CONTINUOUS_BOX_ROWS_INL_H_
#else
#define GRAZE_CONTINUOUS_BOX_ROWS_INL_H_
#endif

#include "graze/continuous/box_relate-inl.h"

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

/// What is seen of boxes, where it can be taken one by one.
template <class Seen>
HWY_INLINE void store_seen(const Lanes& l, Seen& s) {
    GRAZE_BOTH_ENDS GRAZE_EACH_AXIS {
        store(l.seen_centre[e][k], s.seen_centre[e][k]);
        store(l.seen_half[e][k], s.seen_half[e][k]);
    }
}
template <class Own, class Seen>
HWY_INLINE Row row_of(const Own& own, const Seen& s, int j) {
    Row row;
    GRAZE_EACH_AXIS {
        row.centre[k] = own.centre[k][j];
        row.half[k] = own.half[k][j];
        GRAZE_BOTH_ENDS {
            row.seen_centre[e][k] = s.seen_centre[e][k][j];
            row.seen_half[e][k] = s.seen_half[e][k][j];
        }
    }
    return row;
}

/// Two whole boxes along all six axes: b seen from a in lanes 0 to 2, a seen from b in lanes 4 to 6.
struct WholeAxes {
    Gap8 gap;
    F8 bend;  // that the radii are widened by
};
HWY_INLINE WholeAxes whole_axes(const Row& a, const Row& b, const AxisBends& bends) {
    alignas(32) float centre[2][kWide], radius[2][kWide], bend[kWide];
    GRAZE_BOTH_ENDS {
        GRAZE_EACH_AXIS {
            centre[e][k] = b.seen_centre[e][k];
            centre[e][4 + k] = a.seen_centre[e][k];
            radius[e][k] = b.seen_half[e][k] + a.half[k];
            radius[e][4 + k] = a.seen_half[e][k] + b.half[k];
        }
        centre[e][3] = centre[e][7] = radius[e][3] = radius[e][7] = 0.0f;
    }
    GRAZE_EACH_AXIS bend[k] = bends.a[k], bend[4 + k] = bends.b[k];
    bend[3] = bend[7] = 0.0f;
    return {{load(centre[0]), load(centre[1]), load(radius[0]), load(radius[1])}, load(bend)};
}

/// See kWorthDividing.
HWY_INLINE bool hidden_by_bend(const WholeAxes& x) {
    const F8 gap = min(abs(x.gap.from) - x.gap.radius_from, abs(x.gap.to) - x.gap.radius_to) + x.bend;
    return bits((x.gap.from * x.gap.to > all(0.0f)) & (gap > all(kWorthDividing) * x.bend)) != 0;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze
HWY_AFTER_NAMESPACE();

#endif
