#include "graze/continuous/features/feature_distance.h"

#include "oracle/first_contact.h"
#include "oracle/true_motion.h"
#include "support/point_families.h"

#include <gtest/gtest.h>

namespace graze::feature_distance_test {
namespace {

using oracle::Num;
using oracle::NumVec;

std::vector<NumVec> exact_places(const std::vector<Vec3>& vertices) {
    std::vector<NumVec> places;
    for (const Vec3& x : vertices) places.push_back(oracle::nums(x));
    return places;
}

NumVec exact_place(const std::vector<Vec3>& f, const FeaturePoint& at) {
    NumVec p = oracle::nums(f[0]);
    if (f.size() > 1) p = p + Num(at.u) * (oracle::nums(f[1]) - oracle::nums(f[0]));
    if (f.size() > 2) p = p + Num(at.v) * (oracle::nums(f[2]) - oracle::nums(f[0]));
    return p;
}

bool is_on_feature(const FeaturePoint& at) {
    return at.u >= 0.0 && at.v >= 0.0 && (Num(at.u) + Num(at.v)).is_at_most(1.0);
}

}  // namespace

TEST(FeatureDistance, Reference_PointsAreOnTheFeaturesAndClosest) {
    Rng rng(2718);
    const int sizes[5][2] = {{1, 3}, {3, 1}, {2, 2}, {1, 2}, {1, 1}};
    int borders = 0, insides = 0;
    for (int trial = 0; trial < 6000; ++trial) {
        SCOPED_TRACE(trial);
        const auto& [na, nb] = sizes[rng.below(5)];
        std::vector<Vec3> a(na), b(nb);
        for (Vec3& x : a) x = test::random_vector(rng, 1.0);
        for (Vec3& x : b) x = test::random_vector(rng, 1.0);
        const auto kind = rng.below(6);
        if (kind == 0 && na == 2) b[1] = b[0] + 2.0 * (a[1] - a[0]);
        if (kind == 1 && nb > 1) b[1] = b[0];
        if (kind == 2 && nb == 3) b[2] = 0.25 * b[0] + 0.75 * b[1];
        const ClosestFeatures ours = closest_features(a, b);
        ASSERT_TRUE(is_on_feature(ours.on_a) && is_on_feature(ours.on_b));
        const NumVec apart = exact_place(a, ours.on_a) - exact_place(b, ours.on_b);
        const double reached = oracle::sqrt(oracle::norm_sq(apart)).hi();
        const oracle::Bracket sq = oracle::distance_sq(exact_places(a), exact_places(b));
        ASSERT_LE(reached, std::sqrt(sq.hi) + 1e-7);  // rounding of nearly parallel edges
        for (int k = 0; k < 3; ++k) ASSERT_NEAR(ours.separation[k], apart[k].middle(), 1e-14);
        ASSERT_GE(ours.normal.dot(ours.separation), 0.0);
        const bool is_inside =
            nb == 3 && ours.on_b.u > 0.0 && ours.on_b.v > 0.0 && ours.on_b.u + ours.on_b.v < 0.999;
        insides += is_inside;
        borders += nb == 3 && !is_inside;
    }
    EXPECT_GT(insides, 100);
    EXPECT_GT(borders, 100);
}

TEST(FeatureDistance, Reference_NearlyClosestPointsAreNearlyClosest) {
    Rng rng(2719);
    const int sizes[4][2] = {{1, 3}, {3, 1}, {2, 2}, {1, 2}};
    int worse = 0;
    constexpr int kTrials = 20000;
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const auto& [na, nb] = sizes[rng.below(4)];
        std::vector<Vec3> a(na), b(nb);
        for (Vec3& x : a) x = test::random_vector(rng, 1.0);
        for (Vec3& x : b) x = test::random_vector(rng, 1.0);
        const auto kind = rng.below(6);
        if (kind == 0 && na == 2) b[1] = b[0] + 2.0 * (a[1] - a[0]);
        if (kind == 1 && nb > 1) b[1] = b[0];
        if (kind == 2 && nb == 3) b[2] = 0.25 * b[0] + 0.75 * b[1];
        if (kind == 3 && na > 1) a[1] = a[0];
        const ClosestFeatures best = closest_features(a, b), nearly = nearly_closest_features(a, b);
        const NumVec apart = exact_place(a, nearly.on_a) - exact_place(b, nearly.on_b);
        for (int k = 0; k < 3; ++k) ASSERT_NEAR(nearly.separation[k], apart[k].middle(), 1e-14);
        for (const FeaturePoint& at : {nearly.on_a, nearly.on_b})
            ASSERT_TRUE(at.u >= 0.0 && at.v >= 0.0 && at.u + at.v <= 1.0 + 1e-15);
        ASSERT_LE(nearly.separation.norm(), best.separation.norm() + 1e-5);
        ASSERT_GE(nearly.normal.dot(nearly.separation), 0.0);
        worse += nearly.separation.norm() > best.separation.norm() + 1e-9;
    }
    EXPECT_LT(worse, kTrials / 1000);
}

}  // namespace graze::feature_distance_test
