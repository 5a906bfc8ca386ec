#include "graze/motion/motion_window.h"

#include "support/motion_attack.h"

namespace graze::motions_together_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): everything here is about its helpers

}  // namespace

TEST(MotionsTogether, Reference_BoundsContainTheTrueRangeSeenFromAnotherBody) {
    Rng rng(77);
    Tightness relative_taylor[4], difference_taylor[4];
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE(trial);
        const auto family_a = MotionFamily(rng.below(test::kMotionFamilies));
        const auto family_b = MotionFamily(rng.below(test::kMotionFamilies));
        if (family_a == MotionFamily::LeastTurn || family_b == MotionFamily::LeastTurn) continue;
        const oracle::MoreDigits digits(320);
        const Attack k = random_attack(rng, family_a);
        const MotionCase b = random_motion(rng, family_b, k.size);
        const MotionWindow of_a = window_over(k.a.motion, k.time), of_b = window_over(b.motion, k.time);
        const NumVec x = oracle::nums(k.point), n = oracle::nums(k.n);
        const auto seen = [&](const Num& t) {
            return dot(n, oracle::seen_from(b.truth, k.a.truth(x, t), t));
        };
        const ProjectionWindow p = projection(point_over(relative(of_a, of_b), k.point), k.n);
        auto truth = truth_of(seen, k.time);
        ASSERT_TRUE(contains(p.natural, truth));
        ASSERT_TRUE(contains(taylor_range(p), truth));
        const double t = rng.uniform(k.time.lo, k.time.hi);
        ASSERT_TRUE(seen(Num(t)).is_at_least(value_at(p, t).lo) &&
                    seen(Num(t)).is_at_most(value_at(p, t).hi));
        const bool is_far = family_a == MotionFamily::FarBody || family_b == MotionFamily::FarBody;
        if (!is_far) relative_taylor[window_class(k.time)].add(range(p), truth, k.size);

        const Vec3 other = b.near + test::random_vector(rng, k.size);
        const NumVec y = oracle::nums(other);
        const auto apart = [&](const Num& s) { return dot(n, k.a.truth(x, s) - b.truth(y, s)); };
        const ProjectionWindow d =
            projection(difference(point_over(of_a, k.point), point_over(of_b, other)), k.n);
        truth = truth_of(apart, k.time);
        ASSERT_TRUE(contains(d.natural, truth));
        ASSERT_TRUE(contains(taylor_range(d), truth));
        if (!is_far) difference_taylor[window_class(k.time)].add(range(d), truth, k.size);
    }
    constexpr double kMost[4] = {12.0, 8.0, 3.0, 1.01};
    for (int w = 0; w < 4; ++w) {
        relative_taylor[w].expect_mean_below(kMost[w], "relative_" + std::to_string(w));
        difference_taylor[w].expect_mean_below(kMost[w], "difference_" + std::to_string(w));
    }
}

TEST(MotionsTogether, Reference_ChainsOfJoints) {
    Rng rng(99);
    const oracle::MoreDigits digits(320);
    Tightness tightness[4];
    for (int trial = 0; trial < 120; ++trial) {
        SCOPED_TRACE(trial);
        const double size = kSizes[rng.below(3)];
        Composed arm;
        oracle::Path truth;
        const std::uint32_t links = 2 + static_cast<std::uint32_t>(rng.below(3));
        for (std::uint32_t i = 0; i < links; ++i) {
            const auto family = rng.below(4) == 0 ? MotionFamily(rng.below(3)) : MotionFamily::Joint;
            const MotionCase link = random_motion(rng, family, size);
            arm.links.push_back({i == 0 ? std::nullopt : std::optional(i - 1), link.motion});
            truth = i == 0 ? link.truth : oracle::true_composition(truth, link.truth);
        }
        ASSERT_TRUE(validate(arm, {}, "arm"));
        const Interval time = random_window(rng, kWindows[rng.below(5)]);
        const Vec3 point = test::random_vector(rng, size), direction = test::random_vector(rng, 1.0);
        const NumVec x = oracle::nums(point), n = oracle::nums(direction);
        const auto range_of = truth_of([&](const Num& t) { return dot(n, truth(x, t)); }, time);
        const ProjectionWindow p =
            projection(point_over(window_over(arm, links - 1, time), point), direction);
        ASSERT_TRUE(contains(p.natural, range_of));
        ASSERT_TRUE(contains(taylor_range(p), range_of));
        tightness[window_class(time)].add(range(p), range_of, size);
    }
    constexpr double kMost[4] = {20.0, 8.0, 2.0, 1.01};
    for (int w = 0; w < 4; ++w) tightness[w].expect_mean_below(kMost[w], "chain_" + std::to_string(w));
}

TEST(MotionsTogether, Reference_PiecesOneAfterTheOther) {
    Rng rng(123);
    const oracle::MoreDigits digits(320);
    int across = 0;
    for (int trial = 0; trial < 150; ++trial) {
        SCOPED_TRACE(trial);
        Piecewise motion{{}, {0.0, rng.uniform(0.1, 0.4), 0.5, 1.0}};
        Pose poses[4];
        for (Pose& pose : poses) pose = test::random_pose(rng, 1.0);
        std::vector<oracle::Path> truths;
        for (int i = 0; i < 3; ++i) {
            const PoseSegment pair{poses[i], poses[i + 1], 0};
            if (i == 1) {
                motion.pieces.push_back(make_slerp(pair));
                truths.push_back(oracle::true_slerp(pair.from, pair.to, 0, Vec3::Zero()));
            } else {
                motion.pieces.push_back(make_screw(pair, test::random_vector(rng, 1.0)));
                truths.push_back(oracle::true_screw(pair.from, pair.to, 0));
            }
        }
        ASSERT_TRUE(validate(motion, "test"));
        const Interval time = random_window(rng, kWindows[rng.below(5)]);
        const Vec3 point = test::random_vector(rng, 1.0), direction = test::random_vector(rng, 1.0);
        const NumVec x = oracle::nums(point), n = oracle::nums(direction);
        const ProjectionWindow p = projection(point_over(window_over(motion, time), point), direction);
        int pieces = 0;
        for (int i = 0; i < 3; ++i) {
            const double lo = std::max(time.lo, motion.breaks[i]),
                         hi = std::min(time.hi, motion.breaks[i + 1]);
            if (lo > hi) continue;
            ++pieces;
            const Num begin(motion.breaks[i]), length = Num(motion.breaks[i + 1]) - begin;
            const auto truth =
                truth_of([&](const Num& t) { return dot(n, truths[i](x, (t - begin) / length)); }, {lo, hi});
            ASSERT_TRUE(contains(range(p), truth));
            ASSERT_TRUE(contains(taylor_range(p), truth));
        }
        across += pieces > 1;
    }
    EXPECT_GT(across, 30);
    EXPECT_LT(across, 120);
}

}  // namespace graze::motions_together_test
