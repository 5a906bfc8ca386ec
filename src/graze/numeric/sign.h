// The sign of a real number, known exactly.
#pragma once

#include "graze/core/internal.h"

namespace graze::internal {

enum class Sign : signed char { Negative = -1, Zero = 0, Positive = 1 };

[[nodiscard]] constexpr Sign operator-(Sign sign) { return static_cast<Sign>(-static_cast<int>(sign)); }

/// The sign of a product of two numbers with these signs.
[[nodiscard]] constexpr Sign operator*(Sign a, Sign b) {
    return static_cast<Sign>(static_cast<int>(a) * static_cast<int>(b));
}

/// Pre: x is not NaN.
[[nodiscard]] constexpr Sign sign_of(double x) {
    return x > 0.0 ? Sign::Positive : x < 0.0 ? Sign::Negative : Sign::Zero;
}

}  // namespace graze::internal
