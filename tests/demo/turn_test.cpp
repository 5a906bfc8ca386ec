#include "graze/demo/turn.h"

#include "graze/core/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace graze::turn_test {
namespace {

constexpr double kDirectionError = 4e-16;  // what turn.h promises, per component

}  // namespace

TEST(Turn, Example_QuartersAreExact) {
    EXPECT_EQ(direction_at(0.0), Vec2(1.0, 0.0));
    EXPECT_EQ(direction_at(0.25), Vec2(0.0, 1.0));
    EXPECT_EQ(direction_at(0.5), Vec2(-1.0, 0.0));
    EXPECT_EQ(direction_at(-0.25), Vec2(0.0, -1.0));
    EXPECT_EQ(direction_at(1000.25), Vec2(0.0, 1.0));
    EXPECT_NEAR(direction_at(1.0 / 12.0).y(), 0.5, kDirectionError);
}

TEST(Turn, Reference_AgreesWithLongDouble) {
    Rng rng(11);
    const long double tau = 2.0L * acosl(-1.0L);
    int quarters[4] = {};
    for (int trial = 0; trial < 100000; ++trial) {
        const double turns = rng.uniform(-3.0, 3.0);
        const Vec2 d = direction_at(turns);
        ASSERT_NEAR(d.x(), static_cast<double>(cosl(tau * turns)), kDirectionError) << turns;
        ASSERT_NEAR(d.y(), static_cast<double>(sinl(tau * turns)), kDirectionError) << turns;
        ++quarters[static_cast<int>(std::floor(4.0 * turns)) & 3];
    }
    for (const int count : quarters) EXPECT_GT(count, 10000);
}

TEST(Turn, Property_MatrixAndQuaternionAreTheSameRotation) {
    Rng rng(12);
    for (int trial = 0; trial < 1000; ++trial) {
        const Vec3 axis(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.1, 1)), p(1.0, -2.0, 0.5);
        const double turns = rng.uniform(-1.0, 1.0);
        const Vec3 expected = Eigen::AngleAxisd(turns * kTau, axis.normalized()) * p;
        ASSERT_LT((rotation_about(axis, turns) * p - expected).norm(), 1e-14);
        ASSERT_LT((turned_about(axis, turns) * p - expected).norm(), 1e-14);
    }
    EXPECT_LT((turned_about_z(0.25) * Vec3(1, 0, 0) - Vec3(0, 1, 0)).norm(), 1e-15);
}

}  // namespace graze::turn_test
