#include "graze/continuous/feature_contact.h"

#include "support/feature_queries.h"

#include <gtest/gtest.h>

namespace graze {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

PlantedQuery any_query(Rng& rng) {
    if (rng.below(3) == 0) return random_linear_query(rng);
    return random_planted_query(rng, MotionFamily(rng.below(kMotionFamilies)),
                                MotionFamily(rng.below(kMotionFamilies)));
}

FeatureContactOptions options_for(const PlantedQuery& query, Rng& rng) {
    const double rounding = 1e-11 * query.reach;
    return {.clearance = rng.below(2) == 0 ? rounding : 0.05 * query.size,
            .tolerance = std::max(1e-6 * query.size, rounding)};
}

}  // namespace

TEST(FeatureContact, Property_SwappingTheBodiesChangesNothingThatMatters) {
    Rng rng(50);
    for (int i = 0; i < 400; ++i) {
        const PlantedQuery query = any_query(rng);
        const auto options = options_for(query, rng);
        const auto ab = first_feature_contact(query.a.feature, query.b.feature, options);
        const auto ba = first_feature_contact(query.b.feature, query.a.feature, options);
        ASSERT_EQ(ab.verdict, ba.verdict);
        ASSERT_LE(ba.clear_until, query.time);
        ASSERT_LE(ab.distance_hi, options.clearance + options.tolerance);
        ASSERT_LE(ba.distance_hi, options.clearance + options.tolerance);
    }
}

TEST(FeatureContact, Property_ScalingByPowersOfTwoChangesNoBit) {
    Rng rng(51);
    for (int i = 0; i < 400; ++i) {
        const PlantedQuery query = random_linear_query(rng);
        const auto options = options_for(query, rng);
        const auto before = first_feature_contact(query.a.feature, query.b.feature, options);
        const double scale = rng.below(2) == 0 ? 0x1p-20 : 0x1p31;
        auto a = query.a.feature, b = query.b.feature;
        for (auto* feature : {&a, &b}) {
            for (Vec3& x : feature->vertices) x *= scale;
            for (Vec3& x : std::get<VertexEnds>(feature->motion).to) x *= scale;
        }
        const auto after = first_feature_contact(
            a, b, {.clearance = options.clearance * scale, .tolerance = options.tolerance * scale});
        ASSERT_EQ(after.verdict, before.verdict);
        ASSERT_EQ(after.clear_until, before.clear_until);
        ASSERT_EQ(after.distance_hi, before.distance_hi * scale);
        ASSERT_EQ(after.windows, before.windows);
    }
}

TEST(FeatureContact, Property_AReversedClearMotionIsClear) {
    Rng rng(52);
    int clear = 0;
    for (int i = 0; i < 300; ++i) {
        PlantedQuery query = random_linear_query(rng);
        const Vec3 away = (rng.below(2) == 0 ? 0.0 : query.size) * Vec3(1.5, -2.0, 1.0);
        for (Vec3& x : query.a.feature.vertices) x += away;
        auto& ends_a = std::get<VertexEnds>(query.a.feature.motion).to;
        for (Vec3& x : ends_a) x += away;
        const double e = 1e-6 * query.size;
        const auto forward =
            first_feature_contact(query.a.feature, query.b.feature, {.clearance = 2 * e, .tolerance = e});
        if (forward.verdict != FeatureVerdict::Clear) continue;
        ++clear;
        std::swap(ends_a, query.a.feature.vertices);
        std::swap(std::get<VertexEnds>(query.b.feature.motion).to, query.b.feature.vertices);
        const auto back =
            first_feature_contact(query.a.feature, query.b.feature, {.clearance = e / 2, .tolerance = e});
        ASSERT_EQ(back.verdict, FeatureVerdict::Clear);
    }
    EXPECT_GT(clear, 50);
    EXPECT_LT(clear, 290);
}

TEST(FeatureContact, Reference_ContactsPlantedOnArmsAndPaths) {
    Rng rng(53);
    double latest = 0.0;
    for (int i = 0; i < 600; ++i) {
        SCOPED_TRACE(i);
        const double time = rng.unit();
        MovingFeature a, b;
        a.count = b.count = 2;
        Composed arm;
        for (std::uint32_t k = 0; k < 3; ++k)
            arm.links.push_back({k == 0 ? std::nullopt : std::optional(k - 1), joint_case(rng, 1.0).motion});
        Piecewise path{{}, {0.0, 0.3, 0.55, 1.0}};
        Pose from = random_pose(rng, 1.0);
        for (int k = 0; k < 3; ++k) {
            const Pose to = random_pose(rng, 1.0);
            path.pieces.push_back(k == 1 ? RigidMotion(make_linear_parameters(PosePair{from, to, 0}))
                                         : RigidMotion(make_screw({from, to, 0})));
            from = to;
        }
        a.motion = LinkMotion{&arm, 2};
        b.motion = &path;
        const Vec3 home = random_vector(rng, 1.0);
        place_vertices(rng, a, home, 1.0);
        const MotionJet seen = relative(jet_over(arm, 2, exactly(time)), jet_over(path, exactly(time)));
        place_vertices(rng, b, middle_of(point_at(seen, home)), 1.0);
        const auto result = first_feature_contact(a, b, {.clearance = 1e-10, .tolerance = 1e-6});
        ASSERT_EQ(result.verdict, FeatureVerdict::Contact);
        ASSERT_LE(result.clear_until, time);
        latest = std::max(latest, result.clear_until);
    }
    EXPECT_GT(latest, 0.9);
}

}  // namespace graze
