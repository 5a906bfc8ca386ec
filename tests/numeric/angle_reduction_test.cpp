// The reduction of angles and the table of sines against MPFR: the errors that docs/numerics.md claims.
#include "graze/numeric/angle_reduction.h"

#include "graze/numeric/sine_table.h"
#include "oracle/hard_angles.h"
#include "support/doubles.h"
#include "support/slower.h"

#include <gtest/gtest.h>

namespace graze::angle_reduction_test {
namespace {

constexpr int kTrials = 60000 / test::kSlower;

// Reals with 1,400 binary digits: enough to subtract multiples of pi from the largest double.
class Real {
  public:
    Real() { mpfr_init2(value_, 1400); }
    explicit Real(double x) : Real() { mpfr_set_d(value_, x, MPFR_RNDN); }
    Real(const Real&) = delete;
    Real& operator=(const Real&) = delete;
    ~Real() { mpfr_clear(value_); }
    [[nodiscard]] mpfr_ptr get() { return value_; }

  private:
    mpfr_t value_;
};

class Reducer {
  public:
    Reducer() {
        mpfr_const_pi(sector_.get(), MPFR_RNDN);
        mpfr_div_ui(sector_.get(), sector_.get(), 32, MPFR_RNDN);
    }

    /// |(x - r - r_low) / (pi/32) - (nearest integer)| in radians, and that integer modulo 64.
    struct Defect {
        double radians;
        int sector;
    };
    Defect defect(double x, const ReducedAngle& a) {
        mpfr_set_d(difference_.get(), x, MPFR_RNDN);
        mpfr_sub_d(difference_.get(), difference_.get(), a.r, MPFR_RNDN);
        mpfr_sub_d(difference_.get(), difference_.get(), a.r_low, MPFR_RNDN);
        mpfr_div(difference_.get(), difference_.get(), sector_.get(), MPFR_RNDN);
        mpfr_get_z(count_.get_mpz_t(), difference_.get(), MPFR_RNDN);
        mpfr_sub_z(difference_.get(), difference_.get(), count_.get_mpz_t(), MPFR_RNDN);
        mpfr_mul(difference_.get(), difference_.get(), sector_.get(), MPFR_RNDN);
        const mpz_class in_turn = (count_ % kSectorsPerTurn + kSectorsPerTurn) % kSectorsPerTurn;
        return {std::abs(mpfr_get_d(difference_.get(), MPFR_RNDA)), static_cast<int>(in_turn.get_si())};
    }

  private:
    Real sector_, difference_;
    mpz_class count_;
};

void expect_true_reduction(Reducer& reducer, double x, const ReducedAngle& a) {
    const Reducer::Defect defect = reducer.defect(x, a);
    ASSERT_EQ(defect.sector, a.sector) << std::hexfloat << x;
    ASSERT_LE(defect.radians, a.error) << std::hexfloat << x;
    ASSERT_LE(magnitude_of(a.r), kLargestRest) << std::hexfloat << x;
    ASSERT_LE(magnitude_of(a.r_low), 0x1p-53 * magnitude_of(a.r)) << std::hexfloat << x;
}

double draw_moderate(Rng& rng) {
    const double limit = std::ldexp(kLargestModerateAngle, -static_cast<int>(rng.below(24)));
    const double x = rng.uniform(-limit, limit);
    return rng.below(3) == 0
               ? test::step(std::round(x) * 0x1.921fb54442d18p-4, test::random_integer(rng, -2, 2))
               : x;
}

}  // namespace

TEST(AngleReduction, Example_QuartersOfATurn) {
    EXPECT_EQ(reduce_angle(0.0).sector, 0);
    EXPECT_EQ(reduce_angle(1.5707963).sector, 16);
    EXPECT_EQ(reduce_angle(-1.5707963).sector, 48);
    EXPECT_EQ(reduce_angle(3.1415926).sector, 32);
    EXPECT_EQ(reduce_any_angle(-1.5707963).sector, 48);
    EXPECT_EQ(reduce_angle(0.03).r, 0.03);
    EXPECT_EQ(reduce_angle(0.03).error, 0.0);
}

TEST(AngleReduction, Reference_ModerateAnglesKeepTheirErrorBound) {
    Rng rng(41);
    Reducer reducer;
    double largest_share = 0.0;  // of the error bound that was used
    for (int trial = 0; trial < kTrials; ++trial) {
        const double x = draw_moderate(rng);
        const ReducedAngle a = reduce_moderate_angle(x);
        ASSERT_NO_FATAL_FAILURE(expect_true_reduction(reducer, x, a));
        largest_share = std::max(largest_share, reducer.defect(x, a).radians / a.error);
    }
    EXPECT_GT(largest_share, 0.1);  // the bound is not far too large
    for (double x : {kLargestModerateAngle, -kLargestModerateAngle})
        ASSERT_NO_FATAL_FAILURE(expect_true_reduction(reducer, x, reduce_moderate_angle(x)));
}

TEST(AngleReduction, Reference_AnglesOfEveryExponent) {
    Rng rng(42);
    Reducer reducer;
    for (int exponent = 0; exponent <= 1023; ++exponent) {
        for (int i = 0; i < 16; ++i) {
            const double x = test::random_with_exponent(rng, exponent);
            ASSERT_NO_FATAL_FAILURE(expect_true_reduction(reducer, x, reduce_any_angle(x)));
        }
    }
}

TEST(AngleReduction, Reference_HardestAnglesAreKnownRelatively) {
    Reducer reducer;
    int redone = 0;
    double least_rest = 1.0;
    for (double x : test::hard_angles()) {
        const ReducedAngle a = reduce_angle(x);
        ASSERT_NO_FATAL_FAILURE(expect_true_reduction(reducer, x, a));
        ASSERT_TRUE(is_precise(a)) << std::hexfloat << x;
        least_rest = std::min(least_rest, magnitude_of(a.r));
        if (x <= kLargestModerateAngle && !is_precise(reduce_moderate_angle(x))) ++redone;
    }
    EXPECT_GT(redone, 20);
    EXPECT_LT(least_rest, 0x1p-60);  // 6381956970095103 * 2^797 comes closest
}

TEST(AngleReduction, Property_MirrorImages) {
    Rng rng(43);
    for (int trial = 0; trial < kTrials; ++trial) {
        const double x =
            rng.below(2) == 0 ? draw_moderate(rng) : test::random_with_exponent(rng, 20 + trial % 1000);
        const ReducedAngle a = reduce_angle(x), b = reduce_angle(-x);
        ASSERT_EQ((a.sector + b.sector) % kSectorsPerTurn, 0) << std::hexfloat << x;
        ASSERT_EQ(a.r, -b.r) << std::hexfloat << x;
        ASSERT_EQ(a.r_low, -b.r_low) << std::hexfloat << x;
    }
}

TEST(SineTable, Reference_EntriesAreSinesInTwoWays) {
    for (int k = 0; k < kSectorsPerTurn + kSectorsPerQuarter; ++k) {
        Real sine;
        mpfr_const_pi(sine.get(), MPFR_RNDN);
        mpfr_mul_si(sine.get(), sine.get(), k, MPFR_RNDN);
        mpfr_div_ui(sine.get(), sine.get(), 32, MPFR_RNDN);
        mpfr_sin(sine.get(), sine.get(), MPFR_RNDN);
        const double size = std::abs(mpfr_get_d(sine.get(), MPFR_RNDN));
        const SectorSine& s = kSines[k];
        Real two_parts, head_and_rest;
        mpfr_sub_d(two_parts.get(), sine.get(), s.hi, MPFR_RNDN);
        mpfr_sub_d(two_parts.get(), two_parts.get(), s.lo, MPFR_RNDN);
        mpfr_sub_d(head_and_rest.get(), sine.get(), s.head, MPFR_RNDN);
        mpfr_sub_d(head_and_rest.get(), head_and_rest.get(), s.rest, MPFR_RNDN);
        // The sine of k pi/32 with pi to 1,400 digits is not exactly 0 where it should be.
        EXPECT_LE(std::abs(mpfr_get_d(two_parts.get(), MPFR_RNDA)), 0x1p-106 * size + 0x1p-1000) << k;
        EXPECT_LE(std::abs(mpfr_get_d(head_and_rest.get(), MPFR_RNDA)), 0x1p-78 * size + 0x1p-1000) << k;
        EXPECT_LE(std::abs(s.lo), 0x1p-53 * std::abs(s.hi)) << k;
        EXPECT_EQ(s.head, head_of(s.head)) << k;
    }
}

TEST(SineTable, Property_SymmetriesAreExact) {
    for (int k = 0; k < kSectorsPerTurn; ++k) {
        const SectorSine &a = kSines[k], &b = kSines[(kSectorsPerTurn - k) % kSectorsPerTurn];
        EXPECT_EQ(a.hi, -b.hi) << k;
        EXPECT_EQ(a.lo, -b.lo) << k;
        EXPECT_EQ(a.head, -b.head) << k;
        EXPECT_EQ(a.rest, -b.rest) << k;
    }
}

}  // namespace graze::angle_reduction_test
