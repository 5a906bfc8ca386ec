#include "graze/numeric/interval_trig.h"

#include "graze/numeric/angle_reduction.h"
#include "graze/numeric/sine_table.h"

#include <algorithm>

// Helpers are inlined by force: left to itself the compiler passes the small structs below through memory,
// where a wide load of narrow stores stalls. That and a branch on the last bit of a sum had tripled the cost.

namespace graze::internal {
namespace {

constexpr Interval kUnitRange{-1.0, 1.0};
constexpr double kTinyAngle = 0x1p-27;          // docs/numerics.md, eq. 10
constexpr double kTurn = 0x1.921fb54442d18p+2;  // below 2 pi
constexpr double kNextStep = 0x1.0000000000001p-53;
constexpr double kMoreThanQuarter = 3.0;  // between a quarter and three quarters of a turn

// Where an angle lies, and what its sine and cosine are computed from.
struct Located {
    int sector;    // of [0, 64): multiples of pi/32, the nearest one
    int quadrant;  // of [0, 4): the one that contains the angle, its lower border belonging to it
    bool quadrant_is_known;
    bool is_tiny;       // |angle| < kTinyAngle: r is the angle itself
    double r;           // distance from the sector's direction, leading double
    double sin_tail;    // sin(r + r_low) - r
    double cos_less_1;  // cos(r + r_low) - 1
    double error;       // of r + r_low
};

// Taylor polynomials; truncation and rounding: docs/numerics.md, eq. 12 and 13.
[[gnu::always_inline]] inline Located locate(double x) {
    constexpr double k3 = -0x1.5555555555555p-3, k5 = 0x1.1111111111111p-7, k7 = -0x1.a01a01a01a01ap-13,
                     k9 = 0x1.71de3a556c734p-19;
    constexpr double k2 = -0.5, k4 = 0x1.5555555555555p-5, k6 = -0x1.6c16c16c16c17p-10,
                     k8 = 0x1.a01a01a01a01ap-16;
    const ReducedAngle a = reduce_angle(x);
    const double z = a.r * a.r;
    const double sin_less_r = a.r * z * (k3 + z * (k5 + z * (k7 + z * k9)));
    const double cos_less_1 = z * (k2 + z * (k4 + z * (k6 + z * k8)));
    // A quadrant begins at a multiple of 16 sectors, which no double is, except 0: below it if r is negative.
    // That sign has to be certain.
    const bool at_border = a.sector % kSectorsPerQuarter == 0;
    const int before = at_border && a.r < 0.0 ? 1 : 0;
    return {.sector = a.sector,
            .quadrant = (a.sector / kSectorsPerQuarter - before) & 3,
            .quadrant_is_known = !at_border || magnitude_of(a.r) > a.error || a.error == 0.0,
            .is_tiny = magnitude_of(x) < kTinyAngle,
            .r = a.r,
            .sin_tail = sin_less_r + a.r_low,
            .cos_less_1 = cos_less_1,
            .error = a.error};
}

// x if `condition`, else 0, without a branch: the conditions here are as random as the last bit of a sum.
[[gnu::always_inline]] inline double only_if(bool condition, double x) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & -static_cast<std::uint64_t>(condition));
}

// big + small rounded down (up). Pre: |big| >= |small|, so that the rest of the sum is exact [Dekker71, sec.
// 3], and |big| > 2^-900, so that kNextStep reaches the next double (docs/numerics.md, eq. 3).
[[gnu::always_inline]] inline double add_down(double big, double small) {
    const double sum = big + small, rest = small - (sum - big);
    return sum - only_if(rest < 0.0, kNextStep * magnitude_of(sum));
}
[[gnu::always_inline]] inline double add_up(double big, double small) {
    const double sum = big + small, rest = small - (sum - big);
    return sum + only_if(rest > 0.0, kNextStep * magnitude_of(sum));
}

// Bounds of sin(sector pi/32 + r): with S, C the sine and cosine of the sector, S + C r + [S (cos r - 1) + C
// (sin r - r)].
[[gnu::always_inline]] inline Interval sine_from(const Located& at, int sector) {
    constexpr double kErrorPerRest = 0x1p-59, kErrorPerSine = 0x1p-58;  // docs/numerics.md, eq. 14
    const SectorSine& S = kSines[sector];
    const SectorSine& C = kSines[sector + kSectorsPerQuarter];
    const double head = head_of(at.r);
    const double step = C.head * head;                                  // exact: 26 digits each
    const double lead = S.hi + step, lead_rest = step - (lead - S.hi);  // exact: |S| > |step| or S = 0
    const double step_rest = C.head * (at.r - head) + C.rest * at.r;    // C r - step
    const double tail = (lead_rest + (S.lo + step_rest)) + (S.hi * at.cos_less_1 + C.hi * at.sin_tail);
    const double error = kErrorPerRest * magnitude_of(at.r) + kErrorPerSine * magnitude_of(S.hi) + at.error;
    return {std::max(add_down(lead, tail - error), -1.0), std::min(add_up(lead, tail + error), 1.0)};
}

[[gnu::always_inline]] inline Interval sine_at(const Located& at) {
    if (!at.is_tiny) [[likely]]
        return sine_from(at, at.sector);
    if (at.r > 0.0) return {next_down(at.r), at.r};
    return {at.r, at.r < 0.0 ? next_up(at.r) : at.r};
}

[[gnu::always_inline]] inline Interval cosine_at(const Located& at) {
    if (!at.is_tiny) [[likely]]
        return sine_from(at, (at.sector + kSectorsPerQuarter) % kSectorsPerTurn);
    return {at.r == 0.0 ? 1.0 : next_down(1.0), 1.0};
}

// The same, rounded: S + [C r + (S (cos r - 1) + C (sin r - r))]. For sectors where S is not zero it is at
// least 2^-3.4, and what is added to it below 0.05: three roundings of that are 1.6 * 2^-53 of the sine.
[[gnu::always_inline]] inline double rounded_sine_from(const Located& at, int sector) {
    const SectorSine& S = kSines[sector];
    const SectorSine& C = kSines[sector + kSectorsPerQuarter];
    return S.hi + (C.hi * at.r + (S.hi * at.cos_less_1 + C.hi * at.sin_tail));
}

// True if going up from quadrant `from` over `borders` borders enters quadrant `entered` by its lower border.
[[gnu::always_inline]] inline bool enters(int entered, int from, int borders) {
    return ((entered - from - 1) & 3) < borders;
}

// Both ends of an interval of angles less than a turn apart.
struct Ends {
    Located lo, hi;
    int borders;  // of quadrants between them: 0 to 4

    /// The range of a function that is greatest where quadrant `top` begins and least where the second next
    /// begins.
    [[gnu::always_inline]] inline Interval range(int top, const Interval& at_lo,
                                                 const Interval& at_hi) const {
        const bool rises_to_1 = enters(top, lo.quadrant, borders);
        const bool falls_to_minus_1 = enters((top + 2) & 3, lo.quadrant, borders);
        return {falls_to_minus_1 ? -1.0 : std::min(at_lo.lo, at_hi.lo),
                rises_to_1 ? 1.0 : std::max(at_lo.hi, at_hi.hi)};
    }
    [[gnu::always_inline]] inline Interval sine() const { return range(1, sine_at(lo), sine_at(hi)); }
    [[gnu::always_inline]] inline Interval cosine() const { return range(0, cosine_at(lo), cosine_at(hi)); }
};

[[gnu::always_inline]] inline Ends between_ends(const Located& lo, const Located& hi, double width) {
    const int borders = (hi.quadrant - lo.quadrant) & 3;
    const bool once_around = borders == 0 && width > kMoreThanQuarter;  // and into the same quadrant again
    return {lo, hi, once_around ? 4 : borders};
}

// point(Located) for a single angle, ends(Ends) for more, nothing_known() when the range is or may be [-1,
// 1].
template <class Point, class Range, class Unknown>
[[gnu::always_inline]] inline auto evaluate(const Interval& a, Point point, Range range,
                                            Unknown nothing_known) {
    const double width = a.hi - a.lo;
    if (!(width >= 0.0 && width < kTurn)) [[unlikely]]
        return nothing_known();  // NaN and infinities land here
    const Located lo = locate(a.lo);
    if (!lo.quadrant_is_known) [[unlikely]]
        return nothing_known();
    if (a.lo == a.hi) return point(lo);
    const Located hi = locate(a.hi);
    if (!hi.quadrant_is_known) [[unlikely]]
        return nothing_known();
    return range(between_ends(lo, hi, width));
}

}  // namespace

Interval sin(const Interval& a) noexcept {
    return evaluate(
        a, [](const Located& at) { return sine_at(at); }, [](const Ends& ends) { return ends.sine(); },
        [] { return kUnitRange; });
}

Interval cos(const Interval& a) noexcept {
    return evaluate(
        a, [](const Located& at) { return cosine_at(at); }, [](const Ends& ends) { return ends.cosine(); },
        [] { return kUnitRange; });
}

RoundedSinCos rounded_sin_cos(double x) noexcept {
    if (!(magnitude_of(x) <= kLargest)) [[unlikely]]
        return {0.0, 0.0};
    const Located at = locate(x);
    return {rounded_sine_from(at, at.sector),
            rounded_sine_from(at, (at.sector + kSectorsPerQuarter) % kSectorsPerTurn)};
}

SinCos sin_cos(const Interval& a) noexcept {
    return evaluate(
        a,
        [](const Located& at) {
            return SinCos{sine_at(at), cosine_at(at)};
        },
        [](const Ends& ends) {
            return SinCos{ends.sine(), ends.cosine()};
        },
        [] {
            return SinCos{kUnitRange, kUnitRange};
        });
}

}  // namespace graze::internal
