// Rods and bodies that move each other: forces that balance, momentum, what is squeezed, and every frame certified.
#include "graze/soft/coupled_world.h"

#include "graze/dynamics/handling/exact_check.h"
#include "graze/dynamics/handling/world_memory.h"
#include "graze/soft/audit_step.h"
#include "graze/soft/rod_skin.h"
#include "graze/soft/soft_memory.h"
#include "soft/shapes.h"

#include <gtest/gtest.h>

#include <numbers>

namespace graze::coupled_world_test {

using namespace soft;
using namespace soft_test;

/// A box of a mass in kg; none: it stands.
WorldBody part(const Vec3& half, const Vec3& at, const std::string& name, std::optional<double> mass, double friction = 0.3) {
    WorldBody body{.body = box(half), .pose = Pose{.translation = at}, .friction = friction, .name = name};
    if (mass) body.mass = with_mass(mass_properties(body.body), *mass);
    return body;
}

CoupledWorld world_of_parts(std::vector<WorldBody> bodies, const CoupledRods& rods, const Vec3& gravity, std::vector<WorldJoint> joints = {},
                            WorldOrder order = WorldOrder::Second) {
    auto world = make_world(std::move(bodies), {.order = order, .gravity = gravity}, {{}, {}, 0.0}, joints);
    EXPECT_TRUE(world.has_value()) << world.error().message;
    auto both = make_coupled_world(*std::move(world), rods, {.per_metre = 1000.0, .gravity = gravity});
    EXPECT_TRUE(both.has_value()) << both.error().message;
    return *std::move(both);
}

/// Goes on for so many frames, and looks at each.
CoupledReport run(CoupledWorld& world, int frames) {
    CoupledReport all;
    ExactCheck check(world.bodies);
    for (int i = 0; i < frames; ++i) {
        const CoupledReport report = advance(world);
        EXPECT_TRUE(report.certified) << i;
        EXPECT_TRUE(check.meeting().empty()) << i;
        EXPECT_TRUE(skins_meeting(world.rods).empty()) << i;
        all.refused += report.refused;
        all.stopped += report.stopped;
        all.steps += report.steps;
        for (std::uint32_t b = 0; b < world.bodies.size(); ++b)
            EXPECT_EQ((world.rods.poses()[b].translation - world.bodies.pose(b).translation).norm(), 0.0) << i;
    }
    return all;
}

const Vec3 kDown(0.0, 0.0, -kGravity);

/// A weight that hangs on a rod of some material, whose upper end is held.
CoupledWorld hanging(const char* material, double mass, double stiffness) {
    CoupledRods rods{{cable(Vec3(0, 0, 0), Vec3(0, 0, -200), 2.0, 20, material)}, {}, {{0, 0}}};
    rods.holds = {{.rod = 0, .node = 0, .stiffness = stiffness, .most_force = 1e6}, {.rod = 0, .node = 20, .body = 0, .stiffness = stiffness, .most_force = 1e6}};
    return world_of_parts({part(Vec3(20, 15, 10), Vec3(0, 0, -210), "weight", mass)}, rods, kDown);
}

double weight_of(const RodDrawing& rod) {
    return rod.material.density * std::numbers::pi * rod.radius * rod.radius * 1e-6 * (rod.points[1] - rod.points[0]).norm() * 1e-3 * 9.81;
}

TEST(CoupledWorld, Example_AWeightHangsOnARopeWhateverItsStiffness) {
    for (const auto& [material, mass, stiffness] : {std::tuple("pvc cable", 0.5, 1e5), std::tuple("steel wire", 0.5, 1e6), std::tuple("rubber hose", 0.2, 1e4)}) {
        SCOPED_TRACE(material);
        CoupledWorld world = hanging(material, mass, stiffness);
        run(world, 150);
        // In the mean of a second: a stiff wire at a light weight trembles by what Newton's method leaves.
        double lower = 0.0, upper = 0.0, felt = 0.0;
        for (int i = 0; i < 60; ++i) {
            ASSERT_TRUE(advance(world).certified);
            lower += world.rods.force_on(1).force.z() / 60.0;
            upper += world.rods.force_on(0).force.z() / 60.0;
            felt += load_on(world, 0).linear.z() / 60.0;
        }
        const double rope = weight_of(cable(Vec3::Zero(), Vec3(0, 0, -200), 2.0, 20, material));
        EXPECT_NEAR(lower, mass * 9.81, 0.03 * mass * 9.81);
        EXPECT_NEAR(felt, mass * 9.81, 0.03 * mass * 9.81);
        EXPECT_NEAR(upper, -(mass * 9.81 + rope), 0.03 * (mass * 9.81 + rope));
        EXPECT_LT(world.bodies.velocity(0).linear.norm(), 20.0);  // mm/s
    }
}

TEST(CoupledWorld, Property_MomentumGoesFromABodyToARod) {
    RodDrawing rod = cable(Vec3(0, 0, -60), Vec3(0, 0, 60), 5.0, 24);
    CoupledWorld world = world_of_parts({part(Vec3(10, 10, 10), Vec3(-30, 0, 0), "hammer", 0.02)}, {{rod}, {}, {}}, Vec3::Zero());
    set_velocity(world.bodies, 0, {Vec3(300.0, 0.0, 0.0), Vec3::Zero()});
    const double began = 0.02 * 300.0;
    run(world, 60);
    Vec3 of_rod = Vec3::Zero();
    const SoftMemory& memory = world.rods.memory();
    for (std::size_t i = 0; i < memory.states[0].v.size(); ++i) of_rod += memory.model.rods[0].mass[i] * memory.states[0].v[i];
    const double of_body = 0.02 * world.bodies.velocity(0).linear.x();
    EXPECT_GT(of_rod.x(), 0.3 * began);
    EXPECT_NEAR(of_rod.x() + of_body, began, 0.1 * began);
    EXPECT_GT(world.bodies.velocity(0).linear.x(), -300.0);
}

TEST(CoupledWorld, Example_AHosePushesABoxAlong) {
    CoupledRods rods{{cable(Vec3(-200, 0, 12), Vec3(-30, 0, 12), 6.0, 20)}, {}, {}};
    Hold hand{.rod = 0, .node = 0, .kind = HoldKind::Clamp};
    hand.moves = {{0.0, Vec3::Zero(), 0.0}, {1.0, Vec3(60, 0, 0), 0.0}};
    rods.holds = {hand};
    CoupledWorld world = world_of_parts({part(Vec3(300, 100, 5), Vec3(0, 0, -5), "table", {}, 0.1), part(Vec3(20, 20, 15), Vec3(0, 0, 15.02), "box", 0.05, 0.1)}, rods, kDown);
    run(world, 75);
    EXPECT_GT(world.bodies.pose(1).translation.x(), 15.0);
    EXPECT_LT(world.bodies.pose(1).translation.x(), 80.0);  // it slides on
    EXPECT_NEAR(world.bodies.pose(1).translation.z(), 15.0, 1.0);
}

TEST(CoupledWorld, Reference_ASqueezedHosePushesBackAsMuch) {
    CoupledRods rods{{cable(Vec3(0, -40, 0), Vec3(0, 40, 0), 5.0, 8)}, {}, {}};
    CoupledWorld world = world_of_parts({part(Vec3(5, 100, 100), Vec3(-12, 0, 0), "wall", {}), part(Vec3(5, 100, 100), Vec3(12, 0, 0), "press", 0.5)}, rods, Vec3::Zero());
    pull(world.bodies, 1, {.force = {Vec3(-2000.0, 0.0, 0.0), Vec3::Zero()}});  // 2 N
    run(world, 150);
    EXPECT_NEAR(load_on(world, 1).linear.x(), 2.0, 0.04);
    EXPECT_GT(world.bodies.pose(1).translation.x(), 8.0);  // where skins would meet
    EXPECT_LT(world.bodies.velocity(1).linear.norm(), 1.0);
}

TEST(CoupledWorld, Example_InFirstOrderBodiesStopForRods) {
    CoupledRods rods{{cable(Vec3(0, -40, 0), Vec3(0, 40, 0), 5.0, 8)}, {}, {}};
    CoupledWorld world = world_of_parts({part(Vec3(5, 100, 100), Vec3(-10.7, 0, 0), "wall", {}), part(Vec3(5, 100, 100), Vec3(20, 0, 0), "press", 1.0)}, rods, Vec3::Zero(), {},
                                        WorldOrder::First);
    pull(world.bodies, 1, {.target = Pose{.translation = Vec3(0, 0, 0)}});
    const CoupledReport all = run(world, 6);
    EXPECT_GT(all.stopped, 0.0);
    EXPECT_GT(world.bodies.pose(1).translation.x(), 9.3);
    EXPECT_LT(world.bodies.pose(1).translation.x(), 14.0);
    pull(world.bodies, 1, {.target = Pose{.translation = Vec3(40, 0, 0)}});
    run(world, 4);
    EXPECT_GT(world.bodies.pose(1).translation.x(), 30.0);  // and it may go back
}

TEST(CoupledWorld, Property_EverySubStepIsProvedAgainAlongTheWaysOfBodies) {
    CoupledRods rods{{cable(Vec3(-60, 0, 8), Vec3(60, 2, 9), 4.0, 16)}, {}, {}};
    CoupledWorld world = world_of_parts({part(Vec3(100, 100, 5), Vec3(0, 0, -5), "table", {}), part(Vec3(15, 15, 10), Vec3(5, 3, 60), "box", 0.2)}, rods, kDown);
    set_velocity(world.bodies, 1, {Vec3(0, 0, -200), Vec3(1.0, 2.0, 0.5)});
    std::vector<std::vector<Vec3>> nodes{all_nodes(world.rods.memory().states)};
    std::vector<std::vector<Pose>> poses{world.rods.memory().poses};
    WorldTrack track;
    record(world.bodies, &track);
    world.rods.memory().track_nodes = &nodes;
    world.rods.memory().track_poses = &poses;
    run(world, 30);
    const SoftModel& model = world.rods.memory().model;
    int audited = 0;
    for (std::size_t k = 1; k < nodes.size(); ++k) {
        std::vector<BodyWay> ways;
        for (std::size_t b = 0; b < model.bodies.size(); ++b) ways.push_back(way_of(model.bodies[b], poses[k - 1][b], poses[k][b], track.deviation));
        ASSERT_TRUE(audit_step(model, {nodes[k - 1], nodes[k], ways}).is_clear) << k;
        ++audited;
    }
    EXPECT_GT(audited, 30);
    // Every pose of the track was one of the rods' world.
    ASSERT_EQ(track.frames.size(), 30u);
    for (const Pose& pose : track.poses[0])
        EXPECT_TRUE(std::any_of(poses.begin(), poses.end(), [&](const auto& all) { return all[1].translation == pose.translation; }));
}

TEST(CoupledWorld, Property_TheSameBitsEveryTimeAndAfterGoingBack) {
    const auto end = [](bool goes_back) {
        CoupledWorld world = hanging("pvc cable", 0.5, 1e5);
        set_velocity(world.bodies, 0, {Vec3(60.0, 5.0, 0.0), Vec3(0.0, 0.5, 0.0)});
        for (int i = 0; i < 10; ++i) advance(world);
        const WorldState state = save(world.bodies);
        for (int i = 0; i < 5; ++i) advance(world);
        if (goes_back) {
            EXPECT_TRUE(restore(world.bodies, state).has_value());
            for (int i = 0; i < 5; ++i) advance(world);
        }
        return std::pair(world.bodies.pose(0).translation, world.rods.nodes(0)[7]);
    };
    EXPECT_EQ(end(false), end(false));
    EXPECT_EQ(end(false), end(true));
}

TEST(CoupledWorld, Degenerate_NoBodyIsPutIntoARod) {
    CoupledWorld world = world_of_parts({part(Vec3(10, 10, 10), Vec3(0, 0, 60), "box", 1.0)}, {{cable(Vec3(-50, 0, 0), Vec3(50, 0, 0), 3.0, 10)}, {}, {}}, Vec3::Zero());
    const auto put = place(world.bodies, 0, Pose{.translation = Vec3(0, 0, 5)});
    ASSERT_FALSE(put.has_value());
    EXPECT_NE(put.error().message.find("cable"), std::string::npos) << put.error().message;
    EXPECT_EQ(world.bodies.pose(0).translation.z(), 60.0);
    EXPECT_TRUE(place(world.bodies, 0, Pose{.translation = Vec3(0, 0, 14)}).has_value());
    run(world, 3);
}

TEST(CoupledWorld, Degenerate_RodsThatBeginInBodiesAreRefused) {
    auto world = make_world({part(Vec3(20, 20, 20), Vec3::Zero(), "box", 1.0)}, {});
    ASSERT_TRUE(world.has_value());
    const auto both = make_coupled_world(*std::move(world), {{cable(Vec3(-50, 0, 0), Vec3(50, 0, 0), 3.0, 10)}, {}, {}}, on_earth());
    ASSERT_FALSE(both.has_value());
    EXPECT_NE(both.error().message.find("box"), std::string::npos);
}

}  // namespace graze::coupled_world_test
