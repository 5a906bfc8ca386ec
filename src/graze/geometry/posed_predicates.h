// The predicates of numeric/predicates.h on vertices of two posed bodies: exact signs on the rational points.
//
// The filter works in A's frame on `near` and covers the error of the transform. Signs that do not change
// under a rigid move (orient3d, dot_sign, collinear, same_point) hold in every frame; the projections and the
// comparison of coordinates are those of A's frame, so one triangle pair must use one PosePair throughout.
//
// Common to all:
// Pre:       the points were made by vertex_of_a, or by vertex_of_b with this pair (asserted finite).
// Guarantee: the sign is that of the real number, for all valid poses and finite vertices.
// Cost:      filter 5 to 10 ns; exact stages: docs/predicates.md; no allocation.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/pose_pair.h"
#include "graze/numeric/exact_predicates.h"
#include "graze/numeric/predicate_filter.h"
#include "graze/numeric/predicates.h"

namespace graze::internal {

namespace exact {

// The stages after the filter; they say which one decided.
[[nodiscard]] Decision orient3d(const PosePair& pair, const PairPoint& p, const PairPoint& q,
                                const PairPoint& r, const PairPoint& s);
[[nodiscard]] Decision orient2d_without(Axis axis, const PosePair& pair, const PairPoint& p,
                                        const PairPoint& q, const PairPoint& r);
[[nodiscard]] Decision dot_sign(const PosePair& pair, const PairPoint& origin, const PairPoint& p,
                                const PairPoint& q);
[[nodiscard]] Decision area_sign(const PosePair& pair, const PairPoint& p, const PairPoint& q,
                                 const PairPoint& r);
[[nodiscard]] Decision compare_coordinate(Axis axis, const PosePair& pair, const PairPoint& p,
                                          const PairPoint& q);

}  // namespace exact

namespace filter {

// What the errors of the points add to the bounds on rounding; e bounds the error of every difference.
// docs/predicates.md (12) to (15). The factor covers the rounding of the bound itself.
inline constexpr double kRoundBound = 1.0 + 0x1p-40;

[[nodiscard]] inline double largest(double a, double b, double c) {
    return std::max(std::abs(a), std::max(std::abs(b), std::abs(c)));
}

/// (12). A NaN among the entries is in the estimate already.
[[nodiscard]] inline Estimate posed_determinant(const Vec3& p, const Vec3& q, const Vec3& r, double e) {
    Estimate estimate = determinant(p, q, r);
    if (e == 0.0) return estimate;
    const double x = largest(p.x(), q.x(), r.x()), y = largest(p.y(), q.y(), r.y()),
                 z = largest(p.z(), q.z(), r.z());
    const double sum = x + y + z;
    const double moved = 6.0 * e * ((x * y + y * z + z * x) + e * (sum + e));
    estimate.error = (estimate.error + moved + kUnderflow * (sum + e)) * kRoundBound;
    return estimate;
}

/// (13).
[[nodiscard]] inline Estimate posed_cross(const Vec2& p, const Vec2& q, double e) {
    Estimate estimate = cross(p, q);
    const double sum = (std::abs(p.x()) + std::abs(p.y())) + (std::abs(q.x()) + std::abs(q.y()));
    estimate.error = (estimate.error + e * (sum + 2.0 * e)) * kRoundBound;
    return estimate;
}

/// (14).
[[nodiscard]] inline Estimate posed_dot(const Vec3& p, const Vec3& q, double e) {
    Estimate estimate = dot(p, q);
    const double sum = (std::abs(p.x()) + std::abs(p.y()) + std::abs(p.z())) +
                       (std::abs(q.x()) + std::abs(q.y()) + std::abs(q.z()));
    estimate.error = (estimate.error + e * (sum + 3.0 * e)) * kRoundBound;
    return estimate;
}

/// (15).
[[nodiscard]] inline Estimate posed_difference(double p, double q, double e) {
    const double value = p - q;
    return {value, (e + kUnitRoundoff * std::abs(value)) * kRoundBound};
}

}  // namespace filter

/// Sign of det(q - p, r - p, s - p); see orient3d on plain points.
[[nodiscard]] inline Sign orient3d(const PosePair& pair, const PairPoint& p, const PairPoint& q,
                                   const PairPoint& r, const PairPoint& s) {
    const double e = p.error + q.error + r.error + s.error;
    const auto estimate = filter::posed_determinant(q.near - p.near, r.near - p.near, s.near - p.near, e);
    if (const auto sign = certain_sign(estimate)) return *sign;
    return exact::orient3d(pair, p, q, r, s).sign;
}

/// Sign of the component along `axis` of (q - p) x (r - p), in A's frame.
[[nodiscard]] inline Sign orient2d_without(Axis axis, const PosePair& pair, const PairPoint& p,
                                           const PairPoint& q, const PairPoint& r) {
    const double e = p.error + q.error + r.error;
    const auto estimate =
        filter::posed_cross(without(axis, q.near - p.near), without(axis, r.near - p.near), e);
    if (const auto sign = certain_sign(estimate)) return *sign;
    return exact::orient2d_without(axis, pair, p, q, r).sign;
}

/// Sign of (p - origin) . (q - origin).
[[nodiscard]] inline Sign dot_sign(const PosePair& pair, const PairPoint& origin, const PairPoint& p,
                                   const PairPoint& q) {
    const double e = origin.error + p.error + q.error;
    if (const auto sign = certain_sign(filter::posed_dot(p.near - origin.near, q.near - origin.near, e)))
        return *sign;
    return exact::dot_sign(pair, origin, p, q).sign;
}

/// True if the three points lie on a line or coincide.
[[nodiscard]] inline bool are_collinear(const PosePair& pair, const PairPoint& p, const PairPoint& q,
                                        const PairPoint& r) {
    const double e = p.error + q.error + r.error;
    const Vec3 u = q.near - p.near, v = r.near - p.near;
    for (const Axis axis : {Axis::X, Axis::Y, Axis::Z})
        if (certain_sign(filter::posed_cross(without(axis, u), without(axis, v), e))) return false;
    return exact::area_sign(pair, p, q, r).sign == Sign::Zero;
}

/// Sign of p[axis] - q[axis], in A's frame.
[[nodiscard]] inline Sign compare_coordinate(Axis axis, const PosePair& pair, const PairPoint& p,
                                             const PairPoint& q) {
    const int k = static_cast<int>(axis);
    if (const auto sign = certain_sign(filter::posed_difference(p.near[k], q.near[k], p.error + q.error)))
        return *sign;
    return exact::compare_coordinate(axis, pair, p, q).sign;
}

}  // namespace graze::internal
