// The first stage of every predicate: its value in double, and a proved bound on the error.
//
// Derivations: docs/predicates.md, whose equation numbers are cited here. u = 2^-53.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/outward.h"
#include "graze/numeric/sign.h"
#include "graze/numeric/vector.h"

#include <cmath>
#include <limits>
#include <optional>

namespace graze::internal {

/// The real number that was asked for lies within `error` of `value`. An overflow on the way makes the
/// error infinite or NaN, which certain_sign takes as "nothing known".
struct Estimate {
    double value;
    double error;
};

/// The sign, if the error cannot change it. NaN falls to the safe side: no answer.
[[nodiscard]] inline std::optional<Sign> certain_sign(const Estimate& estimate) {
    if (estimate.value > estimate.error) return Sign::Positive;
    if (-estimate.value > estimate.error) return Sign::Negative;
    return std::nullopt;
}

namespace filter {

// One u above what the count of roundings gives, for terms of higher order and for rounding the bound itself.
inline constexpr double kDeterminant = 9.0 * kUnitRoundoff;  // (3)
inline constexpr double kCross = 5.0 * kUnitRoundoff;        // (4)
inline constexpr double kDot = 6.0 * kUnitRoundoff;          // (5)
inline constexpr double kLengths = 7.0 * kUnitRoundoff;      // (6)

// Above all that products can lose by underflow, see (2); the least normal number, since subnormals are slow.
inline constexpr double kUnderflow = std::numeric_limits<double>::min();

/// det(p, q, r) = (p x q) . r, where the entries are differences of coordinates rounded once. (3)
[[nodiscard]] inline Estimate determinant(const Vec3& p, const Vec3& q, const Vec3& r) {
    const double x0 = p.y() * q.z(), x1 = p.z() * q.y();
    const double y0 = p.z() * q.x(), y1 = p.x() * q.z();
    const double z0 = p.x() * q.y(), z1 = p.y() * q.x();
    const double value = (x0 - x1) * r.x() + (y0 - y1) * r.y() + (z0 - z1) * r.z();
    const double rx = std::abs(r.x()), ry = std::abs(r.y()), rz = std::abs(r.z());
    const double permanent = (std::abs(x0) + std::abs(x1)) * rx + (std::abs(y0) + std::abs(y1)) * ry +
                             (std::abs(z0) + std::abs(z1)) * rz;
    return {value, kDeterminant * permanent + kUnderflow * (1.0 + rx + ry + rz)};
}

/// px qy - py qx, where the entries are differences of coordinates rounded once. (4)
[[nodiscard]] inline Estimate cross(const Vec2& p, const Vec2& q) {
    const double left = p.x() * q.y(), right = p.y() * q.x();
    return {left - right, kCross * (std::abs(left) + std::abs(right)) + kUnderflow};
}

/// p . q, where the entries are differences of coordinates rounded once. (5)
[[nodiscard]] inline Estimate dot(const Vec3& p, const Vec3& q) {
    const double x = p.x() * q.x(), y = p.y() * q.y(), z = p.z() * q.z();
    return {x + y + z, kDot * (std::abs(x) + std::abs(y) + std::abs(z)) + kUnderflow};
}

/// |p|^2 - |q|^2, where the entries are differences of coordinates rounded once. (6)
[[nodiscard]] inline Estimate length_difference(const Vec3& p, const Vec3& q) {
    const double left = p.x() * p.x() + p.y() * p.y() + p.z() * p.z();
    const double right = q.x() * q.x() + q.y() * q.y() + q.z() * q.z();
    return {left - right, kLengths * (left + right) + kUnderflow};
}

}  // namespace filter
}  // namespace graze::internal
