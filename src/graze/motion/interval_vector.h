// Vectors and matrices of intervals: each operation contains the real result, entry by entry.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/pose_interval.h"
#include "graze/numeric/interval.h"

namespace graze::internal {

inline constexpr Interval kZero{0.0, 0.0}, kHalf{0.5, 0.5}, kOne{1.0, 1.0};
inline constexpr IntervalVec3 kZeroVector{kZero, kZero, kZero};

/// What of x is within the limits that are known anyway; all of these if nothing is.
[[nodiscard]] inline Interval cut(const Interval& x, const Interval& limits) {
    const auto both = intersection(x, limits);
    return both ? *both : limits;
}

[[nodiscard]] inline bool is_zero(const IntervalVec3& v) noexcept {
    return magnitude(v[0]) == 0.0 && magnitude(v[1]) == 0.0 && magnitude(v[2]) == 0.0;
}
[[nodiscard]] inline Vec3 middle_of(const IntervalVec3& v) {
    return {midpoint(v[0]), midpoint(v[1]), midpoint(v[2])};
}

[[nodiscard]] inline IntervalVec3 operator+(const IntervalVec3& a, const IntervalVec3& b) noexcept {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
[[nodiscard]] inline IntervalVec3 operator-(const IntervalVec3& a, const IntervalVec3& b) noexcept {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
[[nodiscard]] inline IntervalVec3 operator-(const IntervalVec3& a) noexcept { return {-a[0], -a[1], -a[2]}; }
[[nodiscard]] inline IntervalVec3 operator*(const Interval& scale, const IntervalVec3& a) noexcept {
    return {scale * a[0], scale * a[1], scale * a[2]};
}

[[nodiscard]] inline Interval dot(const IntervalVec3& a, const IntervalVec3& b) noexcept {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
[[nodiscard]] inline IntervalVec3 cross(const IntervalVec3& a, const IntervalVec3& b) noexcept {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
[[nodiscard]] inline Interval norm_sq(const IntervalVec3& a) noexcept {
    return sqr(a[0]) + sqr(a[1]) + sqr(a[2]);
}
[[nodiscard]] inline Interval norm(const IntervalVec3& a) noexcept { return sqrt(norm_sq(a)); }

[[nodiscard]] inline IntervalVec3 hull(const IntervalVec3& a, const IntervalVec3& b) noexcept {
    return {hull(a[0], b[0]), hull(a[1], b[1]), hull(a[2], b[2])};
}
[[nodiscard]] inline IntervalMat3 hull(const IntervalMat3& a, const IntervalMat3& b) noexcept {
    return {hull(a[0], b[0]), hull(a[1], b[1]), hull(a[2], b[2])};
}

[[nodiscard]] inline IntervalVec3 column(const IntervalMat3& m, int j) noexcept {
    return {m[0][j], m[1][j], m[2][j]};
}
[[nodiscard]] inline IntervalMat3 transposed(const IntervalMat3& m) noexcept {
    return {column(m, 0), column(m, 1), column(m, 2)};
}
[[nodiscard]] inline IntervalVec3 operator*(const IntervalMat3& m, const IntervalVec3& v) noexcept {
    return {dot(m[0], v), dot(m[1], v), dot(m[2], v)};
}
[[nodiscard]] inline IntervalMat3 operator*(const IntervalMat3& m, const IntervalMat3& n) noexcept {
    return transposed({m * column(n, 0), m * column(n, 1), m * column(n, 2)});
}
[[nodiscard]] inline IntervalMat3 operator+(const IntervalMat3& a, const IntervalMat3& b) noexcept {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
[[nodiscard]] inline IntervalMat3 operator-(const IntervalMat3& a, const IntervalMat3& b) noexcept {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
[[nodiscard]] inline IntervalMat3 operator*(const Interval& scale, const IntervalMat3& m) noexcept {
    return {scale * m[0], scale * m[1], scale * m[2]};
}

[[nodiscard]] inline IntervalMat3 identity_matrix() noexcept {
    return {{{kOne, kZero, kZero}, {kZero, kOne, kZero}, {kZero, kZero, kOne}}};
}

/// What is left of a matrix that is known to be a rotation: its entries are in [-1, 1].
[[nodiscard]] inline IntervalMat3 cut_to_rotation(IntervalMat3 m) noexcept {
    for (IntervalVec3& row : m)
        for (Interval& entry : row) {
            const auto inside = intersection(entry, {-1.0, 1.0});
            entry = inside ? *inside : Interval{-1.0, 1.0};
        }
    return m;
}

/// a b^T.
[[nodiscard]] inline IntervalMat3 outer(const IntervalVec3& a, const IntervalVec3& b) noexcept {
    return {a[0] * b, a[1] * b, a[2] * b};
}

/// [a], the matrix of the map v -> a x v.
[[nodiscard]] inline IntervalMat3 cross_matrix(const IntervalVec3& a) noexcept {
    return {{{kZero, -a[2], a[1]}, {a[2], kZero, -a[0]}, {-a[1], a[0], kZero}}};
}

}  // namespace graze::internal
