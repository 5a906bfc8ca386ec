#include "graze/numeric/wide_int.h"

#include "graze/core/random.h"

#include <cmath>

#include <gmpxx.h>
#include <gtest/gtest.h>

namespace graze::wide_int_test {
namespace {

template <int Bits>
mpz_class value_of(const WideInt<Bits>& a) {
    mpz_class magnitude;
    mpz_import(magnitude.get_mpz_t(), a.kWords, -1, sizeof(Word), 0, 0, a.word.data());
    return a.is_negative() ? mpz_class(magnitude - (mpz_class(1) << (64 * a.kWords))) : magnitude;
}

/// Random words, with runs of zeros and ones, and the extreme numbers of the width.
template <int Bits>
WideInt<Bits> random_int(Rng& rng) {
    WideInt<Bits> a;
    for (Word& word : a.word) {
        const auto kind = rng.below(4);
        word = kind == 0 ? 0 : kind == 1 ? ~Word{0} : rng.bits();
    }
    constexpr int kUnused = 64 * WideInt<Bits>::kWords - Bits;
    Word& last = a.word[WideInt<Bits>::kWords - 1];
    last = static_cast<Word>(static_cast<std::int64_t>(last << kUnused) >> kUnused);  // continue the sign
    const auto kind = rng.below(16);
    if (kind == 0) a = {};
    if (kind == 1) a.word.fill(~Word{0});  // -1
    if (kind == 2) {                       // least: -2^(Bits - 1)
        a = {};
        a.word[WideInt<Bits>::kWords - 1] = ~Word{0} << ((Bits - 1) % 64);
    }
    return a;
}

template <int A, int B>
void compare_with_gmp(std::uint64_t seed) {
    Rng rng(seed);
    int negative = 0;
    constexpr int kTrials = 2000;
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const auto a = random_int<A>(rng);
        const auto b = random_int<B>(rng);
        const mpz_class x = value_of(a), y = value_of(b);
        ASSERT_TRUE(value_of(a + b) == x + y);
        ASSERT_TRUE(value_of(a - b) == x - y);
        ASSERT_TRUE(value_of(b - a) == y - x);
        ASSERT_TRUE(value_of(a * b) == x * y);
        ASSERT_TRUE(value_of(b * a) == x * y);
        ASSERT_TRUE(value_of(-a) == -x);
        ASSERT_TRUE(value_of(WideInt<A + 70>(a)) == x);
        ASSERT_EQ(static_cast<int>(a.sign()), sgn(x));
        negative += sgn(x * y) < 0;
    }
    EXPECT_GT(negative, kTrials / 20);  // of 2 bits, half are zero
    EXPECT_LT(negative, kTrials / 2);
}

}  // namespace

TEST(WideInt, Example_DoublesBecomeIntegers) {
    EXPECT_TRUE(value_of(WideInt<62>::scaled(-0.75, -2)) == -3);
    EXPECT_TRUE(value_of(WideInt<62>::scaled(5.0, 0)) == 5);
    EXPECT_TRUE(value_of(WideInt<190>::scaled(-0x1p70, 0)) == -(mpz_class(1) << 70));
    EXPECT_TRUE(value_of(WideInt<190>::scaled(0x1.8p62, -1)) == mpz_class(3) << 62);  // crosses a word
    EXPECT_TRUE(value_of(WideInt<2112>::scaled(0x1p-1074, -1074)) == 1);
    EXPECT_TRUE(value_of(WideInt<2112>::scaled(-0x1.8p1023, -1074)) == -(mpz_class(3) << 2096));
    EXPECT_TRUE(value_of(WideInt<62>::scaled(-0.0, -5)) == 0);
}

TEST(WideInt, Example_BitRangeFindsLowestAndHighestBit) {
    BitRange range;
    EXPECT_EQ(range.width(), 0);
    range.add(0.0);
    EXPECT_EQ(range.width(), 0);
    range.add(-6.0);  // bits 1 and 2
    EXPECT_EQ(range.low(), 1);
    EXPECT_EQ(range.width(), 2);
    range.add(0x1p-1074);
    EXPECT_EQ(range.low(), -1074);
    EXPECT_EQ(range.width(), 1077);
    range.add(std::numeric_limits<double>::max());
    EXPECT_EQ(range.width(), 2098);
}

// Widths on both sides of each way of computing: one word, two words, unrolled, long.
TEST(WideInt, Reference_AgreesWithGmp) {
    compare_with_gmp<2, 2>(1);
    compare_with_gmp<31, 33>(2);
    compare_with_gmp<62, 62>(3);
    compare_with_gmp<63, 64>(4);
    compare_with_gmp<64, 64>(5);
    compare_with_gmp<65, 62>(6);
    compare_with_gmp<127, 128>(7);
    compare_with_gmp<126, 320>(8);
    compare_with_gmp<384, 383>(9);
    compare_with_gmp<448, 448>(10);  // the longest unrolled product
    compare_with_gmp<449, 448>(11);  // the shortest long one
    compare_with_gmp<640, 1100>(12);
    compare_with_gmp<2112, 4200>(13);
}

TEST(WideInt, Reference_ScalingAgreesWithGmp) {
    Rng rng(21);
    for (int trial = 0; trial < 20000; ++trial) {
        SCOPED_TRACE(trial);
        const int exponent = static_cast<int>(rng.below(120));
        const double x = std::ldexp(static_cast<double>(rng.bits() >> 11) - 0x1p52, exponent - 60);
        const mpz_class truth = mpz_class(std::ldexp(x, 60 - exponent)) << exponent;  // over 2^-60
        ASSERT_TRUE(value_of(WideInt<190>::scaled(x, -60)) == truth);
        if (exponent <= 8) {
            ASSERT_TRUE(value_of(WideInt<62>::scaled(x, -60)) == truth);
        }
    }
}

}  // namespace graze::wide_int_test
