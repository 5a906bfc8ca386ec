#include "graze/io/scene/scene_text.h"

#include <gtest/gtest.h>

namespace graze::scene_text_test {
namespace {

// Everything that a scene file can say, with numbers that need all their digits.
SceneDescription rich_scene() {
    const Pose pose{Vec3(0.1, -2.0, 1.0 / 3.0), Eigen::Quaterniond(0.8, 0.6, 0.0, 0.0)};
    SceneDescription scene;
    scene.unit = Unit::Metre;
    scene.bodies = {{"a", "a.step", pose, "x/y \"z\"", false, 0.05},
                    {"", "b.step", {}, {}, true, {}},
                    {"c", "c.obj", {}, {}, false, {}, {}, {7.85e-6, {}, 0.3, 1.0 / 3.0}}};
    scene.bodies[0].physics.mass = 12.5;
    scene.ignore = {{{"a", "c"}, Allowed::Interference, 0.1}};
    scene.clearance = {{{"a", "c"}, 2.5}};
    scene.joints = {
        {"a", {}, JointKind::Revolute, Vec3(0.0, 1.0, 0.0), Vec3(1.0, 2.0, 3.0), {{-10.0, 20.0}}}};
    scene.paths = {{"a", InBetween::Screw, {}, {}, {0.0, 1.0 / 7.0}},
                   {"c", InBetween::Slerp, {pose, {}}, {-2}, {}, Vec3(0.1, 1.0 / 3.0, -4.0)}};
    return scene;
}

TEST(SceneText, Property_WhatIsWrittenIsReadBack) {
    const std::string text = format_scene_text(rich_scene());
    const auto read = parse_scene_text(text, "scene.json");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(format_scene_text(*read), text);
    const SceneDescription scene = rich_scene();
    EXPECT_EQ(read->unit, scene.unit);
    ASSERT_EQ(read->bodies.size(), 3u);
    EXPECT_EQ(read->bodies[0].part, scene.bodies[0].part);
    EXPECT_EQ(read->bodies[0].deflection, 0.05);
    EXPECT_EQ(read->bodies[0].pose.translation, scene.bodies[0].pose.translation);
    EXPECT_TRUE(read->bodies[1].split && read->bodies[1].name.empty());
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(read->bodies[i].physics, scene.bodies[i].physics);
    EXPECT_EQ(read->ignore[0].depth, 0.1);
    EXPECT_EQ(read->joints[0].limits, scene.joints[0].limits);
    EXPECT_EQ(read->paths[0].values, scene.paths[0].values);
    EXPECT_EQ(read->paths[1].turns, scene.paths[1].turns);
    EXPECT_EQ(read->paths[1].about, scene.paths[1].about);
}

}  // namespace
}  // namespace graze::scene_text_test
