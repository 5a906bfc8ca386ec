// Sine, cosine and angles as bounds: Taylor series with their remainders, and no libm that has to be trusted.
#pragma once

#include "graze_verify/bound.h"

#include <array>

namespace graze::verify {

inline constexpr Bound kPi{0x1.921fb54442d18p+1, 0x1.921fb54442d19p+1};

struct SineCosine {
    Bound sine;
    Bound cosine;
};
/// Whole lines cut to [-1, 1] for angles that are not finite or beyond 1e9.
[[nodiscard]] SineCosine sine_cosine(const Bound& angle);

/// sin(x) / x, and (1 - sin(x) / x) / x^2.
[[nodiscard]] Bound sinc(const Bound& x);
[[nodiscard]] Bound sinc_defect(const Bound& x);

/// The angle in about [-pi, pi] of the point (x, y), which is not the origin; the whole line where nothing is
/// known.
[[nodiscard]] Bound angle_of(const Bound& y, const Bound& x);

/// The exact sign of the sum of four products of doubles: -1, 0 or 1. Pre: no factor is greater than 2.
/// Nothing (2) if products below 2^-1900 might matter.
[[nodiscard]] int sign_of_sum(const std::array<double, 4>& p, const std::array<double, 4>& q);

/// The same sum, up to a few units in the last place whatever cancels, and 2^-1000.
[[nodiscard]] Bound sum_of_products(const std::array<double, 4>& p, const std::array<double, 4>& q);

}  // namespace graze::verify
