// What is changed while a world runs: nothing of it brings bodies into each other, and undo is exact.
#include "graze/dynamics/handling/world_changes.h"

#include "graze/dynamics/handling/exact_check.h"
#include "support/bodies.h"
#include "support/handled_worlds.h"
#include "support/random_poses.h"
#include "support/shapes.h"

namespace graze::world_changes_test {

using namespace graze::test;

constexpr double kEpsS = 0.01 * 0.026;  // of the size of a body

WorldBody floor_below() { return standing(box_mesh({50, 50, 1}, {0, 0, -1})); }

/// Two boxes over a floor, and a wall.
World room(WorldOrder order = WorldOrder::First) {
    return world_of({movable(box_mesh({1, 0.5, 0.3}), at(0, 0, 0.5)), movable(box_mesh({0.4, 0.4, 0.4}), at(3, 0, 0.6)), floor_below(),
                     standing(box_mesh({0.2, 5, 2}, {-6, 0, 2.1}))},
                    {.order = order, .gravity = {0, 0, -10}});
}

void shake(World& world, Rng& rng, int frames) {
    for (int frame = 0; frame < frames; ++frame) {
        if (frame % 7 == 0) pull(world, frame / 7 % 2, {.target = random_pose(rng, random_vector(rng, 3.0)), .stiffness = 40.0});
        advance(world);
    }
}

bool are_same(const World& world, const std::vector<Pose>& poses) {
    for (std::uint32_t i = 0; i < world.size(); ++i)
        if (world.pose(i).translation != poses[i].translation || world.pose(i).rotation.coeffs() != poses[i].rotation.coeffs()) return false;
    return true;
}

std::vector<Pose> poses_of(const World& world) {
    std::vector<Pose> poses;
    for (std::uint32_t i = 0; i < world.size(); ++i) poses.push_back(world.pose(i));
    return poses;
}

TEST(WorldChanges, Example_AGrabbedPointFollowsAndTheBodyTurnsAboutIt) {
    for (const WorldOrder order : {WorldOrder::First, WorldOrder::Second}) {
        World world = world_of({movable(box_mesh({1, 0.5, 0.3}))}, {.order = order});
        const Vec3 corner(1, 0.5, 0.3);
        for (int frame = 0; frame < 90; ++frame) {
            pull(world, 0, {.grab = Grab{corner, corner + Vec3(0, 0.02 * std::min(frame, 60), 0)}, .stiffness = 60.0});
            advance(world);
        }
        EXPECT_LT((apply(world.pose(0), corner) - (corner + Vec3(0, 1.2, 0))).norm(), 0.01);
        EXPECT_GT(Eigen::AngleAxisd(world.pose(0).rotation).angle(), 0.3);  // it swings behind
        EXPECT_LT(world.pose(0).translation.y(), 1.15);
    }
}

TEST(WorldChanges, Property_AGrabbedPointThroughThingsBringsNothingIntoEachOther) {
    Rng rng(81);
    for (const WorldOrder order : {WorldOrder::First, WorldOrder::Second}) {
        World world = room(order);
        ExactWatch watch;
        int near = 0;
        for (int frame = 0; frame < 60; ++frame) {
            if (frame % 5 == 0) pull(world, 0, {.grab = Grab{{1, 0.5, 0.3}, random_vector(rng, frame % 3 == 0 ? 1e3 : 7.0)}, .stiffness = 300.0});
            near += advance(world).least_distance < 4.0 * kEpsS;
            ASSERT_EQ(watch.meetings(world), 0) << frame;
        }
        EXPECT_GT(near, 10);
    }
}

TEST(WorldChanges, Property_RestoringAStateGoesOnAsThen) {
    for (const WorldOrder order : {WorldOrder::First, WorldOrder::Second}) {
        Rng rng(82);
        World world = room(order);
        shake(world, rng, 20);
        const WorldState state = save(world);
        const std::vector<Pose> then = poses_of(world);
        const Rng seed = rng;
        shake(world, rng, 20);
        const std::vector<Pose> later = poses_of(world);
        EXPECT_FALSE(are_same(world, then));
        ASSERT_TRUE(restore(world, state));
        EXPECT_TRUE(are_same(world, then));
        ExactWatch watch;
        EXPECT_EQ(watch.meetings(world), 0);
        rng = seed;
        shake(world, rng, 20);
        for (std::uint32_t i = 0; i < 2; ++i) EXPECT_LT(way_of(world.body(i), later[i], world.pose(i)), 0.2) << i;
        EXPECT_EQ(watch.meetings(world), 0);
        // Another world's state, also of one that is made alike.
        World other = room(order);
        EXPECT_FALSE(restore(other, state));
    }
}

TEST(WorldChanges, Example_BodiesAreNotPlacedIntoOthers) {
    World world = room();
    const std::vector<Pose> before = poses_of(world);
    const auto refused = place(world, 0, at(3.2, 0, 0.6));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("body 0 and body 1"), std::string::npos) << refused.error().message;
    EXPECT_TRUE(are_same(world, before));
    EXPECT_FALSE(place(world, 0, at(0, 0, -1)));  // within the floor
    ASSERT_TRUE(place(world, 0, at(-3, 2, 4, 0.3)));
    EXPECT_EQ(world.pose(0).translation, Vec3(-3, 2, 4));
    Rng rng(83);
    ExactWatch watch;
    for (int k = 0; k < 12; ++k) {
        shake(world, rng, 8);
        (void)place(world, k % 2, random_pose(rng, random_vector(rng, 3.0) + Vec3(0, 0, 2)));
        ASSERT_EQ(watch.meetings(world), 0) << k;
        advance(world);
        ASSERT_EQ(watch.meetings(world), 0) << k;
    }
}

TEST(WorldChanges, Example_BodiesAreAdded) {
    World world = room();
    EXPECT_FALSE(add_body(world, movable(box_mesh({1, 1, 1}), at(0, 0, 1))));
    ASSERT_EQ(world.size(), 4u);
    const WorldState before = save(world);
    const auto added = add_body(world, movable(box_mesh({1, 1, 1}), at(0, 5, 3)));
    ASSERT_TRUE(added);
    EXPECT_EQ(*added, 4u);
    EXPECT_FALSE(restore(world, before));
    pull(world, *added, {.target = at(0, 0, 0)});
    ExactWatch watch;
    for (int frame = 0; frame < 30; ++frame) {
        advance(world);
        ASSERT_EQ(watch.meetings(world), 0);
    }
    EXPECT_GT(way_of(world.body(4), at(0, 5, 3), world.pose(4)), 1.0);
}

TEST(WorldChanges, Example_WhoStoodForEverMayMoveAndStandAgain) {
    World world = room();
    const BodyMass mass = with_density(mass_properties(world.body(3)), 1.0);
    ASSERT_TRUE(set_mass(world, 3, mass));
    EXPECT_TRUE(world.is_movable(3));
    for (int frame = 0; frame < 20; ++frame) {
        pull(world, 3, {.target = at(6, 0, 0)});  // through both boxes
        advance(world);
    }
    ExactWatch watch;
    EXPECT_EQ(watch.meetings(world), 0);
    EXPECT_GT(world.pose(3).translation.x(), 1.0);
    const Pose there = world.pose(3);
    ASSERT_TRUE(set_mass(world, 3, std::nullopt));
    EXPECT_FALSE(world.is_movable(3));
    Rng rng(84);
    for (int k = 0; k < 3; ++k) {
        shake(world, rng, 10);
        ASSERT_EQ(watch.meetings(world), 0);
    }
    EXPECT_EQ(world.pose(3).translation, there.translation);
    // Two that stand overlap, and nobody minds; not when one is to move.
    World crossed = world_of({movable(box_mesh({1, 1, 1}), at(9, 0, 0)), standing(box_mesh({1, 1, 1})), standing(box_mesh({1, 1, 1}), at(0.5, 0, 0))});
    EXPECT_FALSE(set_mass(crossed, 1, mass));
    EXPECT_FALSE(crossed.is_movable(1));
    EXPECT_TRUE(set_ignored(crossed, {2, 1}, true));
    EXPECT_TRUE(set_mass(crossed, 1, mass));
}

TEST(WorldChanges, Example_ClearancesAreKeptOrRefused) {
    World world = room();
    const auto refused = set_clearance(world, {2, 0}, 0.5);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("have to keep 0.5"), std::string::npos) << refused.error().message;
    ASSERT_TRUE(set_clearance(world, {0, 2}, 0.15));
    for (int frame = 0; frame < 10; ++frame) {
        pull(world, 0, {.target = at(0.1 * frame, 0, -1)});
        advance(world);
        EXPECT_GT(world.pose(0).translation.z(), 0.3 + 0.15);
    }
    EXPECT_NEAR(world.pose(0).translation.z(), 0.45, 0.01);
    ASSERT_TRUE(set_clearance(world, {0, 2}, 0.0));
    for (int frame = 0; frame < 10; ++frame) advance(world);
    EXPECT_NEAR(world.pose(0).translation.z(), 0.3, 0.01);
}

TEST(WorldChanges, Example_PairsAreIgnoredAndNoLonger) {
    World world = room();
    ASSERT_TRUE(set_ignored(world, {0, 3}, true));
    for (int frame = 0; frame < 10; ++frame) {
        pull(world, 0, {.target = at(-6, 0, 0.5)});
        advance(world);
    }
    EXPECT_NEAR(world.pose(0).translation.x(), -6.0, 1e-9);
    EXPECT_FALSE(set_ignored(world, {3, 0}, false));  // it stands in the wall
    for (int frame = 0; frame < 10; ++frame) {
        pull(world, 0, {.target = at(0, 0, 0.5)});
        advance(world);
    }
    EXPECT_TRUE(set_ignored(world, {3, 0}, false));
    for (int frame = 0; frame < 10; ++frame) {
        pull(world, 0, {.target = at(-6, 0, 0.5)});
        advance(world);
    }
    EXPECT_GT(world.pose(0).translation.x(), -4.9);
}

TEST(WorldChanges, Property_SecurityIsWidenedWhileItRuns) {
    Rng rng(85);
    World world = room();
    ExactWatch watch;
    for (const double security : {10.0, 0.1, 40.0, 1.0}) {
        set_security(world, security);
        for (int frame = 0; frame < 12; ++frame) {
            pull(world, 0, {.target = at(random_vector(rng, 0.3) + Vec3(0, 0, -1))});
            advance(world);
            ASSERT_EQ(watch.meetings(world), 0) << security;
        }
        const double eps = kEpsS * security * world.body(0).size();
        EXPECT_GT(world.pose(0).translation.z(), 0.3 + 0.4 * eps) << security;
        EXPECT_LT(world.pose(0).translation.z(), 0.32 + 1.6 * eps) << security;
    }
}

TEST(WorldChanges, Example_LockedAxesAreHeldAlsoInContact) {
    for (const WorldOrder order : {WorldOrder::First, WorldOrder::Second}) {
        World world = room(order);
        set_gravity(world, Vec3::Zero());
        set_lock(world, 0, {.move = {false, true, false}, .turn = {true, true, true}});
        pull(world, 0, {.target = Pose{{4, 2, 0.5}, Eigen::Quaterniond(Eigen::AngleAxisd(0.5, Vec3::UnitX()))}, .stiffness = 30.0});
        for (int frame = 0; frame < 60; ++frame) advance(world);  // it pushes the small box before it
        EXPECT_NEAR(world.pose(0).translation.y(), 0.0, 1e-6);
        EXPECT_LT(Eigen::AngleAxisd(world.pose(0).rotation).angle(), 1e-6);
        EXPECT_GT(world.pose(0).translation.x(), 1.2);
        EXPECT_GT(world.pose(1).translation.x(), 3.1);
    }
}

TEST(WorldChanges, Example_ResistanceIsWhatOthersDo) {
    // At rest, a floor carries the weight: mass 1.2, g = 10.
    World world = world_of({movable(box_mesh({1, 0.5, 0.3}), at(0, 0, 0.31)), floor_below()}, {.order = WorldOrder::Second, .gravity = {0, 0, -10}});
    for (int frame = 0; frame < 20; ++frame) advance(world);
    EXPECT_NEAR(resistance(world, 0).linear.z(), 12.0, 0.2);
    EXPECT_NEAR(resistance(world, 0).linear.head<2>().norm(), 0.0, 0.1);
    set_order(world, WorldOrder::First);
    pull(world, 0, {.target = at(0, 0, -2)});
    for (int frame = 0; frame < 5; ++frame) advance(world);
    EXPECT_NEAR(resistance(world, 0).linear.z(), -2.3, 0.01);
    let_go(world, 0);
    advance(world);
    EXPECT_EQ(resistance(world, 0).linear, Vec3(Vec3::Zero()));
}

TEST(WorldChanges, Example_WhatHappenedIsTold) {
    World world = world_of({movable(box_mesh({1, 0.5, 0.3}), at(0, 0, 5)), floor_below()});
    WorldTrack track;
    record(world, &track);
    double gap = 1e300;
    for (int frame = 0; frame < 10; ++frame) {
        pull(world, 0, {.target = at(0, 0, frame < 5 ? -2 : 5)});
        const FrameReport report = advance(world);
        gap = std::min(gap, report.proved_gap);
        if (frame == 4) {
            EXPECT_EQ(report.nearest, (BodyPair{0, 1}));
        }
        if (frame == 4) {
            EXPECT_LE(gap, report.least_distance);
        }
    }
    EXPECT_GT(gap, 0.0);
    int pressed = 0, parted = 0, stopped = 0;
    for (const WorldEvent& event : track.events) {
        EXPECT_EQ(event.bodies, (BodyPair{0, 1}));
        pressed += event.kind == WorldEventKind::Pressed;
        parted += event.kind == WorldEventKind::Parted;
        stopped += event.kind == WorldEventKind::Stopped;
    }
    EXPECT_EQ(pressed, 1);
    EXPECT_EQ(parted, 1);
    EXPECT_GE(stopped, 1);
}

/// A world that goes on from a contact is no seat: its bodies are apart, if by less than their depth.
TEST(WorldChanges, Example_NearIsNoSeatUnlessItTouches) {
    const auto near = [](double gap, SeatsAtStart seats) {
        WorldBody box = movable(box_mesh({1, 1, 1}), at(0, 0, 1 + gap));
        box.deviation = 0.1;
        return world_of({box, floor_below()}, {.seats = seats}).seats().size();
    };
    EXPECT_EQ(near(0.001, SeatsAtStart::NearerThanDepth), 1u);
    EXPECT_EQ(near(0.001, SeatsAtStart::Touching), 0u);
    EXPECT_EQ(near(0.0, SeatsAtStart::Touching), 1u);
}

/// A seat that is put elsewhere remains one, and its exact check knows it.
TEST(WorldChanges, Property_SeatsRemainSeats) {
    World world = world_of({movable(box_mesh({1, 1, 1}), at(0, 0, 1)), floor_below()});
    ASSERT_EQ(world.seats().size(), 1u);
    const WorldState seated = save(world);
    ASSERT_TRUE(place(world, 0, at(0, 0, 4)));
    for (int frame = 0; frame < 5; ++frame) {
        pull(world, 0, {.target = at(0.5, 0, 1)});
        advance(world);
    }
    EXPECT_EQ(world.seats().size(), 1u);
    EXPECT_NEAR(world.pose(0).translation.z(), 1.0, 2.0 * kEpsS * world.body(0).size());
    ASSERT_TRUE(restore(world, seated));
    EXPECT_EQ(world.pose(0).translation, Vec3(0, 0, 1));
    ExactCheck check(world);
    EXPECT_TRUE(check.meeting().empty());
    EXPECT_FALSE(place(world, 0, at(0, 0, 0.9)));
    EXPECT_TRUE(check.meeting().empty());
    EXPECT_FALSE(set_clearance(world, {0, 1}, 0.1));
}

}  // namespace graze::world_changes_test
