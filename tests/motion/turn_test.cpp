#include "graze/motion/turn.h"

#include "graze/motion/angle.h"
#include "graze/motion/steady_turn.h"

#include "oracle/true_motion.h"
#include "support/motion_families.h"

#include <gtest/gtest.h>

namespace graze::turn_test {
namespace {

using oracle::Num;
using Quat = Eigen::Quaterniond;

bool contains(const Interval& ours, const Num& truth) {
    return truth.is_at_least(ours.lo) && truth.is_at_most(ours.hi);
}

}  // namespace

TEST(Turn, Example_HalfTurnsGoTheWayOfTheFirstPositiveComponent) {
    const Quat identity(1, 0, 0, 0);
    for (const double sign : {1.0, -1.0}) {
        const Turn about_x = shortest_turn(identity, Quat(0, sign, 0, 0));
        EXPECT_EQ(about_x.axis[0].hi, 1.0);
        const Turn about_z = shortest_turn(identity, Quat(0, 0, 0, sign));
        EXPECT_EQ(about_z.axis[2].hi, 1.0);
        const Turn mixed = shortest_turn(identity, Quat(0, 0, sign * 0.6, sign * -0.8));
        EXPECT_NEAR(mixed.axis[1].lo, 0.6, 1e-15);
        EXPECT_NEAR(mixed.axis[2].lo, -0.8, 1e-15);
        EXPECT_TRUE(may_contain(mixed.angle, kPi.lo) || may_contain(mixed.angle, kPi.hi));
        // The rule is about conj(q0) q1, not q1 conj(q0).
        const Turn seen = shortest_turn(Quat(0, sign, 0, 0), Quat(0, 0, 1, 0));
        EXPECT_EQ(seen.axis[2].hi, 1.0);
    }
}

TEST(Turn, Example_SignOfTheDotProductIsExact) {
    const Quat q0(1.0, 0, 0, 0);
    const Turn positive = shortest_turn(q0, Quat(1e-300, -1, 0, 0));
    EXPECT_EQ(positive.axis[0].lo, -1.0);
    const Turn negative = shortest_turn(q0, Quat(-1e-300, -1, 0, 0));
    EXPECT_EQ(negative.axis[0].hi, 1.0);
    EXPECT_EQ(nearer_sign(q0, Quat(-1e-300, -1, 0, 0)).x(), 1.0);
    EXPECT_EQ(nearer_sign(q0, Quat(1e-300, -1, 0, 0)).x(), -1.0);
}

TEST(Turn, Degenerate_NoTurnIsKnownExactly) {
    const Quat q(0.1, 0.7, -0.1, 0.7);
    EXPECT_TRUE(shortest_turn(q, q).is_none);
    EXPECT_TRUE(shortest_turn(q, Quat(-0.1, -0.7, 0.1, -0.7)).is_none);
    Quat nudged = q;
    nudged.x() = std::nextafter(0.7, 1.0);
    const Turn least = shortest_turn(q, nudged);
    EXPECT_FALSE(least.is_none);
    EXPECT_GT(least.angle.lo, 0.0);
    EXPECT_LT(least.angle.hi, 1e-15);
    EXPECT_LT(width(least.axis[0]), 1e-14);  // a difference of rounded products would know nothing here
}

TEST(Turn, Degenerate_WholeTurnsNeedAnAxis) {
    const Pose pose{{1, 2, 3}, Quat(0.1, 0.7, -0.1, 0.7)};
    const auto refused = validate(PoseSegment{pose, pose, 2}, "paths[0]");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("axis"), std::string::npos);
    EXPECT_TRUE(validate(PoseSegment{pose, pose, 0}, ""));
    const Pose other{{1, 2, 3}, Quat(1, 0, 0, 0)};
    EXPECT_TRUE(validate(PoseSegment{pose, other, -1000000}, ""));
    EXPECT_FALSE(validate(PoseSegment{pose, other, 1000001}, ""));
    EXPECT_FALSE(validate(PoseSegment{pose, other, -1000001}, ""));
}

TEST(Turn, Reference_AxisAndAngleContainTheTruthTightly) {
    Rng rng(31);
    double widest_angle = 0.0, widest_axis = 0.0;
    for (int family = 0; family < 7; ++family)
        for (int trial = 0; trial < 300; ++trial) {
            const PoseSegment pair = test::random_pose_pair(rng, test::MotionFamily(family), 1.0);
            const oracle::MoreDigits digits(test::digits_for(test::MotionFamily(family)));
            const auto truth =
                oracle::axis_angle(oracle::way_of_turning(pair.from.rotation, pair.to.rotation));
            const Turn ours = shortest_turn(pair.from.rotation, pair.to.rotation);
            ASSERT_EQ(ours.is_none, truth.is_none);
            ASSERT_TRUE(contains(ours.angle, truth.angle));
            ASSERT_TRUE(contains(ours.half_sine, oracle::sin(Num(0.5) * truth.angle)));
            for (int k = 0; k < 3; ++k) ASSERT_TRUE(contains(ours.axis[k], truth.axis[k]));
            if (ours.is_none) continue;
            widest_angle = std::max(widest_angle, width(ours.angle) / ours.angle.hi);
            for (int k = 0; k < 3; ++k) widest_axis = std::max(widest_axis, width(ours.axis[k]));
        }
    EXPECT_LT(widest_angle, 6e-15);
    EXPECT_LT(widest_axis, 6e-15);
}

TEST(Angle, Reference_AnglesContainTheTruth) {
    Rng rng(8);
    double widest = 0.0;
    for (int trial = 0; trial < 4000; ++trial) {
        const double scale = std::pow(10.0, rng.uniform(-12.0, 12.0));
        const double small = rng.below(2) == 0 ? 1.0 : std::pow(10.0, rng.uniform(-150.0, 0.0));
        double y = scale * small * rng.uniform(-1.0, 1.0), x = scale * rng.uniform(-1.0, 1.0);
        if (rng.below(3) == 0) std::swap(x, y);
        if (rng.below(20) == 0) y = 0.0;
        if (rng.below(20) == 1) x = 0.0;
        if (x == 0.0 && y == 0.0) continue;
        const double wide =
            rng.below(2) == 0 ? 0.0 : rng.uniform(0.0, 0.3) * std::max(std::abs(x), std::abs(y));
        const Interval ours = angle_of({y - wide, y + wide}, {x - wide, x + wide});
        Num centre =
            y == 0.0 && x < 0.0 ? oracle::pi() : oracle::atan2(Num(y), Num(x));  // MPFI: [-pi, pi] there
        const Num turn = Num(2.0) * oracle::pi();
        if (!contains(ours, centre)) centre = contains(ours, centre + turn) ? centre + turn : centre - turn;
        ASSERT_TRUE(contains(ours, centre));
        if (wide == 0.0) {
            widest = std::max(widest, width(ours) / std::abs(centre.middle() == 0.0 ? 1.0 : centre.middle()));
            continue;
        }
        // Corners, by continuity from the centre.
        for (const double dy : {-wide, wide})
            for (const double dx : {-wide, wide}) {
                if (!is_finite(ours)) continue;
                const Num X = Num(x) * (Num(x) + Num(dx)) + Num(y) * (Num(y) + Num(dy));
                const Num Y = Num(x) * (Num(y) + Num(dy)) - Num(y) * (Num(x) + Num(dx));
                const Num corner = centre + oracle::atan2(Y, X);
                ASSERT_LE(ours.lo, corner.hi());
                ASSERT_GE(ours.hi, corner.lo());
            }
    }
    EXPECT_LT(widest, 3e-15);
}

TEST(Angle, Degenerate_NothingIsKnownAtTheOrigin) {
    EXPECT_EQ(angle_of({0, 0}, {0, 0}).hi, kInfinity);
    EXPECT_EQ(angle_of({-1, 1}, {-1, 1}).lo, -kInfinity);
    EXPECT_EQ(angle_of({std::nan(""), 1}, {1, 1}).hi, kInfinity);
    EXPECT_EQ(angle_of({-1, 1}, {1, 1}).hi, kInfinity);  // 45 degrees to either side
    EXPECT_TRUE(is_finite(angle_of({-0.4, 0.4}, {1, 1})));
}

TEST(Angle, Reference_RotationSeries) {
    Rng rng(4);
    for (int trial = 0; trial < 3000; ++trial) {
        const double middle = trial % 3 == 0 ? std::pow(10.0, rng.uniform(-12.0, 1.0))
                                             : rng.uniform(0.0, trial % 3 == 1 ? 8.0 : 4000.0);
        const double wide = rng.below(2) == 0 ? 0.0 : middle * rng.unit();
        const Interval s{middle - wide, middle + wide};
        const RotationSeries ours = rotation_series(s);
        const Num at = Num(wide == 0.0 ? middle : rng.uniform(s.lo, s.hi)), theta = oracle::sqrt(at);
        const Num sine = oracle::sin(theta), cosine = oracle::cos(theta), one(1.0);
        const Num a = sine / theta, b = (one - cosine) / at, c = (one - a) / at;
        const Num db = (a - Num(2.0) * b) / at, dc = (b - Num(3.0) * c) / at;
        ASSERT_TRUE(contains(ours.a, a));
        ASSERT_TRUE(contains(ours.b, b));
        ASSERT_TRUE(contains(ours.c, c));
        ASSERT_TRUE(contains(ours.db, db));
        ASSERT_TRUE(contains(ours.dc, dc));
        if (wide == 0.0) {
            ASSERT_LT(width(ours.a), 1e-14);
            ASSERT_LT(width(ours.b), 1e-14);
            ASSERT_LT(width(ours.c), 1e-14);
            ASSERT_LT(width(ours.db), 1e-14);
            ASSERT_LT(width(ours.dc), 1e-14);
        }
    }
    EXPECT_EQ(rotation_series(kWholeLine).db.hi, kInfinity);
    EXPECT_EQ(rotation_series({0, std::nan("")}).a.hi, kInfinity);
}

}  // namespace graze::turn_test
