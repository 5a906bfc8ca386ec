// Doubles and intervals that break things: every part of the number line, its ends, and the neighbours of
// both.
#pragma once

#include "graze/core/random.h"
#include "graze/numeric/interval.h"

#include <bit>
#include <cstdint>

namespace graze::test {

/// Doubles in their order as integers: neighbours differ by 1, both zeros are 0. Pre: not NaN.
[[nodiscard]] inline std::int64_t rank_of(double x) {
    const auto bits = std::bit_cast<std::int64_t>(x);
    return bits >= 0 ? bits : INT64_MIN - bits;
}

/// How many doubles one has to step up from `a` to reach `b`.
[[nodiscard]] inline std::int64_t steps_between(double a, double b) { return rank_of(b) - rank_of(a); }

enum class Family {
    Moderate,        // uniform in (-10, 10)
    RandomBits,      // any finite bit pattern
    Subnormal,       // below 2^-1022, some of them only a few units
    NearUnderflow,   // products and roots of these meet the subnormals
    Huge,            // products and sums of these overflow
    NearPowerOfTwo,  // 2^k and up to two doubles beside it
    Integer,         // small integers and halves: exact results
    Zero,            // both signs
};
inline constexpr int kFamilies = 8;

[[nodiscard]] inline double random_sign(Rng& rng) { return rng.below(2) == 0 ? 1.0 : -1.0; }

/// 1.xxx * 2^exponent with random digits and sign.
[[nodiscard]] inline double random_with_exponent(Rng& rng, int exponent) {
    const std::uint64_t digits = rng.bits() >> 12;
    return random_sign(rng) *
           std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52 | digits);
}

[[nodiscard]] inline int random_integer(Rng& rng, int lo, int hi) {
    return lo + static_cast<int>(rng.below(static_cast<std::uint64_t>(hi - lo + 1)));
}

[[nodiscard]] inline double step(double x, int steps) {
    for (; steps > 0; --steps) x = next_up(x);
    for (; steps < 0; ++steps) x = next_down(x);
    return x;
}

/// A finite double of the family.
[[nodiscard]] inline double draw(Rng& rng, Family family) {
    switch (family) {
        case Family::Moderate:
            return rng.uniform(-10.0, 10.0);
        case Family::RandomBits:
            return random_with_exponent(rng, random_integer(rng, -1022, 1023));
        case Family::Subnormal: {
            const std::uint64_t bits = rng.bits() >> (12 + rng.below(52));
            return random_sign(rng) * std::bit_cast<double>(bits);
        }
        case Family::NearUnderflow:
            return random_with_exponent(
                rng, rng.below(2) == 0 ? random_integer(rng, -560, -480) : random_integer(rng, -1022, -960));
        case Family::Huge:
            return random_with_exponent(rng, rng.below(2) == 0 ? random_integer(rng, 500, 520) : 1023);
        case Family::NearPowerOfTwo: {
            const double power =
                std::bit_cast<double>(static_cast<std::uint64_t>(random_integer(rng, 3, 2043)) << 52);
            return random_sign(rng) * step(power, random_integer(rng, -2, 2));
        }
        case Family::Integer:
            return 0.5 * random_integer(rng, -64, 64);
        case Family::Zero:
            return random_sign(rng) * 0.0;
    }
    return 0.0;
}

[[nodiscard]] inline Family random_family(Rng& rng) { return static_cast<Family>(rng.below(kFamilies)); }

enum class Shape { Point, Neighbours, SameFamily, Mixed, FromZero };
inline constexpr int kShapes = 5;

/// A finite interval whose first end belongs to `family`.
[[nodiscard]] inline Interval draw_interval(Rng& rng, Family family, Shape shape) {
    const double x = draw(rng, family);
    switch (shape) {
        case Shape::Point:
            return {x, x};
        case Shape::Neighbours: {
            const double y = step(x, random_integer(rng, 1, 3));
            return y <= kLargest ? Interval{x, y} : Interval{x, x};
        }
        case Shape::SameFamily:
            return between(x, draw(rng, family));
        case Shape::Mixed:
            return between(x, draw(rng, random_family(rng)));
        case Shape::FromZero:
            return between(x, random_sign(rng) * 0.0);
    }
    return {x, x};
}

[[nodiscard]] inline Interval draw_interval(Rng& rng) {
    return draw_interval(rng, random_family(rng), static_cast<Shape>(rng.below(kShapes)));
}

/// A number of the interval: an end, or somewhere between. Pre: finite.
[[nodiscard]] inline double draw_inside(Rng& rng, const Interval& a) {
    switch (rng.below(4)) {
        case 0:
            return a.lo;
        case 1:
            return a.hi;
        default: {
            const double t = rng.unit(), x = a.lo * (1.0 - t) + a.hi * t;
            return x >= a.lo && x <= a.hi ? x : a.lo;
        }
    }
}

}  // namespace graze::test
