// Worlds of scenes: arms begin where their paths do, and their joints hold.
#include "graze/dynamics/handling/scene_world.h"

#include "graze/dynamics/handling/world_changes.h"
#include "graze/queries/instant/scene_at.h"
#include "support/handled_worlds.h"
#include "support/shapes.h"

namespace graze::scene_world_test {

using namespace graze::test;

constexpr double kDegree = std::numbers::pi / 180.0;

SceneBody body(const char* name, const Mesh& mesh) {
    SceneBody made;
    made.name = name;
    made.mesh = std::make_shared<const Mesh>(mesh);
    return made;
}

/// An upright post, an arm of two links side by side with gaps of 0.05, each 10 long, turning about y.
Scene arm(double from, double to) {
    Scene scene;
    scene.bodies = {body("post", box_mesh({0.5, 0.5, 5}, {0, 0, -4})), body("upper", box_mesh({0.5, 0.5, 5}, {0, 1.05, 5})),
                    body("lower", box_mesh({0.5, 0.5, 5}, {0, 0, 14}))};
    scene.joints = {{.body = 1, .parent = 0, .kind = JointKind::Revolute, .axis = {0, 2, 0}, .origin = {0, 1, 0.5}, .limits = {{-170, 170}}},
                    {.body = 2, .parent = 1, .kind = JointKind::Revolute, .axis = {0, 1, 0}, .origin = {0, 0.5, 9.5}, .limits = {{-160, 60}}}};
    scene.paths = {{.body = 1, .poses = {}, .turns = {}, .values = {from, to}}, {.body = 2, .poses = {}, .turns = {}, .values = {-40, 30}}};
    return scene;
}

Pose wanted(const Scene& scene, std::uint32_t i, double t) {
    Scene standing = scene;
    EXPECT_TRUE(stand_at(standing, {0, t}, "test"));
    return standing.bodies[i].pose;
}

/// How far the points of a joint are apart, as the scene has it at rest.
double torn(const World& world, const Joint& joint) {
    const Pose parent = world.pose(*joint.parent);
    return (apply(world.pose(joint.body), joint.origin) - apply(parent, joint.origin)).norm();
}

TEST(SceneWorld, Example_ArmsBeginAtTheFirstValuesOfTheirPaths) {
    const Scene scene = arm(70, -50);
    const auto world = world_of(scene, {});
    ASSERT_TRUE(world) << world.error().message;
    for (const std::uint32_t i : {1u, 2u}) EXPECT_LT(way_of(world->body(i), wanted(scene, i, 0.0), world->pose(i)), 1e-9) << i;
}

TEST(SceneWorld, Property_AnArmThatIsPulledFastFollowsAndItsJointsHold) {
    const Scene scene = arm(70, -50);
    auto world = world_of(scene, {});
    ASSERT_TRUE(world) << world.error().message;
    ExactWatch watch;
    double most = 0.0;
    for (int frame = 1; frame <= 40; ++frame) {
        for (const std::uint32_t i : {1u, 2u}) pull(*world, i, {.target = wanted(scene, i, std::min(1.0, frame / 20.0))});  // 6 degrees a frame
        advance(*world);
        for (const Joint& joint : scene.joints) most = std::max(most, torn(*world, joint));
        ASSERT_EQ(watch.meetings(*world), 0) << frame;
    }
    EXPECT_LT(most, 0.01);
    for (const std::uint32_t i : {1u, 2u}) EXPECT_LT(way_of(world->body(i), wanted(scene, i, 1.0), world->pose(i)), 0.02) << i;
    EXPECT_NEAR(joint_value(*world, 0), -120 * kDegree, 1e-3);
}

/// Limits are counted from where the scene rests, not from where its paths begin.
TEST(SceneWorld, Example_LimitsHoldFromTheFirstValueOn) {
    const Scene scene = arm(70, -50);
    auto world = world_of(scene, {});
    ASSERT_TRUE(world);
    for (int frame = 0; frame < 60; ++frame) {
        pull(*world, 2, {.velocity = {{}, {0, 10, 0}}});
        advance(*world);
    }
    EXPECT_NEAR(joint_value(*world, 1), 100 * kDegree, 0.02);  // from -40 to 60
}

}  // namespace graze::scene_world_test
