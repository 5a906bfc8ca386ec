// Bounds of the distances of eight pairs of triangles at once. Included once per Highway target.
//
// The closest points lie on two edges, or on a corner and a face. Both are found for all pairs of features;
// then, as in triangle_distance.h, the lower bound does not trust them: it is a gap between projections. The
// upper bound is the distance of two points that lie on the triangles whatever rounding did to their
// parameters, which are clamped. Pads: docs/discrete.md (11).
#if defined(GRAZE_DISCRETE_WIDE_TRIANGLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_DISCRETE_WIDE_TRIANGLES_INL_H_
#undef GRAZE_DISCRETE_WIDE_TRIANGLES_INL_H_
#else
#define GRAZE_DISCRETE_WIDE_TRIANGLES_INL_H_
#endif

#include "graze/core/internal.h"
#include "graze/model/wide_tree.h"
#include "graze/numeric/lanes-inl.h"

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace graze::internal {
namespace HWY_NAMESPACE {

constexpr float kLeastSq = 0x1p-100f;  // shorter directions are not used: their squares suffer from underflow
constexpr float kLeastLength = 0x1p-60f;  // above what underflow can take from a length

struct V8 {
    F8 x, y, z;
};
HWY_INLINE V8 operator+(const V8& a, const V8& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
HWY_INLINE V8 operator-(const V8& a, const V8& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
HWY_INLINE V8 operator*(const F8& s, const V8& a) { return {s * a.x, s * a.y, s * a.z}; }
HWY_INLINE F8 dot(const V8& a, const V8& b) { return mul_add(a.x, b.x, mul_add(a.y, b.y, a.z * b.z)); }
HWY_INLINE V8 cross(const V8& a, const V8& b) {
    return {mul_sub(a.y, b.z, a.z * b.y), mul_sub(a.z, b.x, a.x * b.z), mul_sub(a.x, b.y, a.y * b.x)};
}
HWY_INLINE V8 select(const B8& which, const V8& yes, const V8& no) {
    return {select(which, yes.x, no.x), select(which, yes.y, no.y), select(which, yes.z, no.z)};
}
/// To [0, 1]; 0 for NaN.
HWY_INLINE F8 clamped(const F8& a) { return min(positive(a), all(1.0f)); }
HWY_INLINE B8 is_inside(const F8& a) { return (a > all(0.0f)) & (all(1.0f) > a); }

/// Eight triangles, with what many features share.
struct Triangles8 {
    V8 corner[3];
    V8 edge[3];      // from corner i to the next
    F8 per_edge[3];  // 1 / edge^2
    V8 normal;
    V8 dual[2];  // a point's coordinates along edge 0 and -edge 2, from corner 0

    HWY_INLINE void complete() {
        _Pragma("GCC unroll 3") for (int i = 0; i < 3; ++i) {
            edge[i] = corner[(i + 1) % 3] - corner[i];
            per_edge[i] = all(1.0f) / dot(edge[i], edge[i]);
        }
        const V8 v = corner[2] - corner[0];
        normal = cross(edge[0], v);
        const F8 per_normal = all(1.0f) / dot(normal, normal);
        dual[0] = per_normal * cross(v, normal);
        dual[1] = per_normal * cross(normal, edge[0]);
    }
};

/// One triangle from each of eight places.
HWY_INLINE Triangles8 gathered(const float (&from)[3][3][kWide], const int (&lane)[kWide]) {
    Triangles8 t;
    _Pragma("GCC unroll 3") for (int c = 0; c < 3; ++c) {
        alignas(32) float x[3][kWide];
        GRAZE_EACH_AXIS for (int n = 0; n < kWide; ++n) x[k][n] = from[c][k][lane[n]];
        t.corner[c] = {load(x[0]), load(x[1]), load(x[2])};
    }
    t.complete();
    return t;
}

/// The nearest points so far.
struct Closest8 {
    F8 distance_sq;
    V8 separation;  // from a to b
    V8 direction;   // that should separate
    F8 features;    // that hold them, numbered as in triangle_distance.h

    HWY_INLINE void consider(const V8& between, const V8& separating, int of) {
        const F8 sq = dot(between, between);
        take(distance_sq > sq, sq, between, separating, of);  // a NaN is not nearer
    }
    HWY_INLINE void take(const B8& nearer, const F8& sq, const V8& between, const V8& separating, int of) {
        distance_sq = select(nearer, sq, distance_sq);
        features = select(nearer, all(static_cast<float>(of)), features);
        separation = select(nearer, between, separation);
        direction = select(nearer, separating, direction);
    }
};

/// Points p + s u and q + t v [Ericson05, sec. 5.1.9].
HWY_INLINE void consider_edges(Closest8& closest, const Triangles8& a, int i, const Triangles8& b, int j) {
    const V8 &u = a.edge[i], &v = b.edge[j];
    const V8 r = a.corner[i] - b.corner[j];
    const F8 uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
    const V8 n = cross(u, v);
    const F8 s0 = clamped(mul_sub(uv, vr, ur * dot(v, v)) / dot(n, n));
    const F8 t = clamped(mul_add(uv, s0, vr) * b.per_edge[j]);
    const F8 s = clamped(mul_sub(uv, t, ur) * a.per_edge[i]);
    const V8 separation = t * v - (r + s * u);
    closest.consider(separation, select(is_inside(s) & is_inside(t), n, separation), 3 * i + j);
}

/// The corners of one over the face of the other.
enum class FaceOf { A, B };
HWY_INLINE void consider_face(Closest8& closest, const Triangles8& points, const Triangles8& face,
                              FaceOf of) {
    const float sign = of == FaceOf::B ? 1.0f : -1.0f;
    const int first = of == FaceOf::B ? 9 : 12;
    const V8 v = face.corner[2] - face.corner[0];
    _Pragma("GCC unroll 3") for (int i = 0; i < 3; ++i) {
        const V8 w = points.corner[i] - face.corner[0];
        const F8 s = dot(w, face.dual[0]), t = dot(w, face.dual[1]);
        const B8 over = (s > all(0.0f)) & (t > all(0.0f)) & (all(1.0f) > s + t);
        const V8 separation = s * face.edge[0] + t * v - w;
        const F8 sq = dot(separation, separation);
        closest.take((closest.distance_sq > sq) & over, sq, all(sign) * separation, face.normal, first + i);
    }
}

/// (min of b - max of a, or the other way round) along n, over the length of n; 0 if n is no direction.
HWY_INLINE F8 gap_along(const V8& n, const Triangles8& a, const Triangles8& b) {
    const F8 a0 = dot(n, a.corner[0]), a1 = dot(n, a.corner[1]), a2 = dot(n, a.corner[2]);
    const F8 b0 = dot(n, b.corner[0]), b1 = dot(n, b.corner[1]), b2 = dot(n, b.corner[2]);
    const F8 above = min(b0, min(b1, b2)) - max(a0, max(a1, a2));
    const F8 below = min(a0, min(a1, a2)) - max(b0, max(b1, b2));
    const F8 length_sq = dot(n, n);
    return select(length_sq > all(kLeastSq), positive(max(above, below)) / sqrt(length_sq), all(0.0f));
}

/// Eight planes of triangles, each a slab that holds its triangle.
struct Planes8 {
    V8 normal;
    F8 lo, hi;
    F8 per_length;  // 1 / |normal|; 0 if that is no direction

    HWY_INLINE explicit Planes8(const V8 (&c)[3]) {
        normal = cross(c[1] - c[0], c[2] - c[0]);
        const F8 p = dot(normal, c[0]), q = dot(normal, c[1]), r = dot(normal, c[2]);
        lo = min(p, min(q, r));
        hi = max(p, max(q, r));
        const F8 length_sq = dot(normal, normal);
        per_length = select(length_sq > all(kLeastSq), all(1.0f) / sqrt(length_sq), all(0.0f));
    }
};

/// How far eight triangles are from eight slabs at least, but for roundings and pads: as gap_along.
HWY_INLINE F8 gap_from(const V8& n, const F8& lo, const F8& hi, const V8 (&c)[3]) {
    const F8 p = dot(n, c[0]), q = dot(n, c[1]), r = dot(n, c[2]);
    return max(min(p, min(q, r)) - hi, lo - max(p, max(q, r)));
}

HWY_INLINE V8 corner(const float (&from)[3][3][kWide], int c) {
    return {load(from[c][0]), load(from[c][1]), load(from[c][2])};
}
/// The same of one lane, eight times.
HWY_INLINE V8 corner_of(const float (&from)[3][3][kWide], int c, int lane) {
    return {all(from[c][0][lane]), all(from[c][1][lane]), all(from[c][2][lane])};
}

/// Eight planes stored, to take out one by one.
struct alignas(32) StoredPlanes {
    float normal[3][kWide], lo[kWide], hi[kWide], per_length[kWide];

    HWY_INLINE explicit StoredPlanes(const Planes8& p) {
        store(p.normal.x, normal[0]);
        store(p.normal.y, normal[1]);
        store(p.normal.z, normal[2]);
        store(p.lo, lo);
        store(p.hi, hi);
        store(p.per_length, per_length);
    }
    /// From eight triangles to plane j.
    [[nodiscard]] HWY_INLINE F8 gap(int j, const V8 (&c)[3]) const {
        return all(per_length[j]) *
               gap_from({all(normal[0][j]), all(normal[1][j]), all(normal[2][j])}, all(lo[j]), all(hi[j]), c);
    }
};

constexpr float kRelative = 0x1p-18f;  // skew of the axes and roundings of lengths

/// The least bound that a gap, over its length, proves.
HWY_INLINE F8 proved(const F8& near, float pad) { return near * all(1.0f - kRelative) - all(2.0f * pad); }

struct Bounds8 {
    F8 lo, hi;
    V8 separation;
    F8 features;
};

/// Pre: coordinates are off by at most `pad` in the sum of one of a and one of b, roundings here included.
HWY_INLINE Bounds8 bounds_of(const Triangles8& a, const Triangles8& b, float pad) {
    Closest8 closest;
    closest.distance_sq = all(std::numeric_limits<float>::infinity());
    closest.separation = closest.direction = b.corner[0] - a.corner[0];
    closest.features = all(0.0f);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) consider_edges(closest, a, i, b, j);
    consider_face(closest, a, b, FaceOf::B);
    consider_face(closest, b, a, FaceOf::A);
    const F8 near = max(gap_along(closest.separation, a, b), gap_along(closest.direction, a, b));
    const F8 far = sqrt(dot(closest.separation, closest.separation));
    return {positive(proved(near, pad)), far * all(1.0f + kRelative) + all(2.0f * pad + kLeastLength),
            closest.separation, closest.features};
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::internal
HWY_AFTER_NAMESPACE();

#endif
