#include "graze/continuous/features/lasting_gap.h"

#include "support/feature_queries.h"

#include <gtest/gtest.h>

namespace graze::lasting_gap_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

double sampled_least(const RoundedFeature& a, const RoundedFeature& b) {
    return least_sampled(a, b, {0.0, 1.0}, 400);
}

}  // namespace

TEST(LastingGap, Reference_NoPlantedContactIsProvedApart) {
    Rng rng(6001);
    int proved = 0, far = 0;
    for (int i = 0; i < 8000; ++i) {
        SCOPED_TRACE(i);
        const auto turning = MotionFamily(rng.below(kMotionFamilies));
        const auto other = rng.below(2) == 0 ? MotionFamily::Rest : MotionFamily::NoTurn;
        PlantedQuery query = rng.below(2) == 0 ? random_planted_query(rng, turning, other)
                                               : random_planted_query(rng, other, turning);
        const RoundedMotion motion_a = rounded_motion(*query.a.motion),
                            motion_b = rounded_motion(*query.b.motion);
        const auto features = [&] {
            return std::pair(rounded_feature(query.a.feature, &motion_a),
                             rounded_feature(query.b.feature, &motion_b));
        };
        const auto [a, b] = features();
        const double least_gap = 1e-11 * query.reach + a.error + b.error;
        ASSERT_FALSE(prove_apart_all_the_time(a, b, least_gap)) << "missed";
        // Moved away: what is proved is so, and much of it is.
        for (Vec3& x : query.a.feature.vertices) x += random_vector(rng, 3.0 * query.size);
        const auto [c, d] = features();
        const double wide = rng.uniform(0.0, 0.2) * query.size;
        const bool is_proved = prove_apart_all_the_time(c, d, wide);
        if (is_proved) {
            ASSERT_GT(sampled_least(c, d), wide);
        }
        proved += is_proved;
        far += i % 20 == 0 && sampled_least(c, d) > 0.3 * query.size;
    }
    EXPECT_GT(proved, 400);
    EXPECT_GT(far, 40);
}

}  // namespace graze::lasting_gap_test
