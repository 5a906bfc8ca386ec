// Sine and cosine of intervals against MPFI. Soundness: no failure at all. Tightness: recorded ceilings.
#include "graze/numeric/interval_trig.h"

#include "oracle/hard_angles.h"
#include "oracle/mpfi_oracle.h"
#include "support/doubles.h"
#include "support/slower.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace graze::interval_trig_reference_test {
namespace {

constexpr int kTrials = 30000 / test::kSlower;
constexpr int kCountLimit = 8;

// Doubles between the two bounds of a point: 1 is the best that can be, as the value is irrational.
struct Tightness {
    std::int64_t worst = 0;
    double sum = 0.0;
    int count = 0;

    void add(std::int64_t steps) {
        worst = std::max(worst, steps);
        sum += static_cast<double>(steps);
        ++count;
    }
    [[nodiscard]] double mean() const { return sum / count; }
};

// The real ranges.
struct Truth {
    test::Wide sin, cos;

    explicit Truth(const Interval& a) : sin(a), cos(a) {
        mpfi_sin(sin.get(), sin.get());
        mpfi_cos(cos.get(), cos.get());
    }
    [[nodiscard]] int largest_excess(const SinCos& result) const {
        return std::max(
            {sin.excess_below(result.sin.lo, kCountLimit), sin.excess_above(result.sin.hi, kCountLimit),
             cos.excess_below(result.cos.lo, kCountLimit), cos.excess_above(result.cos.hi, kCountLimit)});
    }
};

testing::AssertionResult encloses(const Interval& a, const SinCos& result, const Truth& truth) {
    if (truth.sin.is_inside(result.sin) && truth.cos.is_inside(result.cos))
        return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << std::hexfloat << "[" << a.lo << ", " << a.hi << "]: sin [" << result.sin.lo << ", "
           << result.sin.hi << "], cos [" << result.cos.lo << ", " << result.cos.hi << "]";
}

/// |rounded - f(x)| in units of 2^-53 |f(x)|.
double units_off(double rounded, double x, int (*f)(mpfr_t, const mpfr_t, mpfr_rnd_t)) {
    mpfr_t angle, truth, off;
    mpfr_init2(angle, 53), mpfr_init2(truth, 1300), mpfr_init2(off, 1300);
    mpfr_set_d(angle, x, MPFR_RNDN);
    f(truth, angle, MPFR_RNDN);
    mpfr_d_sub(off, rounded, truth, MPFR_RNDN);
    mpfr_div(off, off, truth, MPFR_RNDN);
    const double units =
        mpfr_zero_p(truth) != 0 ? std::abs(rounded) : std::abs(mpfr_get_d(off, MPFR_RNDN)) * 0x1p53;
    mpfr_clears(angle, truth, off, static_cast<mpfr_ptr>(nullptr));
    return units;
}

void attack_points(const std::vector<double>& angles, Tightness& tightness) {
    for (double x : angles) {
        const RoundedSinCos rounded = rounded_sin_cos(x);
        ASSERT_LE(units_off(rounded.sin, x, mpfr_sin), 3.0) << std::hexfloat << x;
        ASSERT_LE(units_off(rounded.cos, x, mpfr_cos), 3.0) << std::hexfloat << x;
        const SinCos result = sin_cos(exactly(x));
        ASSERT_TRUE(encloses(exactly(x), result, Truth(exactly(x))));
        tightness.add(test::steps_between(result.sin.lo, result.sin.hi));
        tightness.add(test::steps_between(result.cos.lo, result.cos.hi));
    }
}

template <class Draw>
std::vector<double> draw_angles(std::uint64_t seed, int count, Draw&& draw) {
    Rng rng(seed);
    std::vector<double> angles;
    for (int i = 0; i < count; ++i) angles.push_back(draw(rng));
    return angles;
}

}  // namespace

TEST(TrigReference, Reference_PointsWithinTenTurns) {
    Tightness tightness;
    attack_points(draw_angles(201, 2 * kTrials, [](Rng& rng) { return rng.uniform(-63.0, 63.0); }),
                  tightness);
    EXPECT_LE(tightness.worst, 2);
    EXPECT_LE(tightness.mean(), 1.07);
}

TEST(TrigReference, Reference_PointsInsideTheFirstSectors) {
    Tightness tightness;  // here the error bound is largest against the value
    attack_points(draw_angles(202, 2 * kTrials, [](Rng& rng) { return rng.uniform(-0.25, 0.25); }),
                  tightness);
    EXPECT_LE(tightness.worst, 2);
    EXPECT_LE(tightness.mean(), 1.07);
}

TEST(TrigReference, Reference_PointsOfEveryExponent) {
    Tightness tightness;
    attack_points(draw_angles(203, kTrials, [](Rng& rng) { return draw(rng, test::random_family(rng)); }),
                  tightness);
    EXPECT_LE(tightness.worst, 2);
    EXPECT_LE(tightness.mean(), 0.92);
}

TEST(TrigReference, Reference_PointsNearMultiplesOfQuarterTurns) {
    Tightness tightness;
    attack_points(draw_angles(204, kTrials,
                              [](Rng& rng) {
                                  const double k = static_cast<double>(rng.bits() >> (11 + rng.below(52)));
                                  return test::random_sign(rng) *
                                         test::step(k * 0x1.921fb54442d18p0,
                                                    test::random_integer(rng, -2, 2));
                              }),
                  tightness);
    EXPECT_LE(tightness.worst, 2);
    EXPECT_LE(tightness.mean(), 1.06);
}

TEST(TrigReference, Reference_HardestAnglesOfEveryExponent) {
    const std::vector<double> hard = test::hard_angles();
    ASSERT_GT(hard.size(), 2000u);
    ASSERT_NE(std::find(hard.begin(), hard.end(), 6381956970095103.0 * 0x1p797), hard.end());
    std::vector<double> angles;
    for (double x : hard) angles.insert(angles.end(), {x, -x, next_up(x), next_down(x)});
    Tightness tightness;
    attack_points(angles, tightness);
    EXPECT_LE(tightness.worst, 2);
    EXPECT_LE(tightness.mean(), 1.06);
}

TEST(TrigReference, Reference_IntervalsOfAnyWidth) {
    Rng rng(206);
    int full = 0, one_extreme = 0, monotone = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        const double span =
            rng.below(3) == 0 ? 7.0
                              : std::abs(test::random_with_exponent(rng, -test::random_integer(rng, 0, 60)));
        const double start = rng.below(4) == 0 ? rng.uniform(-1e9, 1e9) : rng.uniform(-63.0, 63.0);
        const Interval a{start, start + span * rng.unit()};
        const SinCos result = sin_cos(a);
        const Truth truth(a);
        ASSERT_TRUE(encloses(a, result, truth));
        ASSERT_LE(truth.largest_excess(result), 1) << std::hexfloat << a.lo << " " << a.hi;
        const bool top = result.sin.hi == 1.0, bottom = result.sin.lo == -1.0;
        ++(top && bottom ? full : top || bottom ? one_extreme : monotone);
    }
    EXPECT_GT(full, kTrials / 20);
    EXPECT_GT(one_extreme, kTrials / 20);
    EXPECT_GT(monotone, kTrials / 4);
}

// Ends a few doubles beside a multiple of pi/2: whether the extreme counts is a matter of one unit in the
// last place.
TEST(TrigReference, Reference_IntervalsThatEndBesideAnExtreme) {
    Rng rng(207);
    int with = 0, without = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        const int first = test::random_integer(rng, -40, 40),
                  second = first + test::random_integer(rng, 0, 4);
        const Interval a =
            between(test::step(first * 0x1.921fb54442d18p0, test::random_integer(rng, -2, 2)),
                    test::step(second * 0x1.921fb54442d18p0, test::random_integer(rng, -2, 2)));
        const SinCos result = sin_cos(a);
        ASSERT_TRUE(encloses(a, result, Truth(a))) << first << " to " << second;
        ++(result.sin.hi == 1.0 ? with : without);
    }
    EXPECT_GT(with, kTrials / 10);
    EXPECT_GT(without, kTrials / 20);
}

}  // namespace graze::interval_trig_reference_test
