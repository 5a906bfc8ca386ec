// When the triangles of two leaves may be near each other, as far as planes along them and directions across
// their edges tell. Included once per Highway target.
#if defined(GRAZE_CONTINUOUS_BOX_TRIANGLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_CONTINUOUS_BOX_TRIANGLES_INL_H_
#undef GRAZE_CONTINUOUS_BOX_TRIANGLES_INL_H_
#else
#define GRAZE_CONTINUOUS_BOX_TRIANGLES_INL_H_
#endif

#include "graze/continuous/box_relate-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze {
namespace HWY_NAMESPACE {

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

/// Lanes in which it separates them throughout.
HWY_INLINE B8 apart_by_direction(F8 lo, F8 hi, const Span8& from, const Span8& to) {
    return ((from.lo > hi) & (to.lo > hi)) | ((lo > from.hi) & (lo > to.hi));
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

/// The triangles of two leaves, along their normals and seen from each other.
struct LeafPair {
    StoredTriangles b;
    Corners8 a, a_from_b[2];  // seen from b at both ends
    Direction8 normal;        // of a
    F8 lo, hi;                // of a along it, widened by the slack
};
HWY_INLINE void see_leaves(const BoxTask& task, const Relation* r, const FrameBends& bends, float slack,
                           LeafPair& leaves) {
    store_triangles(corners_of(task.tree_b.corners[task.b.corners]), r, bends, slack, leaves.b);
    leaves.a = corners_of(task.tree_a.corners[task.a.corners]);
    for (int e = 0; e < 2; ++e) leaves.a_from_b[e] = a_seen_from_b(leaves.a, r[e]);
    leaves.normal = normal_of(leaves.a);
    const F8 wide = slack_along(leaves.normal, slack, bends.in_a, bends.own_a, bends.other_a);
    const Span8 span = span_along(leaves.normal, leaves.a);
    leaves.lo = span.lo - wide;
    leaves.hi = span.hi + wide;
}

/// The row of triangle j of b: its corners seen from a at both ends, and its normal.
struct TriangleRow {
    Corners8 from, to;
    Direction8 normal;
    F8 lo, hi;
};
HWY_INLINE TriangleRow triangle_row(const LeafPair& leaves, int j) {
    const StoredTriangles& b = leaves.b;
    return {one_of(b, 0, j),
            one_of(b, 1, j),
            {all(b.normal[0][j]), all(b.normal[1][j]), all(b.normal[2][j])},
            all(b.lo[j]),
            all(b.hi[j])};
}

/// The lanes of `which` that are left by the normals of both where these keep triangles apart throughout:
/// cheaper than to cut, and most lanes end here.
HWY_INLINE unsigned not_apart_along_normals(const LeafPair& leaves, const TriangleRow& row, unsigned which) {
    const B8 by_a = apart_by_direction(leaves.lo, leaves.hi, span_along(leaves.normal, row.from),
                                       span_along(leaves.normal, row.to));
    which &= ~bits(by_a);
    if (which == 0) return 0;
    return which & ~bits(apart_by_direction(row.lo, row.hi, span_along(row.normal, leaves.a_from_b[0]),
                                            span_along(row.normal, leaves.a_from_b[1])));
}

/// Cuts by normals and by directions across edges. Returns the lanes of `which` that are left.
HWY_INLINE unsigned cut_by_planes(const LeafPair& leaves, const TriangleRow& row, const InA& in_a,
                                  unsigned which, Fractions8& f) {
    cut_by_direction(f, leaves.lo, leaves.hi, span_along(leaves.normal, row.from),
                     span_along(leaves.normal, row.to));
    cut_by_direction(f, row.lo, row.hi, span_along(row.normal, leaves.a_from_b[0]),
                     span_along(row.normal, leaves.a_from_b[1]));
    which &= ~bits(f.begin > f.end);
    return cut_by_edges(leaves.a, row.from, row.to, in_a, which, f);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze
HWY_AFTER_NAMESPACE();

#endif
