#include "graze_papers/screw_approximation.h"

#include "support/motion_attack.h"

namespace graze::papers::screw_approximation_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

constexpr double kPi2 = 3.14159265358979;

// The pose that linear parameters have at time t, rounded.
Pose pose_of(const PoseParameters& from, const PoseParameters& to, double t) {
    const Vec3 r = from.rotation_vector + t * (to.rotation_vector - from.rotation_vector);
    const double half = 0.5 * r.norm();
    const Vec3 v = half > 0 ? Vec3(r * (std::sin(half) / (2.0 * half))) : Vec3(0.5 * r);
    return {from.position + t * (to.position - from.position),
            Eigen::Quaterniond(std::cos(half), v.x(), v.y(), v.z())};
}

// The largest distance seen between the screws and the truth, for points of the ball.
double largest_seen(Rng& rng, const Piecewise& screws, const oracle::Path& truth, const BodyBall& body) {
    double largest = 0.0;
    for (int i = 0; i < 60; ++i) {
        const double t = rng.unit();
        const Vec3 way = random_vector(rng, 1.0).normalized() * (body.radius * 0.999999);
        const Vec3 x = body.centre + way;
        const IntervalVec3 ours = point_at(jet_over(screws, exactly(t)), x);
        const NumVec there = truth(oracle::nums(x), Num(t));
        Num sum = 0.0;
        for (int k = 0; k < 3; ++k) sum = sum + oracle::sqr(there[k] - Num(midpoint(ours[k])));
        largest = std::max(largest, oracle::sqrt(sum).lo());
    }
    return largest;
}

}  // namespace

TEST(ScrewApproximation, Example_AScrewIsOneScrew) {
    const PoseSegment pair{
        {{0, 0, 0}, Eigen::Quaterniond(1, 0, 0, 0)}, {{1, 2, 3}, Eigen::Quaterniond(0.8, 0, 0.6, 0)}, 0};
    const SteadyTurn screw = make_screw(pair);
    const auto result = approximate_by_screws([&](double t) { return t == 0.0 ? pair.from : pair.to; },
                                              [&](const Interval& time) { return jet_over(screw, time); },
                                              {{0.5, 0, 0}, 0.5}, {.tolerance = 1.0});
    EXPECT_TRUE(result.is_within_tolerance);
    EXPECT_EQ(result.motion.pieces.size(), 1u);
}

TEST(ScrewApproximation, Reference_ErrorsNeverExceedTheBound) {
    Rng rng(606);
    const double kTolerances[] = {0.3, 0.03, 0.01};
    double closest = 0.0;
    int split = 0;
    for (int trial = 0; trial < 40; ++trial) {
        SCOPED_TRACE(trial);
        const PoseParameters from{random_vector(rng, 1.0), random_vector(rng, 2.0)};
        const PoseParameters to{random_vector(rng, 1.0), random_vector(rng, 2.0)};
        const LinearParameters motion = make_linear_parameters(from, to);
        const auto truth =
            oracle::true_linear_parameters(oracle::nums(from.position), oracle::nums(from.rotation_vector),
                                           oracle::nums(to.position), oracle::nums(to.rotation_vector));
        const BodyBall body{random_vector(rng, 1.0), rng.uniform(0.1, 1.0)};
        const double tolerance = kTolerances[rng.below(3)];
        // Poor poses make a poor approximation, but never a false bound.
        const double nudge = rng.below(4) == 0 ? 1e-3 : 0.0;
        const auto pose = [&](double t) {
            Pose p = pose_of(from, to, t);
            p.translation.x() += nudge;
            return p;
        };
        const auto jets =
            approximate_by_screws(pose, [&](const Interval& time) { return jet_over(motion, time); }, body,
                                  {.tolerance = tolerance});
        ASSERT_TRUE(jets.is_within_tolerance);
        ASSERT_TRUE(validate(jets.motion, ""));
        const double seen = largest_seen(rng, jets.motion, truth, body);
        ASSERT_LE(seen, jets.error);
        closest = std::max(closest, seen / jets.error);
        split += jets.motion.pieces.size() > 4;

        // |w| <= |k| because the matrix of motion.md (M17) is an average of rotations.
        const SpeedBounds speeds{
            (to.rotation_vector - from.rotation_vector).norm() * 1.000001,
            (to.position - from.position).norm() * 1.000001 +
                (to.rotation_vector - from.rotation_vector).norm() * body.centre.norm() * 1.000001};
        const auto slow = approximate_by_screws([&](double t) { return pose_of(from, to, t); }, speeds, body,
                                                {.tolerance = 0.1, .most_pieces = 400});
        ASSERT_LE(largest_seen(rng, slow.motion, truth, body), slow.error);
    }
    EXPECT_GT(closest, 0.02);  // the bound is about something
    EXPECT_GT(split, 10);
}

TEST(ScrewApproximation, Example_AWholeTurnThatTheEndPosesDoNotShow) {
    // One turn, faster and faster: both ends are the same pose, so the one screw stands still.
    const SteadyTurn turn =
        make_joint({.placement = {}, .axis = {1, 0, 0}, .angle_t0 = 0, .angle_t1 = 2 * kPi2});
    const auto jet = [&](const Interval& time) {
        const Interval sq = sqr(time);
        return at_rate(jet_over(turn, {sq.lo, std::min(sq.hi, 1.0)}), exactly(2.0) * time);
    };
    const auto result = approximate_by_screws([](double) { return Pose{}; }, jet, {{0, 0, 0}, 1.5},
                                              {.tolerance = 100.0, .windows = 1});
    ASSERT_EQ(result.motion.pieces.size(), 1u);
    EXPECT_GE(result.error, 3.0);  // on the other side after half a turn
    EXPECT_LT(result.error, 20.0);
}

TEST(ScrewApproximation, Degenerate_BudgetAndUnknownMotionsAreSaid) {
    const auto spin = [](double t) {
        return Pose{Vec3::Zero(), Eigen::Quaterniond(std::cos(kPi2 * t * t), std::sin(kPi2 * t * t), 0, 0)};
    };
    const auto few = approximate_by_screws(spin, SpeedBounds{4.0 * kPi2, 0.0}, {{0, 0, 0}, 1.0},
                                           {.tolerance = 1e-6, .most_pieces = 16});
    EXPECT_FALSE(few.is_within_tolerance);
    EXPECT_EQ(few.motion.pieces.size(), 16u);
    EXPECT_GT(few.error, 1e-6);
    EXPECT_LT(few.error, 3.0);
    const auto unknown = [](const Interval&) {
        MotionJet jet = jet_over(AtRest{}, {0, 1});
        jet.spin[1] = kWholeLine;
        return jet;
    };
    const auto result = approximate_by_screws([](double) { return Pose{}; }, unknown, {{0, 0, 0}, 1.0},
                                              {.tolerance = 1.0, .most_pieces = 3});
    EXPECT_EQ(result.error, kInfinity);
    EXPECT_FALSE(result.is_within_tolerance);
}

}  // namespace graze::papers::screw_approximation_test
