#include "graze/queries/instant/scene_at.h"

#include "support/shapes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace graze::scene_at_test {
namespace {

constexpr double kNear = 1e-12;  // > what rounding a pose of lengths below 10 is off by

const Eigen::Quaterniond kIdentity = Eigen::Quaterniond::Identity();

/// A cart that slides from pose to pose, a door on it that turns, a handle fixed to the door, a wall.
Scene cart_with_door() {
    Scene scene;
    const auto mesh = std::make_shared<const Mesh>(test::brick({0, 0, 0}, {1, 2, 3}));
    scene.bodies = {{"cart", mesh, {{1, 0, 0}, kIdentity}},
                    {"door", mesh, {{2, 0, 0}, kIdentity}},
                    {"handle", mesh, {{3, 0, 0}, kIdentity}},
                    {"wall", mesh, {{9, 9, 9}, kIdentity}}};
    scene.joints = {{1, 0, JointKind::Revolute, {0, 0, 1}, {2, 0, 0}, std::array{10.0, 90.0}},
                    {2, 1, JointKind::Fixed}};
    const Path cart{0, InBetween::Screw, {{{1, 0, 0}, kIdentity}, {{5, 0, 0}, kIdentity}}, {}, {}};
    const Path door{1, InBetween::Screw, {}, {}, {30, 90}};
    scene.paths = {cart, door};
    return scene;
}

TEST(SceneAt, Example_JointsStandAtTheirFirstValues) {
    Scene scene = cart_with_door();
    ASSERT_TRUE(validate(scene, "scene"));
    const auto stand = stand_at(scene, {}, "scene");
    ASSERT_TRUE(stand.has_value());
    EXPECT_EQ(stand->bodies, 2u) << "door and handle";
    EXPECT_GT(stand->deviation, 0.0);
    EXPECT_LT(stand->deviation, kNear);
    EXPECT_EQ(scene.bodies[0].pose.translation, Vec3(1, 0, 0));
    const Vec3 corner = apply(scene.bodies[1].pose, {1, 0, 0});  // turned by 30 degrees about (2, 0)
    EXPECT_NEAR((corner - Vec3(2 + std::sqrt(3.0) / 2, 0.5, 0)).norm(), 0.0, kNear);
    const Vec3 handle = apply(scene.bodies[2].pose, {0, 0, 0});
    EXPECT_NEAR((handle - Vec3(2 + std::sqrt(3.0) / 2, 0.5, 0)).norm(), 0.0, kNear);
}

TEST(SceneAt, Example_AnyTimeAndExactWhereThereIsAPose) {
    Scene scene = cart_with_door();
    const auto middle = stand_at(scene, {0, 0.5}, "scene");
    ASSERT_TRUE(middle.has_value());
    EXPECT_EQ(middle->bodies, 3u);
    EXPECT_NEAR(scene.bodies[0].pose.translation.x(), 3.0, kNear);
    const Vec3 corner = apply(scene.bodies[1].pose, {1, 0, 0});  // 60 degrees, carried by 2
    EXPECT_NEAR((corner - Vec3(4.5, std::sqrt(3.0) / 2, 0)).norm(), 0.0, kNear);
    const auto end = stand_at(scene, {0, 1.0}, "scene");
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(scene.bodies[0].pose.translation, Vec3(5, 0, 0)) << "a pose of the path, to the bit";
    EXPECT_EQ(end->bodies, 2u);
}

TEST(SceneAt, Example_AJointThatBeginsAtZeroLeavesIt) {
    Scene scene = cart_with_door();
    scene.joints[0].limits.reset();
    scene.paths = {{1, InBetween::Screw, {}, {}, {0, 90}}};
    const auto stand = stand_at(scene, {0, 0.5}, "scene");
    ASSERT_TRUE(stand.has_value());
    EXPECT_EQ(stand->bodies, 2u) << "door and handle";
    const Vec3 corner = apply(scene.bodies[1].pose, {1, 0, 0});
    EXPECT_NEAR((corner - Vec3(2 + std::sqrt(0.5), std::sqrt(0.5), 0)).norm(), 0.0, kNear);
}

TEST(SceneAt, Example_WhatACarrierCarriesGoesWithIt) {
    Scene scene = cart_with_door();
    scene.joints[0].limits.reset();
    scene.paths[1].values = {0, 0};  // the door stays shut
    for (const auto& [t, gone] : {std::pair{0.5, 2.0}, std::pair{1.0, 4.0}}) {
        Scene there = scene;
        ASSERT_TRUE(stand_at(there, {0, t}, "scene").has_value());
        for (const std::uint32_t body : {1u, 2u})
            EXPECT_NEAR((there.bodies[body].pose.translation - Vec3(1.0 + body + gone, 0, 0)).norm(), 0.0, kNear);
    }
}

TEST(SceneAt, Degenerate_NothingMovedIsExact) {
    Scene scene = cart_with_door();
    scene.joints[0].limits.reset();
    scene.paths[1].values = {0, 90};
    const auto start = stand_at(scene, {}, "scene");
    ASSERT_TRUE(start.has_value());
    EXPECT_EQ(start->bodies, 0u);
    EXPECT_EQ(start->deviation, 0.0);
    EXPECT_EQ(scene.bodies[2].pose.translation, Vec3(3, 0, 0));
    scene.paths.clear();
    EXPECT_EQ(stand_at(scene, {}, "scene")->bodies, 0u);
}

}  // namespace
}  // namespace graze::scene_at_test
