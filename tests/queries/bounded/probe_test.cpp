#include "graze/queries/bounded/probe.h"

#include "graze/core/random.h"
#include "graze/discrete/bodies/meeting.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/discrete/wide/wide_kernels.h"

#include "support/memory_use.h"
#include "support/random_poses.h"
#include "support/shapes.h"
#include "support/slower.h"
#include "support/soups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace graze::probe_test {
namespace {

using test::random_pose;
using test::random_vector;

Body body_of(Mesh mesh) { return *build_body(std::move(mesh)); }

/// Bodies and how they fly.
struct Flight {
    std::vector<Body> bodies;
    std::vector<Pose> poses;
    std::vector<Vec3> speed;

    void step(Rng& rng, double still) {
        for (std::size_t i = 0; i < poses.size(); ++i) {
            if (rng.unit() < still) continue;
            poses[i].translation += speed[i];
            for (int k = 0; k < 3; ++k)
                if (std::abs(poses[i].translation[k]) > 1.5) speed[i][k] = -speed[i][k];
            const Vec3 axis = random_vector(rng, 1.0);
            poses[i].rotation =
                (Eigen::Quaterniond(Eigen::AngleAxisd(0.05, axis.normalized())) * poses[i].rotation)
                    .normalized();
        }
    }
};

/// Soups, solids, and small bodies that get into big ones between two instants.
Flight random_flight(Rng& rng, int count) {
    Flight flight;
    Mesh soup;
    for (int i = 0; i < 30; ++i) {
        const Vec3 p = random_vector(rng, 0.5);
        test::add_triangle(
            soup, {p, Vec3(p + random_vector(rng, 0.4)), Vec3(p + random_vector(rng, 0.4))}, 0);
    }
    const Body bodies[] = {body_of(std::move(soup)), body_of(test::bumpy_sphere_mesh(6, 8)),
                           body_of(test::box_mesh(Vec3(0.1, 0.15, 0.2)))};
    for (int i = 0; i < count; ++i) {
        flight.bodies.push_back(bodies[i % 3]);
        flight.poses.push_back(random_pose(rng, random_vector(rng, 1.5)));
        flight.speed.push_back(random_vector(rng, 0.25));
    }
    return flight;
}

/// Without a tree: all pairs of triangles; what is inside by meeting_of, which has tests of its own.
bool meet_in_truth(const PosedBody& a, const PosedBody& b) {
    const PosePair poses = pose_pair(a.pose, b.pose);
    const Mesh &of_a = a.body.mesh(), &of_b = b.body.mesh();
    for (std::uint32_t j = 0; j < of_b.triangles.size(); ++j) {
        const MovedTriangle moved = move_into_a(poses, corners(of_b, j));
        for (std::uint32_t i = 0; i < of_a.triangles.size(); ++i)
            if (meeting_of(corners(of_a, i), moved, poses).meeting != TriangleMeeting::Apart) return true;
    }
    return meeting_of(a, b) != BodyMeeting::Apart;
}

/// The truth of each pair at each instant, found when it is asked for.
class Truth {
  public:
    explicit Truth(const Flight& flight) : flight_(flight) {}
    void remember() { instants_.push_back(flight_.poses); }
    bool of(const BodyPair& pair, std::uint32_t age) {
        const std::size_t instant = instants_.size() - 1 - age;
        const auto [entry, is_new] = known_.try_emplace({instant, pair[0], pair[1]}, false);
        if (is_new)
            entry->second = meet_in_truth({flight_.bodies[pair[0]], instants_[instant][pair[0]]},
                                          {flight_.bodies[pair[1]], instants_[instant][pair[1]]});
        return entry->second;
    }

  private:
    const Flight& flight_;
    std::vector<std::vector<Pose>> instants_;
    std::map<std::array<std::size_t, 3>, bool> known_;
};

/// Everything that a result says about pairs.
void expect_true(const ProbeResult& now, Truth& truth, std::uint32_t bodies) {
    std::map<BodyPair, bool> listed;
    std::uint64_t decided = 0, meet = 0;
    for (const ProbePair& pair : now.near) {
        ASSERT_TRUE(listed.emplace(pair.bodies, true).second);
        if (pair.answer == ProbeAnswer::Unknown) continue;
        ASSERT_EQ(truth.of(pair.bodies, pair.age), pair.answer == ProbeAnswer::Meets)
            << pair.bodies[0] << " " << pair.bodies[1] << " age " << pair.age;
        decided += pair.age == 0 ? 1 : 0;
        meet += pair.age == 0 && pair.answer == ProbeAnswer::Meets ? 1 : 0;
    }
    if (now.boxes_done)
        for (std::uint32_t i = 0; i < bodies; ++i)
            for (std::uint32_t j = i + 1; j < bodies; ++j)
                if (!listed.contains({i, j})) {
                    ++decided;
                    ASSERT_FALSE(truth.of({i, j}, 0)) << i << " " << j;
                }
    ASSERT_EQ(now.decided, decided);
    ASSERT_EQ(now.meet, meet);
    ASSERT_EQ(now.certified, now.boxes_done && decided == now.pairs);
}

}  // namespace

TEST(Probe, Example_TwoBoxesMeetAndPart) {
    const Body box = body_of(test::box_mesh(Vec3(1, 2, 3)));
    Probe probe({box, box});
    const auto look = [&](double x) {
        const Pose poses[] = {{}, {Vec3(x, 0, 0), Eigen::Quaterniond::Identity()}};
        return probe.look(poses, {});
    };
    EXPECT_EQ(look(1.0).meet, 1u);
    const ProbeResult apart = look(2.5);
    EXPECT_TRUE(apart.certified);
    EXPECT_EQ(apart.meet, 0u);
    EXPECT_EQ(apart.pairs, 1u);
    EXPECT_EQ(look(2.0).meet, 1u);  // touching
}

TEST(Probe, Degenerate_NoBodiesOneBodyAndNoBudget) {
    Probe none({});
    EXPECT_TRUE(none.look({}, {}).certified);
    const Body box = body_of(test::box_mesh(Vec3(1, 2, 3)));
    Probe one({box});
    const Pose rest[] = {{}, {}};
    EXPECT_TRUE(one.look({rest, 1}, {}).certified);
    Probe two({box, box});
    const ProbeResult nothing = two.look(rest, {.most_work = 0});
    EXPECT_FALSE(nothing.certified);
    EXPECT_FALSE(nothing.boxes_done);
    EXPECT_EQ(nothing.decided, 0u);
    EXPECT_EQ(nothing.oldest, 1u);
    EXPECT_TRUE(two.look(rest, {}).certified);
}

TEST(Probe, Example_ABodyInsideASolidMeetsIt) {
    const Body big = body_of(test::box_mesh(Vec3(1, 2, 3))),
               small = body_of(test::box_mesh(Vec3(0.1, 0.2, 0.3)));
    Probe probe({big, small});
    const Pose poses[] = {{}, {Vec3(0.2, 0.3, 0.4), Eigen::Quaterniond::Identity()}};
    const ProbeResult now = probe.look(poses, {});
    ASSERT_EQ(now.near.size(), 1u);
    EXPECT_TRUE(now.near[0].answer == ProbeAnswer::Meets && now.near[0].is_inside);
}

TEST(Probe, Reference_WithoutLimitsEveryInstantIsTrueAndCertified) {
    Rng rng(2611);
    int meet = 0, inside = 0, apart = 0;
    for (int scene = 0; scene < 3; ++scene) {
        Flight flight = random_flight(rng, 8);
        Probe probe(flight.bodies);
        Truth truth(flight);
        for (int frame = 0; frame < 24 / test::kSlower; ++frame) {
            truth.remember();
            const ProbeResult& now = probe.look(flight.poses, {});
            ASSERT_TRUE(now.certified);
            expect_true(now, truth, 8);
            if (HasFatalFailure()) return;
            for (const ProbePair& pair : now.near)
                (pair.answer == ProbeAnswer::Apart ? apart : pair.is_inside ? inside : meet) += 1;
            flight.step(rng, 0.2);
        }
    }
    EXPECT_GT(meet, 20);
    EXPECT_GT(apart, 20);
    EXPECT_GT(inside, 2);
}

TEST(Probe, Property_WhateverTheBudgetAnAnswerIsTrueOfItsInstant) {
    Rng rng(2612);
    int old = 0, unknown = 0, certified = 0, without_boxes = 0;
    for (int scene = 0; scene < 4; ++scene) {
        Flight flight = random_flight(rng, 8);
        Probe probe(flight.bodies);
        Truth truth(flight);
        for (int frame = 0; frame < 40 / test::kSlower; ++frame) {
            truth.remember();
            const std::uint64_t most = frame % 10 == 9 ? 5000 : frame % 10 == 4 ? rng.below(2) : rng.below(120);
            const ProbeResult& now = probe.look(flight.poses, {.most_work = most});
            EXPECT_LE(now.work, most + 64);
            expect_true(now, truth, 8);
            if (HasFatalFailure()) return;
            for (const ProbePair& pair : now.near) {
                unknown += pair.answer == ProbeAnswer::Unknown ? 1 : 0;
                old += pair.answer != ProbeAnswer::Unknown && pair.age > 0 ? 1 : 0;
            }
            certified += now.certified ? 1 : 0;
            without_boxes += now.boxes_done ? 0 : 1;
            flight.step(rng, 0.2);
        }
    }
    EXPECT_GT(old, 20);
    EXPECT_GT(unknown, 5);
    EXPECT_GT(certified, 5);
    EXPECT_GT(without_boxes, 2);
}

TEST(Probe, Property_NobodyWaitsForEver) {
    // One pair in long close quarters, moving fast; others moving slowly: with a fifth of the work that all need,
    // every pair is decided again and again.
    Rng rng(2613);
    std::vector<Body> bodies;
    std::vector<Pose> poses;
    const Body bumps = body_of(test::bumpy_sphere_mesh(16, 20));
    for (int i = 0; i < 6; ++i) {
        bodies.push_back(bumps);
        poses.push_back(random_pose(rng, Vec3(2.02 * (i % 3), 2.02 * (i / 3), 0)));
    }
    const auto shake = [&] {
        for (std::size_t i = 0; i < poses.size(); ++i)
            poses[i].translation += random_vector(rng, i < 2 ? 0.002 : 0.0001);
    };
    Probe whole(bodies), poor(bodies);
    std::uint64_t needed = 0;
    for (int frame = 0; frame < 5; ++frame, shake())
        needed = std::max(needed, whole.look(poses, {}).work);
    ASSERT_GT(needed, 100u);
    std::uint32_t oldest = 0;
    int certified = 0;
    for (int frame = 0; frame < 200; ++frame, shake()) {
        const ProbeResult& now = poor.look(poses, {.most_work = needed / 5});
        if (frame > 30) oldest = std::max(oldest, now.oldest);
        certified += now.certified ? 1 : 0;
    }
    EXPECT_LE(oldest, 40u);
    EXPECT_GE(oldest, 2u);
    EXPECT_LT(certified, 100);
}

TEST(Probe, Property_WhatStandsStillCostsNoSearch) {
    Rng rng(2614);
    const Flight flight = random_flight(rng, 9);
    Probe probe(flight.bodies);
    EXPECT_TRUE(probe.look(flight.poses, {}).certified);
    const ProbeResult again = probe.look(flight.poses, {});
    EXPECT_TRUE(again.certified);
    EXPECT_EQ(again.counters.box_tests + again.counters.triangle_tests, 0u);
    EXPECT_GT(again.near.size(), 0u);
}

TEST(Probe, Property_PairsThatRulesLeaveOutAreNotAskedAbout) {
    const Body box = body_of(test::box_mesh(Vec3(1, 2, 3)));
    const IgnoredPair ignored{{0, 1}};
    const PairRules rules({&ignored, 1}, {}, 0.0);
    Probe probe({box, box, box}, &rules);
    const ProbeResult now = probe.look(std::vector<Pose>(3), {});
    EXPECT_EQ(now.pairs, 2u);
    EXPECT_EQ(now.meet, 2u);
    EXPECT_TRUE(now.certified);
}

TEST(Probe, Property_TheSameWorkGivesTheSameAnswersOnEveryProcessor) {
    std::vector<std::vector<std::uint64_t>> seen;
    for (const char* target : wide_targets()) {
        ASSERT_TRUE(force_wide_target(target));
        Rng rng(2615);
        Flight flight = random_flight(rng, 8);
        Probe probe(flight.bodies);
        std::vector<std::uint64_t>& facts = seen.emplace_back();
        for (int frame = 0; frame < 12; ++frame) {
            const ProbeResult& now = probe.look(flight.poses, {.most_work = 60});
            facts.insert(facts.end(), {now.work, now.decided, now.meet, now.oldest});
            for (const ProbePair& pair : now.near)
                facts.insert(facts.end(), {pair.bodies[0], pair.bodies[1], std::uint64_t(pair.answer),
                                           pair.age, pair.triangles.a, pair.triangles.b});
            flight.step(rng, 0.2);
        }
    }
    force_wide_target("");
    for (const auto& facts : seen) EXPECT_EQ(facts, seen.front());
}

TEST(Probe, Property_ASecondFlightAllocatesNothing) {
    Rng rng(2616);
    Flight flight = random_flight(rng, 9);
    for (std::size_t i = 0; i < flight.bodies.size(); ++i) flight.bodies[i] = flight.bodies[0];  // soups
    Probe probe(flight.bodies);
    const auto fly = [&] {
        Flight again = flight;
        Rng same(7);
        for (int frame = 0; frame < 10; ++frame) {
            (void)probe.look(again.poses, {.most_work = 100});
            again.step(same, 0.1);
        }
    };
    for (int warm = 0; warm < 12; ++warm) fly();  // what is left over differs from flight to flight
    const std::size_t of_test = test::peak_memory_of([&] { Flight another = flight; });
    EXPECT_LE(test::peak_memory_of(fly), of_test);
}

}  // namespace graze::probe_test
