// The demos with rods: worlds can be made of them, their first frames are certified, and bodies carry holds.
#include "graze/demo/rod_demos.h"

#include "graze/io/scene/rod_world.h"
#include "graze/soft/rod_skin.h"

#include <gtest/gtest.h>

namespace graze::rod_demos_test {

void play(const std::string& name, const std::map<std::string, double>& parameters, int frames) {
    const DemoOptions options{.seed = 1, .parameters = parameters};
    const auto scene = make_demo(name, options);
    const auto rods = make_demo_rods(name, options);
    ASSERT_TRUE(scene.has_value() && rods.has_value()) << name;
    ASSERT_EQ(rods->rods.size(), 1u);
    auto world = world_of_rods(*scene, *rods, 0.3, soft_options_of(*scene, 1.0 / 60.0));
    ASSERT_TRUE(world.has_value()) << name << ": " << world.error().message;
    ScenePoses poses(*scene, 2.0);
    for (int i = 0; i < frames; ++i) {
        const soft::SoftReport report = soft::advance(*world, [&](double clock) { return poses.at(clock); });
        ASSERT_TRUE(report.certified) << name << " " << i;
    }
    EXPECT_TRUE(soft::skins_meeting(*world).empty()) << name;
}

TEST(RodDemos, Example_EachBeginsAndGoesOn) {
    play("hose", {{"segments", 60.0}}, 30);
    play("cable", {{"segments", 60.0}, {"length", 300.0}, {"seconds", 1.0}}, 30);
}

TEST(RodDemos, Example_OthersHaveNone) {
    const auto rods = make_demo_rods("gears");
    ASSERT_TRUE(rods.has_value());
    EXPECT_TRUE(rods->rods.empty());
    EXPECT_FALSE(make_demo_rods("no such demo").has_value());
}

}  // namespace graze::rod_demos_test
