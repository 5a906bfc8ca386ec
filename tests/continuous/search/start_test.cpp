// What is known of bodies where a search begins: that they are apart by the caller's word, or that they begin
// within the tolerance of the clearance.
#include "graze/continuous/search/first_contact.h"
#include "graze/discrete/wide/distance.h"

#include "support/body_queries.h"
#include "support/door_meshes.h"
#include "support/random_poses.h"

#include <gtest/gtest.h>

namespace graze::start_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

Pose at(double x, double y, double z) { return {Vec3(x, y, z), Eigen::Quaterniond::Identity()}; }

/// A box of side 2 that begins 0.1 above a floor.
struct BoxOnFloor {
    Body floor = *build_body(box_mesh({10, 10, 1})), box = *build_body(box_mesh({1, 1.2, 1}));
    Pose start = at(0.5, 0.25, 2.1);

    [[nodiscard]] FirstContact move(const Vec3& way, const FirstContactOptions& options) const {
        Pose to = start;
        to.translation += way;
        return first_contact(floor.at_rest(), box.moving(slerp({start, to})), options);
    }
};

constexpr FirstContactOptions kInTheBand{.clearance = 0.09, .tolerance = 0.02};

}  // namespace

TEST(StartBand, Example_BodiesThatPartAreClear) {
    const BoxOnFloor scene;
    const FirstContact up = scene.move(Vec3(0, 0, 1), kInTheBand);
    EXPECT_EQ(up.verdict, ContactVerdict::Clear);
    EXPECT_EQ(up.clear_until, 1.0);
    EXPECT_EQ(scene.move(Vec3(2, 1, 0), kInTheBand).verdict, ContactVerdict::Clear);  // nor those that slide
}

TEST(StartBand, Example_BodiesThatComeNearerMeetLater) {
    const BoxOnFloor scene;
    const FirstContact down = scene.move(Vec3(0, 0, -1), kInTheBand);
    ASSERT_EQ(down.verdict, ContactVerdict::Contact);
    EXPECT_GT(down.clear_until, 0.0);
    EXPECT_LE(down.clear_until, 0.01);  // where the distance is 0.09
    EXPECT_LE(down.distance_hi, 0.11);
    EXPECT_FALSE(down.contacts.empty());
}

TEST(StartBand, Example_ALaterBeginningIsOneToo) {
    const BoxOnFloor scene;
    FirstContactOptions options = kInTheBand;
    options.from = 0.5;  // 0.1 above the floor, after falling from 0.6
    Pose high = scene.start, low = scene.start;
    high.translation.z() += 0.5;
    low.translation.z() -= 0.05;
    const auto then = [&](const Pose& last) {
        const std::array pieces{slerp({high, scene.start}), slerp({scene.start, last})};
        return first_contact(scene.floor.at_rest(),
                             scene.box.moving(*one_after_another(pieces, std::array{0.0, 0.5, 1.0})),
                             options);
    };
    EXPECT_EQ(then(high).verdict, ContactVerdict::Clear);
    const FirstContact down = then(low);
    EXPECT_EQ(down.verdict, ContactVerdict::Contact);
    EXPECT_GT(down.clear_until, 0.5);
    EXPECT_LE(down.clear_until, 0.6);  // where the distance is 0.09
}

TEST(StartBand, Degenerate_AtTheClearanceItselfBodiesAreInContact) {
    const BoxOnFloor scene;
    for (const double spare : {0.0, 1e-15}) {
        const FirstContact up =
            scene.move(Vec3(0, 0, 1), {.clearance = 0.1 - spare, .tolerance = 0.02, .from = 0.0});
        EXPECT_TRUE(up.verdict == ContactVerdict::OverlapAtStart || up.verdict == ContactVerdict::Contact);
        EXPECT_EQ(up.clear_until, 0.0);
    }
}

TEST(StartBand, Degenerate_ABudgetEndsBothSearchesTogether) {
    const BoxOnFloor scene;
    const std::uint64_t all = [&] {
        const FirstContactCounters c = scene.move(Vec3(1, 0, 1), kInTheBand).counters;
        return c.node_pairs + c.triangle_pairs + c.feature_steps;
    }();
    for (std::uint64_t budget = 0; budget <= 2 * all; ++budget) {
        FirstContactOptions options = kInTheBand;
        options.most_work = budget;
        const FirstContact found = scene.move(Vec3(1, 0, 1), options);
        if (found.verdict == ContactVerdict::Contact) {
            EXPECT_EQ(found.clear_until, 0.0);
        } else if (found.verdict == ContactVerdict::Clear) {
            EXPECT_EQ(found.clear_until, 1.0);
        }
    }
}

// Soundness and tightness by samples: nothing within the clearance before clear_until; a contact at most d + e.
TEST(StartBand, Reference_SamplesOfRandomMotions) {
    Rng rng(2508);
    const Body seat = *build_body(shell_mesh(9, 0.02, 0.03)), door = *build_body(shell_mesh(12, 0.02, 0.0));
    int clear = 0, contacts = 0;
    for (int trial = 0; trial < 60; ++trial) {
        SCOPED_TRACE(trial);
        const Pose start = at(rng.uniform(-0.002, 0.002), rng.uniform(-0.002, 0.002), -0.045);
        const BodyDistance apart = distance(seat.at(), door.at(start));
        ASSERT_GT(apart.lo, 0.001);
        Pose to = start;
        to.translation += Vec3(0, 0, rng.below(2) == 0 ? -0.3 : 0.02) + random_vector(rng, 0.01);
        to.rotation = turned_a_little(rng, to.rotation, 0.01).normalized();
        const double c = apart.lo * rng.uniform(0.8, 0.999), e = 2.0 * (apart.hi - c);
        const Motion motion = slerp({start, to});
        const FirstContact found =
            first_contact(seat.at_rest(), door.moving(motion), {.clearance = c, .tolerance = e});
        ASSERT_NE(found.verdict, ContactVerdict::Undecided);
        ASSERT_NE(found.verdict, ContactVerdict::OverlapAtStart);
        (found.verdict == ContactVerdict::Clear ? clear : contacts) += 1;
        for (int k = 0; k <= 32; ++k) {
            const double t = found.clear_until * k / 32.0;
            const BodyDistance there = distance(seat.at(), door.at(motion.pose_at(t)));
            ASSERT_GE(there.hi + 1e-12, c) << t;
        }
        if (found.verdict != ContactVerdict::Contact) continue;
        ASSERT_GT(found.clear_until, 0.0);
        ASSERT_LE(distance(seat.at(), door.at(motion.pose_at(found.clear_until))).lo, c + e + 1e-12);
    }
    EXPECT_GT(clear, 15);
    EXPECT_GT(contacts, 15);
}

TEST(ProvedApart, Example_TheDiscreteTestIsLeftOut) {
    const Body big = *build_body(box_mesh({3, 3, 3})), small = *build_body(box_mesh({1, 1, 1}));
    const auto ask = [&](const FirstContactOptions& options) {
        return first_contact(big.at_rest(), small.moving(slerp({at(0, 0, 0), at(0, 0.5, 0)})), options)
            .verdict;
    };
    EXPECT_EQ(ask({}), ContactVerdict::OverlapAtStart);
    // A wrong word is believed: it is the caller's.
    EXPECT_EQ(ask({.start = ProvedApart{0.0}}), ContactVerdict::Clear);
}

TEST(ProvedApart, Example_ByLessThanTheClearanceIsLookedAt) {
    const BoxOnFloor scene;
    const auto ask = [&](double distance) {
        return scene.move(Vec3(0, 0, 1),
                          {.clearance = 0.2, .tolerance = 0.01, .start = ProvedApart{distance}});
    };
    const FirstContact near = ask(0.05);
    EXPECT_EQ(near.verdict, ContactVerdict::OverlapAtStart);
    EXPECT_EQ(near.meeting, BodyMeeting::Apart);
    EXPECT_EQ(near.contacts.size(), 1u);
}

TEST(ProvedApart, Property_TheSameAnswerWithoutTheTest) {
    Rng rng(2509);
    const Body a = *build_body(bumpy_sphere_mesh(6, 9)), b = *build_body(box_mesh({0.5, 0.4, 0.7}));
    int contacts = 0, clear = 0;
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE(trial);
        const Pose from = random_pose(rng, 2.5 * random_vector(rng, 1.0).normalized()),
                   to = random_pose(rng, random_vector(rng, 2.5));
        const double apart = distance(a.at(), b.at(from)).lo;
        if (!(apart > 0.01)) continue;
        FirstContactOptions options{.clearance = rng.uniform(0.0, 0.8) * apart, .tolerance = 1e-5};
        const MovingBody moving = b.moving(screw({from, to}));
        const FirstContact plain = first_contact(a.at_rest(), moving, options);
        options.start = ProvedApart{0.9 * apart};
        const FirstContact told = first_contact(a.at_rest(), moving, options);
        ASSERT_EQ(answer_of(plain), answer_of(told));
        ++(plain.verdict == ContactVerdict::Clear ? clear : contacts);
    }
    EXPECT_GT(contacts, 20);
    EXPECT_GT(clear, 20);
}

}  // namespace graze::start_test
