#include "graze/geometry/pose.h"

#include "graze/geometry/placement.h"
#include "graze/geometry/pose_interval.h"

#include "oracle/posed_points.h"
#include "support/pose_families.h"
#include "support/slower.h"

#include <gtest/gtest.h>

namespace graze::pose_test {
namespace {

using oracle::Rational;
using RationalPoint = oracle::Point<Rational>;

const Pose kAsymmetric{Vec3(0.3, -1.7, 2.9), Eigen::Quaterniond(0.1, 0.7, -0.1, 0.7)};  // length 1
constexpr double kNear = 1e-14;  // > a dozen roundings of numbers below 10

/// The largest error of a coordinate over the bound; above 1 the bound is broken.
double error_ratio(const PosedPoint& p, const RationalPoint& truth) {
    Rational off = 0;
    for (int k = 0; k < 3; ++k) off = std::max(off, Rational(abs(Rational(p.near[k]) - truth[k])));
    if (sgn(off) == 0) return 0.0;
    if (p.error == 0.0) return std::numeric_limits<double>::infinity();
    const Rational ratio = off / Rational(p.error);
    return ratio > 1 ? std::max(ratio.get_d(), 1.5) : ratio.get_d();
}

bool contains(const IntervalVec3& box, const RationalPoint& truth) {
    const auto below = [](double bound, const Rational& x) {
        return bound < -1e308 || cmp(Rational(bound), x) <= 0;
    };
    for (int k = 0; k < 3; ++k)
        if (!below(box[k].lo, truth[k]) || !below(-box[k].hi, -truth[k])) return false;
    return true;
}

Pose random_case_pose(Rng& rng, double size) {
    Pose pose = test::random_pose(rng, size);
    if (rng.below(4) == 0) pose.rotation = test::turn_about(static_cast<int>(rng.below(3)), 0.6, 0.8);
    if (rng.below(8) == 0) pose.rotation = Eigen::Quaterniond(0.5, -0.5, 0.5, 0.5);
    if (rng.below(8) == 0) pose.rotation = Eigen::Quaterniond(1.0, 1e-200, 0.0, 1e-17);
    if (rng.below(8) == 0) pose.translation = Vec3::Zero();
    return pose;
}

}  // namespace

TEST(Pose, Example_QuarterTurnThenTranslation) {
    const auto pose = make_pose({1, 2, 3}, {0, 0, 0.7071067811865476, 0.7071067811865476}, "test");
    ASSERT_TRUE(pose);
    EXPECT_EQ(apply(*pose, {4, 0, 5}), Vec3(1, 6, 8));
    EXPECT_EQ(place(placement_of(*pose), {4, 0, 5}).error, 0.0);  // equal components: the turn is exact
    const auto third = make_pose({0, 0, 0}, {0.5, 0.5, 0.5, 0.5}, "test");
    ASSERT_TRUE(third);
    EXPECT_EQ(apply(*third, {1, 2, 3}), Vec3(3, 1, 2));
}

TEST(Pose, Example_GroupOperationsUndoEachOther) {
    const Pose other{Vec3(5.0, 0.25, -3.0), Eigen::Quaterniond(0.8, 0.0, 0.6, 0.0)};
    const Vec3 x(0.7, -1.1, 2.3);
    const Vec3 chained = apply(other, apply(kAsymmetric, x));
    EXPECT_LT((apply(compose(other, kAsymmetric), x) - chained).norm(), kNear);
    EXPECT_GT((apply(compose(kAsymmetric, other), x) - chained).norm(), 0.1);  // the order matters here
    EXPECT_LT((apply(inverse(kAsymmetric), apply(kAsymmetric, x)) - x).norm(), kNear);
    EXPECT_LT((apply(relative(other, kAsymmetric), x) - apply(inverse(other), apply(kAsymmetric, x))).norm(),
              kNear);
    EXPECT_TRUE(is_valid(compose(other, kAsymmetric)));
    EXPECT_TRUE(is_valid(inverse(kAsymmetric)));
    EXPECT_TRUE(is_valid(relative(other, kAsymmetric)));
}

TEST(Pose, Example_LengthErrorsDoNotPileUp) {
    const Pose slack{Vec3::Zero(), Eigen::Quaterniond(0.8 * (1 + 9e-7), 0.6 * (1 + 9e-7), 0.0, 0.0)};
    ASSERT_TRUE(is_valid(slack));
    Pose product = slack;
    for (int i = 0; i < 100; ++i) product = compose(product, slack);
    EXPECT_TRUE(is_valid(product));
}

TEST(Pose, Degenerate_BadPosesAreRefusedWithAReason) {
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    const auto refused = [](const Vec3& t, const Eigen::Vector4d& q, const std::string& reason) {
        const auto pose = make_pose(t, q, "scene.json, body 'door'");
        ASSERT_FALSE(pose);
        EXPECT_EQ(pose.error().code, ErrorCode::BadInput);
        EXPECT_EQ(pose.error().message.find("scene.json, body 'door'"), 0u) << pose.error().message;
        EXPECT_NE(pose.error().message.find(reason), std::string::npos) << pose.error().message;
    };
    refused({nan, 0, 0}, {0, 0, 0, 1}, "/translation: a number is not finite");
    refused({0, -infinity, 0}, {0, 0, 0, 1}, "a number is not finite");
    refused({0, 0, 0}, {0, nan, 0, 1}, "/quaternion: a number is not finite");
    refused({0, 0, 0}, {0, 0, 0, infinity}, "/quaternion: a number is not finite");
    refused({0, 0, 0}, {0, 0, 0, 0}, "|q| = 0, which differs from 1 by more than 1e-06; write [0, 0, 0, 1]");
    refused({0, 0, 0}, {0, 0, 0.5, 0.5}, "normalised it is [0, 0, 0.7071");
    refused({0, 0, 0}, {0, 0, 0, 1e300}, "|q| = 1e+300");
    EXPECT_TRUE(make_pose({0, 0, 0}, {0, 0, 0, -1}, "test"));
    EXPECT_FALSE(is_valid(Pose{Vec3(0, 0, nan), Eigen::Quaterniond::Identity()}));
}

// On both sides of both limits, to the last bit.
TEST(Pose, Degenerate_TheLimitOnTheLengthIsExact) {
    Rng rng(61);
    int accepted = 0, refused = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        SCOPED_TRACE(trial);
        const double length = rng.below(2) == 0 ? 1.0 - 1e-6 : 1.0 + 1e-6;
        Eigen::Quaterniond q = test::random_rotation(rng);
        q.coeffs() *= length / q.norm();
        if (rng.below(4) == 0) q = Eigen::Quaterniond(length, 0.0, 0.0, rng.below(2) == 0 ? 0.0 : 1e-300);
        for (double& c : q.coeffs())
            for (auto steps = rng.below(3); steps > 0; --steps)
                c = std::nextafter(c, rng.below(2) == 0 ? 2.0 : -2.0);
        const bool truth = oracle::is_accepted_rotation(q);
        ASSERT_EQ(is_accepted_rotation(q), truth);
        ++(truth ? accepted : refused);
    }
    EXPECT_GT(accepted, 1000);
    EXPECT_GT(refused, 1000);
    EXPECT_FALSE(is_accepted_rotation(Eigen::Quaterniond(1.0 + 1.2e-6, 0, 0, 0)));
    EXPECT_FALSE(is_accepted_rotation(Eigen::Quaterniond(1.0 - 1.2e-6, 0, 0, 0)));
}

TEST(Pose, Degenerate_OverflowIsNotKnown) {
    const double huge = std::numeric_limits<double>::max();
    const Pose pose{Vec3(huge, 0, 0), kAsymmetric.rotation};
    EXPECT_FALSE(place(placement_of(pose), {huge, -huge, huge}).error < huge);
    EXPECT_FALSE(
        place(placement_of(Pose{Vec3(huge, 0, 0), Eigen::Quaterniond::Identity()}), {huge, 0, 0}).error <
        huge);
}

// Interval and double evaluation against rationals.
TEST(Pose, Reference_BothEvaluationsHoldTheTruth) {
    Rng rng(62);
    double worst = 0.0, widest = 0.0;
    int without_error = 0;
    constexpr double u = 0x1p-53;
    const int trials = 6000 / test::kSlower;
    for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE(trial);
        const double scale = std::ldexp(1.0, static_cast<int>(test::random_int(rng, 30)));
        const Pose pose = random_case_pose(rng, 10.0 * scale);
        const Vec3 x = test::random_vector(rng, 10.0 * scale);
        const RationalPoint truth = oracle::posed(pose, oracle::rationals(x));
        const Placement placement = placement_of(pose);
        const PosedPoint near = place(placement, x);
        const double ratio = error_ratio(near, truth);
        ASSERT_LE(ratio, 1.0);
        ASSERT_EQ(near.near, apply(pose, x));
        if (!placement.swaps_axes) worst = std::max(worst, ratio);
        without_error += near.error == 0.0;
        const IntervalVec3 box = apply_interval(pose, exactly(x));
        ASSERT_TRUE(contains(box, truth));
        const double size = x.lpNorm<1>() + pose.translation.lpNorm<Eigen::Infinity>();
        ASSERT_LE(near.error, 20.0 * u * size);  // tightness of (11)
        for (const Interval& side : box) widest = std::max(widest, (side.hi - side.lo) / (u * size));
    }
    RecordProperty("worst_ratio", std::to_string(worst));
    RecordProperty("widest_interval_in_u", std::to_string(widest));
    EXPECT_GT(worst, 0.1);     // somewhere the error is a tenth of its bound
    EXPECT_LT(widest, 100.0);  // ceiling of the interval evaluation
    EXPECT_GT(widest, 1.0);
    EXPECT_LT(without_error, trials / 4);
}

TEST(Pose, Reference_RelativePlacementHoldsTheTruth) {
    Rng rng(63);
    double worst = 0.0;
    int exact_points = 0;
    const int trials = 6000 / test::kSlower;
    for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE(trial);
        const double scale = std::ldexp(1.0, static_cast<int>(test::random_int(rng, 30)));
        const Pose a = random_case_pose(rng, 10.0 * scale);
        Pose b = random_case_pose(rng, 10.0 * scale);
        if (rng.below(4) == 0) b.rotation = a.rotation;
        if (rng.below(4) == 0) b.translation = a.translation;
        const Vec3 x = test::random_vector(rng, 10.0 * scale);
        const RationalPoint truth = oracle::unposed(a, oracle::posed(b, oracle::rationals(x)));
        const Placement placement = placement_of(b, a);
        const PosedPoint near = place(placement, x);
        const double ratio = error_ratio(near, truth);
        ASSERT_LE(ratio, 1.0);
        if (!placement.swaps_axes) worst = std::max(worst, ratio);
        exact_points += near.error == 0.0;
        const double size = x.lpNorm<1>() + (b.translation - a.translation).lpNorm<1>();
        ASSERT_LE(near.error, 36.0 * 0x1p-53 * size);  // tightness of (9), (10) and (11) together
    }
    RecordProperty("worst_ratio", std::to_string(worst));
    EXPECT_GT(worst, 0.1);
    EXPECT_GT(exact_points, trials / 50);
}

// A point at the origin of b shows the error of the translation alone: nothing else hides it.
TEST(Pose, Reference_ErrorOfTheRelativeTranslationCounts) {
    Rng rng(163);
    double worst = 0.0;
    for (int trial = 0; trial < 20000 / test::kSlower; ++trial) {
        const Pose a = random_case_pose(rng, 10.0), b = random_case_pose(rng, 10.0);
        const RationalPoint truth = oracle::unposed(a, oracle::posed(b, oracle::rationals(Vec3::Zero())));
        const PosedPoint near = place(placement_of(b, a), Vec3::Zero());
        const double ratio = error_ratio(near, truth);
        ASSERT_LE(ratio, 1.0) << trial;
        worst = std::max(worst, ratio * near.error / (2.0 * 0x1p-53 * near.near.lpNorm<Eigen::Infinity>()));
    }
    EXPECT_GT(worst, 1.0);  // what the rounding of the sum alone would allow
}

// Three equal components: the matrix has entries of 1/3 and 2/3, which no double holds.
TEST(Pose, Reference_ThirdsAreNotExact) {
    Rng rng(164);
    const double third = std::sqrt(1.0 / 3.0);
    int off = 0;
    for (int trial = 0; trial < 400; ++trial) {
        Eigen::Quaterniond q(third, third, third, third);
        q.coeffs()[static_cast<Eigen::Index>(rng.below(4))] = 0.0;
        const Pose pose{test::random_vector(rng, 1.0), q},
            other{test::random_vector(rng, 1.0), Eigen::Quaterniond::Identity()};
        const Vec3 x = test::random_vector(rng, 10.0);
        const RationalPoint truth = oracle::posed(pose, oracle::rationals(x));
        const PosedPoint near = place(placement_of(pose), x);
        ASSERT_LE(error_ratio(near, truth), 1.0);
        ASSERT_LE(error_ratio(place(placement_of(pose, other), x), oracle::unposed(other, truth)), 1.0);
        off += !placement_of(pose).swaps_axes;
    }
    EXPECT_EQ(off, 400);
}

// The entries alone, since points hide a small error in a large bound.
TEST(Pose, Reference_EntriesOfTheMatrixHoldTheirBounds) {
    Rng rng(64);
    double worst = 0.0, worst_relative = 0.0;
    const int trials = 4000 / test::kSlower;
    for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE(trial);
        const Pose a{Vec3::Zero(), test::random_rotation(rng)}, b{Vec3::Zero(), test::random_rotation(rng)};
        const Placement of_b = placement_of(b), between = placement_of(b, a);
        for (int j = 0; j < 3; ++j) {
            const RationalPoint column = oracle::posed(b, oracle::rationals(Vec3::Unit(j)));
            const double ratio = error_ratio({of_b.rotation.col(j), of_b.rotation_error}, column);
            const double relative_ratio =
                error_ratio({between.rotation.col(j), between.rotation_error}, oracle::unposed(a, column));
            ASSERT_LE(ratio, 1.0);
            ASSERT_LE(relative_ratio, 1.0);
            worst = std::max(worst, ratio);
            worst_relative = std::max(worst_relative, relative_ratio);
        }
    }
    RecordProperty("worst_ratio", std::to_string(worst));
    RecordProperty("worst_ratio_relative", std::to_string(worst_relative));
    EXPECT_GT(worst, 0.15);
    EXPECT_GT(worst_relative, 0.1);
}

// Products underflow: the bound needs its absolute term.
TEST(Pose, Degenerate_SubnormalCoordinatesStayWithinTheBound) {
    Rng rng(65);
    int inexact = 0;
    for (int trial = 0; trial < 2000 / test::kSlower; ++trial) {
        SCOPED_TRACE(trial);
        const auto least = [&]() -> Vec3 {
            return Vec3(test::random_int(rng, 5), test::random_int(rng, 5), test::random_int(rng, 5)) *
                   0x1p-1074;
        };
        const Pose a{least(), test::random_rotation(rng)}, b{least(), test::random_rotation(rng)};
        const Vec3 x = least();
        const RationalPoint truth = oracle::posed(a, oracle::rationals(x));
        const double ratio = error_ratio(place(placement_of(a), x), truth);
        ASSERT_LE(ratio, 1.0);
        ASSERT_LE(error_ratio(place(placement_of(b, a), x),
                              oracle::unposed(a, oracle::posed(b, oracle::rationals(x)))),
                  1.0);
        inexact += ratio > 0.0;
    }
    EXPECT_GT(inexact, 1000 / test::kSlower);
}

// The bound scales with the lengths: the same case at 1e-6, 1 and 1e6.
TEST(Pose, Property_ErrorsScaleWithTheData) {
    const Vec3 x(1.3, -0.4, 2.2), t(0.9, 5.1, -3.3);
    const auto error_at = [&](double scale) {
        const Pose a{t * scale, kAsymmetric.rotation},
            b{-0.7 * t * scale, Eigen::Quaterniond(0.8, 0.0, 0.6, 0.0)};
        return place(placement_of(b, a), x * scale).error / scale;
    };
    EXPECT_GT(error_at(1.0), 1e-16);
    EXPECT_LT(error_at(1.0), 1e-13);
    constexpr double kLostBits =
        0.1;  // the exact rounding error of t_b - t_a is in the bound and does not scale
    EXPECT_NEAR(error_at(1e-6) / error_at(1.0), 1.0, kLostBits);
    EXPECT_NEAR(error_at(1e6) / error_at(1.0), 1.0, kLostBits);
}

TEST(Pose, Property_IntervalOfABoxHoldsItsPoints) {
    Rng rng(66);
    for (int trial = 0; trial < 500 / test::kSlower; ++trial) {
        SCOPED_TRACE(trial);
        const Pose pose = random_case_pose(rng, 5.0);
        const Vec3 lo = test::random_vector(rng, 5.0), size = test::random_vector(rng, 1.0).cwiseAbs();
        const IntervalVec3 box{Interval{lo.x(), lo.x() + size.x()}, Interval{lo.y(), lo.y() + size.y()},
                               Interval{lo.z(), lo.z() + size.z()}};
        const IntervalVec3 posed_box = apply_interval(pose, box);
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 x(corner & 1 ? box[0].hi : box[0].lo, corner & 2 ? box[1].hi : box[1].lo,
                         corner & 4 ? box[2].hi : box[2].lo);
            ASSERT_TRUE(contains(posed_box, oracle::posed(pose, oracle::rationals(x))));
        }
    }
}

}  // namespace graze::pose_test
