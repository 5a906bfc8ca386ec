// Contract C3: whatever pulls, no pose that a world ever has interpenetrates; and worlds do move.
#include "graze/continuous/search/first_contact.h"
#include "graze/dynamics/handling/world.h"

#include "support/bodies.h"
#include "support/handled_worlds.h"
#include "support/random_poses.h"
#include "support/seated_pairs.h"
#include "support/shapes.h"
#include "support/slower.h"

namespace graze::world_apart_test {

using namespace graze::test;

constexpr double kEpsR = 0.0044 * 0.026, kEpsS = 0.01 * 0.026, kEpsB = 0.023 * 0.026;  // of the size of a body

Pose tilted_about_y(const Vec3& place, double angle) {
    return {place, Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vec3::UnitY()))};
}

Mesh bracket() { return prism({{{0, 0}, {2, 0}, {2, 0.6}, {0.7, 0.6}, {0.7, 1.7}, {0, 1.7}},
                               {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {3, 4, 5}}, {{0, 1, 2, 3, 4, 5}}}, 0.0, 0.45); }

/// A table with a wall and a post, a bracket, a ball of hills and a cage.
std::vector<WorldBody> room() {
    return {movable(bracket(), at(-1.0, 0.2, 1.5, 0.3)),
            movable(bumpy_sphere_mesh(7, 10), at(2.2, 0.4, 1.4)),
            movable(lattice_mesh(2, 0.7, 0.12), at(0.3, 2.5, 1.2, 0.4)),
            standing(box_mesh({5, 5, 0.3}, {0, 0, -0.3})),
            standing(box_mesh({0.2, 5, 1.1}, {-3.1, 0, 1.15})),
            standing(box_mesh({0.15, 0.15, 1.0}, {0.6, -1.4, 1.02}))};
}

std::vector<Vec3> centres_of(const std::vector<WorldBody>& bodies) {
    std::vector<Vec3> centres;
    for (const WorldBody& body : bodies) centres.push_back(body.mass ? body.mass->centre : Vec3(Vec3::Zero()));
    return centres;
}

/// What somebody mad does with a mouse.
void drive(World& world, Rng& rng, std::uint32_t body) {
    switch (rng.below(7)) {
        case 0: pull(world, body, {.target = random_pose(rng, random_vector(rng, 2.5))}); break;
        case 1: pull(world, body, {.target = random_pose(rng, random_vector(rng, 1e4))}); break;
        case 2: pull(world, body, {.target = world.pose(body)}); break;
        case 3: pull(world, body, {.velocity = {random_vector(rng, 90.0), random_vector(rng, 70.0)},
                                   .force = {random_vector(rng, 400.0), random_vector(rng, 100.0)}}); break;
        case 4: set_velocity(world, body, {random_vector(rng, 300.0), random_vector(rng, 200.0)}); break;
        case 5: pull(world, body, {.target = at(world.pose(body).translation + random_vector(rng, 0.01)),
                                   .stiffness = rng.uniform(0.0, 2000.0), .damping = rng.uniform(0.0, 2.0)}); break;
        default: let_go(world, body);
    }
}

TEST(WorldApart, Property_NoHostileDriveBringsBodiesIntoEachOther) {
    int events = 0, near = 0, far_ways = 0, meetings = 0;
    std::uint64_t looked_at = 0;
    for (const std::uint64_t seed : {11u, 12u, 13u}) {
        Rng rng(seed);
        const std::vector<WorldBody> bodies = room();
        const std::vector<Vec3> centres = centres_of(bodies);
        World world = world_of(bodies, {.order = seed == 12 ? WorldOrder::First : WorldOrder::Second, .gravity = {0, 0, -10}});
        WorldTrack track;
        record(world, &track);
        ExactWatch watch;
        for (int frame = 0; frame < 90; ++frame) {
            if (rng.below(4) == 0) drive(world, rng, static_cast<std::uint32_t>(rng.below(3)));
            if (rng.below(20) == 0) set_gravity(world, random_vector(rng, 60.0));
            if (rng.below(15) == 0) set_order(world, rng.below(2) == 0 ? WorldOrder::First : WorldOrder::Second);
            const Pose before = world.pose(0);
            const FrameReport report = advance(world);
            events += report.events;
            near += report.least_distance < kEpsS * 2.0;
            far_ways += way_of(world.body(0), before, world.pose(0)) > 0.1;
            meetings += watch.meetings(world);
            if (rng.below(30) == 0)  // back from where it was flung to
                for (std::uint32_t i = 0; i < 3; ++i) pull(world, i, {.target = at(random_vector(rng, 2.0))});
        }
        meetings += watch.meetings(world, track, centres);
        ASSERT_EQ(track.frames.size(), 90u);
        looked_at += watch.looked_at;
    }
    EXPECT_EQ(meetings, 0);
    EXPECT_GT(events, 20);
    EXPECT_GT(near, 40);
    EXPECT_GT(far_ways, 20);
    EXPECT_GT(looked_at, 5000u);
}

TEST(WorldApart, Property_ATrackIsProvedAgain) {
    Rng rng(21);
    const std::vector<WorldBody> bodies = room();
    World world = world_of(bodies, {.order = WorldOrder::Second, .gravity = {0, 0, -10}});
    WorldTrack track;
    record(world, &track);
    for (int frame = 0; frame < 60; ++frame) {
        if (frame % 8 == 0) drive(world, rng, static_cast<std::uint32_t>(frame / 8 % 3));
        advance(world);
    }
    const std::size_t count = track.poses.front().size();
    ASSERT_GT(count, 60u);
    EXPECT_LT(track.deviation, 1e-9);
    int clear = 0, contacts = 0;
    FirstContactWorkspace workspace;
    for (std::size_t k = 0; k + 1 < count; ++k)
        for (std::uint32_t i = 0; i < 3; ++i)
            for (std::uint32_t j = i + 1; j < world.size(); ++j) {
                const auto motion = [&](std::uint32_t body) {
                    return body < 3 ? slerp({track.poses[body][k], track.poses[body][k + 1]}, bodies[body].mass->centre) : rest();
                };
                            const MovingBody a{world.body(i), motion(i)}, b{world.body(j), motion(j)};
                const FirstContact again = first_contact(a, b, {.clearance = 1e-7, .tolerance = 1e-8}, &workspace);
                clear += again.verdict == ContactVerdict::Clear;
                contacts += first_contact(a, b, {.clearance = 0.02, .tolerance = 1e-3}, &workspace).verdict != ContactVerdict::Clear;
                if (again.verdict != ContactVerdict::Clear) FAIL() << "segment " << k << ", bodies " << i << " and " << j;
            }
    EXPECT_GT(clear, 700);
    EXPECT_GT(contacts, 50);  // both answers occur
}

TEST(WorldApart, Property_SizesFromOneToAMillionAndFarFromTheOrigin) {
    for (const double size : {1e-3, 1.0, 1e3}) {
        Rng rng(31);
        World world = world_of({movable(box_mesh(Vec3(0.5, 0.3, 0.2) * size), at(Vec3(0, 0, 0.3 * size))),
                                movable(box_mesh(Vec3(4e-4, 3e-4, 2e-4) * size), at(Vec3(0.9, 0, 0.01) * size)),
                                standing(box_mesh(Vec3(600, 500, 10) * size, Vec3(0, 0, -10) * size))},
                               {.order = WorldOrder::Second, .gravity = Vec3(0, 0, -10) * size});
        ExactWatch watch;
        int near = 0;
        for (int frame = 0; frame < 60; ++frame) {
            if (frame % 10 == 5) pull(world, 1, {.target = at(world.pose(0).translation + random_vector(rng, 0.2 * size))});
            if (frame % 20 == 15) set_velocity(world, 0, {random_vector(rng, 30.0 * size), random_vector(rng, 20.0)});
            near += advance(world).least_distance < kEpsB * size;
            ASSERT_EQ(watch.meetings(world), 0) << size << " " << frame;
        }
        EXPECT_GT(near, 20) << size;
    }
}

TEST(WorldApart, Degenerate_TargetsThatNobodyCanReach) {
    for (const WorldOrder order : {WorldOrder::First, WorldOrder::Second})
        for (const double far : {1e6, 1e150, 1e300}) {
            World world = world_of({movable(box_mesh({1, 0.6, 0.4}), at(0, 0, 1)), standing(box_mesh({9, 9, 1}, {0, 0, -1}))},
                                   {.order = order});
            ExactWatch watch;
            pull(world, 0, {.target = at(-far, far, -far)});
            for (int frame = 0; frame < 3; ++frame) {
                advance(world);
                ASSERT_TRUE(world.pose(0).translation.allFinite()) << far;
                ASSERT_EQ(watch.meetings(world), 0) << far;
            }
            // It is still alive.
            pull(world, 0, {.target = at(0, 0, 3)});
            for (int frame = 0; frame < 3; ++frame) advance(world);
            EXPECT_TRUE(world.pose(0).translation.allFinite());
        }
}

TEST(WorldApart, Example_AThrownPlateDoesNotTunnel) {
    // 10^5 of its thickness in a frame, at a wall as thin.
    for (const WorldOrder order : {WorldOrder::First, WorldOrder::Second}) {
        World world = world_of({movable(box_mesh({0.01, 1, 1}), at(-500, 0.3, 0.2)), standing(box_mesh({0.01, 30, 30}))},
                               {.order = order, .most_sub_steps = 40});
        set_velocity(world, 0, {{60000, 0, 0}, {0, 1, 2}});
        if (order == WorldOrder::First) pull(world, 0, {.target = at(500, 0.3, 0.2, 0.1)});
        ExactWatch watch;
        for (int frame = 0; frame < 4; ++frame) {
            advance(world);
            ASSERT_EQ(watch.meetings(world), 0);
        }
        EXPECT_LT(world.pose(0).translation.x(), 0.0);
        EXPECT_GT(world.pose(0).translation.x(), -450.0);
    }
}

TEST(WorldApart, Example_ANeedleGoesThroughAHole) {
    World world = world_of({movable(box_mesh({0.02, 0.02, 2}), at(0.05, 0.03, 3)), standing(tube_mesh(12, 0.25, 3.0, -0.1, 0.1))});
    ExactWatch watch;
    for (int frame = 0; frame < 60; ++frame) {
        pull(world, 0, {.target = at(0.03 * (frame % 3), 0, 3 - 0.12 * frame)});
        advance(world);
        ASSERT_EQ(watch.meetings(world), 0);
    }
    EXPECT_LT(world.pose(0).translation.z(), -3.0);
}

TEST(WorldApart, Example_LinkedToriStayLinked) {
    World world = world_of({movable(torus_mesh(14, 8, 1.0, 0.25)),
                            standing(torus_mesh(14, 8, 1.0, 0.25), {Vec3(1, 0, 0), Eigen::Quaterniond(Eigen::AngleAxisd(
                                                                                        std::numbers::pi / 2, Vec3::UnitX()))})});
    Rng rng(41);
    ExactWatch watch;
    int pulled = 0;
    for (int frame = 0; frame < 120; ++frame) {
        if (frame % 12 == 0) pull(world, 0, {.target = random_pose(rng, 6.0 * random_vector(rng, 1.0).normalized())});
        pulled += advance(world).least_distance < 2.0 * kEpsS * 2.5;
        ASSERT_EQ(watch.meetings(world), 0);
        // Linked rings of radius 1: the centres cannot be farther apart than this.
        ASSERT_LT((world.pose(0).translation - Vec3(1, 0, 0)).norm(), 2.1);
    }
    EXPECT_GT(pulled, 20);
}

TEST(WorldApart, Degenerate_SlotsAsWideAsTwoSecurityDistances) {
    // A plate between two walls, with 2.1 and 1.9 eps_r of room in all: kept, and pulled out along the slot.
    for (const double room : {2.1, 1.9, 0.7}) {
        const Mesh plate = box_mesh({1, 1, 0.1});
        const double size = (Vec3(2, 2, 0.2)).norm(), half = 0.1 + 0.5 * room * kEpsR * size;
        World world = world_of({movable(plate), standing(box_mesh({2, 2, 0.5}, {0, 0, 0.5 + half})),
                                standing(box_mesh({2, 2, 0.5}, {0, 0, -0.5 - half}))});
        ExactWatch watch;
        for (int frame = 0; frame < 60; ++frame) {
            pull(world, 0, {.target = at(0.06 * frame, 0.0, 0.02 * (frame % 3 - 1))});
            advance(world);
            ASSERT_EQ(watch.meetings(world), 0) << room;
        }
        EXPECT_GT(world.pose(0).translation.x(), 3.0) << room;
    }
}

TEST(WorldApart, Property_PressingKeepsAUsableDistance) {
    // Into corners, grooves and slots, ever harder and from changing sides: what pairs keep is something that a
    // proof can use, and whoever lets go is free at once.
    const std::array<std::vector<WorldBody>, 3> places{
        std::vector{standing(box_mesh({4, 4, 0.5}, {0, 0, -0.5})), standing(box_mesh({0.5, 4, 4}, {-1.6, 0, 4})),
                    standing(box_mesh({4, 0.5, 4}, {0, -1.6, 4}))},
        std::vector{standing(box_mesh({0.3, 4, 4}, {0.0, 0, 0}), tilted_about_y({-2.4, 0, 0}, -0.5)),
                    standing(box_mesh({0.3, 4, 4}, {0.0, 0, 0}), tilted_about_y({2.4, 0, 0}, 0.5))},
        std::vector{standing(box_mesh({3, 3, 0.5}, {0, 0, 1.0008})), standing(box_mesh({3, 3, 0.5}, {0, 0, -1.0008}))}};
    int near = 0;
    for (std::size_t k = 0; k < places.size(); ++k) {
        std::vector<WorldBody> bodies{movable(box_mesh({1, 0.8, 0.5}), at(0, 0, k == 2 ? 0.0 : 1.5))};
        const double eps_r = kEpsR * bodies[0].body.size();
        bodies.insert(bodies.end(), places[k].begin(), places[k].end());
        World world = world_of(std::move(bodies));
        Rng rng(61 + k);
        Vec3 way = Vec3::Zero();
        double least = eps_r;
        for (int frame = 0; frame < 400 / kSlower; ++frame) {
            if (frame % 5 == 0) way = random_vector(rng, frame % 2 == 0 ? 0.02 : 2.0) - Vec3(0.5, 0.5, 0.5);
            const Pose now = world.pose(0);
            const Eigen::Quaterniond by(Eigen::AngleAxisd(rng.uniform(-0.3, 0.3), random_vector(rng, 1.0).normalized()));
            pull(world, 0, {.target = Pose{now.translation + way, (by * now.rotation).normalized()}});
            const FrameReport report = advance(world);
            least = std::min(least, report.least_distance);
            near += report.least_distance < eps_r;
            if (report.least_distance > 100.0) pull(world, 0, {.target = at(0, 0, k == 2 ? 0.0 : 1.5)});
        }
        EXPECT_GT(least, 0x1p-10 * eps_r) << k;
        Pose along = world.pose(0);
        along.translation.y() += 20.0;  // everything is open there
        pull(world, 0, {.target = along});
        for (int frame = 0; frame < 20; ++frame) advance(world);
        EXPECT_LT(way_of(world.body(0), along, world.pose(0)), 1e-6) << k;
    }
    EXPECT_GT(near, 20);
}

TEST(WorldApart, Degenerate_AStartInTheBandOfAToleranceSeparates) {
    // A distance just above eps_r: within (c, c + e] of what is asked.
    const double size = Vec3(2, 1.2, 0.8).norm();
    for (const double part : {1.0 + 1e-12, 1.001, 1.01, 1.04, 1.1, 1.16}) {
        World world = world_of({movable(box_mesh({1, 0.6, 0.4}), at(0, 0, 0.4 + part * kEpsR * size)),
                                standing(box_mesh({9, 9, 1}, {0, 0, -1}))});
        pull(world, 0, {.target = at(0, 0, 2)});
        for (int frame = 0; frame < 2; ++frame) advance(world);
        EXPECT_NEAR(world.pose(0).translation.z(), 2.0, 1e-9) << part;
    }
}

/// Open bodies a few roundings apart: a proof of such a clearance says nothing about rounded poses.
TEST(WorldApart, Degenerate_OpenBodiesARoundingApart) {
    int moved = 0;
    for (const double gap : {1e-15, 1e-9}) {
        Rng rng(51);
        World world = world_of({movable(square_mesh(1.0), at(3.1, 0.7, gap)), standing(box_mesh({9, 9, 1}, {0, 0, -1}))});
        ExactWatch watch;
        const Pose before = world.pose(0);
        for (int frame = 0; frame < 8; ++frame) {
            pull(world, 0, {.target = at(3.1 + rng.uniform(-0.1, 0.1), 0.7, rng.uniform(-1.0, 0.2), 0.3)});
            advance(world);
            ASSERT_EQ(watch.meetings(world), 0) << gap << " " << frame;
        }
        moved += way_of(world.body(0), before, world.pose(0)) > 1e-3;
    }
    EXPECT_GE(moved, 1);
}

}  // namespace graze::world_apart_test
