// Moving a rounded result outward, so that it bounds the real number it was rounded from.
//
// The processor's rounding mode is never touched (it leaks into other threads and libraries); everything here
// assumes that it is the default, round to nearest even. Two ways, both proved in docs/numerics.md, section
// 1: `just_below`/`just_above` are arithmetic, cheap, and for results that are exact when they are tiny;
// `next_down`/`next_up` step exactly one double and hold everywhere.
#pragma once

#include "graze/core/internal.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace graze::internal {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kLargest = std::numeric_limits<double>::max();

/// u: what one rounding is off by at most, relative to the result.
inline constexpr double kUnitRoundoff = 0x1p-53;

/// The least magnitude at which a relative step alone is known to widen (docs/numerics.md, eq. 2).
inline constexpr double kLeastRelative = 0x1p-1021;

/// 3/4 of the largest relative spacing of doubles (docs/numerics.md, eq. 1).
inline constexpr double kOutwardStep = 0x1.8p-53;

/// |x|. The builtin stays in a floating-point register and, unlike std::fabs, is usable in constant
/// expressions.
[[nodiscard]] constexpr double magnitude_of(double x) noexcept { return __builtin_fabs(x); }

/// The larger of two upper bounds; NaN if one of them is NaN, which bounds nothing.
[[nodiscard]] constexpr double larger_bound(double a, double b) noexcept {
    return a >= b ? a : b > a ? b : a + b;
}

/// At most every real that rounds to `s`, at most two doubles below `s`.
///
/// Pre:       `s` is the rounded result of one operation which is exact whenever |result| < kLeastRelative
///            (sums, differences, square roots; products and quotients only if |s| >= kLeastRelative).
/// Guarantee: zero stays zero; NaN and an overflow to +infinity become -infinity.
[[nodiscard]] constexpr double just_below(double s) noexcept {
    const double bound = s - kOutwardStep * magnitude_of(s);
    return bound > -kInfinity ? bound : -kInfinity;  // written so that NaN falls to the safe side
}

/// At least every real that rounds to `s`: the mirror image of just_below.
[[nodiscard]] constexpr double just_above(double s) noexcept {
    const double bound = s + kOutwardStep * magnitude_of(s);
    return bound < kInfinity ? bound : kInfinity;
}

/// The least double above x. +infinity and NaN stay; -infinity becomes -kLargest; both zeros become 2^-1074.
[[nodiscard]] constexpr double next_up(double x) noexcept {
    if (!(x < kInfinity)) return x;
    const auto bits = std::bit_cast<std::int64_t>(x + 0.0);  // + 0.0 makes -0 a +0
    return std::bit_cast<double>(bits >= 0 ? bits + 1 : bits - 1);
}

/// The greatest double below x: the mirror image of next_up.
[[nodiscard]] constexpr double next_down(double x) noexcept { return -next_up(-x); }

}  // namespace graze::internal
