// Doubles as a numerator and a denominator, which is how the public files of queries hold them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace graze::bench {

struct FromRational {
    double value;
    bool is_exact;  // false: the rational is no double; this is the nearest one, ties to even
};

/// Integers of any length in decimal, with an optional sign; the denominator is not zero. Nothing if a text
/// is no such integer or the quotient is beyond all doubles.
[[nodiscard]] std::optional<FromRational> double_from_rational(std::string_view numerator,
                                                               std::string_view denominator);

struct RationalText {
    std::string numerator, denominator;
};

/// In lowest terms, the denominator positive. Pre: finite.
[[nodiscard]] RationalText rational_from_double(double x);

}  // namespace graze::bench
