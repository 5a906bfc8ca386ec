// prove_step alone, against dense sampling of what it was asked to do.
#include "graze/dynamics/handling/proved_step.h"

#include "graze/dynamics/handling/near_pairs.h"
#include "graze/dynamics/handling/places.h"
#include "support/bodies.h"
#include "support/handled_worlds.h"
#include "support/random_poses.h"
#include "support/shapes.h"

namespace graze::proved_step_test {

using namespace graze::test;

constexpr int kSamples = 24;
constexpr StepLimits kLimits{2'000'000, {}};

/// Random bodies that do not meet, each about to move somewhere.
World crowd(Rng& rng, int movers) {
    std::vector<WorldBody> bodies;
    while (static_cast<int>(bodies.size()) < movers + 2) {
        const auto i = static_cast<int>(bodies.size());
        const Pose pose = random_pose(rng, random_vector(rng, 2.2));
        const Mesh mesh = i % 3 == 0 ? box_mesh({0.9, 0.4, 0.3}) : i % 3 == 1 ? bumpy_sphere_mesh(4, 6) : torus_mesh(8, 5, 0.8, 0.2);
        WorldBody body = i < movers ? movable(mesh, pose) : standing(mesh, pose);
        bool meets = false;
        for (const WorldBody& other : bodies) meets = meets || is_within(other.body.at(other.pose), body.body.at(pose), 0.01);
        if (!meets) bodies.push_back(std::move(body));
    }
    return world_of(std::move(bodies));
}

/// What advance does before it proves.
void prepare(WorldMemory& memory) {
    ++memory.sub_steps;
    std::vector<Vec6> going;
    std::swap(going, memory.going);
    memory.going.assign(memory.bodies.size(), Vec6::Zero());
    list_pairs(memory);
    find_contacts(memory);
    memory.going = going;
    list_pairs(memory);
}

Pose pose_of(const WorldMemory& memory, const std::vector<Pose>& ends, std::uint32_t i, double t) {
    const BodyState& body = memory.bodies[i];
    if (!body.is_movable()) return body.pose;
    return between(body.pose, ends[i], body.given.mass->centre, std::min(t, memory.lives[i].until));
}

std::vector<Pose> ends_of(const WorldMemory& memory) {
    std::vector<Pose> ends;
    for (std::size_t i = 0; i < memory.bodies.size(); ++i) {
        const BodyState& body = memory.bodies[i];
        ends.push_back(body.is_movable() ? moved(body.pose, body.given.mass->centre, memory.going[i]) : body.pose);
    }
    return ends;
}

TEST(ProvedStep, Property_NobodyMeetsAnybodyOnTheWay) {
    Rng rng(81);
    int stopped = 0, went = 0, meetings = 0, checked = 0;
    DiscreteWorkspace workspace;
    for (int round = 0; round < 25; ++round) {
        World world = crowd(rng, 3);
        WorldMemory& memory = world.memory();
        memory.going.assign(memory.bodies.size(), Vec6::Zero());
        for (const std::uint32_t i : memory.movable)
            if (rng.below(5) > 0) memory.going[i] << random_vector(rng, 2.0), random_vector(rng, 1.5);
        prepare(memory);
        const std::vector<Pose> ends = ends_of(memory);
        prove_step(memory, kLimits);
        for (const std::uint32_t i : memory.movable) {
            if (memory.going[i].isZero(0.0)) continue;
            (memory.lives[i].until < 1.0 ? stopped : went) += 1;
            EXPECT_LT(way_of(world.body(i), pose_of(memory, ends, i, 1.0), memory.lives[i].at.pose), 1e-9);
        }
        for (int sample = 0; sample <= kSamples; ++sample)
            for (std::uint32_t i = 0; i < world.size(); ++i)
                for (std::uint32_t j = i + 1; j < world.size(); ++j) {
                    if (!world.is_movable(i)) continue;
                    const double t = static_cast<double>(sample) / kSamples;
                    meetings += meeting_of(world.body(i).at(pose_of(memory, ends, i, t)),
                                           world.body(j).at(pose_of(memory, ends, j, t)), &workspace) != BodyMeeting::Apart;
                    ++checked;
                }
        // At the end every listed pair is as far apart as is said, at the very poses that are handed out.
        for (const NearPair* pair : memory.listed) {
            const auto [a, b] = pair->bodies;
            EXPECT_FALSE(is_within(world.body(a).at(memory.lives[a].at.pose), world.body(b).at(memory.lives[b].at.pose),
                                   pair->apart, &workspace));
        }
    }
    EXPECT_EQ(meetings, 0);
    EXPECT_GT(stopped, 15);
    EXPECT_GT(went, 15);
    EXPECT_GT(checked, 1000);
}

constexpr double kEpsR = 0.0044 * 0.026, kEpsS = 0.01 * 0.026;  // of the size of a body

/// Two that fall fast side by side and slowly drift together: they stop about eps_s apart, as if they did not fall.
TEST(ProvedStep, Example_WhoFallsTogetherStopsAsWhoDoesNot) {
    for (const double fall : {0.0, 50.0}) {
        const double gap = 0.02, size = Vec3::Ones().norm();
        World world = world_of({movable(box_mesh({0.5, 0.5, 0.5})), movable(box_mesh({0.5, 0.5, 0.5}), at(1.0 + gap, 0, 0))});
        WorldMemory& memory = world.memory();
        memory.going.assign(2, Vec6::Zero());
        memory.going[0] << 0.05, 0, -fall, Vec3::Zero();
        memory.going[1] << -0.05, 0, -fall, Vec3::Zero();
        prepare(memory);
        prove_step(memory, kLimits);
        const double left = memory.lives[1].at.pose.translation.x() - memory.lives[0].at.pose.translation.x() - 1.0;
        EXPECT_GT(left, 0.8 * kEpsS * size) << fall;
        EXPECT_LT(left, 0.05 * gap + kEpsS * size) << fall;
        EXPECT_EQ(memory.lives[0].until, memory.lives[1].until);
    }
}

/// The nearer a pair is, the smaller is the part of its distance that a step may take.
TEST(ProvedStep, Property_ScarceDistanceIsKept) {
    for (const int less : {2, 9, 11}) {
        const double gap = std::ldexp(kEpsR * Vec3::Ones().norm(), -less);
        World world = world_of({movable(box_mesh({0.5, 0.5, 0.5}), at(0, 0, 0.5 + gap)), standing(box_mesh({9, 9, 1}, {0, 0, -1}))},
                               {.seats = SeatsAtStart::Touching});
        ASSERT_TRUE(world.seats().empty());
        WorldMemory& memory = world.memory();
        for (auto& [key, pair] : memory.pairs) pair->part = 1.0;
        memory.going.assign(2, Vec6::Zero());
        memory.going[0] << 0, 0, -1, Vec3::Zero();
        prepare(memory);
        prove_step(memory, kLimits);
        const double kept = memory.lives[0].at.pose.translation.z() - 0.5;
        EXPECT_LT(kept, gap) << less;
        EXPECT_GT(kept, (less < 6 ? 0.89 : less < 10 ? 0.98 : 0.995) * gap) << less;
    }
}

/// Tightness: who is stopped could not have gone on much longer.
TEST(ProvedStep, Property_NobodyIsStoppedWithoutNeed) {
    Rng rng(82);
    int needed = 0, early = 0;
    DiscreteWorkspace workspace;
    for (int round = 0; round < 150; ++round) {
        World world = crowd(rng, 1);
        WorldMemory& memory = world.memory();
        memory.going.assign(memory.bodies.size(), Vec6::Zero());
        memory.going[0] << random_vector(rng, 3.0), random_vector(rng, 1.0);
        prepare(memory);
        const std::vector<Pose> ends = ends_of(memory);
        prove_step(memory, kLimits);
        const double until = memory.lives[0].until;
        // The first time at which it is within twice eps_s of anybody, as samples show.
        double first = 2.0;
        const double near = 2.0 * 0.01 * 0.026 * world.body(0).size();
        for (int sample = 0; sample <= 400 && first > 1.0; ++sample) {
            const Pose pose = between(memory.bodies[0].pose, ends[0], memory.bodies[0].given.mass->centre, sample / 400.0);
            for (std::uint32_t j = 1; j < world.size(); ++j)
                if (is_within(world.body(0).at(pose), world.body(j).at(world.pose(j)), near, &workspace)) first = sample / 400.0;
        }
        if (first > 1.0) {
            EXPECT_EQ(until, 1.0) << round;
            continue;
        }
        ++needed;
        // A fiftieth of the time, the way back from eps_r to eps_s, and twice eps_s on which it was sampled.
        early += until < 0.97 * first - 0.01;
    }
    EXPECT_GT(needed, 8);
    EXPECT_LT(needed, 120);
    EXPECT_EQ(early, 0);
}

/// A ball in the middle of eight that all come to it: stops are bounded, and it ends.
TEST(ProvedStep, Property_WhereManyComeTogetherItEnds) {
    Rng rng(83);
    int events = 0;
    for (int round = 0; round < 12; ++round) {
        std::vector<WorldBody> bodies{movable(bumpy_sphere_mesh(5, 8))};
        for (int i = 0; i < 8; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / 8;
            bodies.push_back(movable(box_mesh({0.3, 0.3, 0.3}), at(2.4 * std::cos(angle), 2.4 * std::sin(angle), 0.1, angle)));
        }
        World world = world_of(std::move(bodies));
        WorldMemory& memory = world.memory();
        memory.going.assign(memory.bodies.size(), Vec6::Zero());
        memory.going[0].head<3>() = random_vector(rng, 0.3);
        for (std::uint32_t i = 1; i < 9; ++i)
            memory.going[i].head<3>() = -rng.uniform(0.5, 1.5) * memory.bodies[i].pose.translation + random_vector(rng, 0.3);
        prepare(memory);
        const std::vector<Pose> ends = ends_of(memory);
        const StepProof proof = prove_step(memory, kLimits);
        EXPECT_LE(proof.events, 5 * 9);
        events += proof.events;
        ExactWatch watch;
        for (int sample = 0; sample <= kSamples; ++sample)
            ASSERT_EQ(watch.meetings(world, [&](std::uint32_t i) { return pose_of(memory, ends, i, static_cast<double>(sample) / kSamples); }), 0);
        for (const std::uint32_t i : memory.movable) EXPECT_TRUE(memory.lives[i].stops <= 4 || memory.lives[i].until == 0.0);
    }
    EXPECT_GT(events, 5);
}

/// As far from the origin as roundings of poses are larger than what is proved, nothing moves.
TEST(ProvedStep, Degenerate_WhereRoundingIsCoarseNobodyMoves) {
    for (const double far : {1e3, 1e11, 1e13}) {
        const double step = std::nextafter(far, 1e300) - far;
        World world = world_of({movable(box_mesh({1, 1, 1}), at(far, 0, 1.0 + 1e-4)), standing(box_mesh({3, 3, 1}), at(far, 0, -1.0))});
        WorldMemory& memory = world.memory();
        memory.going.assign(memory.bodies.size(), Vec6::Zero());
        memory.going[0] << 0.3, 0.0, 0.0, 0.0, 0.0, 0.2;
        prepare(memory);
        prove_step(memory, kLimits);
        EXPECT_EQ(memory.lives[0].until, far < 1e6 ? 1.0 : 0.0) << step;
        EXPECT_EQ(meeting_of(world.body(0).at(memory.lives[0].at.pose), world.body(1).at(world.pose(1))), BodyMeeting::Apart);
    }
}

TEST(ProvedStep, Property_DeadlinesAndWorkOnlyStopEarlier) {
    Rng rng(84);
    int clipped = 0;
    for (int round = 0; round < 10; ++round) {
        World world = crowd(rng, 3);
        WorldMemory& memory = world.memory();
        memory.going.assign(memory.bodies.size(), Vec6::Zero());
        for (const std::uint32_t i : memory.movable) memory.going[i] << random_vector(rng, 2.0), random_vector(rng, 1.5);
        prepare(memory);
        const std::vector<Pose> ends = ends_of(memory);
        const StepLimits limits{rng.below(40), round % 2 == 0 ? std::optional(std::chrono::steady_clock::now()) : std::nullopt};
        clipped += prove_step(memory, limits).undecided;
        ExactWatch watch;
        for (int sample = 0; sample <= kSamples; ++sample)
            ASSERT_EQ(watch.meetings(world, [&](std::uint32_t i) { return pose_of(memory, ends, i, static_cast<double>(sample) / kSamples); }), 0);
    }
    EXPECT_GT(clipped, 3);
}

}  // namespace graze::proved_step_test
