// Exact signs of the polynomials that triangle tests are made of, on points with double coordinates.
//
// A filter in double decides nearly all calls; what it cannot prove goes to integers of a fixed width
// (exact_predicates.h). Bounds, exponent limits and measured costs: docs/predicates.md. The set is what a
// triangle-triangle test by orientation signs needs (Guigue and Devillers, Journal of Graphics Tools 8(1),
// 2003), with the coplanar case projected on a coordinate plane, and what degenerate triangles (segments,
// points) need on top.
//
// Common to all:
// Pre:       coordinates are finite. Asserted in the exact stages, which an infinity or a NaN always reaches,
//            but for are_collinear: that may answer from other coordinates.
// Guarantee: the sign is that of the real number, for any finite doubles: over- and underflow included.
// Cost:      filter 2 to 6 ns, exact 30 to 100 ns in common exponent ranges; no allocation.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/exact_predicates.h"
#include "graze/numeric/predicate_filter.h"
#include "graze/numeric/sign.h"
#include "graze/numeric/vector.h"

namespace graze::internal {

/// Coordinates (i, j) for axis k, with i, j, k cyclic: the plane as seen from the tip of the axis.
[[nodiscard]] inline Vec2 without(Axis axis, const Vec3& p) {
    const int k = static_cast<int>(axis);
    return {p[(k + 1) % 3], p[(k + 2) % 3]};
}

/// Positive: a, b, c turn counter-clockwise. Zero: collinear.
[[nodiscard]] inline Sign orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
    if (const auto sign = certain_sign(filter::cross(b - a, c - a))) return *sign;
    return exact::orient2d(a, b, c).sign;
}

/// Sign of the component along `axis` of (b - a) x (c - a): orient2d of the points without that coordinate.
[[nodiscard]] inline Sign orient2d_without(Axis axis, const Vec3& a, const Vec3& b, const Vec3& c) {
    return orient2d(without(axis, a), without(axis, b), without(axis, c));
}

/// Sign of det(b - a, c - a, d - a). Positive: d lies on the side of plane abc from which a, b, c turn
/// counter-clockwise, to which (b - a) x (c - a) points. Zero: coplanar.
[[nodiscard]] inline Sign orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    if (const auto sign = certain_sign(filter::determinant(b - a, c - a, d - a))) return *sign;
    return exact::orient3d(a, b, c, d).sign;
}

/// Sign of (p - origin) . (q - origin). For collinear points, Negative: the origin lies between p and q.
[[nodiscard]] inline Sign dot_sign(const Vec3& origin, const Vec3& p, const Vec3& q) {
    if (const auto sign = certain_sign(filter::dot(p - origin, q - origin))) return *sign;
    return exact::dot_sign(origin, p, q).sign;
}

/// Sign of |ab| - |cd|.
[[nodiscard]] inline Sign compare_lengths(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    if (const auto sign = certain_sign(filter::length_difference(b - a, d - c))) return *sign;
    return exact::compare_lengths(a, b, c, d).sign;
}

/// True if the three points lie on a line or coincide: a triangle of zero area.
[[nodiscard]] inline bool are_collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 p = b - a, q = c - a;
    for (const Axis axis : {Axis::X, Axis::Y, Axis::Z})
        if (certain_sign(filter::cross(without(axis, p), without(axis, q)))) return false;
    return exact::area_sign(a, b, c).sign == Sign::Zero;
}

}  // namespace graze::internal
