#include "graze_papers/harmonic_range.h"

#include "support/motion_attack.h"

namespace graze::papers::harmonic_range_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): everything here is about its helpers

}  // namespace

TEST(HarmonicRange, Reference_ContainsTheTrueRangeOfEverySteadyTurn) {
    Rng rng(20251);
    Tightness closed[4];
    int small_turns = 0, turns = 0;
    for (int family = 0; family < test::kMotionFamilies; ++family) {
        SCOPED_TRACE(test::kMotionFamilyNames[family]);
        const oracle::MoreDigits digits(test::digits_for(MotionFamily(family)));
        for (int trial = 0; trial < 60; ++trial) {
            SCOPED_TRACE(trial);
            const Attack k = random_attack(rng, MotionFamily(family));
            const auto* steady = std::get_if<SteadyTurn>(&k.a.motion);
            if (!steady) continue;
            const NumVec x = oracle::nums(k.point), n = oracle::nums(k.n);
            const auto truth = truth_of([&](const Num& t) { return dot(n, k.a.truth(x, t)); }, k.time);
            const Interval ours = projection_range(*steady, k.time, k.point, k.n);
            ASSERT_TRUE(contains(ours, truth));
            if (!steady->is_small_turn) {
                ASSERT_TRUE(contains(range_over(harmonic_of(*steady, k.point, k.n), k.time), truth));
            }
            ++(steady->is_small_turn ? small_turns : turns);
            closed[window_class(k.time)].add(ours, truth, length_scale(k, MotionFamily(family)));
        }
    }
    EXPECT_GT(small_turns, 20);
    EXPECT_GT(turns, 100);
    for (int w = 0; w < 4; ++w) closed[w].expect_mean_below(1.001, "closed_" + std::to_string(w));
}

}  // namespace graze::papers::harmonic_range_test
