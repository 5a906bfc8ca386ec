// Searches that stop and go on, by their work or by the clock.
#include "graze/continuous/search/model_contact.h"
#include "graze/continuous/search/tuning.h"

#include "support/body_queries.h"
#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

namespace graze::continued_search_test {
namespace {

/// Two bumpy balls, one of which comes along a screw.
struct Pair {
    Mesh mesh_a = test::bumpy_sphere_mesh(14, 20), mesh_b = test::bumpy_sphere_mesh(10, 16);
    BodyModel a = build_body_model(mesh_a), b = build_body_model(mesh_b);
    Pose from, to;
    RigidMotion rest = AtRest{}, screw = AtRest{};

    void move(Rng& rng) {
        from = test::random_pose(rng, Vec3(-4, 0, 0) + test::random_vector(rng, 0.5));
        to = test::random_pose(rng, Vec3(4, 0, 0) + test::random_vector(rng, 1.6));
        screw = make_screw({from, to, 0});
    }
    [[nodiscard]] FirstContact ask(const FirstContactOptions& options, FirstContactWorkspace& w) const {
        return first_contact({a, rest}, {b, screw, &from}, options, w);
    }
    [[nodiscard]] FirstContact go_on(const FirstContactOptions& options, FirstContactWorkspace& w) const {
        return continue_first_contact({a, rest}, {b, screw, &from}, options, w);
    }
};

void expect_same(const FirstContact& x, const FirstContact& y) {
    ASSERT_EQ(x.verdict, y.verdict);
    ASSERT_EQ(x.clear_until, y.clear_until);
    ASSERT_EQ(x.contacts.size(), y.contacts.size());
    for (std::size_t i = 0; i < x.contacts.size(); ++i) {
        ASSERT_EQ(x.contacts[i].triangles, y.contacts[i].triangles);
        ASSERT_EQ(x.contacts[i].features, y.contacts[i].features);
    }
}

}  // namespace

TEST(ContinuedSearch, Property_GoesOnToTheSameAnswerWithoutDoingItsWorkAgain) {
    Rng rng(501);
    Pair pair;
    std::array<int, 2> seen{};
    int continued = 0;
    std::uint64_t work_whole = 0, work_continued = 0;
    for (int trial = 0; trial < 120; ++trial) {
        SCOPED_TRACE(trial);
        pair.move(rng);
        FirstContactWorkspace whole_space, space;
        constexpr FirstContactTuning kNoGuess{.guesses = 0};
        const FirstContactOptions whole{.clearance = trial % 2 == 0 ? 0.0 : 0.05, .tuning = &kNoGuess};
        const FirstContact expected = pair.ask(whole, whole_space);
        if (expected.verdict == ContactVerdict::OverlapAtStart) continue;
        FirstContactOptions cut = whole;
        cut.most_work = 1 + rng.below(40);
        FirstContact found = pair.ask(cut, space);
        if (found.verdict != ContactVerdict::Undecided) continue;
        ++continued;
        ASSERT_LE(found.clear_until, expected.clear_until);
        for (int stop = 0; stop < 3 && found.verdict == ContactVerdict::Undecided; ++stop) {
            cut.most_work += rng.below(60);
            found = pair.go_on(cut, space);
            ASSERT_LE(found.clear_until, expected.clear_until);
        }
        FirstContactOptions rest = whole;
        rest.threads = trial % 3 == 0 ? 2 : 1;
        if (found.verdict == ContactVerdict::Undecided) found = pair.go_on(rest, space);
        expect_same(found, expected);
        ++seen[expected.verdict == ContactVerdict::Contact];
        work_whole += expected.counters.node_pairs;
        work_continued += found.counters.node_pairs;
        // A workspace that went on is as good as new.
        expect_same(pair.ask(whole, space), expected);
    }
    EXPECT_GE(continued, 60);
    EXPECT_GE(seen[0], 15);
    EXPECT_GE(seen[1], 15);
    EXPECT_LT(work_continued, work_whole + work_whole / 10);
}

TEST(ContinuedSearch, Property_TheClockOnlyEverStopsIt) {
    constexpr FirstContactTuning kSoonLong{.long_after = 20};
    Rng rng(502);
    Pair pair;
    int stopped = 0;
    for (int trial = 0; trial < 20; ++trial) {
        SCOPED_TRACE(trial);
        pair.move(rng);
        FirstContactWorkspace w;
        const FirstContact expected = pair.ask({}, w);
        const auto now = std::chrono::steady_clock::now();
        FirstContactWorkspace other;
        expect_same(pair.ask({.deadline = now + std::chrono::hours(1)}, other), pair.ask({}, w));
        for (const int threads : {1, 2}) {
            const FirstContact late =
                pair.ask({.deadline = now, .threads = threads, .tuning = &kSoonLong}, other);
            ASSERT_LE(late.clear_until, expected.clear_until);
            stopped += late.verdict == ContactVerdict::Undecided;
            if (late.verdict != ContactVerdict::Undecided) {
                ASSERT_EQ(late.verdict, expected.verdict);
            }
        }
    }
    EXPECT_GE(stopped, 20);
}

}  // namespace graze::continued_search_test
