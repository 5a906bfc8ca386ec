// sin(k pi/32) for all sectors k of a turn and a quarter more (cos k = sin(k + 16)), each as the sum of two
// doubles. A test recomputes the values with MPFR.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/angle_reduction.h"

#include <array>

namespace graze::internal {

/// sine = hi + lo up to 2^-106 of it, |lo| <= 2^-53 |hi|; and hi + lo = head + rest up to 2^-78 of it, where
/// head has so few digits that its product with another such number is exact.
struct SectorSine {
    double hi, lo;
    double head, rest;
};

/// x with the last 27 of its 53 digits cleared.
[[nodiscard]] constexpr double head_of(double x) noexcept {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & 0xFFFFFFFFF8000000u);
}

struct TwoPartSine {
    double hi, lo;
};

inline constexpr std::array<TwoPartSine, kSectorsPerQuarter + 1> kFirstQuarterSines{{
    {0.0, 0.0},
    {0x1.917a6bc29b42cp-4, -0x1.e2718d26ed688p-60},
    {0x1.8f8b83c69a60bp-3, -0x1.26d19b9ff8d82p-57},
    {0x1.294062ed59f06p-2, -0x1.5d28da2c4612dp-56},
    {0x1.87de2a6aea963p-2, -0x1.72cedd3d5a610p-57},
    {0x1.e2b5d3806f63bp-2, 0x1.e0d891d3c6841p-58},
    {0x1.1c73b39ae68c8p-1, 0x1.b25dd267f6600p-55},
    {0x1.44cf325091dd6p-1, 0x1.8076a2cfdc6b3p-57},
    {0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55},
    {0x1.8bc806b151741p-1, -0x1.2c5e12ed1336dp-55},
    {0x1.a9b66290ea1a3p-1, 0x1.9f630e8b6dac8p-60},
    {0x1.c38b2f180bdb1p-1, -0x1.6e0b1757c8d07p-56},
    {0x1.d906bcf328d46p-1, 0x1.457e610231ac2p-56},
    {0x1.e9f4156c62ddap-1, 0x1.760b1e2e3f81ep-55},
    {0x1.f6297cff75cb0p-1, 0x1.562172a361fd3p-56},
    {0x1.fd88da3d12526p-1, -0x1.87df6378811c7p-55},
    {1.0, 0.0},
}};

[[nodiscard]] constexpr SectorSine sine_by_symmetry(int sector) {
    constexpr int kHalfTurn = kSectorsPerTurn / 2;
    const int in_half = sector % kHalfTurn;
    const TwoPartSine s = kFirstQuarterSines[in_half <= kSectorsPerQuarter ? in_half : kHalfTurn - in_half];
    const double sign = sector / kHalfTurn % 2 == 0 ? 1.0 : -1.0;
    const double head = head_of(s.hi), rest = (s.hi - head) + s.lo;
    return {sign * s.hi, sign * s.lo, sign * head, sign * rest};
}

[[nodiscard]] constexpr auto make_sine_table() {
    std::array<SectorSine, kSectorsPerTurn + kSectorsPerQuarter> table{};
    for (int k = 0; k < kSectorsPerTurn + kSectorsPerQuarter; ++k) table[k] = sine_by_symmetry(k);
    return table;
}

inline constexpr auto kSines = make_sine_table();

}  // namespace graze::internal
