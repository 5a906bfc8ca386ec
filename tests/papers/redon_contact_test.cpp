#include "graze_papers/redon_contact.h"

#include "support/feature_queries.h"

#include <gtest/gtest.h>

namespace graze::papers::redon_contact_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

}  // namespace

TEST(RedonContact, Example_FallingVertexAndCrossingEdges) {
    const MovingFeature face = on_lines({{0, 0, 0}, {2, 0, 0}, {0, 1, 0}}, {0, 0, 0});
    const auto hit = redon_first_contact(on_lines({{0.5, 0.25, 1}}, {0, 0, -2}), face, {});
    EXPECT_EQ(hit.verdict, ContactVerdict::Contact);
    EXPECT_TRUE(may_contain(hit.time, 0.5) || std::abs(hit.time.lo - 0.5) < 1e-5);
    EXPECT_EQ(redon_first_contact(on_lines({{1.5, 0.75, 1}}, {0, 0, -2}), face, {}).verdict,
              ContactVerdict::Clear);
    EXPECT_EQ(redon_first_contact(face, on_lines({{0.5, 0.25, 1}}, {0, 0, -2}), {}).verdict,
              ContactVerdict::Contact);
    const MovingFeature edge = on_lines({{-1, 0, 1}, {1, 0.1, 1}}, {0, 0, -3});
    EXPECT_EQ(redon_first_contact(edge, on_lines({{0, -1, 0}, {0.2, 1, 0}}, {0, 0, 0}), {}).verdict,
              ContactVerdict::Contact);
    EXPECT_EQ(redon_first_contact(edge, on_lines({{5, -1, 0}, {5.2, 1, 0}}, {0, 0, 0}), {}).verdict,
              ContactVerdict::Clear);
}

TEST(RedonContact, Example_CoplanarSlidingBisectsEverywhere) {
    // Beside the face, in its plane, and never near it: the equation is 0 = 0 all the time.
    const MovingFeature face = on_lines({{0, 0, 0}, {2, 0, 0}, {0, 1, 0}}, {0, 0, 0});
    const MovingFeature vertex = on_lines({{-3, 5, 0}}, {6, 0, 0});
    const auto published = redon_first_contact(vertex, face, {.place_error = 1e-3});
    const auto ours = first_feature_contact(vertex, face, {.tolerance = 1e-3});
    EXPECT_EQ(ours.verdict, ContactVerdict::Clear);
    EXPECT_LT(ours.windows, 4);
    EXPECT_EQ(published.verdict, ContactVerdict::Clear);
    EXPECT_GT(published.evaluations, 10000);
    const auto poor = redon_first_contact(vertex, face, {.place_error = 1e-6, .most_evaluations = 1000});
    EXPECT_EQ(poor.verdict, ContactVerdict::Undecided);
    EXPECT_LT(poor.time.hi, 0.1);
}

TEST(RedonContact, Property_MostPlantedContactsAreFound) {
    Rng rng(2002);
    int contacts = 0, undecided = 0;
    for (int i = 0; i < 400; ++i) {
        SCOPED_TRACE(i);
        const PlantedQuery query = i % 2 == 0
                                       ? random_linear_query(rng)
                                       : random_planted_query(rng, MotionFamily::Screw, MotionFamily::Slerp);
        // Planted up to rounding: features that touch only at a corner may really miss each other by 1e-16,
        // so not all are contacts for a method without a clearance.
        const auto result = redon_first_contact(
            query.a.feature, query.b.feature, {.place_error = 1e-3 * query.size, .most_evaluations = 50000});
        undecided += result.verdict == ContactVerdict::Undecided;
        contacts += result.verdict == ContactVerdict::Contact;
    }
    EXPECT_GT(contacts, 250);
    EXPECT_LT(undecided, 100);
}

}  // namespace graze::papers::redon_contact_test
