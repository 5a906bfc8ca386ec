#include "graze/continuous/features/feature_contact.h"

#include "support/feature_queries.h"

#include <gtest/gtest.h>

namespace graze::feature_contact_properties_test {
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
        if (forward.verdict != ContactVerdict::Clear) continue;
        ++clear;
        std::swap(ends_a, query.a.feature.vertices);
        std::swap(std::get<VertexEnds>(query.b.feature.motion).to, query.b.feature.vertices);
        const auto back =
            first_feature_contact(query.a.feature, query.b.feature, {.clearance = e / 2, .tolerance = e});
        ASSERT_EQ(back.verdict, ContactVerdict::Clear);
    }
    EXPECT_GT(clear, 50);
    EXPECT_LT(clear, 290);
}

TEST(FeatureContact, Property_ARigidMoveOfBothChangesNoVerdict) {
    Rng rng(54);
    int contacts = 0;
    for (int i = 0; i < 300; ++i) {
        PlantedQuery query = random_linear_query(rng);
        const bool apart = rng.below(2) == 0;
        const Vec3 away = (apart ? query.size : 0.0) * Vec3(3.5, -4.0, 4.0);
        for (Vec3& x : query.a.feature.vertices) x += away;
        for (Vec3& x : std::get<VertexEnds>(query.a.feature.motion).to) x += away;
        const auto options = options_for(query, rng);
        const auto before = first_feature_contact(query.a.feature, query.b.feature, options);
        const Vec3 shift = random_vector(rng, query.size);
        const auto move = [&](Vec3& x) {
            x = Vec3(-x.y(), x.x(), x.z()) + shift;
        };  // a quarter turn is exact
        for (auto* feature : {&query.a.feature, &query.b.feature}) {
            for (Vec3& x : feature->vertices) move(x);
            for (Vec3& x : std::get<VertexEnds>(feature->motion).to) move(x);
        }
        const auto after = first_feature_contact(query.a.feature, query.b.feature, options);
        ASSERT_NE(after.verdict, ContactVerdict::Undecided);
        if (!apart) {
            ASSERT_EQ(after.verdict, ContactVerdict::Contact);
            ASSERT_LE(after.clear_until, query.time);
        }
        ASSERT_EQ(after.verdict, before.verdict);
        contacts += after.verdict == ContactVerdict::Contact;
    }
    EXPECT_GT(contacts, 100);
    EXPECT_LT(contacts, 290);
}

TEST(FeatureContact, Property_SplittingTimeLosesNoContact) {
    Rng rng(55);
    int first = 0, second = 0;
    for (int i = 0; i < 400; ++i) {
        const PlantedQuery query = random_linear_query(rng);
        // Half way is a rounded place; the clearance covers that.
        const FeatureContactOptions options{.clearance = 1e-11 * query.reach, .tolerance = 1e-6 * query.size};
        auto early_a = query.a.feature, early_b = query.b.feature, late_a = early_a, late_b = early_b;
        for (auto [early, late] : {std::pair{&early_a, &late_a}, std::pair{&early_b, &late_b}})
            for (int k = 0; k < 3; ++k) {
                const Vec3 half = 0.5 * (early->vertices[k] + std::get<VertexEnds>(early->motion).to[k]);
                std::get<VertexEnds>(early->motion).to[k] = half;
                late->vertices[k] = half;
            }
        const bool is_early = query.time <= 0.5;
        const auto result = is_early ? first_feature_contact(early_a, early_b, options)
                                     : first_feature_contact(late_a, late_b, options);
        ASSERT_EQ(result.verdict, ContactVerdict::Contact);
        const double time = is_early ? 0.5 * result.clear_until : 0.5 + 0.5 * result.clear_until;
        ASSERT_LE(time, query.time * (1.0 + 1e-15));
        (is_early ? first : second) += 1;
    }
    EXPECT_GT(first, 100);
    EXPECT_GT(second, 100);
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
            path.pieces.push_back(k == 1 ? RigidMotion(make_linear_parameters(PoseSegment{from, to, 0}))
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
        ASSERT_EQ(result.verdict, ContactVerdict::Contact);
        ASSERT_LE(result.clear_until, time);
        latest = std::max(latest, result.clear_until);
    }
    EXPECT_GT(latest, 0.9);
}

}  // namespace graze::feature_contact_properties_test
