// A product and a sum with one rounding, as processors with fused multiply-adds have them: the same bits on
// those that have none.
#pragma once

#include "graze/core/internal.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace graze::internal {

/// a b + c, rounded once.
///
/// The product is exact in double. The sum of it and c is rounded to odd: of the two doubles around it the
/// one whose last digit is 1. That is no tie of floats and on the right side of all ties, since a double has
/// more than two digits more than a float has; so the second rounding is the only one that counts
/// [BM08].
[[nodiscard]] inline float rounded_once(float a, float b, float c) noexcept {
    const double product = static_cast<double>(a) * static_cast<double>(b), term = static_cast<double>(c);
    const double sum = product + term, back = sum - product;
    const double rest = (product - (sum - back)) + (term - back);  // exact
    auto digits = std::bit_cast<std::uint64_t>(sum);
    if (rest != 0.0 && (digits & 1) == 0 && std::isfinite(sum))
        digits = (rest > 0.0) == (sum > 0.0) ? digits + 1 : digits - 1;
    return static_cast<float>(std::bit_cast<double>(digits));
}

}  // namespace graze::internal
