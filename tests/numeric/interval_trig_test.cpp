#include "graze/numeric/interval_trig.h"

#include "graze/core/hash.h"
#include "support/doubles.h"
#include "support/slower.h"

#include <gtest/gtest.h>

#include <limits>

namespace graze::interval_trig_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLeast = std::numeric_limits<double>::denorm_min();
constexpr double kQuarter = 0x1.921fb54442d18p0;  // pi/2 rounded; the real one is 6.1e-17 above
constexpr int kTrials = 100000 / test::kSlower;

bool same(const Interval& a, const Interval& b) { return a.lo == b.lo && a.hi == b.hi; }
bool is_unit_range(const Interval& a) { return same(a, {-1.0, 1.0}); }

Interval draw_angles(Rng& rng) {
    const double x = test::draw(rng, test::random_family(rng));
    return rng.below(2) == 0 ? exactly(x) : Interval{x, x + 3.0 * rng.unit()};
}

}  // namespace

TEST(Trig, Example_ZeroIsExact) {
    EXPECT_TRUE(same(sin(exactly(0.0)), {0.0, 0.0}));
    EXPECT_TRUE(same(sin(exactly(-0.0)), {0.0, 0.0}));
    EXPECT_TRUE(same(cos(exactly(0.0)), {1.0, 1.0}));
}

TEST(Trig, Example_HalvesOfTheSquareRoot) {
    const Interval eighth = exactly(0.5 * kQuarter), root = sqrt(exactly(0.5));
    EXPECT_TRUE(may_overlap(sin(eighth), root));
    EXPECT_TRUE(may_overlap(cos(eighth), root));
    EXPECT_LE(width(cos(eighth)), 0x1p-52);
}

// cos(pi/2 rounded) is what rounding took away from pi/2, 6.123233995736766e-17: known to 16 digits.
TEST(Trig, Example_RestsOfRoundedMultiplesOfPi) {
    const Interval cosine = cos(exactly(kQuarter)), sine = sin(exactly(2.0 * kQuarter));
    EXPECT_LT(cosine.lo, 6.1232339957367660e-17);
    EXPECT_GT(cosine.hi, 6.1232339957367650e-17);
    EXPECT_LE(test::steps_between(cosine.lo, cosine.hi), 2);
    EXPECT_LT(sine.lo, 1.2246467991473532e-16);
    EXPECT_GT(sine.hi, 1.2246467991473530e-16);
    EXPECT_LE(test::steps_between(sine.lo, sine.hi), 2);
}

TEST(Trig, Example_ExtremesCountOnlyInside) {
    EXPECT_LT(sin(Interval{0.25, 1.5}).hi, 1.0);
    EXPECT_EQ(sin(Interval{0.25, 1.6}).hi, 1.0);
    EXPECT_GT(sin(Interval{0.25, 1.6}).lo, 0.247);
    EXPECT_EQ(sin(Interval{4.0, 5.0}).lo, -1.0);
    EXPECT_LT(sin(Interval{4.0, 5.0}).hi, -0.75);
    EXPECT_EQ(cos(Interval{-0.1, 0.2}).hi, 1.0);
    EXPECT_EQ(cos(Interval{3.0, 4.0}).lo, -1.0);
    EXPECT_LT(cos(Interval{3.0, 4.0}).hi, -0.65);
    EXPECT_TRUE(is_unit_range(sin(Interval{-2.0, 2.0})));
    EXPECT_TRUE(is_unit_range(cos(Interval{-0.1, 3.2})));
    EXPECT_EQ(cos(Interval{-3.0, 0.0}).hi, 1.0);
    EXPECT_EQ(cos(Interval{0.0, 3.0}).hi, 1.0);
}

// More than three quarters of a turn, starting and ending in the same quadrant: everything lies between.
TEST(Trig, Example_AlmostATurnIsTheUnitRange) {
    EXPECT_TRUE(is_unit_range(sin(Interval{0.5, 6.5})));
    EXPECT_TRUE(is_unit_range(cos(Interval{0.5, 6.5})));
    EXPECT_TRUE(is_unit_range(sin(Interval{0.5, 0.5 + 4.0 * kQuarter})));
    EXPECT_TRUE(is_unit_range(sin(Interval{0.5, 1e9})));
    EXPECT_LT(cos(Interval{0.1, 6.2}).hi, 0.998);  // neither 0 nor a whole turn is inside
}

TEST(Trig, Degenerate_TinyAngles) {
    for (double x : {kLeast, 1e-310, 0x1p-1022, 1e-200, 1e-100, 1e-20, next_down(0x1p-27)}) {
        EXPECT_TRUE(same(sin(exactly(x)), {next_down(x), x})) << x;
        EXPECT_TRUE(same(sin(exactly(-x)), {-x, -next_down(x)})) << x;
        EXPECT_TRUE(same(cos(exactly(x)), {next_down(1.0), 1.0})) << x;
        EXPECT_TRUE(same(cos(Interval{-x, x}), {next_down(1.0), 1.0})) << x;
    }
}

TEST(Trig, Degenerate_UnboundedAndNaN) {
    for (const Interval& a :
         {kWholeLine, Interval{kNaN, kNaN}, Interval{kNaN, 1.0}, Interval{1.0, kNaN},
          Interval{1.0, kInfinity}, Interval{-kInfinity, 1.0}, Interval{kInfinity, kInfinity},
          Interval{-kInfinity, -kInfinity}, Interval{-kLargest, kLargest}, Interval{2.0, 1.0}}) {
        EXPECT_TRUE(is_unit_range(sin(a)));
        EXPECT_TRUE(is_unit_range(cos(a)));
        EXPECT_TRUE(is_unit_range(sin_cos(a).sin));
        EXPECT_TRUE(is_unit_range(sin_cos(a).cos));
    }
}

TEST(Trig, Degenerate_RoundedSinesOfNoAngleAreZero) {
    for (const double x : {kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_EQ(rounded_sin_cos(x).sin, 0.0);
        EXPECT_EQ(rounded_sin_cos(x).cos, 0.0);
    }
}

TEST(Trig, Degenerate_TheLargestDoubleIsAnAngle) {
    const SinCos at = sin_cos(exactly(kLargest));
    EXPECT_LE(test::steps_between(at.sin.lo, at.sin.hi), 2);
    EXPECT_LE(test::steps_between(at.cos.lo, at.cos.hi), 2);
    EXPECT_NEAR(midpoint(at.sin), 0.004961954789184062, 1e-15);  // MPFR
}

TEST(Trig, Property_MirrorImages) {
    Rng rng(31);
    for (int trial = 0; trial < kTrials; ++trial) {
        const Interval a = draw_angles(rng);
        ASSERT_TRUE(same(sin(-a), -sin(a))) << std::hexfloat << a.lo << " " << a.hi;
        ASSERT_TRUE(same(cos(-a), cos(a))) << std::hexfloat << a.lo << " " << a.hi;
    }
}

// Contract C5: compilers, optimisation and instruction sets must not change a bit.
TEST(Trig, Property_TheBitsAreTheSameEverywhere) {
    Rng rng(36);
    Hash hash;
    for (int trial = 0; trial < 20000; ++trial) {
        const SinCos at = sin_cos(draw_angles(rng));
        for (double bound : {at.sin.lo, at.sin.hi, at.cos.lo, at.cos.hi}) hash.add(bound);
    }
    EXPECT_EQ(hash.value(), 0x80E6E2C730CB3C6Eu);
}

TEST(Trig, Property_BothTogetherAreTheSameBits) {
    Rng rng(32);
    for (int trial = 0; trial < kTrials; ++trial) {
        const Interval a = draw_angles(rng);
        const SinCos both = sin_cos(a);
        ASSERT_TRUE(same(both.sin, sin(a))) << std::hexfloat << a.lo << " " << a.hi;
        ASSERT_TRUE(same(both.cos, cos(a))) << std::hexfloat << a.lo << " " << a.hi;
    }
}

TEST(Trig, Property_StaysInTheUnitRange) {
    Rng rng(33);
    for (int trial = 0; trial < kTrials; ++trial) {
        const SinCos at = sin_cos(draw_angles(rng));
        ASSERT_TRUE(is_valid(at.sin) && certainly_inside(at.sin, {-1.0, 1.0}));
        ASSERT_TRUE(is_valid(at.cos) && certainly_inside(at.cos, {-1.0, 1.0}));
    }
    for (int k = -40; k <= 40; ++k) {  // where the value is 1 to within an ulp
        const SinCos at = sin_cos(exactly(k * kQuarter));
        ASSERT_TRUE(certainly_inside(at.sin, {-1.0, 1.0}) && certainly_inside(at.cos, {-1.0, 1.0})) << k;
    }
}

TEST(Trig, Property_SquaresAddUpToOne) {
    Rng rng(34);
    for (int trial = 0; trial < kTrials; ++trial) {
        const SinCos at = sin_cos(draw_angles(rng));
        ASSERT_TRUE(may_contain(sqr(at.sin) + sqr(at.cos), 1.0));
    }
}

// The bounds of an end may differ by an ulp from those of its neighbour, so parts are inside up to that.
TEST(Trig, Property_PartsGivePartsUpToTwoUlp) {
    constexpr double kTwoUlp = 0x1p-52;
    Rng rng(35);
    for (int trial = 0; trial < kTrials; ++trial) {
        const double start = rng.uniform(-20.0, 20.0);
        const Interval a{start, start + rng.uniform(0.0, 6.5)};
        const Interval part = between(test::draw_inside(rng, a), test::draw_inside(rng, a));
        const SinCos whole = sin_cos(a), some = sin_cos(part);
        ASSERT_TRUE(certainly_inside(some.sin, whole.sin + within(kTwoUlp)));
        ASSERT_TRUE(certainly_inside(some.cos, whole.cos + within(kTwoUlp)));
    }
}

}  // namespace graze::interval_trig_test
