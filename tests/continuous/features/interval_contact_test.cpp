// The way by intervals, which first_feature_contact takes only where doubles do not lead on.
#include "graze/continuous/features/interval_contact.h"

#include "support/feature_queries.h"

#include <gtest/gtest.h>

namespace graze::interval_contact_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

const std::vector<Vec3> kFace{{0, 0, 0}, {2, 0, 0}, {0, 1, 0}};

}  // namespace

TEST(IntervalContact, Example_VertexFallsOnFaceOrBesideIt) {
    const MovingFeature face = on_lines(kFace, Vec3::Zero());
    const auto on = feature_contact_by_intervals(on_lines({{0.5, 0.25, 1}}, {0, 0, -2}), face, {});
    ASSERT_EQ(on.verdict, ContactVerdict::Contact);
    EXPECT_LE(on.clear_until, 0.5);
    EXPECT_NEAR(on.clear_until, 0.5, 1e-6);
    EXPECT_NEAR(on.normal.z(), 1.0, 1e-6);
    const auto early =
        feature_contact_by_intervals(on_lines({{0.5, 0.25, 1}}, {0, 0, -2}), face, {.clearance = 0.5});
    EXPECT_NEAR(early.clear_until, 0.25, 1e-6);
    const auto beside = feature_contact_by_intervals(on_lines({{1.5, 0.75, 1}}, {0, 0, -2}), face, {});
    EXPECT_EQ(beside.verdict, ContactVerdict::Clear);
    EXPECT_EQ(beside.clear_until, 1.0);
}

TEST(IntervalContact, Example_GoesOnFromWhatIsProved) {
    const MovingFeature face = on_lines(kFace, Vec3::Zero());
    // Through the face and out again: from 0.75 on there is nothing.
    const MovingFeature vertex = on_lines({{0.5, 0.25, 1}}, {0, 0, -2});
    EXPECT_EQ(feature_contact_by_intervals(vertex, face, {}, {0.75, 3}).verdict, ContactVerdict::Clear);
    EXPECT_GT(feature_contact_by_intervals(vertex, face, {}, {0.75, 3}).windows, 3);
    const auto spent = feature_contact_by_intervals(vertex, face, {.most_windows = 3}, {0.25, 3});
    EXPECT_EQ(spent.verdict, ContactVerdict::Undecided);
}

TEST(IntervalContact, Example_EndsOnceBeyondAStop) {
    const MovingFeature face = on_lines(kFace, Vec3::Zero());
    const MovingFeature vertex = on_lines({{0.5, 0.25, 1}}, {0, 0, -2});
    const auto contact = feature_contact_by_intervals(vertex, face, {});
    const auto before = feature_contact_by_intervals(vertex, face, {}, {0.0, 0, 0.6});
    EXPECT_EQ(before.verdict, ContactVerdict::Contact);
    EXPECT_EQ(before.clear_until, contact.clear_until);
    EXPECT_EQ(before.windows, contact.windows);
    const auto stopped = feature_contact_by_intervals(vertex, face, {}, {0.0, 0, 0.2});
    EXPECT_EQ(stopped.verdict, ContactVerdict::Undecided);
    EXPECT_GT(stopped.clear_until, 0.2);
    EXPECT_LT(stopped.windows, contact.windows);
}

TEST(IntervalContact, Reference_NoPlantedContactIsMissed) {
    Rng rng(1974);
    int contacts = 0;
    double latest = 0.0;
    constexpr int kQueries = 1500;
    for (int i = 0; i < kQueries; ++i) {
        SCOPED_TRACE(i);
        const PlantedQuery query = i % 4 == 0
                                       ? random_linear_query(rng)
                                       : random_planted_query(rng, MotionFamily(rng.below(kMotionFamilies)),
                                                              MotionFamily(rng.below(kMotionFamilies)));
        const double rounding = 1e-11 * query.reach;
        const FeatureContactOptions options{.clearance = rounding,
                                            .tolerance = std::max(1e-6 * query.size, rounding)};
        const auto result = feature_contact_by_intervals(query.a.feature, query.b.feature, options);
        ASSERT_NE(result.verdict, ContactVerdict::Clear) << "missed";
        ASSERT_LE(result.clear_until, query.time) << "missed";
        ASSERT_LE(result.distance_hi, options.clearance + options.tolerance);
        contacts += result.verdict == ContactVerdict::Contact;
        latest = std::max(latest, result.clear_until);
    }
    EXPECT_EQ(contacts, kQueries);
    EXPECT_GT(latest, 0.99);
}

}  // namespace graze::interval_contact_test
