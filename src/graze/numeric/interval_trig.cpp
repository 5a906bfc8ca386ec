#include "graze/numeric/interval_trig.h"

#include "graze/numeric/angle_reduction.h"
#include "graze/numeric/sine_table.h"

#include <algorithm>

namespace graze {
namespace {

constexpr Interval kUnitRange{-1.0, 1.0};
constexpr double kTinyAngle = 0x1p-27;          // docs/numerics.md, eq. 10
constexpr double kTurn = 0x1.921fb54442d18p+2;  // below 2 pi
constexpr double kMoreThanQuarter = 3.0;        // between a quarter and three quarters of a turn

// Where an angle lies, and what its sine and cosine are computed from.
struct Located {
    int sector;         // of [0, 64): multiples of pi/32, the nearest one
    int quadrant;       // of [0, 4): the one that contains the angle, its lower border belonging to it
    bool is_tiny;       // |angle| < kTinyAngle: r is the angle itself
    double r;           // distance from the sector's direction, leading double
    double sin_tail;    // sin(r + r_low) - r
    double cos_less_1;  // cos(r + r_low) - 1
    double error;       // of r + r_low
};

// The lower border of a quadrant is itself never a double, except 0.
int quadrant_of(const ReducedAngle& a) {
    const int quadrant = a.sector / kSectorsPerQuarter;
    return a.sector % kSectorsPerQuarter == 0 && a.r < 0.0 ? (quadrant + 3) % 4 : quadrant;
}

// The sign of the rest decides the quadrant, so it has to be certain where a quadrant begins.
bool quadrant_is_known(const ReducedAngle& a) {
    return a.sector % kSectorsPerQuarter != 0 || magnitude_of(a.r) > a.error || a.error == 0.0;
}

// Taylor polynomials; truncation and rounding: docs/numerics.md, eq. 12 and 13.
Located locate(const ReducedAngle& a, double x) {
    constexpr double k3 = -0x1.5555555555555p-3, k5 = 0x1.1111111111111p-7, k7 = -0x1.a01a01a01a01ap-13,
                     k9 = 0x1.71de3a556c734p-19;
    constexpr double k2 = -0.5, k4 = 0x1.5555555555555p-5, k6 = -0x1.6c16c16c16c17p-10,
                     k8 = 0x1.a01a01a01a01ap-16;
    const double z = a.r * a.r;
    const double sin_less_r = a.r * z * (k3 + z * (k5 + z * (k7 + z * k9)));
    const double cos_less_1 = z * (k2 + z * (k4 + z * (k6 + z * k8)));
    return {a.sector,   quadrant_of(a), magnitude_of(x) < kTinyAngle, a.r, sin_less_r + a.r_low,
            cos_less_1, a.error};
}

// big + small rounded down. Pre: |big| >= |small|, so that the rest of the sum is exact [Dekker71, sec. 3].
double add_down(double big, double small) {
    const double sum = big + small;
    return small - (sum - big) < 0.0 ? next_down(sum) : sum;
}
double add_up(double big, double small) { return -add_down(-big, -small); }

// Bounds of sin(sector pi/32 + r): with S, C the sine and cosine of the sector, S + C r + [S (cos r - 1) + C
// (sin r - r)].
Interval sine_at(const Located& at, int sector) {
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

Interval sine_at(const Located& at) {
    if (!at.is_tiny) return sine_at(at, at.sector);
    if (at.r > 0.0) return {next_down(at.r), at.r};
    return {at.r, at.r < 0.0 ? next_up(at.r) : at.r};
}

Interval cosine_at(const Located& at) {
    if (!at.is_tiny) return sine_at(at, (at.sector + kSectorsPerQuarter) % kSectorsPerTurn);
    return {at.r == 0.0 ? 1.0 : next_down(1.0), 1.0};
}

// Both ends of an interval of angles less than a turn apart.
struct Ends {
    Located lo, hi;
    int borders;  // of quadrants between them: 0 to 4
};

// Empty if the range is certainly or possibly [-1, 1]: written so that NaN and infinities land there.
std::optional<Ends> locate_ends(const Interval& a) {
    const double apart = a.hi - a.lo;
    if (!(apart >= 0.0 && apart < kTurn && is_finite(a))) return std::nullopt;
    const ReducedAngle lo = reduce_angle(a.lo), hi = a.hi == a.lo ? lo : reduce_angle(a.hi);
    if (!(quadrant_is_known(lo) && quadrant_is_known(hi))) return std::nullopt;
    Ends ends{locate(lo, a.lo), locate(hi, a.hi), 0};
    ends.borders = (ends.hi.quadrant - ends.lo.quadrant + 4) % 4;
    if (ends.borders == 0 && apart > kMoreThanQuarter)
        ends.borders = 4;  // once around, into the same quadrant
    return ends;
}

// True if going up from `from` over `borders` borders enters quadrant `entered` by its lower border.
bool enters(int entered, int from, int borders) { return (entered - from + 3) % 4 < borders; }

// The range of a function that is greatest where quadrant `top` begins and least where the second next
// begins.
Interval range(const Ends& ends, int top, const Interval& at_lo, const Interval& at_hi) {
    Interval r = hull(at_lo, at_hi);
    if (enters(top, ends.lo.quadrant, ends.borders)) r.hi = 1.0;
    if (enters((top + 2) % 4, ends.lo.quadrant, ends.borders)) r.lo = -1.0;
    return r;
}

Interval sine_range(const Ends& ends) { return range(ends, 1, sine_at(ends.lo), sine_at(ends.hi)); }
Interval cosine_range(const Ends& ends) { return range(ends, 0, cosine_at(ends.lo), cosine_at(ends.hi)); }

}  // namespace

Interval sin(const Interval& a) noexcept {
    const auto ends = locate_ends(a);
    return ends ? sine_range(*ends) : kUnitRange;
}

Interval cos(const Interval& a) noexcept {
    const auto ends = locate_ends(a);
    return ends ? cosine_range(*ends) : kUnitRange;
}

SinCos sin_cos(const Interval& a) noexcept {
    const auto ends = locate_ends(a);
    return ends ? SinCos{sine_range(*ends), cosine_range(*ends)} : SinCos{kUnitRange, kUnitRange};
}

}  // namespace graze
