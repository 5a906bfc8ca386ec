#include "graze/motion/motion_window.h"

#include "support/motion_attack.h"

namespace graze::motion_window_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): everything here is about its helpers
constexpr double kRounding = 1e-12;  // > a hundred roundings of numbers below 10

}  // namespace

TEST(MotionWindow, Example_PointOnAWheel) {
    const RigidMotion wheel = make_joint({.axis = {0, 0, 2}, .angle_t0 = 0, .angle_t1 = 1.5});
    const auto at = [&](const Vec3& n) {
        return range(projection(point_over(window_over(wheel, {0.0, 0.25}), {2, 0, 5}), n));
    };
    EXPECT_NEAR(at({1, 0, 0}).lo, 2 * std::cos(0.375), 1e-2);
    EXPECT_GE(at({1, 0, 0}).hi, 2.0);
    EXPECT_NEAR(at({0, 1, 0}).hi, 2 * std::sin(0.375), 1e-2);
    EXPECT_NEAR(at({0, 0, 1}).lo, 5.0, kRounding);
    EXPECT_NEAR(at({0, 0, 1}).hi, 5.0, kRounding);
}

TEST(MotionWindow, Example_LinearVertexHasNoRemainder) {
    const LinearVertex vertex{{0, 1, 0}, {4, 1, -8}};
    const ProjectionWindow p = projection(point_over(vertex, {0.25, 0.75}), {1, 0, 0.25});
    EXPECT_EQ(p.curvature.lo, 0.0);
    EXPECT_EQ(p.curvature.hi, 0.0);
    EXPECT_NEAR(p.slope.lo, 2.0, kRounding);
    EXPECT_LE(range(p).lo, 0.5);
    EXPECT_GE(range(p).hi, 1.5);
    EXPECT_NEAR(range(p).lo, 0.5, kRounding);
    EXPECT_NEAR(range(p).hi, 1.5, kRounding);
}

TEST(MotionWindow, Example_SpinningPlateHasNoRemainderAlongItsNormal) {
    const Pose tilted{{1, 2, 3}, Eigen::Quaterniond(0.8, 0.36, -0.48, 0.0)};
    const SteadyTurn spin =
        make_joint({.placement = tilted, .axis = {0, 0, 1}, .angle_t0 = 0, .angle_t1 = 3});
    Vec3 normal;
    for (int k = 0; k < 3; ++k) normal[k] = midpoint(spin.axis[k]);
    const ProjectionWindow p = projection(point_over(window_over(spin, {0, 1}), {30, 40, 0}), normal);
    EXPECT_LT(magnitude(p.curvature), 1e-11);  // of 450
    EXPECT_LT(width(range(p)), 1e-10);
}

TEST(MotionWindow, Reference_BoundsContainTheTrueRangeOfEveryMotion) {
    Rng rng(20251);
    Tightness natural[2][4], taylor[2][4];
    for (int family = 0; family < test::kMotionFamilies; ++family) {
        SCOPED_TRACE(test::kMotionFamilyNames[family]);
        const oracle::MoreDigits digits(test::digits_for(MotionFamily(family)));
        for (int trial = 0; trial < 60; ++trial) {
            SCOPED_TRACE(trial);
            const Attack k = random_attack(rng, MotionFamily(family));
            const NumVec x = oracle::nums(k.point), n = oracle::nums(k.n);
            const auto f = [&](const Num& t) { return dot(n, k.a.truth(x, t)); };
            const auto truth = truth_of(f, k.time);
            const ProjectionWindow p = projection(point_over(window_over(k.a.motion, k.time), k.point), k.n);
            ASSERT_TRUE(contains(p.natural, truth));
            ASSERT_TRUE(contains(taylor_range(p), truth));
            ASSERT_TRUE(contains(range(p), truth));
            const double t = rng.uniform(k.time.lo, k.time.hi);
            const Interval there = value_at(p, t);
            ASSERT_TRUE(f(Num(t)).is_at_least(there.lo) && f(Num(t)).is_at_most(there.hi));
            const double scale = length_scale(k, MotionFamily(family));
            const int w = window_class(k.time);
            natural[is_parameters(k.a.motion)][w].add(p.natural, truth, scale);
            taylor[is_parameters(k.a.motion)][w].add(taylor_range(p), truth, scale);
        }
    }
    // Tightness, measured (docs/mathematics/motion.md) and not to get worse.
    constexpr double kTaylor[2][4] = {{50.0, 3.5, 1.2, 1.002}, {1e8, 500.0, 2.5, 1.01}};
    for (int w = 0; w < 4; ++w) {
        for (int kind = 0; kind < 2; ++kind) {
            const std::string name = std::to_string(kind) + "_" + std::to_string(w);
            taylor[kind][w].expect_mean_below(kTaylor[kind][w], "taylor_" + name);
            natural[kind][w].expect_mean_below(100.0, "natural_" + name);
        }
    }
}

TEST(MotionWindow, Reference_RotationEntries) {
    Rng rng(5);
    for (int family = 0; family < test::kMotionFamilies; ++family) {
        SCOPED_TRACE(test::kMotionFamilyNames[family]);
        const oracle::MoreDigits digits(test::digits_for(MotionFamily(family)));
        for (int trial = 0; trial < 6; ++trial) {
            const Attack k = random_attack(rng, MotionFamily(family));
            const MotionWindow window = window_over(k.a.motion, k.time);
            const int i = static_cast<int>(rng.below(3)), j = static_cast<int>(rng.below(3));
            const NumVec zero{0.0, 0.0, 0.0}, unit = oracle::nums(Vec3::Unit(j));
            const auto entry = [&](const Num& t) { return k.a.truth(unit, t)[i] - k.a.truth(zero, t)[i]; };
            const auto truth = truth_of(entry, k.time);
            ASSERT_TRUE(contains(window.throughout.rotation[i][j], truth));
            ASSERT_LE(magnitude(window.throughout.rotation[i][j]), 1.0);
        }
    }
}

}  // namespace graze::motion_window_test
