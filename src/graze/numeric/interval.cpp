#include "graze/numeric/interval.h"

#include <algorithm>

namespace graze::internal {
namespace {

// A bound of the real number that was rounded to s: the same step as on the fast way where that is valid, so
// that parts of operands give parts of results; else one double. A zero keeps its sign when a tiny number is
// rounded to it, so the real number is on that side of zero.
double real_down(double s) {
    if (has_relative_step(s) && magnitude_of(s) <= kLargest) return just_below(s);
    return s == 0.0 && !std::signbit(s) ? 0.0 : next_down(s);
}
double real_up(double s) { return -real_down(-s); }

// One corner; a zero factor or numerator is exact.
double product_down(double x, double y) { return x == 0.0 || y == 0.0 ? 0.0 : real_down(x * y); }
double product_up(double x, double y) { return x == 0.0 || y == 0.0 ? 0.0 : real_up(x * y); }
double quotient_down(double x, double y) { return x == 0.0 ? 0.0 : real_down(x / y); }
double quotient_up(double x, double y) { return x == 0.0 ? 0.0 : real_up(x / y); }

bool has_nan(const CornerValues& c) {
    return std::isnan(c.p) || std::isnan(c.q) || std::isnan(c.r) || std::isnan(c.s);
}

// Divisor [0, y] or [y, 0], y != 0, and a numerator without zero: the quotients reach from the one nearest to
// zero to infinity.
Interval half_line(const Interval& a, double y) {
    const double nearest = certainly_positive(a) ? a.lo : a.hi;
    if (!(certainly_positive(a) || certainly_negative(a)) || std::isnan(nearest / y)) return kWholeLine;
    if ((nearest > 0.0) == (y > 0.0)) return {quotient_down(nearest, y), kInfinity};
    return {-kInfinity, quotient_up(nearest, y)};
}

}  // namespace

double careful_midpoint(const Interval& a) noexcept {
    if (!is_valid(a)) return 0.0;
    const double lo = std::max(a.lo, -kLargest), hi = std::min(a.hi, kLargest);
    const double middle = 0.5 * lo + 0.5 * hi;  // halves first: no overflow
    return std::min(std::max(middle, lo), hi);  // they may underflow
}

Interval multiply_carefully(const Interval& a, const Interval& b) noexcept {
    if (has_nan({a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi})) return kWholeLine;
    const bool is_zero = (a.lo == 0.0 && a.hi == 0.0) || (b.lo == 0.0 && b.hi == 0.0);
    if (is_zero) return {0.0, 0.0};  // as below, and what is mostly asked
    const CornerValues down{product_down(a.lo, b.lo), product_down(a.lo, b.hi), product_down(a.hi, b.lo),
                            product_down(a.hi, b.hi)};
    const CornerValues up{product_up(a.lo, b.lo), product_up(a.lo, b.hi), product_up(a.hi, b.lo),
                          product_up(a.hi, b.hi)};
    return {down.least(), up.greatest()};
}

Interval divide_carefully(const Interval& a, const Interval& b) noexcept {
    if (!(is_valid(a) && is_valid(b))) return kWholeLine;
    if (b.lo < 0.0 && b.hi > 0.0) return kWholeLine;
    if (b.lo == 0.0 && b.hi == 0.0) return kWholeLine;
    if (b.lo == 0.0) return half_line(a, b.hi);
    if (b.hi == 0.0) return half_line(a, b.lo);
    if (has_nan({a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi})) return kWholeLine;
    const CornerValues down{quotient_down(a.lo, b.lo), quotient_down(a.lo, b.hi), quotient_down(a.hi, b.lo),
                            quotient_down(a.hi, b.hi)};
    const CornerValues up{quotient_up(a.lo, b.lo), quotient_up(a.lo, b.hi), quotient_up(a.hi, b.lo),
                          quotient_up(a.hi, b.hi)};
    return {down.least(), up.greatest()};
}

}  // namespace graze::internal
