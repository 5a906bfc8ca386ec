// Writes an angle as a whole number of 64ths of a turn plus a small rest, for every finite double.
//
// Moderate angles: Cody and Waite's three-part subtraction [CodyWaite80, ch. 8], exact but for the last part.
// Huge ones, and the few that fall almost on a multiple of pi/2: the bits of 2/pi that matter, multiplied
// exactly [PayneHanek83]. Every step and both error bounds are derived in docs/numerics.md, section 3.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/outward.h"

#include <bit>
#include <cstdint>

namespace graze::internal {

inline constexpr int kSectorsPerTurn = 64;
inline constexpr int kSectorsPerQuarter = 16;

/// x = (sector + 64 k) pi/32 + r + r_low + d for some integer k and a real |d| <= error.
struct ReducedAngle {
    int sector = 0;      // of [0, 64)
    double r = 0.0;      // |r| <= kLargestRest
    double r_low = 0.0;  // |r_low| <= 2^-53 |r|
    double error = 0.0;  // at least |d|
};

/// pi/64, and what a sector number that was rounded the other way may add.
inline constexpr double kLargestRest = 0.0491;

/// The sector number of every |x| up to this is below 2^24 in magnitude.
inline constexpr double kLargestModerateAngle = 1.6e6;

/// a + b = sum + rest exactly, unless it overflows [Knuth97, 4.2.2, theorem B].
struct ExactSum {
    double sum, rest;
};
[[nodiscard]] constexpr ExactSum add_exactly(double a, double b) noexcept {
    const double sum = a + b, b_in_sum = sum - a;
    return {sum, (a - (sum - b_in_sum)) + (b - b_in_sum)};
}

/// Pre: 1 <= |x|, finite. Cost: a few times that of the moderate way.
[[nodiscard]] ReducedAngle reduce_any_angle(double x) noexcept;

/// Pre: |x| <= kLargestModerateAngle.
[[nodiscard]] constexpr ReducedAngle reduce_moderate_angle(double x) noexcept {
    constexpr double kSectorsPerRadian = 0x1.45f306dc9c883p+3;  // 32/pi
    constexpr double kRoundToInteger = 0x1.8p52;  // adding it leaves the nearest integer in the low bits
    // pi/32 in three parts; the first two have 29 and 28 bits, so that up to 2^24 times them is exact.
    constexpr double kPart1 = 0x1.921fb54p-4, kPart2 = 0x1.10b461p-34, kPart3 = 0x1.a62633145c06ep-62;
    constexpr double kErrorBase = 0x1p-110, kErrorPerSector = 0x1p-112;  // docs/numerics.md, eq. 8

    const double shifted = x * kSectorsPerRadian + kRoundToInteger;
    const double n = shifted - kRoundToInteger;
    const ExactSum first = add_exactly(x - n * kPart1, -(n * kPart2));
    const ExactSum both = add_exactly(first.sum, first.rest - n * kPart3);
    const auto sector = static_cast<int>(std::bit_cast<std::uint64_t>(shifted) % kSectorsPerTurn);
    return {sector, both.sum, both.rest, kErrorBase + kErrorPerSector * magnitude_of(n)};
}

/// True if the error is below 2^-56 of the rest, or if the sine and cosine of the sector are not zero,
/// so that the rest need not be known relatively.
[[nodiscard]] constexpr bool is_precise(const ReducedAngle& a) noexcept {
    return a.sector % kSectorsPerQuarter != 0 || magnitude_of(a.r) >= 0x1p56 * a.error;
}

/// Pre: x finite.
[[nodiscard]] inline ReducedAngle reduce_angle(double x) noexcept {
    if (magnitude_of(x) < 0x1.9p-5) return {0, x, 0.0, 0.0};  // below pi/64: nothing to take off
    if (magnitude_of(x) <= kLargestModerateAngle) [[likely]] {
        const ReducedAngle moderate = reduce_moderate_angle(x);
        if (is_precise(moderate)) [[likely]]
            return moderate;
    }
    return reduce_any_angle(x);
}

}  // namespace graze::internal
