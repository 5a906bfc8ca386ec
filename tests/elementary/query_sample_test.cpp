// The committed sample of queries (graze-bench write-queries tests/data/queries --count 16), run as
// graze-bench runs files, and its truths attacked by the oracle.
#include "elementary/query_files.h"
#include "elementary/query_truth.h"

#include <gtest/gtest.h>

namespace graze::bench::query_sample_test {
namespace {

constexpr double kTolerance = 1e-6;

LinearQueries linear_sample() {
    auto read = read_linear_query_folder(GRAZE_TEST_QUERIES "/linear");
    EXPECT_TRUE(read.has_value()) << read.error().message;
    return *read;
}

RigidFile rigid_sample() {
    auto read = read_rigid_file(GRAZE_TEST_QUERIES "/rigid.txt");
    EXPECT_TRUE(read.has_value()) << read.error().message;
    return *read;
}

struct Claims {
    int right = 0, open = 0;

    // A truth that the oracle refutes fails; one that it cannot prove is counted.
    template <class Query>
    void attack(const Query& query, bool is_contact) {
        const bool meets = proved_contact_time(query).has_value();
        const bool is_apart = !meets && is_proved_clear(query);
        EXPECT_FALSE(is_contact ? is_apart : meets);
        ++(meets || is_apart ? right : open);
    }
};

}  // namespace

TEST(QuerySample, Reference_NoLinearContactIsMissed) {
    const LinearQueries sample = linear_sample();
    EXPECT_EQ(sample.rounded, 0u);
    std::array<QueryTally, 2> tallies;
    for (const LinearQuery& query : sample.queries) {
        const auto [a, b] = features_of(query);
        const auto result = first_feature_contact(a, b, {.tolerance = kTolerance});
        tallies[query.kind == QueryKind::EdgeEdge].add(result.verdict, query.is_contact);
    }
    for (const QueryTally& tally : tallies) {
        EXPECT_GE(tally.queries, 80u);
        EXPECT_GE(tally.contacts, 30u);
        EXPECT_LE(tally.contacts, tally.queries - 30u);
        EXPECT_EQ(tally.missed, 0u);
        EXPECT_EQ(tally.undecided, 0u);
        EXPECT_LE(tally.false_alarms, 4u);  // closer than the tolerance: both answers are right
    }
}

TEST(QuerySample, Reference_NoRigidContactIsMissed) {
    const RigidFile sample = rigid_sample();
    QueryTally tally;
    for (const RigidQuery& query : sample.queries) {
        SCOPED_TRACE(query.name);
        const auto motions = motions_of(query);
        const auto features = features_of(query, motions);
        const auto result = first_feature_contact(features[0], features[1], {.tolerance = kTolerance});
        const RigidTruth& truth = sample.truths.at(query.name);
        tally.add(result.verdict, truth.is_contact);
        EXPECT_LE(result.clear_until, truth.is_contact ? truth.time : 1.0);
    }
    EXPECT_GE(tally.queries, 180u);
    EXPECT_GE(tally.contacts, 60u);
    EXPECT_LE(tally.contacts, tally.queries - 60u);
    EXPECT_EQ(tally.missed, 0u);
    EXPECT_EQ(tally.undecided, 0u);
    EXPECT_LE(tally.false_alarms, 4u);
}

TEST(QuerySample, Reference_TheOracleRefutesNoTruth) {
    Claims linear, rigid;
    const LinearQueries lines = linear_sample();
    for (std::size_t i = 0; i < lines.queries.size(); i += 12)
        linear.attack(lines.queries[i], lines.queries[i].is_contact);
    const RigidFile turns = rigid_sample();
    for (std::size_t i = 0; i < turns.queries.size(); i += 12)
        rigid.attack(turns.queries[i], turns.truths.at(turns.queries[i].name).is_contact);
    EXPECT_GT(linear.right, 7);  // tangential and degenerate contacts cannot be proved by a change of sign
    EXPECT_GT(rigid.right, 7);
}

}  // namespace graze::bench::query_sample_test
