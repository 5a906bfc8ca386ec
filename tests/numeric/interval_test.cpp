#include "graze/numeric/interval.h"

#include "support/doubles.h"
#include "support/slower.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

namespace graze::interval_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLeast = std::numeric_limits<double>::denorm_min();
constexpr int kTrials = 100000 / test::kSlower;

bool same(const Interval& a, const Interval& b) { return a.lo == b.lo && a.hi == b.hi; }
bool is_whole(const Interval& a) { return same(a, kWholeLine); }

std::string show(const Interval& a) {
    std::ostringstream text;
    text << std::hexfloat << "[" << a.lo << ", " << a.hi << "]";
    return text.str();
}

Interval scaled(const Interval& a, double factor) { return {a.lo * factor, a.hi * factor}; }

// Uniform in (-10, 10), of any width: nothing near under- or overflow.
Interval draw_plain(Rng& rng) { return between(rng.uniform(-10.0, 10.0), rng.uniform(-10.0, 10.0)); }

}  // namespace

TEST(Interval, Example_KnownByHand) {
    EXPECT_TRUE(same(-Interval{1.0, 2.5}, {-2.5, -1.0}));
    EXPECT_TRUE(same(abs(Interval{-3.0, 2.0}), {0.0, 3.0}));
    EXPECT_TRUE(same(abs(Interval{-3.0, -2.0}), {2.0, 3.0}));
    EXPECT_TRUE(same(abs(Interval{1.0, 4.0}), {1.0, 4.0}));
    EXPECT_TRUE(same(min(Interval{1.0, 5.0}, Interval{2.0, 3.0}), {1.0, 3.0}));
    EXPECT_TRUE(same(max(Interval{1.0, 5.0}, Interval{2.0, 3.0}), {2.0, 5.0}));
    EXPECT_TRUE(same(hull({1.0, 2.0}, {-4.0, 1.5}), {-4.0, 2.0}));
    EXPECT_TRUE(same(*intersection({1.0, 3.0}, {2.0, 5.0}), {2.0, 3.0}));
    EXPECT_TRUE(same(*intersection({1.0, 3.0}, {3.0, 5.0}), {3.0, 3.0}));
    EXPECT_FALSE(intersection({1.0, 2.0}, {3.0, 5.0}));
    EXPECT_TRUE(same(between(2.0, -1.0), {-1.0, 2.0}));
    EXPECT_TRUE(same(within(0.25), {-0.25, 0.25}));
    EXPECT_EQ(magnitude({-3.0, 2.0}), 3.0);
    EXPECT_EQ(mignitude({-3.0, -2.0}), 2.0);
    EXPECT_EQ(midpoint({-3.0, -2.0}), -2.5);
}

TEST(Interval, Example_QuestionsKnownByHand) {
    EXPECT_TRUE(may_contain({1.0, 2.0}, 2.0));
    EXPECT_FALSE(may_contain({1.0, 2.0}, next_up(2.0)));
    EXPECT_FALSE(may_contain({1.0, 2.0}, next_down(1.0)));
    EXPECT_TRUE(may_overlap({1.0, 2.0}, {2.0, 3.0}));
    EXPECT_FALSE(may_overlap({1.0, 2.0}, {2.5, 3.0}));
    EXPECT_FALSE(may_overlap({2.5, 3.0}, {1.0, 2.0}));
    EXPECT_TRUE(certainly_inside({1.0, 2.0}, {1.0, 2.0}));
    EXPECT_FALSE(certainly_inside({1.0, 2.0}, {1.5, 2.0}));
    EXPECT_FALSE(certainly_inside({1.0, 2.0}, {1.0, 1.5}));
    EXPECT_TRUE(certainly_positive({kLeast, 2.0}));
    EXPECT_FALSE(certainly_positive({0.0, 2.0}));
    EXPECT_TRUE(certainly_negative({-2.0, -kLeast}));
    EXPECT_FALSE(certainly_negative({-2.0, 0.0}));
}

TEST(Outward, Example_TheLargerBoundIsNaNIfOneIs) {
    EXPECT_EQ(larger_bound(1.0, 2.0), 2.0);
    EXPECT_EQ(larger_bound(2.0, 1.0), 2.0);
    EXPECT_EQ(larger_bound(kInfinity, 1.0), kInfinity);
    EXPECT_TRUE(std::isnan(larger_bound(kNaN, 1.0)));
    EXPECT_TRUE(std::isnan(larger_bound(1.0, kNaN)));
    EXPECT_TRUE(std::isnan(larger_bound(larger_bound(kNaN, kInfinity), 1.0)));
}

TEST(Interval, Example_SumsAndProductsMoveOneDoubleOutward) {
    EXPECT_TRUE(same(exactly(1.0) + exactly(2.0), {next_down(3.0), next_up(3.0)}));
    EXPECT_TRUE(same(exactly(5.0) - exactly(2.0), {next_down(3.0), next_up(3.0)}));
    EXPECT_TRUE(same(Interval{-1.0, 3.0} * Interval{-5.0, 2.0}, {next_down(-15.0), next_up(6.0)}));
    EXPECT_TRUE(same(Interval{3.0, 6.0} / Interval{-2.0, -0.5}, {next_down(-12.0), next_up(-1.5)}));
    EXPECT_TRUE(same(sqr(Interval{-3.0, 1.0}), {0.0, next_up(9.0)}));
    EXPECT_TRUE(same(sqrt(Interval{9.0, 25.0}), {next_down(3.0), next_up(5.0)}));
    EXPECT_EQ(width({1.0, 4.0}), next_up(3.0));
}

TEST(Interval, Example_NeighboursOfDoubles) {
    EXPECT_EQ(next_up(1.0), 1.0 + 0x1p-52);
    EXPECT_EQ(next_down(1.0), 1.0 - 0x1p-53);
    EXPECT_EQ(next_up(0.0), kLeast);
    EXPECT_EQ(next_up(-0.0), kLeast);
    EXPECT_EQ(next_down(0.0), -kLeast);
    EXPECT_EQ(next_up(-kLeast), 0.0);
    EXPECT_EQ(next_up(kLargest), kInfinity);
    EXPECT_EQ(next_up(-kInfinity), -kLargest);
    EXPECT_EQ(next_up(kInfinity), kInfinity);
    EXPECT_TRUE(std::isnan(next_up(kNaN)));
    EXPECT_TRUE(
        std::isnan(next_up(-kNaN)));  // one step below the bits of the first negative NaN lies -infinity
    EXPECT_TRUE(std::isnan(next_up(std::bit_cast<double>(0xFFF0000000000001u))));
    EXPECT_TRUE(std::isnan(next_up(std::bit_cast<double>(0x7FFFFFFFFFFFFFFFu))));
}

TEST(Interval, Degenerate_ExactZerosStayExact) {
    const Interval zero = exactly(0.0), any{-0.3, 0.7}, positive{0.25, 0.75};
    EXPECT_TRUE(same(zero + zero, {0.0, 0.0}));
    EXPECT_TRUE(same(exactly(0.1) - exactly(0.1), {0.0, 0.0}));
    EXPECT_TRUE(same(zero * any, {0.0, 0.0}));
    EXPECT_TRUE(same(any * zero, {0.0, 0.0}));
    EXPECT_TRUE(same(zero / positive, {0.0, 0.0}));
    EXPECT_TRUE(same(sqr(zero), {0.0, 0.0}));
    EXPECT_TRUE(same(sqrt(zero), {0.0, 0.0}));
    EXPECT_EQ((Interval{0.0, 1.0} * positive).lo, 0.0);
    EXPECT_EQ((Interval{-1.0, 0.0} * positive).hi, 0.0);
    EXPECT_EQ((Interval{0.0, 1.0} / positive).lo, 0.0);
    EXPECT_EQ(width(zero), 0.0);
}

TEST(Interval, Degenerate_UnderflowIsBounded) {
    const Interval tiny = exactly(1e-200);
    EXPECT_TRUE(same(tiny * tiny, {0.0, kLeast}));
    EXPECT_TRUE(same(tiny * -tiny, {-kLeast, 0.0}));
    EXPECT_TRUE(same(Interval{-1e-200, 1e-200} * tiny, {-kLeast, kLeast}));
    EXPECT_TRUE(same(tiny / exactly(1e200), {0.0, kLeast}));
    EXPECT_TRUE(same(tiny / exactly(-1e200), {-kLeast, 0.0}));
    EXPECT_GT(sqr(tiny).hi, 0.0);
    EXPECT_EQ(sqr(tiny).lo, 0.0);
    EXPECT_GT(sqr(exactly(kLeast)).hi, 0.0);
    EXPECT_GT(sqr(exactly(1e-308)).hi, 0.0);
    EXPECT_LT(sqr(exactly(0x1p-511)).lo, 0x1p-1022);
}

TEST(Interval, Degenerate_OverflowIsBounded) {
    const Interval huge{1e200, 1e300};
    EXPECT_EQ((huge * huge).hi, kInfinity);
    EXPECT_EQ((huge * huge).lo, kLargest);  // a real above the largest double
    EXPECT_EQ((huge * -huge).lo, -kInfinity);
    EXPECT_EQ((huge / exactly(1e-200)).hi, kInfinity);
    EXPECT_EQ(sqr(huge).hi, kInfinity);
    EXPECT_LE(sqr(huge).lo, kLargest);
    const Interval sum = exactly(kLargest) + exactly(kLargest);
    EXPECT_LE(sum.lo, kLargest);
    EXPECT_EQ(sum.hi, kInfinity);
    EXPECT_EQ((exactly(-kLargest) - exactly(kLargest)).lo, -kInfinity);
    EXPECT_GE((exactly(-kLargest) - exactly(kLargest)).hi, -kLargest);
    EXPECT_EQ(sqrt(Interval{4.0, kInfinity}).hi, kInfinity);
    EXPECT_EQ(sqrt(Interval{kInfinity, kInfinity}).lo, 0.0);
}

TEST(Interval, Degenerate_UnboundedOperands) {
    const Interval above{3.0, kInfinity}, below{-kInfinity, -3.0};
    EXPECT_TRUE(same(above + exactly(2.0), {next_down(5.0), kInfinity}));
    EXPECT_TRUE(is_whole(above + below));
    EXPECT_TRUE(is_whole(above - above));
    EXPECT_TRUE(same(above * above, {next_down(9.0), kInfinity}));
    EXPECT_TRUE(same(above * below, {-kInfinity, next_up(-9.0)}));
    EXPECT_TRUE(same(exactly(15.0) / above, {0.0, next_up(5.0)}));
    EXPECT_TRUE(is_whole(above / above));  // inf / inf
    EXPECT_TRUE(same(abs(below), {3.0, kInfinity}));
    EXPECT_EQ(sqr(below).hi, kInfinity);
    EXPECT_EQ(sqr(below).lo, next_down(9.0));
    EXPECT_EQ(width(above), kInfinity);
}

// A zero must not wash away what is not known: 0 * infinity proves nothing.
TEST(Interval, Degenerate_ZeroTimesUnboundedIsTheWholeLine) {
    EXPECT_TRUE(is_whole(exactly(0.0) * kWholeLine));
    EXPECT_TRUE(is_whole(kWholeLine * exactly(0.0)));
    EXPECT_TRUE(is_whole(Interval{0.0, 1.0} * Interval{1.0, kInfinity}));
    EXPECT_TRUE(is_whole(Interval{1.0, kInfinity} * Interval{0.0, 1.0}));
    EXPECT_TRUE(is_whole(exactly(0.0) * exactly(kNaN)));
    EXPECT_TRUE(is_whole(exactly(kInfinity)));
    EXPECT_TRUE(is_whole(exactly(-kInfinity)));
    EXPECT_TRUE(is_whole(exactly(kNaN)));
}

TEST(Interval, Degenerate_DivisionByZero) {
    EXPECT_TRUE(is_whole(exactly(1.0) / exactly(0.0)));
    EXPECT_TRUE(is_whole(exactly(1.0) / exactly(-0.0)));
    EXPECT_TRUE(is_whole(exactly(-1.0) / Interval{0.0, -0.0}));
    EXPECT_TRUE(is_whole(exactly(1.0) / Interval{-1.0, 1.0}));
    EXPECT_TRUE(is_whole(exactly(0.0) / Interval{-1.0, 1.0}));
    EXPECT_TRUE(is_whole(Interval{-1.0, 1.0} / Interval{0.0, 2.0}));
    EXPECT_TRUE(is_whole(Interval{0.0, 1.0} / Interval{0.0, 2.0}));
    EXPECT_TRUE(same(Interval{6.0, 7.0} / Interval{0.0, 2.0}, {next_down(3.0), kInfinity}));
    EXPECT_TRUE(same(Interval{6.0, 7.0} / Interval{-2.0, 0.0}, {-kInfinity, next_up(-3.0)}));
    EXPECT_TRUE(same(Interval{-7.0, -6.0} / Interval{0.0, 2.0}, {-kInfinity, next_up(-3.0)}));
    EXPECT_TRUE(same(Interval{-7.0, -6.0} / Interval{-2.0, 0.0}, {next_down(3.0), kInfinity}));
    EXPECT_TRUE(same(Interval{6.0, 7.0} / Interval{-0.0, 2.0}, {next_down(3.0), kInfinity}));
    EXPECT_TRUE(is_whole(exactly(kInfinity) / Interval{0.0, kInfinity}));
    EXPECT_TRUE(is_whole(Interval{kInfinity, kInfinity} / Interval{0.0, kInfinity}));
}

TEST(Interval, Degenerate_RootsOfNegativeNumbers) {
    EXPECT_TRUE(is_whole(sqrt(Interval{-2.0, -1.0})));
    EXPECT_TRUE(same(sqrt(Interval{-2.0, 4.0}), {0.0, next_up(2.0)}));
    EXPECT_TRUE(same(sqrt(Interval{-1.0, -0.0}), {0.0, 0.0}));
    EXPECT_TRUE(same(sqrt(Interval{-kInfinity, 4.0}), {0.0, next_up(2.0)}));
}

TEST(Interval, Degenerate_NaNProvesNothing) {
    const Interval one{3.0, 5.0};
    for (const Interval& nan : {Interval{kNaN, kNaN}, Interval{kNaN, 4.0}, Interval{4.0, kNaN}}) {
        for (const Interval& r : {nan + one, one + nan, nan - one, one - nan, nan * one, one * nan, nan / one,
                                  one / nan, abs(nan), sqr(nan), sqrt(nan), min(nan, one), max(one, nan),
                                  hull(nan, one), *intersection(nan, kWholeLine), -(-(nan + one))}) {
            EXPECT_TRUE(is_valid(r)) << show(nan) << show(r);
            // The end that is not known is not bounded, or only by what holds for every number.
            if (std::isnan(nan.hi)) {
                EXPECT_EQ(magnitude(r), kInfinity) << show(nan) << show(r);
            }
        }
        EXPECT_EQ(magnitude(nan), kInfinity);
        EXPECT_EQ(mignitude(nan), 0.0);
        EXPECT_EQ(width(nan), kInfinity);
        EXPECT_EQ(midpoint(nan), 0.0);
        EXPECT_FALSE(is_valid(nan));
        EXPECT_FALSE(is_finite(nan));
        EXPECT_FALSE(certainly_inside(nan, one));
        EXPECT_TRUE(may_overlap(nan, one));
    }
    EXPECT_EQ(mignitude({kNaN, -5.0}), 0.0);
    EXPECT_EQ(magnitude({kNaN, 5.0}), kInfinity);
    EXPECT_TRUE(may_contain({kNaN, kNaN}, 1.0));
    EXPECT_FALSE(certainly_positive({kNaN, kNaN}));
    EXPECT_FALSE(certainly_negative({kNaN, kNaN}));
    EXPECT_TRUE(is_whole(between(kNaN, 1.0)) && is_whole(between(1.0, kNaN)));
    EXPECT_TRUE(is_whole(within(kNaN)) && is_whole(within(-1.0)));
    EXPECT_TRUE(same(*intersection({kNaN, kNaN}, one), one));
    EXPECT_TRUE(same(*intersection(one, {kNaN, kNaN}), one));
}

TEST(Interval, Degenerate_MidpointIsAFiniteMember) {
    Rng rng(11);
    for (int trial = 0; trial < kTrials; ++trial) {
        const Interval a = test::draw_interval(rng);
        ASSERT_TRUE(may_contain(a, midpoint(a))) << show(a);
    }
    EXPECT_EQ(midpoint(kWholeLine), 0.0);
    EXPECT_TRUE(may_contain({1e308, kInfinity}, midpoint({1e308, kInfinity})));
    EXPECT_LE(midpoint({1e308, kInfinity}), kLargest);
    EXPECT_EQ(midpoint({kLeast, kLeast}), kLeast);
    EXPECT_EQ(midpoint({kLargest, kLargest}), kLargest);
    EXPECT_LT(midpoint({1e308, 1.2e308}), 1.2e308);
}

// The widening formula, straight: one double outward, at most two at powers of two.
TEST(Interval, Reference_WideningStepsOneOrTwoDoubles) {
    Rng rng(12);
    int two = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        const double s = test::draw(rng, test::random_family(rng));
        if (magnitude_of(s) < kLeastRelative) continue;
        const std::int64_t down = test::steps_between(just_below(s), s),
                           up = test::steps_between(s, just_above(s));
        ASSERT_TRUE(down == 1 || down == 2) << std::hexfloat << s;
        ASSERT_TRUE(up == 1 || up == 2) << std::hexfloat << s;
        two += down == 2 || up == 2;
    }
    EXPECT_GT(two, 0);
    EXPECT_LT(two, kTrials / 10);
    for (double s : {kLeastRelative, next_up(kLeastRelative), 2.0 * kLeastRelative, 3.0 * kLeastRelative}) {
        EXPECT_LT(just_below(s), s);
        EXPECT_GT(just_above(s), s);
    }
    EXPECT_EQ(just_below(kNaN), -kInfinity);
    EXPECT_EQ(just_above(kNaN), kInfinity);
}

TEST(Interval, Property_ResultsOnMembersLieInside) {
    Rng rng(13);
    for (int trial = 0; trial < kTrials; ++trial) {
        const Interval a = test::draw_interval(rng), b = test::draw_interval(rng);
        const double x = test::draw_inside(rng, a), y = test::draw_inside(rng, b);
        ASSERT_TRUE(may_contain(a + b, x + y)) << show(a) << show(b);
        ASSERT_TRUE(may_contain(a * b, x * y)) << show(a) << show(b);
        ASSERT_TRUE(may_contain(min(a, b), std::min(x, y))) << show(a) << show(b);
        ASSERT_TRUE(may_contain(max(a, b), std::max(x, y))) << show(a) << show(b);
        ASSERT_TRUE(may_contain(abs(a), std::abs(x))) << show(a);
        ASSERT_TRUE(may_contain(sqr(a), x * x)) << show(a);
        if (y != 0.0) {
            ASSERT_TRUE(may_contain(a / b, x / y)) << show(a) << show(b);
        }
    }
}

TEST(Interval, Property_PartsGiveParts) {
    Rng rng(14);
    int strict = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        const Interval a = test::draw_interval(rng), b = test::draw_interval(rng);
        const Interval a_part = between(test::draw_inside(rng, a), test::draw_inside(rng, a));
        const Interval b_part = between(test::draw_inside(rng, b), test::draw_inside(rng, b));
        strict += !same(a, a_part);
        const auto operands = [&] { return show(a) + show(b) + show(a_part) + show(b_part); };
        // An overflow costs a sum or square both bounds, so there a part may have less of a bound than the
        // whole.
        ASSERT_TRUE(certainly_inside(a_part + b_part, a + b) || !is_finite(a + b)) << operands();
        ASSERT_TRUE(certainly_inside(a_part - b_part, a - b) || !is_finite(a - b)) << operands();
        ASSERT_TRUE(certainly_inside(a_part * b_part, a * b)) << operands();
        ASSERT_TRUE(certainly_inside(a_part / b_part, a / b) || same(b_part, {0.0, 0.0})) << operands();
        ASSERT_TRUE(certainly_inside(sqr(a_part), sqr(a)) || !is_finite(sqr(a))) << operands();
        ASSERT_TRUE(certainly_inside(abs(a_part), abs(a))) << operands();
        ASSERT_TRUE(certainly_inside(sqrt(a_part), sqrt(a)) || a_part.hi < 0.0) << operands();
    }
    EXPECT_GT(strict, kTrials / 4);
}

TEST(Interval, Property_MirrorImagesHaveMirroredResults) {
    Rng rng(15);
    for (int trial = 0; trial < kTrials; ++trial) {
        const Interval a = test::draw_interval(rng), b = test::draw_interval(rng);
        ASSERT_TRUE(same(-a + -b, -(a + b))) << show(a) << show(b);
        ASSERT_TRUE(same(a - b, -(b - a))) << show(a) << show(b);
        ASSERT_TRUE(same(a - b, a + -b)) << show(a) << show(b);
        ASSERT_TRUE(same(-a * b, -(a * b))) << show(a) << show(b);
        ASSERT_TRUE(same(a * b, b * a)) << show(a) << show(b);
        ASSERT_TRUE(same(-a / b, -(a / b))) << show(a) << show(b);
        ASSERT_TRUE(same(a / -b, -(a / b))) << show(a) << show(b);
        ASSERT_TRUE(same(sqr(-a), sqr(a))) << show(a);
        ASSERT_TRUE(same(min(-a, -b), -max(a, b))) << show(a) << show(b);
    }
}

TEST(Interval, Property_PowersOfTwoScaleBitForBit) {
    Rng rng(16);
    for (int trial = 0; trial < kTrials; ++trial) {
        const Interval a = draw_plain(rng), b = draw_plain(rng);
        const double two_k = std::ldexp(1.0, test::random_integer(rng, -200, 200));
        ASSERT_TRUE(same(scaled(a, two_k) + scaled(b, two_k), scaled(a + b, two_k))) << show(a) << show(b);
        ASSERT_TRUE(same(scaled(a, two_k) * b, scaled(a * b, two_k))) << show(a) << show(b);
        ASSERT_TRUE(same(scaled(a, two_k) / b, scaled(a / b, two_k))) << show(a) << show(b);
        ASSERT_TRUE(same(sqr(scaled(a, two_k)), scaled(sqr(a), two_k * two_k))) << show(a);
        ASSERT_TRUE(same(sqrt(scaled(abs(a), two_k * two_k)), scaled(sqrt(abs(a)), two_k))) << show(a);
    }
}

}  // namespace graze::interval_test
