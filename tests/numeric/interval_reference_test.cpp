// Interval arithmetic against exact rationals. Soundness: no failure at all. Tightness: recorded ceilings.
#include "graze/numeric/interval.h"

#include "oracle/mpfi_oracle.h"
#include "oracle/rational.h"
#include "support/doubles.h"
#include "support/slower.h"

#include <gtest/gtest.h>

namespace graze::interval_reference_test {
namespace {

using test::Family;
using test::RationalRange;

constexpr int kTrials = 160000 / test::kSlower;
constexpr int kCountLimit = 8;  // excess is counted up to this many doubles

// Exact results beyond these have their own promises: overflow may cost both bounds, a square that underflows
// is bounded by 2^-1022 more.
const test::Rational kTooLarge = test::exact(0x1p1020);
const test::Rational kTooSmallToSquare = test::exact(0x1p-960);

// How far bounds lie outside the best ones, in doubles, and whether the operands were hard enough.
struct Excess {
    int worst = 0;
    double sum = 0.0;
    int bounds = 0;
    int families_seen[test::kFamilies][test::kFamilies] = {};
    int zero_bounds = 0, subnormal_bounds = 0, infinite_bounds = 0;

    void count(int steps) {
        worst = std::max(worst, steps);
        sum += steps;
        ++bounds;
    }
    void count(const Interval& result, const RationalRange& truth) {
        count(test::excess_below(result.lo, truth.lo, kCountLimit));
        count(test::excess_above(result.hi, truth.hi, kCountLimit));
    }
    void classify(double bound) {
        if (bound == 0.0) ++zero_bounds;
        if (bound != 0.0 && magnitude_of(bound) < 0x1p-1022) ++subnormal_bounds;
        if (magnitude_of(bound) > kLargest) ++infinite_bounds;
    }
    [[nodiscard]] double mean() const { return sum / bounds; }
};

bool is_ordinary(const RationalRange& truth) {
    return abs(truth.lo) < kTooLarge && abs(truth.hi) < kTooLarge;
}

// Draws operands, checks soundness of each, and returns the tightness. `truth` may be empty: not defined
// there.
template <class Apply, class Truth>
Excess attack(std::uint64_t seed, Apply&& apply, Truth&& truth) {
    Rng rng(seed);
    Excess excess;
    for (int trial = 0; trial < kTrials; ++trial) {
        const Family family_a = test::random_family(rng), family_b = test::random_family(rng);
        const Interval a =
            test::draw_interval(rng, family_a, static_cast<test::Shape>(rng.below(test::kShapes)));
        const Interval b =
            test::draw_interval(rng, family_b, static_cast<test::Shape>(rng.below(test::kShapes)));
        const std::optional<RationalRange> real = truth(test::exact(a), test::exact(b));
        if (!real) continue;
        const Interval result = apply(a, b);
        if (!test::encloses(result, *real)) {
            ADD_FAILURE() << "trial " << trial << ": [" << a.lo << ", " << a.hi << "] and [" << b.lo << ", "
                          << b.hi << "] give [" << result.lo << ", " << result.hi << "]";
            return excess;
        }
        ++excess.families_seen[static_cast<int>(family_a)][static_cast<int>(family_b)];
        excess.classify(result.lo);
        excess.classify(result.hi);
        if (is_ordinary(*real)) excess.count(result, *real);
    }
    return excess;
}

void expect_hard_enough(const Excess& excess) {
    for (const auto& row : excess.families_seen)
        for (int count : row) EXPECT_GT(count, 0);
    EXPECT_GT(excess.zero_bounds, kTrials / 100);
    EXPECT_GT(excess.subnormal_bounds, kTrials / 100);
    EXPECT_GT(excess.infinite_bounds, kTrials / 400);
    EXPECT_GT(excess.bounds, kTrials / 4);
}

}  // namespace

TEST(IntervalReference, Reference_SumEnclosesTheRationalSum) {
    const Excess excess = attack(
        101, [](auto& a, auto& b) { return a + b; },
        [](const RationalRange& a, const RationalRange& b) { return std::optional(exact_sum(a, b)); });
    expect_hard_enough(excess);
    EXPECT_LE(excess.worst, 2);
    EXPECT_LE(excess.mean(), 0.56);
}

TEST(IntervalReference, Reference_DifferenceEnclosesTheRationalDifference) {
    const Excess excess = attack(
        102, [](auto& a, auto& b) { return a - b; },
        [](const RationalRange& a, const RationalRange& b) { return std::optional(exact_difference(a, b)); });
    expect_hard_enough(excess);
    EXPECT_LE(excess.worst, 2);
    EXPECT_LE(excess.mean(), 0.56);
}

TEST(IntervalReference, Reference_ProductEnclosesTheRationalProduct) {
    const Excess excess = attack(
        103, [](auto& a, auto& b) { return a * b; },
        [](const RationalRange& a, const RationalRange& b) { return std::optional(exact_product(a, b)); });
    expect_hard_enough(excess);
    EXPECT_LE(excess.worst, 2);
    EXPECT_LE(excess.mean(), 0.40);
}

TEST(IntervalReference, Reference_QuotientEnclosesTheRationalQuotient) {
    const Excess excess = attack(
        104, [](auto& a, auto& b) { return a / b; },
        [](const RationalRange& a, const RationalRange& b) {
            if (sgn(b.lo) * sgn(b.hi) <= 0) return std::optional<RationalRange>();
            return std::optional(exact_quotient(a, b));
        });
    for (const auto& row : excess.families_seen)
        for (int b = 0; b < test::kFamilies; ++b)
            if (b != static_cast<int>(Family::Zero)) {
                EXPECT_GT(row[b], 0);
            }
    EXPECT_GT(excess.zero_bounds, kTrials / 100);
    EXPECT_GT(excess.subnormal_bounds, kTrials / 100);
    EXPECT_GT(excess.infinite_bounds, kTrials / 400);
    EXPECT_LE(excess.worst, 2);
    EXPECT_LE(excess.mean(), 0.45);
}

TEST(IntervalReference, Reference_SquareEnclosesTheRationalSquare) {
    Rng rng(105);
    Excess excess;
    int underflowed = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        const Interval a = test::draw_interval(rng);
        const Interval result = sqr(a);
        const RationalRange real = test::exact_square(test::exact(a));
        ASSERT_TRUE(test::encloses(result, real)) << trial << ": " << a.lo << ", " << a.hi;
        ASSERT_GE(result.lo, 0.0);
        if (!is_ordinary(real)) continue;
        if (real.lo == 0) {
            ASSERT_EQ(result.lo, 0.0);
        }
        if (real.hi == 0) {
            ASSERT_EQ(result.hi, 0.0);
        }
        if (real.lo > kTooSmallToSquare) excess.count(test::excess_below(result.lo, real.lo, kCountLimit));
        if (real.hi > kTooSmallToSquare) excess.count(test::excess_above(result.hi, real.hi, kCountLimit));
        if (real.hi > 0 && real.hi < kTooSmallToSquare) {
            ++underflowed;
            ASSERT_TRUE(test::exact(result.hi) <=
                        real.hi * test::exact(1.0 + 0x1p-51) + test::exact(0x1p-1021));
        }
    }
    EXPECT_GT(excess.bounds, kTrials / 4);
    EXPECT_GT(underflowed, kTrials / 20);
    EXPECT_LE(excess.worst, 2);
    EXPECT_LE(excess.mean(), 0.68);
}

TEST(IntervalReference, Reference_RootEnclosesTheRealRoot) {
    Rng rng(106);
    Excess excess;
    int clipped = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        Interval a = test::draw_interval(rng);
        if (a.hi < 0.0) a = -a;
        const Interval result = sqrt(a);
        test::Wide real(Interval{std::max(a.lo, 0.0), a.hi});
        mpfi_sqrt(real.get(), real.get());
        ASSERT_TRUE(real.is_inside(result)) << trial << ": " << a.lo << ", " << a.hi;
        // The root of the bound, by squaring it, without MPFI.
        ASSERT_TRUE(test::exact(result.hi) * test::exact(result.hi) >= test::exact(a.hi));
        ASSERT_GE(result.lo, 0.0);
        excess.count(real.excess_above(result.hi, kCountLimit));
        if (a.lo > 0.0) {
            ASSERT_TRUE(test::exact(result.lo) * test::exact(result.lo) <= test::exact(a.lo));
            excess.count(real.excess_below(result.lo, kCountLimit));
        } else {
            ASSERT_EQ(result.lo, 0.0);
            ++clipped;
        }
    }
    EXPECT_GT(clipped, kTrials / 10);
    EXPECT_GT(excess.bounds, kTrials);
    EXPECT_LE(excess.worst, 2);
    EXPECT_LE(excess.mean(), 0.49);
}

}  // namespace graze::interval_reference_test
