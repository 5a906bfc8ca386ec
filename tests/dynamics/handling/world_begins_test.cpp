// How worlds begin: apart, seated, or refused with a message; joints; threads and budgets.
#include "graze/dynamics/handling/world.h"

#include "graze/discrete/bodies/penetration.h"
#include "support/bodies.h"
#include "support/handled_worlds.h"
#include "support/random_poses.h"
#include "support/shapes.h"

namespace graze::world_begins_test {

using namespace graze::test;

std::string refusal(std::vector<WorldBody> bodies, const PairRules& rules = {{}, {}, 0.0},
                    std::span<const WorldJoint> joints = {}, const WorldOptions& options = {}) {
    const auto world = make_world(std::move(bodies), options, rules, joints);
    return world ? "accepted" : world.error().message;
}

WorldBody named(WorldBody body, const char* name) {
    body.name = name;
    return body;
}

WorldBody floor_below() { return named(standing(box_mesh({9, 9, 1}, {0, 0, -1})), "floor"); }

TEST(WorldBegins, Example_StartsThatAreRefusedNameThePair) {
    const auto mover = [](const Pose& pose) { return named(movable(box_mesh({1, 1, 1}), pose), "mover"); };
    const std::string overlap = refusal({mover(at(0, 0, 0.9)), floor_below()});
    EXPECT_NE(overlap.find("'mover' and 'floor'"), std::string::npos) << overlap;
    EXPECT_NE(overlap.find("overlap"), std::string::npos) << overlap;
    const std::string inside = refusal({named(movable(box_mesh({0.1, 0.1, 0.1}), at(0, 0, -1)), "mover"), floor_below()});
    EXPECT_NE(inside.find("'mover' and 'floor'"), std::string::npos) << inside;
    const std::string open = refusal({named(movable(square_mesh(1.0), at(0, 0, 0)), "sheet"), floor_below()});
    EXPECT_NE(open.find("'sheet' has no inside"), std::string::npos) << open;
    const std::string near = refusal({mover(at(0, 0, 1.4)), floor_below()}, {{}, {}, 0.5});
    EXPECT_NE(near.find("have to keep 0.5"), std::string::npos) << near;
    EXPECT_EQ(refusal({mover(at(0, 0, 1.6)), floor_below()}, {{}, {}, 0.5}), "accepted");
    EXPECT_EQ(refusal({mover(at(0, 0, 1)), floor_below()}), "accepted");
}

TEST(WorldBegins, Degenerate_NumbersThatAreNone) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto with = [&](auto change) {
        WorldBody body = movable(box_mesh({1, 1, 1}), at(0, 0, 3));
        change(body);
        return refusal({body, floor_below()});
    };
    EXPECT_NE(with([&](WorldBody& b) { b.friction = nan; }).find("friction"), std::string::npos);
    EXPECT_NE(with([&](WorldBody& b) { b.restitution = 1.5; }).find("restitution"), std::string::npos);
    EXPECT_NE(with([&](WorldBody& b) { b.mass->mass = 0.0; }).find("mass"), std::string::npos);
    EXPECT_NE(with([&](WorldBody& b) { b.mass->inertia(1, 1) = nan; }).find("inertia"), std::string::npos);
    EXPECT_NE(with([&](WorldBody& b) { b.velocity.linear.x() = nan; }).find("velocity"), std::string::npos);
    EXPECT_NE(with([&](WorldBody& b) { b.pose.translation.x() = nan; }), "accepted");
    EXPECT_NE(refusal({movable(box_mesh({1, 1, 1}))}, {{}, {}, 0.0}, {}, {.frame = 0.0}), "accepted");
    EXPECT_EQ(with([](WorldBody&) {}), "accepted");
}

/// Boxes on a floor at a distance of exactly 0: shaken, and never deeper than D.
TEST(WorldBegins, Property_SeatedPairsAreNeverDeeperThanTheirDepth) {
    Rng rng(61);
    World world = world_of({movable(box_mesh({1, 0.7, 0.5}), at(0.3, 0, 0.5)),
                            movable(box_mesh({0.5, 0.5, 0.5}), at(0.3, 0, 1.5)), floor_below()},
                           {.order = WorldOrder::Second, .gravity = {0, 0, -10}});
    ASSERT_EQ(world.seats().size(), 2u);
    double deepest = 0.0;
    int lifted = 0, pressed = 0;
    for (int frame = 0; frame < 50; ++frame) {
        if (frame % 10 == 0) pull(world, 0, {.target = at(random_vector(rng, 1.0)), .stiffness = 100.0});
        if (frame % 15 == 5) set_gravity(world, random_vector(rng, 40.0));
        if (frame % 20 == 12) set_order(world, rng.below(2) == 0 ? WorldOrder::First : WorldOrder::Second);
        advance(world);
        for (const WorldSeat& seat : world.seats()) {
            const auto [a, b] = seat.bodies;
            const BodyMeeting how = meeting_of(world.body(a).at(world.pose(a)), world.body(b).at(world.pose(b)));
            lifted += how == BodyMeeting::Apart;
            if (how == BodyMeeting::Apart) continue;
            ++pressed;
            const Penetration found = penetration({world.body(a).model(), world.pose(a)}, {world.body(b).model(), world.pose(b)});
            EXPECT_LE(found.lo, seat.depth);
            deepest = std::max(deepest, found.lo / seat.depth);
        }
    }
    EXPECT_GT(lifted, 20);
    EXPECT_GT(pressed, 3);
    EXPECT_LE(deepest, 1.0);
}

TEST(WorldBegins, Example_JointsAreKept) {
    // A door on a hinge along z at the origin, between limits, pulled by a force.
    const WorldJoint hinge{.kind = JointKind::Revolute, .body = 0, .axis = Vec3::UnitZ(), .origin = Vec3::Zero(),
                           .limits = std::array<double, 2>{-0.5, 1.2}};
    for (const WorldOrder order : {WorldOrder::First, WorldOrder::Second}) {
        World world = world_of({movable(box_mesh({1, 0.05, 1}), at(1.1, 0, 0))}, {.order = order}, {&hinge, 1});
        double least = 0.0, most = 0.0;
        for (int frame = 0; frame < 360; ++frame) {
            const double way = frame < 120 ? 1.0 : -1.0;
            pull(world, 0, {.velocity = {.linear = {0, 1.5 * way, 0}}, .force = {.linear = {0, 2.0 * way, 0}}});
            advance(world);
            const Pose& pose = world.pose(0);
            const Vec3 on_axis = pose.rotation * Vec3(-1.1, 0, 0) + pose.translation;  // it was at the origin
            ASSERT_LT(on_axis.norm(), 1e-2) << frame;  // a hundredth of its arm
            ASSERT_GT((pose.rotation * Vec3::UnitZ()).z(), 1.0 - 1e-6);
            const double angle = std::atan2((pose.rotation * Vec3::UnitX()).y(), (pose.rotation * Vec3::UnitX()).x());
            least = std::min(least, angle);
            most = std::max(most, angle);
        }
        EXPECT_NEAR(most, 1.2, 0.02);
        EXPECT_NEAR(least, -0.5, 0.02);
    }
}

TEST(WorldBegins, Example_MotorsTurnAndSlide) {
    const WorldJoint wheel{.kind = JointKind::Revolute, .body = 0, .axis = Vec3::UnitZ(), .motor = WorldMotor{.speed = 2.0}};
    const WorldJoint slider{.kind = JointKind::Prismatic, .body = 1, .axis = Vec3::UnitX(), .origin = Vec3(0, 0, 5),
                            .motor = WorldMotor{.speed = 3.0}};
    const std::array joints{wheel, slider};
    for (const WorldOrder order : {WorldOrder::First, WorldOrder::Second}) {
        World world = world_of({movable(box_mesh({1, 0.5, 0.3})), movable(box_mesh({1, 0.5, 0.3}), at(0, 0, 5))}, {.order = order}, joints);
        for (int frame = 0; frame < 60; ++frame) advance(world);
        const Vec3 x = world.pose(0).rotation * Vec3::UnitX();
        EXPECT_NEAR(std::atan2(x.y(), x.x()), 2.0, 0.05);
        EXPECT_NEAR(world.pose(1).translation.x(), 3.0, 0.05);
        EXPECT_LT(world.pose(1).translation.tail<2>().norm() - 5.0, 1e-6);
    }
}

TEST(WorldBegins, Degenerate_JointsThatAreNone) {
    const auto boxes = [] {
        return std::vector<WorldBody>{movable(box_mesh({1, 1, 1})), movable(box_mesh({1, 1, 1}), at(4)), standing(box_mesh({1, 1, 1}), at(8))};
    };
    const WorldJoint ab{.body = 0, .parent = 1}, ba{.body = 1, .parent = 0}, still{.body = 2},
        axis{.kind = JointKind::Revolute, .body = 0, .axis = Vec3::Zero()}, nobody{.body = 7};
    const std::array loop{ab, ba};
    EXPECT_NE(refusal(boxes(), {{}, {}, 0.0}, loop).find("loop"), std::string::npos);
    EXPECT_NE(refusal(boxes(), {{}, {}, 0.0}, {&still, 1}).find("cannot move"), std::string::npos);
    EXPECT_NE(refusal(boxes(), {{}, {}, 0.0}, {&axis, 1}).find("direction"), std::string::npos);
    EXPECT_NE(refusal(boxes(), {{}, {}, 0.0}, {&nobody, 1}), "accepted");
    EXPECT_EQ(refusal(boxes(), {{}, {}, 0.0}, {&ab, 1}), "accepted");
}

/// One of two bodies on a joint is woken, and the other does not sleep on.
TEST(WorldBegins, Regression_BodiesOnAJointWakeTogether) {
    const WorldJoint fixed{.kind = JointKind::Fixed, .body = 1, .parent = 0};
    World world = world_of({movable(box_mesh({1, 1, 1}), at(0, 0, 1.001)), movable(box_mesh({1, 1, 1}), at(4, 0, 1.001)), floor_below()},
                           {.order = WorldOrder::Second, .gravity = {0, 0, -10}}, {&fixed, 1});
    for (int frame = 0; frame < 90; ++frame) advance(world);
    ASSERT_TRUE(world.is_asleep(0) && world.is_asleep(1));
    pull(world, 1, {.target = at(4, 0, 4)});
    for (int frame = 0; frame < 30; ++frame) advance(world);
    EXPECT_FALSE(world.is_asleep(0));
    EXPECT_NEAR((world.pose(1).translation - world.pose(0).translation).norm(), 4.0, 0.01);
    EXPECT_GT(world.pose(0).translation.z(), 1.5);
}

/// What became of a pile, thrown together.
std::vector<Pose> pile_after(int threads, const FrameBudget& budget, std::uint64_t* work, int* cut_short) {
    Rng rng(71);
    std::vector<WorldBody> bodies;
    for (int i = 0; i < 6; ++i)
        bodies.push_back(movable(i % 2 == 0 ? box_mesh({0.5, 0.4, 0.3}) : bumpy_sphere_mesh(5, 7),
                                 random_pose(rng, Vec3(2.4 * (i % 2), 2.4 * (i / 2), 1.6))));
    bodies.push_back(floor_below());
    World world = world_of(std::move(bodies), {.order = WorldOrder::Second, .gravity = {0, 0, -10}, .threads = threads});
    for (std::uint32_t i = 0; i < 6; ++i)
        pull(world, i, {.target = at(1.2, 2.4, 0.5), .stiffness = 6.0});
    std::vector<Pose> poses;
    for (int frame = 0; frame < 25; ++frame) {
        const FrameReport report = advance(world, budget);
        *work += report.work;
        *cut_short += report.out_of_budget;
        for (std::uint32_t i = 0; i < 6; ++i) poses.push_back(world.pose(i));
    }
    return poses;
}

bool are_same(const std::vector<Pose>& p, const std::vector<Pose>& q) {
    for (std::size_t i = 0; i < p.size(); ++i)
        if (p[i].translation != q[i].translation || p[i].rotation.coeffs() != q[i].rotation.coeffs()) return false;
    return p.size() == q.size();
}

TEST(WorldBegins, Property_TheSameBitsForAnyNumberOfThreads) {
    for (const std::uint64_t most : {~std::uint64_t{0}, std::uint64_t{300}}) {
        std::uint64_t work = 0, other_work = 0;
        int cut = 0, other_cut = 0;
        const std::vector<Pose> one = pile_after(1, {.most_work = most}, &work, &cut);
        for (const int threads : {2, 8}) {
            other_work = 0, other_cut = 0;
            EXPECT_TRUE(are_same(one, pile_after(threads, {.most_work = most}, &other_work, &other_cut))) << threads;
            EXPECT_EQ(work, other_work);
            EXPECT_EQ(cut, other_cut);
        }
        EXPECT_EQ(cut > 0, most == 300) << work;
    }
}

TEST(WorldBegins, Property_WhoGetsLessTimeLagsBehind) {
    World world = world_of({movable(bumpy_sphere_mesh(9, 14), at(0, 0, 1.5)), floor_below()});
    ExactWatch watch;
    for (int frame = 0; frame < 30; ++frame) {
        pull(world, 0, {.target = at(0.2 * frame, 0, 0.5)});
        const FrameReport report = advance(world, {.most_work = 1, .time = std::chrono::nanoseconds(frame % 2 == 0 ? 0 : 20'000)});
        EXPECT_LE(report.sub_steps, 1);
        ASSERT_EQ(watch.meetings(world), 0);
    }
    for (int frame = 0; frame < 10; ++frame) advance(world);
    EXPECT_NEAR(world.pose(0).translation.x(), 5.8, 0.05);
}

}  // namespace graze::world_begins_test
