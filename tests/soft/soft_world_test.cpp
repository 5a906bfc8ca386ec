// Worlds of rods: weight, friction, pushing bodies, squeezing, what is refused; every frame certified, and checked exactly.
#include "graze/soft/soft_world.h"

#include "graze/soft/audit_step.h"
#include "graze/soft/prove_step.h"
#include "graze/soft/rod_skin.h"
#include "graze/soft/soft_memory.h"
#include "soft/shapes.h"

#include <gtest/gtest.h>

#include <numbers>

namespace graze::soft_world_test {

using namespace graze::soft;

using namespace soft_test;

TEST(SoftWorld, Example_AHangingRodPullsWithItsWeight) {
    const RodDrawing rod = cable(Vec3(0, 0, 0), Vec3(0, 0, -200), 5.0, 20);
    SoftScene scene{{rod}, {}, {{.rod = 0, .node = 0}}, {}};
    auto world = make_soft_world(scene, on_earth());
    ASSERT_TRUE(world.has_value()) << world.error().message;
    for (int i = 0; i < 60; ++i) ASSERT_TRUE(advance(*world).certified);
    const double weight = rod.material.density * std::numbers::pi * 25e-6 * 0.2 * 9.81;
    EXPECT_NEAR(world->force_on(0).force.z(), -weight, 0.01 * weight);
    EXPECT_NEAR(world->nodes(0).back().z(), -200.0, 0.5);
}

TEST(SoftWorld, Example_ACableFallsOnATableAndLiesThere) {
    SoftScene scene{{cable(Vec3(-100, 0, 30), Vec3(100, 3, 45), 5.0, 24)}, {box_body(Vec3(200, 200, 5), Vec3(0, 0, -5), "table")}, {}, {}};
    auto world = make_soft_world(scene, on_earth());
    ASSERT_TRUE(world.has_value()) << world.error().message;
    for (int i = 0; i < 60; ++i) {
        const SoftReport report = advance(*world);
        ASSERT_TRUE(report.certified) << i;
        ASSERT_EQ(report.stood, 0.0) << i;
        ASSERT_TRUE(skins_meeting(*world).empty()) << i;
    }
    for (const Vec3& x : world->nodes(0)) {
        EXPECT_GT(x.z(), 5.0);
        EXPECT_LT(x.z(), 5.0 + 0.15 * 5.0);  // where the barrier begins
    }
}

TEST(SoftWorld, Example_FrictionHoldsOnASlopeUpToItsCoefficient) {
    const auto slid = [&](double friction, double slope) {
        RodDrawing rod = cable(Vec3(0, -60, 5.4), Vec3(0, 60, 5.4), 5.0, 8);
        rod.material.friction = friction;
        SoftScene scene{{rod}, {box_body(Vec3(2000, 200, 5), Vec3(0, 0, -5), "slope", friction)}, {}, {}};
        SoftOptions options = on_earth();
        options.gravity = kGravity * Vec3(std::sin(slope), 0.0, -std::cos(slope));
        auto world = make_soft_world(scene, options);
        EXPECT_TRUE(world.has_value());
        for (int i = 0; i < 60; ++i) EXPECT_TRUE(advance(*world).certified);
        return world->nodes(0)[4].x();
    };
    const double slope = 0.3;  // its tangent is 0.309
    EXPECT_LT(slid(0.5, slope), 20.0);
    const double free = 0.5 * kGravity * (std::sin(slope) - 0.15 * std::cos(slope));
    EXPECT_NEAR(slid(0.15, slope), free, 0.15 * free);
}

TEST(SoftWorld, Example_ABodyPushesARodAndTheRodIsNeverInIt) {
    SoftScene scene{{cable(Vec3(0, 0, 0), Vec3(0, 0, -200), 5.0, 20)}, {box_body(Vec3(10, 50, 10), Vec3(-40, 0, -120), "ram")}, {{.rod = 0, .node = 0, .kind = HoldKind::Clamp}}, {}};
    auto world = make_soft_world(scene, on_earth());
    ASSERT_TRUE(world.has_value()) << world.error().message;
    double waited = 0.0;
    for (int i = 0; i < 60; ++i) {
        const SoftReport report = advance(*world, [&](double clock) {
            return std::vector<Pose>{Pose{.translation = Vec3(-40.0 + 80.0 * std::min(clock, 1.0), 0, -120)}};
        });
        ASSERT_TRUE(report.certified);
        ASSERT_TRUE(skins_meeting(*world).empty()) << i;
        waited = report.waited;
    }
    EXPECT_LT(waited, 1e-9);
    EXPECT_GT(world->nodes(0)[12].x(), 50.0);  // pushed aside
}

TEST(SoftWorld, Example_BodiesWaitForARodThatIsSqueezed) {
    SoftScene scene{{cable(Vec3(0, -40, 0), Vec3(0, 40, 0), 5.0, 8)},
                    {box_body(Vec3(5, 100, 100), Vec3(-10.7, 0, 0), "left"), box_body(Vec3(5, 100, 100), Vec3(10.7, 0, 0), "right")}, {}, {}};
    auto world = make_soft_world(scene, {.per_metre = 1000.0});
    ASSERT_TRUE(world.has_value()) << world.error().message;
    double waited = 0.0;
    for (int i = 0; i < 20; ++i) {
        const SoftReport report = advance(*world, [&](double clock) {
            return std::vector<Pose>{Pose{.translation = Vec3(-10.7 + 20.0 * clock, 0, 0)}, Pose{.translation = Vec3(10.7, 0, 0)}};
        });
        ASSERT_TRUE(report.certified);
        ASSERT_TRUE(skins_meeting(*world).empty()) << i;
        waited = report.waited;
    }
    EXPECT_GT(waited, 0.1);
    EXPECT_LT(world->poses()[0].translation.x(), -9.3);  // 1.4 mm of room, whatever is asked
}

TEST(SoftWorld, Example_ALoopFallsOntoItself) {
    RodDrawing rod = cable(Vec3::Zero(), Vec3::UnitX(), 3.0, 60);
    rod.points = {Vec3(-60, 0, 3.6), Vec3(20, 0, 3.6), Vec3(50, 30, 6), Vec3(20, 60, 9), Vec3(-10, 30, 12), Vec3(0, -10, 13), Vec3(10, -60, 13)};
    rod.is_preformed = true;
    SoftScene scene{{rod}, {box_body(Vec3(200, 200, 5), Vec3(0, 0, -5), "table")}, {}, {}};
    auto world = make_soft_world(scene, on_earth());
    ASSERT_TRUE(world.has_value()) << world.error().message;
    int most = 0;
    double stood = 0.0;
    for (int i = 0; i < 50; ++i) {
        const SoftReport report = advance(*world);
        ASSERT_TRUE(report.certified);
        ASSERT_TRUE(skins_meeting(*world).empty()) << i;
        most = std::max(most, report.self_contacts);
        stood += report.stood;
    }
    EXPECT_GT(most, 0);
    EXPECT_EQ(stood, 0.0);
}

TEST(SoftWorld, Example_ATurnedClampTwistsTheRod) {
    RodDrawing rod = cable(Vec3(0, 0, 0), Vec3(300, 0, 0), 4.0, 30);
    Hold left{.rod = 0, .node = 0, .kind = HoldKind::Clamp}, right{.rod = 0, .node = 30, .kind = HoldKind::Clamp};
    right.moves = {{0.0, Vec3::Zero(), 0.0}, {0.5, Vec3::Zero(), 180.0}};
    auto world = make_soft_world({{rod}, {}, {left, right}, {}}, {.per_metre = 1000.0});
    ASSERT_TRUE(world.has_value());
    for (int i = 0; i < 60; ++i) ASSERT_TRUE(advance(*world).certified);
    EXPECT_NEAR(world->twist_of(0), std::numbers::pi * 29.0 / 30.0, 0.01);
    const double second = 0.25 * std::numbers::pi * 256e-12, shear = rod.material.young / (2.0 * (1.0 + rod.material.poisson));
    const double moment = shear * 2.0 * second * std::numbers::pi / 0.3;
    EXPECT_NEAR(std::abs(world->force_on(0).moment.x()), moment, 0.01 * moment);
}

std::string refusal(const SoftScene& scene) {
    const auto world = make_soft_world(scene, on_earth());
    return world ? "" : world.error().message;
}

TEST(SoftWorld, Degenerate_StartsInPenetrationAreRefusedByName) {
    const SoftBody table = box_body(Vec3(200, 200, 5), Vec3(0, 0, -5), "table");
    const std::string in_table = refusal({{cable(Vec3(-50, 0, 4.9), Vec3(50, 0, 4.9), 5.0, 10)}, {table}, {}, {}});
    EXPECT_NE(in_table.find("table"), std::string::npos) << in_table;
    EXPECT_NE(in_table.find("cable"), std::string::npos) << in_table;
    const std::string inside = refusal({{cable(Vec3(-20, 0, 0), Vec3(20, 0, 0), 2.0, 10)}, {box_body(Vec3(100, 100, 100), Vec3::Zero(), "block")}, {}, {}});
    EXPECT_NE(inside.find("block"), std::string::npos) << inside;
    RodDrawing other = cable(Vec3(0, -50, 9.9), Vec3(0, 50, 9.9), 5.0, 10);
    other.name = "other";
    const std::string crossing = refusal({{cable(Vec3(-50, 0, 0), Vec3(50, 0, 0), 5.0, 10), other}, {}, {}, {}});
    EXPECT_NE(crossing.find("other"), std::string::npos) << crossing;
    RodDrawing sharp = cable(Vec3(0, 0, 0), Vec3(50, 0, 0), 5.0, 20);
    sharp.points = {Vec3(0, 0, 0), Vec3(30, 0, 0), Vec3(32, 3, 0), Vec3(0, 6, 0)};
    EXPECT_NE(refusal({{sharp}, {}, {}, {}}).find("cable"), std::string::npos);
    EXPECT_EQ(refusal({{cable(Vec3(-50, 0, 5.1), Vec3(50, 0, 5.1), 5.0, 10)}, {table}, {}, {}}), "");
}

TEST(SoftWorld, Property_EverySubStepThatIsMadeIsProvedAgain) {
    SoftScene scene{{cable(Vec3(-60, 0, 20), Vec3(60, 2, 30), 4.0, 16)}, {box_body(Vec3(100, 100, 5), Vec3(0, 0, -5), "table")}, {}, {}};
    auto world = make_soft_world(scene, on_earth());
    ASSERT_TRUE(world.has_value());
    std::vector<std::vector<Vec3>> track{all_nodes(world->memory().states)};
    world->memory().track_nodes = &track;
    for (int i = 0; i < 30; ++i) advance(*world);
    ASSERT_GT(track.size(), 30u);
    const SoftModel& model = world->memory().model;
    const std::vector<BodyWay> stands{way_of(model.bodies[0], world->poses()[0], world->poses()[0])};
    for (std::size_t k = 1; k < track.size(); ++k) {
        EXPECT_TRUE(prove_step(model, {track[k - 1], track[k], stands}).is_proved()) << k;
        const StepAudit audit = audit_step(model, {track[k - 1], track[k], stands});
        EXPECT_TRUE(audit.is_clear) << k;
        EXPECT_EQ(audit.pairs, 16u * 12u + 15u * 14u / 2u);
    }
    // Steps that go through the table are found by both.
    std::vector<Vec3> below = track.back();
    for (Vec3& x : below) x.z() -= 30.0;
    EXPECT_FALSE(prove_step(model, {track.back(), below, stands}).is_proved());
    EXPECT_FALSE(audit_step(model, {track.back(), below, stands}).is_clear);
}

TEST(SoftWorld, Property_TheSameBitsEveryTime) {
    const auto run = [] {
        SoftScene scene{{cable(Vec3(-60, 0, 20), Vec3(60, 2, 30), 4.0, 16)}, {box_body(Vec3(100, 100, 5), Vec3(0, 0, -5), "table")}, {}, {}};
        auto world = make_soft_world(scene, on_earth());
        for (int i = 0; i < 20; ++i) advance(*world);
        return std::vector<Vec3>(world->nodes(0).begin(), world->nodes(0).end());
    };
    EXPECT_EQ(run(), run());
}

}  // namespace graze::soft_world_test
