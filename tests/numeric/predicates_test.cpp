#include "graze/numeric/predicates.h"

#include "graze/core/assert.h"

#include "oracle/exact_points.h"
#include "support/point_families.h"
#include "support/slower.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace graze::predicates_test {
namespace {

using test::PointFamily;
using test::Quad;

constexpr Axis kAxes[] = {Axis::X, Axis::Y, Axis::Z};

// How often each answer and each stage was seen. The stage is that of the public function: filter first.
struct Tally {
    int signs[3] = {};
    int stages[5] = {};

    int sign(Sign s) const { return signs[static_cast<int>(s) + 1]; }
    int stage(Stage s) const { return stages[static_cast<int>(s)]; }
    int calls() const { return signs[0] + signs[1] + signs[2]; }
    void add(Sign s, Stage stage_seen) {
        ++signs[static_cast<int>(s) + 1];
        ++stages[static_cast<int>(stage_seen)];
    }
};

// Checks filter, exact stages and the public function against the truth, each on its own.
void check(Sign truth, Sign answer, const Estimate& estimate, const Decision& decision, Tally& tally) {
    ASSERT_EQ(answer, truth);
    ASSERT_EQ(decision.sign, truth);
    const auto certain = certain_sign(estimate);
    if (certain) {
        ASSERT_EQ(*certain, truth);
    }
    tally.add(truth, certain ? Stage::Filter : decision.stage);
}

struct Tallies {
    Tally orient3d, orient2d, dot, lengths, collinear;
};

void check_quad(const Quad& quad, Tallies& tallies) {
    const auto& [a, b, c, d] = quad;
    const auto exact_points = oracle::integers(quad);
    const auto& [x, y, z, w] = exact_points;
    check(oracle::orient3d(x, y, z, w), orient3d(a, b, c, d), filter::determinant(b - a, c - a, d - a),
          exact::orient3d(a, b, c, d), tallies.orient3d);
    for (const Axis axis : kAxes) {
        const int i = (static_cast<int>(axis) + 1) % 3, j = (static_cast<int>(axis) + 2) % 3;
        const Vec2 a2(a[i], a[j]), b2(b[i], b[j]), c2(c[i], c[j]);
        check(oracle::orient2d(i, j, x, y, z), orient2d_without(axis, a, b, c),
              filter::cross(b2 - a2, c2 - a2), exact::orient2d(a2, b2, c2), tallies.orient2d);
    }
    check(oracle::dot_sign(x, y, z), dot_sign(a, b, c), filter::dot(b - a, c - a), exact::dot_sign(a, b, c),
          tallies.dot);
    check(oracle::compare_lengths(x, y, z, w), compare_lengths(a, b, c, d),
          filter::length_difference(b - a, d - c), exact::compare_lengths(a, b, c, d), tallies.lengths);
    const bool collinear = oracle::are_collinear(x, y, z);
    ASSERT_EQ(are_collinear(a, b, c), collinear);
    const Decision area = exact::area_sign(a, b, c);
    ASSERT_EQ(area.sign == Sign::Zero, collinear);
    tallies.collinear.add(area.sign, area.stage);
}

[[noreturn]] void throw_on_assert(const AssertFailure& failure) { throw std::logic_error(failure.condition); }

template <class Call>
bool asserts(Call&& call) {
    const AssertHandler before = set_assert_handler(&throw_on_assert);
    bool thrown = false;
    try {
        call();
    } catch (const std::logic_error&) {
        thrown = true;
    }
    set_assert_handler(before);
    return thrown;
}

}  // namespace

TEST(Predicates, Example_SignsOfSimplePoints) {
    EXPECT_EQ(orient2d({0, 0}, {3, 0}, {1, 2}), Sign::Positive);
    EXPECT_EQ(orient2d({0, 0}, {1, 2}, {3, 0}), Sign::Negative);
    EXPECT_EQ(orient2d({1, 1}, {2, 3}, {4, 7}), Sign::Zero);
    const Vec3 a(1, 0, 0), b(0, 2, 0), c(0, 0, 3);
    EXPECT_EQ(orient3d(a, b, c, {2, 2, 2}), Sign::Positive);  // (b - a) x (c - a) = (6, 3, 2)
    EXPECT_EQ(orient3d(a, b, c, {0, 0, 0}), Sign::Negative);
    EXPECT_EQ(orient3d(a, b, c, {-1, 2, 3}), Sign::Zero);
    EXPECT_EQ(orient2d_without(Axis::X, {9, 0, 0}, {8, 3, 0}, {7, 1, 2}), Sign::Positive);
    EXPECT_EQ(orient2d_without(Axis::Y, {0, 9, 0}, {0, 8, 3}, {2, 7, 1}),
              Sign::Positive);  // seen from the tip of y
    EXPECT_EQ(orient2d_without(Axis::Z, {0, 0, 9}, {3, 0, 8}, {1, 2, 7}), Sign::Positive);
    EXPECT_EQ(dot_sign({1, 1, 1}, {2, 3, 1}, {3, 0, 5}), Sign::Zero);  // (1, 2, 0).(2, -1, 4)
    EXPECT_EQ(dot_sign({0, 0, 0}, {1, 2, 3}, {-1, -2, -3}), Sign::Negative);
    EXPECT_EQ(dot_sign({0, 0, 0}, {1, 2, 3}, {0, 0, 1}), Sign::Positive);
    EXPECT_EQ(compare_lengths({0, 0, 0}, {3, 4, 0}, {1, 1, 1}, {1, 1, 6}), Sign::Zero);
    EXPECT_EQ(compare_lengths({0, 0, 0}, {3, 4, 0}, {1, 1, 1}, {1, 1, 7}), Sign::Negative);
    EXPECT_EQ(compare_lengths({0, 0, 0}, {3, 4, 1}, {1, 1, 1}, {1, 1, 6}), Sign::Positive);
    EXPECT_TRUE(are_collinear({1, 2, 3}, {2, 4, 6}, {-1, -2, -3}));
    EXPECT_FALSE(are_collinear({1, 2, 3}, {2, 4, 6}, {-1, -2, -3.5}));
}

TEST(Predicates, Example_CertainSignNeedsAMargin) {
    EXPECT_EQ(certain_sign({2.0, 1.0}), Sign::Positive);
    EXPECT_EQ(certain_sign({-2.0, 1.0}), Sign::Negative);
    EXPECT_FALSE(certain_sign({1.0, 1.0}));
    EXPECT_FALSE(certain_sign({-1.0, 1.0}));
    EXPECT_FALSE(certain_sign({0.0, 0.0}));
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(certain_sign({nan, 1.0}));
    EXPECT_FALSE(certain_sign({5.0, nan}));
    EXPECT_FALSE(certain_sign({-infinity, infinity}));
}

TEST(Predicates, Degenerate_ExtremesOfDoubles) {
    constexpr double kMax = std::numeric_limits<double>::max(),
                     kLeast = std::numeric_limits<double>::denorm_min();
    // Differences overflow; one coordinate is the least double away from the plane z = 0.
    const Vec3 a(-kMax, -kMax, 0), b(kMax, -kMax, 0), c(0, kMax, 0);
    EXPECT_EQ(orient3d(a, b, c, {0, 0, kLeast}), Sign::Positive);
    EXPECT_EQ(orient3d(a, b, c, {0, 0, -kLeast}), Sign::Negative);
    EXPECT_EQ(orient3d(a, b, c, {1, 2, 0}), Sign::Zero);
    EXPECT_EQ(exact::orient3d(a, b, c, {0, 0, kLeast}).stage, Stage::Full);
    // The determinant, kLeast^3, underflows.
    EXPECT_EQ(orient3d({0, 0, 0}, {kLeast, 0, 0}, {0, kLeast, 0}, {0, 0, kLeast}), Sign::Positive);
    EXPECT_EQ(orient2d({0, 0}, {kLeast, 0}, {0, kLeast}), Sign::Positive);
    EXPECT_EQ(orient2d({-kMax, -kMax}, {kMax, kMax}, {kMax, std::nextafter(kMax, 0.0)}), Sign::Negative);
    EXPECT_EQ(dot_sign({0, 0, 0}, {kLeast, 0, 0}, {-kLeast, 1, 0}), Sign::Negative);
    EXPECT_EQ(dot_sign({0, 0, 0}, {kMax, kMax, 0}, {-kMax, kMax, kMax}), Sign::Zero);
    EXPECT_EQ(compare_lengths({0, 0, 0}, {kMax, 0, 0}, {0, 0, 0}, {kMax, kLeast, 0}), Sign::Negative);
    EXPECT_FALSE(are_collinear({0, 0, 0}, {kMax, kMax, 0}, {kLeast, 0, 0}));
    EXPECT_TRUE(are_collinear({-kMax, -kMax, -kMax}, {kMax, kMax, kMax}, {kLeast, kLeast, kLeast}));
}

TEST(Predicates, Degenerate_EqualCoordinatesAreEvident) {
    const Vec3 a(0.1, 0.2, 0.7), b(0.3, -0.9, 0.7), c(1.1, 0.4, 0.7), d(-0.6, 0.5, 0.7);
    EXPECT_EQ(exact::orient3d(a, b, c, d).stage, Stage::Evident);  // same height
    EXPECT_EQ(exact::orient3d(a, b, a, {1, 2, 3}).stage, Stage::Evident);
    EXPECT_EQ(exact::area_sign(a, b, b).stage, Stage::Evident);
    EXPECT_EQ(exact::orient2d({0.1, 0.2}, {0.1, 0.3}, {0.1, 5.0}).stage, Stage::Evident);
    EXPECT_EQ(exact::dot_sign(a, a, b).stage, Stage::Evident);
    EXPECT_EQ(exact::compare_lengths(a, b, b, a).stage, Stage::Evident);
    EXPECT_EQ(exact::orient3d(a, b, c, d).sign, Sign::Zero);
    EXPECT_EQ(exact::orient3d(a, b, c, {0.0, 0.0, 0.8}).sign, orient3d(a, b, c, {0.0, 0.0, 0.8}));
}

TEST(Predicates, Degenerate_NonFiniteInputReachesTheAssert) {
    const Vec3 a(0, 0, 0), b(1, 0, 0), c(0, 1, 0);
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()})
        for (int k = 0; k < 3; ++k) {
            Vec3 d(1, 1, 1);
            d[k] = bad;
            EXPECT_TRUE(asserts([&] { (void)orient3d(a, b, c, d); }));
            EXPECT_TRUE(asserts([&] { (void)orient3d(d, a, b, c); }));
            EXPECT_TRUE(asserts([&] { (void)dot_sign(a, b, d); }));
            EXPECT_TRUE(asserts([&] { (void)dot_sign(d, b, c); }));
            EXPECT_TRUE(asserts([&] { (void)compare_lengths(a, b, c, d); }));
            EXPECT_TRUE(asserts([&] { (void)exact::area_sign(a, b, d); }));
            if (k < 2) {
                EXPECT_TRUE(asserts([&] { (void)orient2d({0, 0}, {1, 0}, d.head<2>()); }));
            }
        }
}

// Soundness: every answer of every stage equals the oracle's. 15 families x 10,000 x 7 calls = 1.05 million.
TEST(Predicates, Reference_AgreesWithIntegersOnAllFamilies) {
    Tally stages_of_all;
    int calls = 0;
    for (int f = 0; f < test::kPointFamilies; ++f) {
        const auto family = static_cast<PointFamily>(f);
        SCOPED_TRACE(test::kPointFamilyNames[f]);
        Rng rng(700 + static_cast<std::uint64_t>(f));
        Tallies tallies;
        const int trials = 10000 / test::kSlower;
        for (int trial = 0; trial < trials; ++trial) {
            SCOPED_TRACE(trial);
            check_quad(test::random_quad(rng, family), tallies);
            if (HasFatalFailure()) return;
        }
        for (const Tally* tally : {&tallies.orient3d, &tallies.orient2d, &tallies.dot, &tallies.lengths}) {
            calls += tally->calls();
            for (int s = 0; s < 5; ++s) stages_of_all.stages[s] += tally->stages[s];
        }
        calls += tallies.collinear.calls();
        // Vacuity guard: all signs are common where the family can have them.
        for (const Sign sign : {Sign::Negative, Sign::Positive}) {
            EXPECT_GT(tallies.orient3d.sign(sign), trials / 25);
            EXPECT_GT(tallies.orient2d.sign(sign), trials / 25);
            EXPECT_GT(tallies.dot.sign(sign), trials / 25);
            EXPECT_GT(tallies.lengths.sign(sign), trials / 25);
        }
        if (test::has_planes(family)) {
            EXPECT_GT(tallies.orient3d.sign(Sign::Zero), trials / 25);
        }
        RecordProperty(std::string(test::kPointFamilyNames[f]) + "_filtered",
                       std::to_string(tallies.orient3d.stage(Stage::Filter)));
    }
    EXPECT_GT(calls, 1000000 / test::kSlower);
    for (const Stage stage : {Stage::Filter, Stage::Evident, Stage::Narrow, Stage::Middle, Stage::Full})
        EXPECT_GT(stages_of_all.stage(stage), calls / 250);
}

// Soundness of the bounds themselves, which signs alone would hardly notice; and tightness: somewhere the
// error is more than a fifth of its bound.
TEST(Predicates, Reference_EstimatesHoldTheirBounds) {
    using oracle::Rational;
    double worst[4] = {};
    const auto check_bound = [](const Estimate& estimate, const Rational& truth, double& ratio) {
        if (!std::isfinite(estimate.error)) return;
        const Rational off = abs(Rational(estimate.value) - truth);
        ASSERT_LE(cmp(off, Rational(estimate.error)), 0);
        if (sgn(off) != 0) ratio = std::max(ratio, Rational(off / Rational(estimate.error)).get_d());
    };
    for (const auto family :
         {PointFamily::Generic, PointFamily::Plane, PointFamily::LargeOffset, PointFamily::Tiny,
          PointFamily::Products2, PointFamily::Products3, PointFamily::Subnormal}) {
        SCOPED_TRACE(test::kPointFamilyNames[static_cast<int>(family)]);
        Rng rng(41);
        for (int trial = 0; trial < 8000 / test::kSlower; ++trial) {
            SCOPED_TRACE(trial);
            const auto [a, b, c, d] = test::random_quad(rng, family);
            const auto x = oracle::rationals(a), y = oracle::rationals(b), z = oracle::rationals(c),
                       w = oracle::rationals(d);
            const auto minus = [](const auto& p, const auto& q) {
                return oracle::Point<Rational>{p[0] - q[0], p[1] - q[1], p[2] - q[2]};
            };
            const auto u = minus(y, x), v = minus(z, x);
            check_bound(filter::determinant(b - a, c - a, d - a), oracle::det3(u, v, minus(w, x)), worst[0]);
            check_bound(filter::cross((b - a).head<2>(), (c - a).head<2>()), u[0] * v[1] - u[1] * v[0],
                        worst[1]);
            check_bound(filter::dot(b - a, c - a), u[0] * v[0] + u[1] * v[1] + u[2] * v[2], worst[2]);
            check_bound(filter::length_difference(b - a, d - c),
                        oracle::distance_sq(x, y) - oracle::distance_sq(z, w), worst[3]);
            if (HasFatalFailure()) return;
        }
    }
    for (int i = 0; i < 4; ++i) {
        RecordProperty("worst_ratio_" + std::to_string(i), std::to_string(worst[i]));
        EXPECT_GT(worst[i], 0.2 / (test::kSlower > 1 ? 2 : 1));
    }
}

// Tightness: generic points leave the filter less than once in 10,000 calls.
TEST(Predicates, Property_FilterDecidesGenericPoints) {
    constexpr int kTrials = 200000;
    constexpr double kCeiling = 1e-4;
    Rng rng(31);
    int misses[4] = {};
    for (int trial = 0; trial < kTrials; ++trial) {
        const auto [a, b, c, d] = test::random_quad(rng, PointFamily::Generic);
        misses[0] += !certain_sign(filter::determinant(b - a, c - a, d - a));
        misses[1] += !certain_sign(filter::cross((b - a).head<2>(), (c - a).head<2>()));
        misses[2] += !certain_sign(filter::dot(b - a, c - a));
        misses[3] += !certain_sign(filter::length_difference(b - a, d - c));
    }
    for (const int count : misses) EXPECT_LT(count, kCeiling * kTrials);
}

// Tightness: with d at a height of 32 u over a triangle of size about 1, the bound must let most calls
// through; with a height below u, nothing may pass that is not true, so many calls are left over.
TEST(Predicates, Property_FilterDecidesDownToAFewUlps) {
    constexpr int kTrials = 20000;
    Rng rng(32);
    int passed_high = 0, passed_low = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        const Vec3 a(rng.uniform(1, 2), rng.uniform(1, 2), 1.0), b(rng.uniform(1, 2), rng.uniform(1, 2), 1.0),
            c(rng.uniform(1, 2), rng.uniform(1, 2), 1.0);
        const auto at_height = [&](double h) {
            const Vec3 d(rng.uniform(1, 2), rng.uniform(1, 2), 1.0 + h);
            return Quad{a, b + Vec3(0, 0, 0.5), c, d};
        };
        const auto passes = [](const Quad& q) {
            return certain_sign(filter::determinant(q[1] - q[0], q[2] - q[0], q[3] - q[0])).has_value();
        };
        Quad on_plane = at_height(0.0);
        const Vec3 u = on_plane[1] - on_plane[0], v = on_plane[2] - on_plane[0];
        on_plane[3] = on_plane[0] + 0.3 * u + 0.4 * v;
        Quad above = on_plane;
        above[3].z() += 32.0 * kUnitRoundoff;
        passed_low += passes(on_plane);
        passed_high += passes(above);
    }
    EXPECT_GT(passed_high, kTrials * 9 / 10);
    EXPECT_LT(passed_low, kTrials / 10);
}

TEST(Predicates, Property_SwapsAndScalesByPowersOfTwo) {
    Rng rng(33);
    int zeros = 0;
    constexpr int kTrials = 20000;
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const Quad quad = test::random_quad(rng, PointFamily::LargeOffset);
        const auto& [a, b, c, d] = quad;
        const Sign sign = orient3d(a, b, c, d);
        ASSERT_EQ(orient3d(b, a, c, d), -sign);
        ASSERT_EQ(orient3d(a, c, b, d), -sign);
        ASSERT_EQ(orient3d(d, b, c, a), -sign);
        ASSERT_EQ(orient3d(b, c, a, d), sign);
        const int exponent = static_cast<int>(test::random_int(rng, 990));
        const auto [p, q, r, s] = test::stretched(quad, exponent, exponent, exponent);
        ASSERT_EQ(orient3d(p, q, r, s), sign);
        ASSERT_EQ(dot_sign(p, q, r), dot_sign(a, b, c));
        zeros += sign == Sign::Zero;
    }
    EXPECT_GT(zeros, kTrials / 10);
    EXPECT_LT(zeros, kTrials * 9 / 10);
}

}  // namespace graze::predicates_test
