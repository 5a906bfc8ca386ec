// Intervals of doubles that contain the real result, whatever is rounded on the way.
//
// An interval stands for a set of real numbers: [lo, hi], where an infinite end means "no bound on this
// side". An operation returns an interval that contains op(x, y) for all reals x, y of its operands. The
// bounds, their derivations and what they cost are in docs/numerics.md. Safe side of everything that has no
// real meaning: NaN, 0 * infinity, infinity - infinity, division by an interval around zero give the whole
// line, which proves nothing. In particular 0 * [-inf, inf] is the whole line and not 0: a NaN that came in
// as the whole line cannot be washed away by a zero. There is no empty interval: `intersection` is optional
// instead.
//
// Pre of every function here, unless it says otherwise: lo <= hi, or the end is NaN ("not known").
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/outward.h"

#include <cmath>
#include <optional>

namespace graze::internal {

struct Interval {
    double lo = 0.0;
    double hi = 0.0;
};

inline constexpr Interval kWholeLine{-kInfinity, kInfinity};

/// False for NaN in either end and for lo > hi.
[[nodiscard]] constexpr bool is_valid(const Interval& a) noexcept { return a.lo <= a.hi; }
[[nodiscard]] constexpr bool is_finite(const Interval& a) noexcept {
    return a.lo >= -kLargest && a.hi <= kLargest;
}

/// [x, x]; the whole line for NaN and infinities.
[[nodiscard]] constexpr Interval exactly(double x) noexcept {
    return magnitude_of(x) <= kLargest ? Interval{x, x} : kWholeLine;
}

/// All numbers between x and y, in either order; the whole line if one is NaN.
[[nodiscard]] constexpr Interval between(double x, double y) noexcept {
    return x <= y ? Interval{x, y} : y <= x ? Interval{y, x} : kWholeLine;
}

/// [-radius, radius]; the whole line for NaN and for a negative radius.
[[nodiscard]] constexpr Interval within(double radius) noexcept {
    return radius >= 0.0 ? Interval{-radius, radius} : kWholeLine;
}

// --- Questions. NaN falls to the safe side: "may" is true, "certainly" is false.

[[nodiscard]] constexpr bool may_contain(const Interval& a, double x) noexcept {
    return !(x < a.lo) && !(x > a.hi);
}
[[nodiscard]] constexpr bool may_overlap(const Interval& a, const Interval& b) noexcept {
    return !(a.hi < b.lo) && !(b.hi < a.lo);
}
[[nodiscard]] constexpr bool certainly_inside(const Interval& inner, const Interval& outer) noexcept {
    return inner.lo >= outer.lo && inner.hi <= outer.hi;
}
[[nodiscard]] constexpr bool certainly_positive(const Interval& a) noexcept { return a.lo > 0.0; }
[[nodiscard]] constexpr bool certainly_negative(const Interval& a) noexcept { return a.hi < 0.0; }

// --- Measures.

/// At least hi - lo; infinity if that is not known.
[[nodiscard]] constexpr double width(const Interval& a) noexcept { return just_above(a.hi - a.lo); }

/// The same bits, where ends are infinite or so small that halves vanish.
[[nodiscard]] double careful_midpoint(const Interval& a) noexcept;
/// A finite number of the interval, close to its middle. Not a bound. Pre: valid; else 0.
[[nodiscard]] inline double midpoint(const Interval& a) noexcept {
    const double middle = 0.5 * a.lo + 0.5 * a.hi;  // halves first: no overflow
    const bool is_inside = middle >= a.lo && middle <= a.hi && magnitude_of(middle) <= kLargest;
    return is_inside ? middle : careful_midpoint(a);
}

/// The largest |x| of the interval; infinity if that is not known.
[[nodiscard]] constexpr double magnitude(const Interval& a) noexcept {
    if (!is_valid(a)) return kInfinity;
    return -a.lo > a.hi ? -a.lo : a.hi;
}

/// The least |x| of the interval; 0 if that is not known.
[[nodiscard]] constexpr double mignitude(const Interval& a) noexcept {
    if (!is_valid(a)) return 0.0;
    const double distance = a.lo > -a.hi ? a.lo : -a.hi;
    return distance > 0.0 ? distance : 0.0;
}

// --- Sets.

/// The least interval that contains both.
[[nodiscard]] constexpr Interval hull(const Interval& a, const Interval& b) noexcept {
    if (!(is_valid(a) && is_valid(b))) return kWholeLine;
    return {a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

/// What both contain; nothing if they are certainly apart. An end that is NaN bounds nothing.
[[nodiscard]] constexpr std::optional<Interval> intersection(const Interval& a, const Interval& b) noexcept {
    if (!may_overlap(a, b)) return std::nullopt;
    if (!is_valid(a)) return is_valid(b) ? b : kWholeLine;
    if (!is_valid(b)) return a;
    return Interval{a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}

// --- Arithmetic. Cost: docs/numerics.md, section 5.

[[nodiscard]] constexpr Interval operator-(const Interval& a) noexcept { return {-a.hi, -a.lo}; }

[[nodiscard]] constexpr Interval operator+(const Interval& a, const Interval& b) noexcept {
    return {just_below(a.lo + b.lo), just_above(a.hi + b.hi)};
}

[[nodiscard]] constexpr Interval operator-(const Interval& a, const Interval& b) noexcept {
    return {just_below(a.lo - b.hi), just_above(a.hi - b.lo)};
}

/// Products and quotients that are zero, tiny, infinite or NaN: slower, and as tight as one double can be.
[[nodiscard]] Interval multiply_carefully(const Interval& a, const Interval& b) noexcept;
[[nodiscard]] Interval divide_carefully(const Interval& a, const Interval& b) noexcept;

/// The four corner products or quotients of two intervals, and their extremes.
struct CornerValues {
    double p, q, r, s;

    [[nodiscard]] constexpr double least() const noexcept {
        const double x = p < q ? p : q, y = r < s ? r : s;
        return x < y ? x : y;
    }
    [[nodiscard]] constexpr double greatest() const noexcept {
        const double x = p > q ? p : q, y = r > s ? r : s;
        return x > y ? x : y;
    }
    /// A finite sum means that none of the four is NaN or infinite.
    [[nodiscard]] constexpr bool are_finite() const noexcept {
        return magnitude_of((p + q) + (r + s)) <= kLargest;
    }
};

/// True if a relative step widens `s` soundly; false for zero, underflow and NaN.
[[nodiscard]] constexpr bool has_relative_step(double s) noexcept {
    return magnitude_of(s) >= kLeastRelative;
}

[[nodiscard]] constexpr Interval operator*(const Interval& a, const Interval& b) noexcept {
    const CornerValues products{a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
    const double lo = products.least(), hi = products.greatest();
    if (products.are_finite() && has_relative_step(lo) && has_relative_step(hi)) [[likely]]
        return {just_below(lo), just_above(hi)};
    return multiply_carefully(a, b);
}

/// Guarantee: contains the quotients by all non-zero numbers of b. Zero as an end of b gives a half-line if a
///            does not contain zero; zero inside b, or in both, gives the whole line.
[[nodiscard]] constexpr Interval operator/(const Interval& a, const Interval& b) noexcept {
    if (b.lo > 0.0 || b.hi < 0.0) [[likely]] {
        const CornerValues quotients{a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi};
        const double lo = quotients.least(), hi = quotients.greatest();
        if (quotients.are_finite() && has_relative_step(lo) && has_relative_step(hi)) [[likely]]
            return {just_below(lo), just_above(hi)};
    }
    return divide_carefully(a, b);
}

[[nodiscard]] constexpr Interval abs(const Interval& a) noexcept { return {mignitude(a), magnitude(a)}; }

/// x^2. Never negative, and tighter than a * a when a contains zero.
[[nodiscard]] constexpr Interval sqr(const Interval& a) noexcept {
    // Underflow: x^2 is off by at most 2^-1075, so the least normal number is enough; for |x| below that,
    // x^2 < |x|. The smaller of both is 0 for x = 0, which keeps exact zeros exact (docs/numerics.md, eq. 4).
    constexpr double kLeastNormal = std::numeric_limits<double>::min();
    const double near = mignitude(a), far = magnitude(a);
    const double near_sq = near * near, far_sq = far * far;
    const double lo = near_sq - (kOutwardStep * near_sq + (near < kLeastNormal ? near : kLeastNormal));
    const double hi = far_sq + (kOutwardStep * far_sq + (far < kLeastNormal ? far : kLeastNormal));
    return {lo > 0.0 ? lo : 0.0, hi};  // lo is NaN if near is infinite: 0 is still a bound
}

/// The square roots of the non-negative numbers of a. If there are none, the whole line: nothing is proved.
[[nodiscard]] inline Interval sqrt(const Interval& a) noexcept {
    if (!(a.hi >= 0.0)) return kWholeLine;
    const double lo = a.lo > 0.0 ? just_below(std::sqrt(a.lo)) : 0.0;  // NaN: 0
    return {lo > 0.0 ? lo : 0.0, just_above(std::sqrt(a.hi))};         // infinite lo: 0
}

[[nodiscard]] constexpr Interval min(const Interval& a, const Interval& b) noexcept {
    if (!(is_valid(a) && is_valid(b))) return kWholeLine;
    return {a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}

[[nodiscard]] constexpr Interval max(const Interval& a, const Interval& b) noexcept {
    if (!(is_valid(a) && is_valid(b))) return kWholeLine;
    return {a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

}  // namespace graze::internal
