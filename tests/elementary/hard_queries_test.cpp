// Queries that are degenerate by construction, in exact arithmetic: the truth is certain, so nobody who
// proves may contradict it. More of them than the sample holds.
#include "elementary/hard_queries.h"

#include "graze_papers/redon_contact.h"

#include <gtest/gtest.h>

namespace graze::bench::hard_queries_test {
namespace {

constexpr double kTolerance = 1e-6;

}  // namespace

TEST(HardQueries, Reference_NobodyMissesALinearContact) {
    Rng rng(71);
    QueryTally ours, redon;
    for (int i = 0; i < 2400; ++i) {
        const auto family = HardFamily(i % kHardFamilies);
        SCOPED_TRACE(name_of(family));
        const LinearQuery query = hard_linear_query(family, rng);
        const auto [a, b] = features_of(query);
        // Tangential ones are the dearest, and a coarse tolerance is as good for finding a miss.
        const double tolerance = family == HardFamily::Tangential ? 1e-3 : kTolerance;
        const auto verdict = first_feature_contact(a, b, {.tolerance = tolerance}).verdict;
        const auto published =
            papers::redon_first_contact(a, b, {.place_error = 1e-2, .most_evaluations = 2000}).verdict;
        ours.add(verdict, query.is_contact);
        redon.add(published, query.is_contact);
    }
    EXPECT_EQ(ours.missed, 0u);
    EXPECT_EQ(ours.undecided, 0u);
    EXPECT_EQ(redon.missed, 0u);
    EXPECT_GT(ours.contacts, 1000u);
    EXPECT_LT(ours.contacts, 1400u);
    EXPECT_LT(ours.false_alarms, ours.queries / 10);  // most of them tangential, at 1e-3
    EXPECT_LT(redon.undecided, redon.queries / 4);
}

TEST(HardQueries, Reference_NobodyMissesARigidContact) {
    Rng rng(72);
    QueryTally ours, redon;
    for (int i = 0; i < 1400; ++i) {
        const auto family = HardFamily(i % (kHardFamilies - 1));
        const auto [query, truth] = hard_rigid_query(family, rng);
        SCOPED_TRACE(query.name);
        const auto motions = motions_of(query);
        const auto features = features_of(query, motions);
        const auto result = first_feature_contact(features[0], features[1], {.tolerance = kTolerance});
        const auto published = papers::redon_first_contact(features[0], features[1],
                                                           {.place_error = 1e-2, .most_evaluations = 2000});
        EXPECT_LE(result.clear_until, truth.is_contact ? truth.time : 1.0);
        ours.add(result.verdict, truth.is_contact);
        redon.add(published.verdict, truth.is_contact);
    }
    EXPECT_EQ(ours.missed, 0u);
    EXPECT_EQ(ours.undecided, 0u);
    EXPECT_EQ(redon.missed, 0u);
    EXPECT_GT(ours.contacts, 600u);
    EXPECT_LT(ours.contacts, 800u);
    EXPECT_LT(ours.false_alarms, ours.queries * 31 / 1000);
}

TEST(HardQueries, Property_TheSameSeedGivesTheSameBits) {
    Rng one(5), two(5), other(6);
    bool differs = false;
    for (int i = 0; i < 40; ++i) {
        const auto family = HardFamily(i % kHardFamilies);
        const LinearQuery a = hard_linear_query(family, one), b = hard_linear_query(family, two);
        EXPECT_EQ(a.from, b.from);
        EXPECT_EQ(a.to, b.to);
        differs = differs || a.from != hard_linear_query(family, other).from;
    }
    EXPECT_TRUE(differs);
}

}  // namespace graze::bench::hard_queries_test
