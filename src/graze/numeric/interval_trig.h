// Sine and cosine of intervals of angles in radians: proved bounds, the same bits on every x86-64.
//
// No libm: tables of 64 exact directions, short Taylor polynomials in between, and a tail that carries what
// the leading double cannot (docs/numerics.md, section 4). Only + - * of IEEE doubles are used, so the answer
// depends on nothing else.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/interval.h"

namespace graze::internal {

struct SinCos {
    Interval sin;
    Interval cos;
};

/// Guarantee: contains the sine (cosine) of every real of the interval, and lies in [-1, 1]. No bounds, or a
///            NaN, give [-1, 1]. sin(-a) = -sin(a) and cos(-a) = cos(a) bit for bit. At any finite point
///            the two bounds are at most two doubles apart, also where the value is close to zero.
/// Cost:      docs/numerics.md, section 5; both together cost less than one and a half of one.
[[nodiscard]] Interval sin(const Interval& a) noexcept;
[[nodiscard]] Interval cos(const Interval& a) noexcept;
[[nodiscard]] SinCos sin_cos(const Interval& a) noexcept;

struct RoundedSinCos {
    double sin, cos;
};
/// Guarantee: each within 3 * 2^-53 of its value, relative to it. Both 0 if x is infinite or NaN.
[[nodiscard]] RoundedSinCos rounded_sin_cos(double x) noexcept;

}  // namespace graze::internal
