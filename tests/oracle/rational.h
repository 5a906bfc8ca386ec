// Exact rational arithmetic (GMP) on intervals of doubles: what the real result is, with no rounding at all.
#pragma once

#include "graze/numeric/interval.h"

#include <algorithm>
#include <array>

#include <gmpxx.h>

namespace graze::test {

using Rational = mpq_class;

/// Pre: finite.
[[nodiscard]] inline Rational exact(double x) { return Rational(x); }

/// A closed range of rationals.
struct RationalRange {
    Rational lo, hi;
};

[[nodiscard]] inline RationalRange exact(const Interval& a) { return {exact(a.lo), exact(a.hi)}; }

[[nodiscard]] inline RationalRange range_of(const std::array<Rational, 4>& corners) {
    const auto [least, greatest] = std::minmax_element(corners.begin(), corners.end());
    return {*least, *greatest};
}

[[nodiscard]] inline RationalRange exact_sum(const RationalRange& a, const RationalRange& b) {
    return {a.lo + b.lo, a.hi + b.hi};
}
[[nodiscard]] inline RationalRange exact_difference(const RationalRange& a, const RationalRange& b) {
    return {a.lo - b.hi, a.hi - b.lo};
}
[[nodiscard]] inline RationalRange exact_product(const RationalRange& a, const RationalRange& b) {
    return range_of(
        {Rational(a.lo * b.lo), Rational(a.lo * b.hi), Rational(a.hi * b.lo), Rational(a.hi * b.hi)});
}
/// Pre: b does not contain zero.
[[nodiscard]] inline RationalRange exact_quotient(const RationalRange& a, const RationalRange& b) {
    return range_of(
        {Rational(a.lo / b.lo), Rational(a.lo / b.hi), Rational(a.hi / b.lo), Rational(a.hi / b.hi)});
}
[[nodiscard]] inline RationalRange exact_square(const RationalRange& a) {
    const Rational p = a.lo * a.lo, q = a.hi * a.hi;
    return {sgn(a.lo) * sgn(a.hi) <= 0 ? Rational(0) : std::min(p, q), std::max(p, q)};
}

/// Bounds against a truth: infinite bounds hold everything, NaN holds nothing.
[[nodiscard]] inline bool is_lower_bound(double bound, const Rational& truth) {
    return bound == -kInfinity || (magnitude_of(bound) <= kLargest && exact(bound) <= truth);
}
[[nodiscard]] inline bool is_upper_bound(double bound, const Rational& truth) {
    return bound == kInfinity || (magnitude_of(bound) <= kLargest && exact(bound) >= truth);
}
[[nodiscard]] inline bool encloses(const Interval& a, const RationalRange& truth) {
    return is_lower_bound(a.lo, truth.lo) && is_upper_bound(a.hi, truth.hi);
}

/// By how many doubles a sound lower bound could be raised and still be one; counted up to `limit`.
[[nodiscard]] inline int excess_below(double bound, const Rational& truth, int limit) {
    int steps = 0;
    for (double x = next_up(bound); steps < limit && is_lower_bound(x, truth); x = next_up(x)) ++steps;
    return steps;
}
[[nodiscard]] inline int excess_above(double bound, const Rational& truth, int limit) {
    return excess_below(-bound, -truth, limit);
}

}  // namespace graze::test
