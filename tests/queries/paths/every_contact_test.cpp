#include "graze/queries/paths/every_contact.h"

#include "graze/queries/paths/first_contacts.h"

#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

namespace graze::every_contact_test {
namespace {

struct Crowd {
    Body ball = *build_body(test::bumpy_sphere_mesh(6, 9)),
         box = *build_body(test::box_mesh({0.9, 0.5, 0.3}));
    std::vector<MovingBody> bodies;
};

Crowd random_crowd(Rng& rng, int count, double step) {
    Crowd crowd;
    for (int i = 0; i < count; ++i) {
        const Vec3 place(3.0 * (i % 4), 3.0 * (i / 4 % 4), 3.0 * (i / 16));
        const Pose from = test::random_pose(rng, place + test::random_vector(rng, 0.4)),
                   to = test::random_pose(rng, place + test::random_vector(rng, step));
        const Body& body = i % 2 == 0 ? crowd.ball : crowd.box;
        crowd.bodies.push_back(i % 5 == 0 ? body.at_rest(from) : body.moving(slerp({from, to})));
    }
    return crowd;
}

void expect_same(const PairFirstContact& found, const FirstContact& truth) {
    ASSERT_EQ(found.verdict, truth.verdict);
    ASSERT_EQ(found.clear_until, truth.clear_until);
    ASSERT_EQ(found.distance_hi, truth.distance_hi);
}

FirstContact alone(const Crowd& crowd, const MovingPair& pair) {
    return first_contact(
        crowd.bodies[pair.bodies[0]], crowd.bodies[pair.bodies[1]],
        {.clearance = pair.clearance, .tolerance = pair.tolerance, .from = pair.from, .start = pair.start});
}

}  // namespace

TEST(EveryContact, Reference_EachPairIsAskedByItself) {
    Rng rng(2514);
    EarliestContactWorkspace workspace;
    std::array<int, 4> verdicts{};
    for (int trial = 0; trial < 6; ++trial) {
        SCOPED_TRACE(trial);
        const Crowd crowd = random_crowd(rng, 24, 3.0);
        std::vector<MovingPair> pairs =
            pairs_near(crowd.bodies, PairRules({}, {}, 0.05), {.tolerance = 1e-4});
        for (MovingPair& pair : pairs) {
            pair.clearance = rng.uniform(0.0, 0.05);
            pair.tolerance = rng.uniform(1e-5, 1e-4);
        }
        std::vector<PairFirstContact> one(pairs.size()), two(pairs.size());
        ASSERT_TRUE(every_contact(crowd.bodies, pairs, {}, one, workspace));
        ASSERT_TRUE(every_contact(crowd.bodies, pairs, {.threads = 2}, two, workspace));
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const FirstContact truth = alone(crowd, pairs[i]);
            expect_same(one[i], truth);
            expect_same(two[i], truth);
            ++verdicts[static_cast<std::size_t>(truth.verdict)];
            if (HasFatalFailure()) return;
        }
    }
    EXPECT_GT(verdicts[0], 20);  // clear
    EXPECT_GT(verdicts[1], 20);  // in contact
}

TEST(EveryContact, Property_AskingAgainForOneBodyLeavesTheOthers) {
    Rng rng(2515);
    EarliestContactWorkspace workspace;
    Crowd crowd = random_crowd(rng, 24, 3.0);
    std::vector<MovingPair> pairs = pairs_near(crowd.bodies, PairRules({}, {}, 0.02));
    std::vector<PairFirstContact> found(pairs.size());
    ASSERT_TRUE(every_contact(crowd.bodies, pairs, {}, found, workspace));
    // The first that meets another is frozen just before: its motion is a piece, then rest.
    const auto met = std::find_if(found.begin(), found.end(), [](const PairFirstContact& pair) {
        return pair.verdict == ContactVerdict::Contact && pair.clear_until > 0.1;
    });
    ASSERT_NE(met, found.end());
    const MovingPair& pair = pairs[static_cast<std::size_t>(met - found.begin())];
    const double t = 0.9 * met->clear_until;
    for (const std::uint32_t body : pair.bodies) {
        const Motion before = crowd.bodies[body].motion;
        crowd.bodies[body].motion = *one_after_another(
            std::array{slerp({before.pose_t0(), before.pose_at(t)}), rest(before.pose_at(t))},
            std::array{0.0, t, 1.0});
        const std::vector<PairFirstContact> old = found;
        ASSERT_TRUE(every_contact_of(body, crowd.bodies, pairs, {}, found, workspace));
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (pairs[i].bodies[0] == body || pairs[i].bodies[1] == body) {
                expect_same(found[i], alone(crowd, pairs[i]));
            } else {
                ASSERT_EQ(found[i].clear_until, old[i].clear_until);
                ASSERT_EQ(found[i].counters.node_pairs, old[i].counters.node_pairs);
            }
        }
    }
    EXPECT_EQ(met->verdict, ContactVerdict::Clear);
}

// HANDLING T10: walls of a pit that touch each other.
TEST(EveryContact, Regression_PairsThatNeverMoveCostNothing) {
    const Body wall = *build_body(test::box_mesh({1, 1, 1}));
    const Pose beside{Vec3(2, 0, 0), Eigen::Quaterniond::Identity()},
        above{Vec3(0, 0, 3), Eigen::Quaterniond::Identity()},
        lower{Vec3(0, 0, 2.5), Eigen::Quaterniond::Identity()};
    const std::vector<MovingBody> bodies{wall.at_rest(), wall.at_rest(beside),
                                         wall.moving(slerp({above, lower}))};
    const PairRules rules({}, {}, 0.0);
    const auto pairs = pairs_near(bodies, rules);
    for (const MovingPair& pair : pairs) EXPECT_EQ(pair.bodies[1], 2u);
    EXPECT_EQ(first_contacts(bodies, rules).verdict, ContactVerdict::Clear);
    const std::vector<MovingBody> still{bodies[0], bodies[1]};
    EXPECT_TRUE(pairs_near(still, rules).empty());
    EXPECT_EQ(first_contacts(still, rules).searched, 0u);
}

}  // namespace graze::every_contact_test
