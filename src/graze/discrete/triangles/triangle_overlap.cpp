#include "graze/discrete/triangles/triangle_overlap.h"

#include "graze/discrete/triangles/triangle_signs.h"

#include <algorithm>
#include <utility>

namespace graze::internal {
namespace {

using Ids = std::array<int, 3>;  // corner numbers of TriangleSigns

constexpr Ids kA = {0, 1, 2};
constexpr Ids kB = {3, 4, 5};

bool all_are(const Sides& sides, Sign sign) {
    return sides[0] == sign && sides[1] == sign && sides[2] == sign;
}
bool is_strictly_one_side(const Sides& sides) {
    return all_are(sides, Sign::Positive) || all_are(sides, Sign::Negative);
}

// ---- Segments: triangles whose corners lie on one line ----

/// End points of a triangle of zero area; both the same corner if it is a point.
struct Ends {
    int first, last;
};

/// Of collinear corners the lexicographically least and greatest are the ends, in any frame that is a rigid
/// motion away from one where they are seen exactly: their own.
Ends ends_of(const TriangleSigns& signs, const Ids& ids) {
    const auto before = [&](int i, int j) {
        const Vec3 &p = signs.local(i), &q = signs.local(j);
        return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
    };
    return {*std::min_element(ids.begin(), ids.end(), before),
            *std::max_element(ids.begin(), ids.end(), before)};
}

/// Zero area is seen where the corners are doubles.
bool is_flat(const TriangleSigns& signs, const Ids& ids) {
    return are_collinear(signs.local(ids[0]), signs.local(ids[1]), signs.local(ids[2]));
}

/// A segment that has points on both closed sides of the plane of a proper triangle, but does not lie in it:
/// it meets the triangle iff its line passes all three edges on the same side.
TriangleMeeting segment_through(TriangleSigns& signs, const Ends& segment, const Sides& sides,
                                const Ids& triangle) {
    Sides turns;
    for (int k = 0; k < 3; ++k)
        turns[k] = signs.orient3d(segment.first, segment.last, triangle[k], triangle[(k + 1) % 3]);
    if (is_split(turns)) return TriangleMeeting::Apart;
    return is_split(sides) && !has(turns, Sign::Zero) ? TriangleMeeting::Crossing : TriangleMeeting::Touching;
}

Sign compare_lexicographically(TriangleSigns& signs, int i, int j) {
    for (const Axis axis : kAxes)
        if (const Sign sign = signs.compare(axis, i, j); sign != Sign::Zero) return sign;
    return Sign::Zero;
}

/// The ends of s, which belongs to a, are in order already: its own frame is the one that is compared in.
bool collinear_segments_meet(TriangleSigns& signs, const Ends& s, Ends t) {
    if (compare_lexicographically(signs, t.first, t.last) == Sign::Positive) std::swap(t.first, t.last);
    return compare_lexicographically(signs, s.first, t.last) != Sign::Positive &&
           compare_lexicographically(signs, t.first, s.last) != Sign::Positive;
}

/// Both may be points.
bool segments_meet(TriangleSigns& signs, const Ends& s, const Ends& t) {
    if (signs.orient3d(s.first, s.last, t.first, t.last) != Sign::Zero) return false;
    for (const Axis axis : kAxes) {
        const Sign t_first = signs.orient2d(axis, s.first, s.last, t.first);
        const Sign t_last = signs.orient2d(axis, s.first, s.last, t.last);
        const Sign s_first = signs.orient2d(axis, t.first, t.last, s.first);
        const Sign s_last = signs.orient2d(axis, t.first, t.last, s.last);
        const bool edge_on =
            t_first == Sign::Zero && t_last == Sign::Zero && s_first == Sign::Zero && s_last == Sign::Zero;
        if (!edge_on) return t_first * t_last != Sign::Positive && s_first * s_last != Sign::Positive;
    }
    return collinear_segments_meet(signs, s, t);
}

// ---- Everything in one plane ----

/// An axis along which the plane of a proper triangle can be projected without becoming a line, and how the
/// corners turn then.
struct Projection {
    Axis axis;
    Sign turn;
};

Projection projection_of(TriangleSigns& signs, const Ids& triangle) {
    Projection projection{Axis::X, Sign::Zero};
    for (const Axis axis : kAxes) {
        projection = {axis, signs.orient2d(axis, triangle[0], triangle[1], triangle[2])};
        if (projection.turn != Sign::Zero) break;
    }
    return projection;
}

/// True if a line through two corners of `from` has all of `from` on one closed side and all of `other`
/// strictly beyond it. `turn` is how `from` turns in the projection; Zero: it is a segment, and either side
/// will do.
bool edge_separates(TriangleSigns& signs, const Ids& from, const Ids& other, const Projection& projection) {
    for (int k = 0; k < 3; ++k) {
        Sides sides;
        for (int m = 0; m < 3; ++m)
            sides[m] = signs.orient2d(projection.axis, from[k], from[(k + 1) % 3], other[m]);
        if (projection.turn == Sign::Zero ? is_strictly_one_side(sides) : all_are(sides, -projection.turn))
            return true;
    }
    return false;
}

/// Both in one plane, `proper` with an area: convex sets of the plane are apart iff a line along an edge of
/// one parts them.
TriangleMeeting coplanar(TriangleSigns& signs, const Ids& proper, const Ids& other) {
    const Projection projection = projection_of(signs, proper);
    if (edge_separates(signs, proper, other, projection)) return TriangleMeeting::Apart;
    const Projection of_other = {projection.axis,
                                 signs.orient2d(projection.axis, other[0], other[1], other[2])};
    if (edge_separates(signs, other, proper, of_other)) return TriangleMeeting::Apart;
    return TriangleMeeting::Touching;
}

/// All sides are zero: one plane, or triangles without area.
TriangleMeeting flat_or_coplanar(TriangleSigns& signs) {
    if (!is_flat(signs, kA)) return coplanar(signs, kA, kB);
    if (!is_flat(signs, kB)) return coplanar(signs, kB, kA);
    return segments_meet(signs, ends_of(signs, kA), ends_of(signs, kB)) ? TriangleMeeting::Touching
                                                                        : TriangleMeeting::Apart;
}

// ---- Two planes that cross [GuigueDevillers03, sec. 3] ----

/// Corners turned so that the first is alone on its closed side of the other's plane.
struct Canonical {
    Ids ids;
    Sign side;  // of the first
};

/// Pre: the sides are neither all zero nor strictly one side.
Canonical canonical(const Ids& ids, const Sides& sides) {
    const auto turned = [&](int k, Sign side) {
        return Canonical{{ids[k], ids[(k + 1) % 3], ids[(k + 2) % 3]}, side};
    };
    for (const Sign side : {Sign::Positive, Sign::Negative})
        for (int k = 0; k < 3; ++k)
            if (sides[k] == side && sides[(k + 1) % 3] != side && sides[(k + 2) % 3] != side)
                return turned(k, side);
    const int on_plane = sides[0] == Sign::Zero   ? 0
                         : sides[1] == Sign::Zero ? 1
                                                  : 2;  // the other two share a side
    return turned(on_plane, -sides[(on_plane + 1) % 3]);
}

/// Let p1, p2 be the first corners, turned so that each is on the positive side of the other's plane, and let
/// L be the line common to the planes. Along n1 x n2 the first triangle cuts from L the interval from p1r1 to
/// p1q1, the second that from p2q2 to p2r2. They overlap iff neither starts after the other's end: two
/// orientations say so.
TriangleMeeting intervals_meet(TriangleSigns& signs, const Sides& of_a, const Sides& of_b) {
    auto [a, side_a] = canonical(kA, of_a);
    auto [b, side_b] = canonical(kB, of_b);
    if (side_a == Sign::Negative) std::swap(b[1], b[2]);  // turns the plane of b over
    if (side_b == Sign::Negative) std::swap(a[1], a[2]);
    const Sign first = signs.orient3d(a[0], a[1], b[0], b[1]);
    if (first == Sign::Positive) return TriangleMeeting::Apart;
    const Sign second = signs.orient3d(a[0], a[2], b[2], b[0]);
    if (second == Sign::Positive) return TriangleMeeting::Apart;
    const bool open =
        first == Sign::Negative && second == Sign::Negative;  // the intervals share more than an end
    return open && is_split(of_a) && is_split(of_b) ? TriangleMeeting::Crossing : TriangleMeeting::Touching;
}

TriangleMeeting meeting(TriangleSigns& signs) {
    const Sides of_b = signs.sides_of_b();
    if (is_strictly_one_side(of_b)) return TriangleMeeting::Apart;
    const Sides of_a = signs.sides_of_a();
    if (is_strictly_one_side(of_a)) return TriangleMeeting::Apart;
    const bool flat_to_a = all_are(of_b, Sign::Zero), flat_to_b = all_are(of_a, Sign::Zero);
    if (flat_to_a && flat_to_b) return flat_or_coplanar(signs);
    // Only one of them zero: were that triangle's own plane real, both would be zero. So it is a segment or a
    // point.
    if (flat_to_b) return segment_through(signs, ends_of(signs, kB), of_b, kA);
    if (flat_to_a) return segment_through(signs, ends_of(signs, kA), of_a, kB);
    return intervals_meet(signs, of_a, of_b);
}

}  // namespace

MovedTriangle move_into_a(const PosePair& poses, const Corners& b) {
    MovedTriangle moved{{vertex_of_b(poses, b[0]), vertex_of_b(poses, b[1]), vertex_of_b(poses, b[2])}, 0.0};
    const double e0 = moved.corner[0].error, e1 = moved.corner[1].error, e2 = moved.corner[2].error;
    moved.error = std::max(e0, std::max(e1, e2)) + 0.0 * (e0 + e1 + e2);  // NaN if one is NaN or infinite
    return moved;
}

TriangleDecision meeting_of(const Corners& a, const MovedTriangle& b, const PosePair& poses) {
    TriangleSigns signs(a, b, poses);
    const TriangleMeeting result = meeting(signs);
    return {result, signs.needed_exact()};
}

bool triangles_meet(const Corners& a, const Pose& pose_a, const Corners& b, const Pose& pose_b) {
    const PosePair poses = pose_pair(pose_a, pose_b);
    return meeting_of(a, move_into_a(poses, b), poses).meeting != TriangleMeeting::Apart;
}

}  // namespace graze::internal
