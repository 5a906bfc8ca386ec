// a b + c with one rounding, against the C library's.
#include "graze/numeric/rounded_once.h"

#include "graze/core/random.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace graze::rounded_once_test {
namespace {

void expect_same_bits(float a, float b, float c) {
    const float expected = std::fma(a, b, c), found = rounded_once(a, b, c);
    if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(found));
        return;
    }
    EXPECT_EQ(std::bit_cast<std::uint32_t>(expected), std::bit_cast<std::uint32_t>(found))
        << a << " * " << b << " + " << c;
}

TEST(RoundedOnce, Reference_AnyBitsGiveThoseOfTheCLibrary) {
    Rng rng(61);
    const auto any = [&] { return std::bit_cast<float>(static_cast<std::uint32_t>(rng.below(1ull << 32))); };
    for (int i = 0; i < 300000; ++i) expect_same_bits(any(), any(), any());
}

// The sum is a tie of floats, or next to one by far less than a double can tell: where rounding twice fails.
TEST(RoundedOnce, Reference_TiesAndTheirNeighbours) {
    Rng rng(62);
    int twice_differs = 0;
    for (int i = 0; i < 300000; ++i) {
        const auto digits = [&](int count) {
            return static_cast<float>((1u << (count - 1)) + rng.below(1u << (count - 1)));
        };
        // Odd numbers of 12 and 13 digits: many products have 25, and the last one is 1.
        const float a = 2.0f * digits(11) + 1.0f, b = 2.0f * digits(12) + 1.0f,
                    tiny = std::ldexp(digits(24), -50 - static_cast<int>(rng.below(40)));
        const float c = rng.below(2) == 0 ? tiny : -tiny;
        const float far = std::ldexp(digits(24), static_cast<int>(rng.below(30)));
        expect_same_bits(a, b, c);
        expect_same_bits(a, b, far);
        expect_same_bits(-a, b, far);
        expect_same_bits(std::ldexp(a, -40), std::ldexp(b, -40), digits(24));
        expect_same_bits(std::ldexp(a, -80), std::ldexp(b, -76), std::ldexp(c, -100));  // down to subnormals
        twice_differs +=
            std::fma(a, b, c) !=
            static_cast<float>(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c));
    }
    EXPECT_GT(twice_differs, 100);
}

TEST(RoundedOnce, Spec_InfinitiesAndZeros) {
    constexpr float kInf = std::numeric_limits<float>::infinity(), kMax = std::numeric_limits<float>::max();
    for (const float a : {0.0f, -0.0f, 1.0f, -1.0f, kMax, kInf, -kInf})
        for (const float b : {0.0f, 2.0f, -kMax, kInf})
            for (const float c : {0.0f, -0.0f, 3.0f, kMax, -kInf}) expect_same_bits(a, b, c);
}

}  // namespace
}  // namespace graze::rounded_once_test
