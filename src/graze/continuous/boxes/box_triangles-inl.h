// When the triangles of two leaves may be near each other, as far as planes along them and directions across
// their edges tell. Included once per Highway target.
#if defined(GRAZE_CONTINUOUS_BOX_TRIANGLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_CONTINUOUS_BOX_TRIANGLES_INL_H_
#undef GRAZE_CONTINUOUS_BOX_TRIANGLES_INL_H_
#else
#define GRAZE_CONTINUOUS_BOX_TRIANGLES_INL_H_
#endif

#include "graze/continuous/boxes/box_rows-inl.h"
#include "graze/core/internal.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace graze::internal {
namespace HWY_NAMESPACE {
inline namespace GRAZE_ROUNDING {

struct Corners8 {
    F8 at[3][3];  // corner, coordinate
};
struct Corners16 {
    F16 at[3][3];
};
struct Direction8 {
    F8 x, y, z;
};
struct Span8 {
    F8 lo, hi;
};
struct Span16 {
    F16 lo, hi;
};

HWY_INLINE F8 along(const Direction8& n, const F8* p) {
    return times_plus(n.z, p[2], times_plus(n.y, p[1], n.x * p[0]));
}
HWY_INLINE Span8 span_along(const Direction8& n, const Corners8& c) {
    const F8 p = along(n, c.at[0]), q = along(n, c.at[1]), r = along(n, c.at[2]);
    return {min(p, min(q, r)), max(p, max(q, r))};
}
/// Of corners that move, along a direction that does not.
HWY_INLINE Span16 span_along(const Direction8& n, const Corners16& c) {
    const F16 x = at_both(n.x), y = at_both(n.y), z = at_both(n.z);
    const F16 p = weighted(x, y, z, c.at[0]), q = weighted(x, y, z, c.at[1]), r = weighted(x, y, z, c.at[2]);
    return {min(p, min(q, r)), max(p, max(q, r))};
}
HWY_INLINE Direction8 cross(const Direction8& u, const Direction8& v) {
    return {times_minus(u.y, v.z, u.z * v.y), times_minus(u.z, v.x, u.x * v.z),
            times_minus(u.x, v.y, u.y * v.x)};
}
HWY_INLINE Direction8 edge_between(const Corners8& c, int from, int to) {
    return {c.at[to][0] - c.at[from][0], c.at[to][1] - c.at[from][1], c.at[to][2] - c.at[from][2]};
}
/// Midway between both ends: at neither is it turned away by more than half of what it turns.
HWY_INLINE Direction8 edge_between(const Corners16& c, int from, int to) {
    const auto midway = [&](int k) HWY_ATTR {
        const F16 along = c.at[to][k] - c.at[from][k];
        return all(0.5f) * (at_begin(along) + at_end(along));
    };
    return {midway(0), midway(1), midway(2)};
}
struct Edges8 {
    Direction8 of[3];
};
HWY_INLINE Edges8 edges_of(const Corners16& c) {
    return {{edge_between(c, 0, 1), edge_between(c, 1, 2), edge_between(c, 2, 0)}};
}
HWY_INLINE F8 length(const Direction8& n) {
    return sqrt(times_plus(n.z, n.z, times_plus(n.y, n.y, n.x * n.x)));
}

/// Bends along directions that are fixed in one of the nodes.
struct BendsIn {
    const Bend& bend;
    const float *own, *other;  // axes of turning
    float slack;               // docs/discrete.md (7), and the clearance
};
HWY_INLINE BendsIn in_a(const AxisBends& b, float slack) { return {b.pair.in_a, b.own, b.other, slack}; }
HWY_INLINE BendsIn in_b(const AxisBends& b, float slack) {
    return {b.pair.in_b, b.own + 4, b.other + 4, slack};
}

/// docs/discrete.md (7), and the bend along n: docs/mathematics/boxes.md (B3).
HWY_INLINE F8 slack_along(const Direction8& n, const BendsIn& in) {
    const F8 sum = (abs(n.x) + abs(n.y)) + abs(n.z);
    F8 margin = sum * all(in.slack + in.bend.isotropic);
    const auto add = [&](float factor, const float* s) HWY_ATTR {
        if (factor != 0.0f)
            margin = times_plus(length(cross(n, {all(s[0]), all(s[1]), all(s[2])})), all(factor), margin);
    };
    add(in.bend.from_own, in.own);
    add(in.bend.from_other, in.other);
    return times_plus(margin, all(1.0f + 0x1p-12f), all(0x1p-100f));
}

HWY_INLINE Corners8 corners_of(const LeafCorners& leaf) {
    Corners8 c;
    for (int i = 0; i < 3; ++i) GRAZE_EACH_AXIS c.at[i][k] = load(leaf.at[i][k]);
    return c;
}
HWY_INLINE Direction8 normal_of(const LeafCorners& leaf) {
    return {load(leaf.normal[0]), load(leaf.normal[1]), load(leaf.normal[2])};
}
/// Corners of one node as the other sees them.
HWY_INLINE void pose_corners(const Corners8& own, const View& view, Corners16& posed) {
    const auto& m = view.m;
    _Pragma("GCC unroll 3") for (int i = 0; i < 3; ++i) {
        const F16 at[3] = {at_both(own.at[i][0]), at_both(own.at[i][1]), at_both(own.at[i][2])};
        GRAZE_EACH_AXIS posed.at[i][k] = weighted(m[0][k], m[1][k], m[2][k], at, view.shift[k]);
    }
}

/// The triangles of b, for one to be taken at a time.
struct alignas(64) StoredTriangles {
    float posed[3][3][16];       // from a, at both ends: corner, coordinate; by pose_corners_of_b
    float normal[3][kWide];      // own coordinates
    float lo[kWide], hi[kWide];  // along it, widened by the slack
};

HWY_INLINE void store_corners(const LeafCorners& b, const Relation& r, StoredTriangles& s) {
    View view;
    pose_b_in_a(r, view);
    Corners16 posed;
    pose_corners(corners_of(b), view, posed);
    for (int i = 0; i < 3; ++i) GRAZE_EACH_AXIS store(posed.at[i][k], s.posed[i][k]);
}
HWY_INLINE void store_normals(const LeafCorners& b, const BendsIn& in, StoredTriangles& s) {
    const Direction8 n = normal_of(b);
    const F8 margin = slack_along(n, in);
    store(n.x, s.normal[0]);
    store(n.y, s.normal[1]);
    store(n.z, s.normal[2]);
    store(load(b.lo) - margin, s.lo);
    store(load(b.hi) + margin, s.hi);
}

/// Cuts by a direction along which one triangle stays between `lo` and `hi`, widened, and the other moves.
HWY_INLINE void cut_by_direction(Fractions8& f, F8 lo, F8 hi, const Span16& moving) {
    cut(f, at_begin(moving.lo) - hi, at_end(moving.lo) - hi);
    cut(f, lo - at_begin(moving.hi), lo - at_end(moving.hi));
}

/// Lanes in which one triangle stays on one side of the other's widened span: above, or below.
struct Sides {
    B8 above, below;
};
HWY_INLINE unsigned on_a_side(const Sides& sides) { return bits(sides.above | sides.below); }
HWY_INLINE Sides sides_of(F8 lo, F8 hi, const Span16& moving) {
    return {above_at_both(moving.lo, at_both(hi)), above_at_both(at_both(lo), moving.hi)};
}

/// A direction across an edge of each, that of b as it is midway, fixed in a, and how both lie along it.
struct Across {
    F8 lo, hi;  // of a, widened
    Span16 b;
};
HWY_INLINE void look_across(const Corners8& a, const Direction8& edge_a, const Corners16& b,
                            const Direction8& edge_b, const BendsIn& in, Across& across) {
    const Direction8 n = cross(edge_a, edge_b);
    const F8 margin = slack_along(n, in);
    const Span8 span = span_along(n, a);
    across = {span.lo - margin, span.hi + margin, span_along(n, b)};
}

/// The lanes of `row` that no direction across an edge of each keeps apart throughout.
HWY_INLINE unsigned not_apart_across_edges(const Corners8& a, const Corners16& b, const BendsIn& in,
                                           unsigned row) {
    const Edges8 edges_b = edges_of(b);
    for (int i = 0; i < 3; ++i) {
        const Direction8 u = edge_between(a, i, (i + 1) % 3);
        for (int j = 0; j < 3 && row != 0; ++j) {
            Across x;
            look_across(a, u, b, edges_b.of[j], in, x);
            row &= ~on_a_side(sides_of(x.lo, x.hi, x.b));
        }
    }
    return row;
}

/// Cuts by the same directions.
HWY_INLINE void cut_by_edges(const Corners8& a, const Corners16& b, const BendsIn& in, Fractions8& f) {
    const Edges8 edges_b = edges_of(b);
    for (int i = 0; i < 3; ++i) {
        const Direction8 u = edge_between(a, i, (i + 1) % 3);
        for (int j = 0; j < 3; ++j) {
            Across x;
            look_across(a, u, b, edges_b.of[j], in, x);
            cut_by_direction(f, x.lo, x.hi, x.b);
        }
    }
}

/// The triangles of two leaves, along their normals and seen from each other: the latter not all need.
struct LeafPair {
    StoredTriangles b;
    Corners8 a;
    Corners16 a_from_b;  // by pose_corners_of_a
    Direction8 normal;   // of a
    F8 lo, hi;           // of a along it, widened by the slack
};
HWY_INLINE void pose_corners_of_a(const Relation& r, LeafPair& leaves) {
    View view;
    pose_a_in_b(r, view);
    pose_corners(leaves.a, view, leaves.a_from_b);
}
HWY_INLINE void pose_corners_of_b(const BoxTask& task, const Relation& r, LeafPair& leaves) {
    store_corners(task.search.tree_b.corners[task.b.corners], r, leaves.b);
}
/// All but the corners seen from the other.
HWY_INLINE void prepare_leaves(const BoxTask& task, const AxisBends& bends, float slack, LeafPair& leaves) {
    store_normals(task.search.tree_b.corners[task.b.corners], in_b(bends, slack), leaves.b);
    const LeafCorners& a = task.search.tree_a.corners[task.a.corners];
    leaves.a = corners_of(a);
    leaves.normal = normal_of(a);
    const F8 margin = slack_along(leaves.normal, in_a(bends, slack));
    leaves.lo = load(a.lo) - margin;
    leaves.hi = load(a.hi) + margin;
}

/// Triangle j of b: its corners seen from a at both ends, and its normal.
HWY_INLINE void corners_of_row(const LeafPair& leaves, int j, Corners16& c) {
    for (int i = 0; i < 3; ++i) GRAZE_EACH_AXIS c.at[i][k] = one_lane(leaves.b.posed[i][k], j);
}
HWY_INLINE Direction8 normal_of_row(const LeafPair& leaves, int j) {
    const StoredTriangles& b = leaves.b;
    return {all(b.normal[0][j]), all(b.normal[1][j]), all(b.normal[2][j])};
}
/// How the moving corners of the other lie along the normal of each.
HWY_INLINE Sides sides_along_a(const LeafPair& leaves, const Corners16& row) {
    return sides_of(leaves.lo, leaves.hi, span_along(leaves.normal, row));
}
HWY_INLINE Sides sides_along_b(const LeafPair& leaves, int j) {
    return sides_of(all(leaves.b.lo[j]), all(leaves.b.hi[j]),
                    span_along(normal_of_row(leaves, j), leaves.a_from_b));
}

/// Up to eight pairs of triangles, one to a lane; lanes to spare repeat the first.
struct PickedPairs {
    Picks a, b;
    int count;
};
HWY_INLINE PickedPairs next_pairs(std::uint64_t& pairs) {
    PickedPairs picked;
    picked.count = 0;
    for (; pairs != 0 && picked.count < kWide; pairs &= pairs - 1) {
        const int bit = std::countr_zero(pairs);
        picked.a.of[picked.count] = bit & 7;
        picked.b.of[picked.count++] = bit >> 3;
    }
    for (int i = picked.count; i < kWide; ++i) {
        picked.a.of[i] = picked.a.of[0];
        picked.b.of[i] = picked.b.of[0];
    }
    return picked;
}

/// Their corners as a sees them.
struct PickedCorners {
    Corners8 a;
    Corners16 b;
};
HWY_INLINE void pick_corners(const LeafCorners& leaf_a, const LeafPair& leaves, const PickedPairs& picked,
                             PickedCorners& c) {
    for (int i = 0; i < 3; ++i) GRAZE_EACH_AXIS {
            c.a.at[i][k] = pick(leaf_a.at[i][k], picked.a);
            c.b.at[i][k] = pick_ends(leaves.b.posed[i][k], picked.b);
        }
}

/// Along the normals of both, and across edges.
HWY_INLINE void cut_by_planes(const LeafPair& leaves, const PickedPairs& picked, const PickedCorners& c,
                              const BendsIn& in, Fractions8& f) {
    alignas(64) float stored[5][kWide], posed[3][3][16];
    store(leaves.normal.x, stored[0]);
    store(leaves.normal.y, stored[1]);
    store(leaves.normal.z, stored[2]);
    store(leaves.lo, stored[3]);
    store(leaves.hi, stored[4]);
    const auto of_a = [&](int i) HWY_ATTR { return pick(stored[i], picked.a); };
    cut_by_direction(f, of_a(3), of_a(4), span_along(Direction8{of_a(0), of_a(1), of_a(2)}, c.b));
    Corners16 a_from_b;
    for (int i = 0; i < 3; ++i) GRAZE_EACH_AXIS {
            store(leaves.a_from_b.at[i][k], posed[i][k]);
            a_from_b.at[i][k] = pick_ends(posed[i][k], picked.a);
        }
    const StoredTriangles& b = leaves.b;
    const auto of_b = [&](const float* x) HWY_ATTR { return pick(x, picked.b); };
    cut_by_direction(
        f, of_b(b.lo), of_b(b.hi),
        span_along(Direction8{of_b(b.normal[0]), of_b(b.normal[1]), of_b(b.normal[2])}, a_from_b));
    cut_by_edges(c.a, c.b, in, f);
}

}  // namespace GRAZE_ROUNDING
}  // namespace HWY_NAMESPACE
}  // namespace graze::internal
HWY_AFTER_NAMESPACE();

#endif
