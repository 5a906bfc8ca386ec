#include "graze_papers/touch_proof.h"

#include "support/screw_queries.h"

#include <gtest/gtest.h>

namespace graze::papers::touch_proof_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

const MovingFeature kFace = on_lines({{0, 0, 0}, {2, 0, 0}, {0, 1, 0}}, {0, 0, 0});

}  // namespace

TEST(TouchProof, Example_CrossingsAreProvedAndNearMissesAreNot) {
    const auto fall = [](const Vec3& from) { return prove_touch(on_lines({from}, {0, 0, -2}), kFace, 0.5); };
    ASSERT_TRUE(fall({0.5, 0.25, 1}).has_value());
    EXPECT_GE(*fall({0.5, 0.25, 1}), 0.5);
    EXPECT_LT(*fall({0.5, 0.25, 1}), 0.5 + 1e-6);
    for (const Vec3& beside :
         {Vec3(1.0, 0.5 + 1e-9, 1), Vec3(-1e-9, 0.5, 1), Vec3(0.5, -1e-9, 1), Vec3(1.5, 0.75, 1)})
        EXPECT_FALSE(fall(beside).has_value());
    EXPECT_TRUE(prove_touch(kFace, on_lines({{0.5, 0.25, 1}}, {0, 0, -2}), 0.5).has_value());
    const MovingFeature edge = on_lines({{-1, 0, 1}, {1, 0.1, 1}}, {0, 0, -3});
    const auto across = [&](double x) {
        return prove_touch(edge, on_lines({{x, -1, 0}, {x + 0.2, 1, 0}}, {0, 0, 0}), 1.0 / 3.0);
    };
    ASSERT_TRUE(across(0.0).has_value());
    EXPECT_GE(*across(0.0), 1.0 / 3.0);
    EXPECT_LT(*across(0.0), 1.0 / 3.0 + 1e-6);
    EXPECT_FALSE(across(1.0).has_value());   // beside one end of the first
    EXPECT_FALSE(across(-1.2).has_value());  // beside the other
    const auto along = [&](double y) {
        return prove_touch(edge, on_lines({{0, y, 0}, {0.2, y + 1, 0}}, {0, 0, 0}), 1.0 / 3.0);
    };
    EXPECT_TRUE(along(-0.5).has_value());
    EXPECT_FALSE(along(0.2).has_value());
    EXPECT_FALSE(along(-1.2).has_value());
}

TEST(TouchProof, Degenerate_TouchingWithoutCrossingIsNotProved) {
    EXPECT_FALSE(
        prove_touch(on_lines({{-2, 0.25, 0}}, {6, 0, 0}), kFace, 1.0 / 3.0).has_value());  // in the plane
    EXPECT_FALSE(
        prove_touch(on_lines({{0.5, 0.25, 1}}, {0, 0, -0.5}), kFace, 1.0).has_value());  // not there yet
    // It ends 1e-17 above the face, where rounding hides on which side.
    MovingFeature above = on_lines({{0.5, 0.25, 1}}, {0, 0, 0});
    std::get<VertexEnds>(above.motion).to[0].z() = 1e-17;
    EXPECT_FALSE(prove_touch(above, kFace, 1.0).has_value());
    EXPECT_FALSE(prove_touch(on_lines({{-1, 0, 1}, {1, 0, 1}}, {0, 0, -2}),
                             on_lines({{-1, 0, 0}, {1, 0, 0}}, {0, 0, 0}), 0.5)
                     .has_value());  // parallel
}

TEST(TouchProof, Reference_PlantedCrossingsAreProvedAfterFirstContact) {
    Rng rng(66);
    int proved = 0;
    constexpr int kTrials = 1500;
    for (int i = 0; i < kTrials; ++i) {
        SCOPED_TRACE(i);
        const auto query = random_screw_query(rng, kScrewFamilies[rng.below(7)], 0.0);
        const auto contact =
            first_feature_contact(query->moving, query->still, {.tolerance = 1e-6 * query->size});
        if (contact.verdict != ContactVerdict::Contact) continue;
        const auto touch = prove_touch(query->moving, query->still, contact.clear_until);
        if (!touch) continue;
        ++proved;
        ASSERT_GE(*touch, contact.clear_until);  // before that, nothing was proved to happen
        ASSERT_LE(*touch, 1.0);
        if (i % 10 == 0) {
            // It lies at or after the touch: the oracle, too, sees them meet up to there.
            const auto least = oracle::least_distance(query->moving_truth, query->still_truth,
                                                      {contact.clear_until, *touch}, 1e-7 * query->size, 200);
            ASSERT_LE(least.lo, 1e-6 * query->size);
        }
    }
    EXPECT_GT(proved, kTrials * 8 / 10);
}

TEST(TouchProof, Reference_NothingIsProvedOfPairsThatAreProvedClear) {
    Rng rng(67);
    int clear = 0, proved = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto query = random_screw_query(rng, kScrewFamilies[rng.below(7)], 0.4);
        const auto contact =
            first_feature_contact(query->moving, query->still, {.tolerance = 1e-6 * query->size});
        const bool touches = prove_touch(query->moving, query->still, query->time).has_value();
        if (contact.verdict == ContactVerdict::Clear) {
            ++clear;
            ASSERT_FALSE(touches);
        }
        proved += touches;
    }
    EXPECT_GT(clear, 500);
    EXPECT_GT(proved, 50);
}

}  // namespace graze::papers::touch_proof_test
