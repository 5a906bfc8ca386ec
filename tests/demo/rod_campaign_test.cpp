// The demos with rods, frame by frame, each frame checked by the exact test of triangles: skins with bodies, with each
// other, and with themselves.
//
// GRAZE_CAMPAIGN_RODS=FRAMES runs so many frames of the hose, and a tenth of the others (./test --campaign rods).
#include "graze/demo/rod_demos.h"
#include "graze/io/scene/rod_world.h"
#include "graze/soft/rod_skin.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace graze::rod_campaign_test {
namespace {

constexpr double kFrame = 1.0 / 30.0;

struct RodRun {
    int frames = 0, most_self_contacts = 0;
    double stood = 0.0, waited = 0.0;
    std::vector<std::vector<Vec3>> nodes;  // of the first rod, at the end
};

/// `seconds` of the demo's own time, in so many frames or fewer.
RodRun run(const char* demo, const std::map<std::string, double>& parameters, double seconds, int frames) {
    RodRun done;
    const DemoOptions options{.seed = 1, .parameters = parameters};
    const auto scene = make_demo(demo, options);
    const auto rods = make_demo_rods(demo, options);
    EXPECT_TRUE(scene && rods) << demo;
    auto world = world_of_rods(*scene, *rods, 0.3, soft_options_of(*scene, kFrame));
    EXPECT_TRUE(world.has_value()) << world.error().message;
    ScenePoses poses(*scene, seconds);
    for (int i = 0; i < frames; ++i) {
        const soft::SoftReport report = soft::advance(*world, [&](double clock) { return poses.at(clock); });
        EXPECT_TRUE(report.certified) << demo << " " << i;
        EXPECT_TRUE(soft::skins_meeting(*world).empty()) << demo << " " << i;
        if (testing::Test::HasFailure()) break;
        ++done.frames;
        done.most_self_contacts = std::max(done.most_self_contacts, report.self_contacts);
        done.stood += report.stood;
        done.waited = report.waited;
    }
    done.nodes.emplace_back(world->nodes(0).begin(), world->nodes(0).end());
    return done;
}

int frames_to_run(int slice, int share) {
    const char* wanted = std::getenv("GRAZE_CAMPAIGN_RODS");
    return wanted != nullptr ? std::max(slice, std::atoi(wanted) / share) : slice;
}

TEST(RodCampaign, Property_AHoseGoesToAndFroThroughAHole) {
    const int frames = frames_to_run(45, 1);
    const RodRun done = run("hose", {{"segments", 150.0}, {"strokes", std::ceil(frames / 60.0)}}, 1.0, frames);
    EXPECT_EQ(done.frames, frames);
    EXPECT_EQ(done.stood, 0.0);
}

TEST(RodCampaign, Property_ACoilFallsAndLiesTurnOnTurn) {
    if (std::getenv("GRAZE_CAMPAIGN_RODS") == nullptr) GTEST_SKIP() << "takes minutes: ./test --campaign rods";
    const RodRun done = run("coil", {}, 1.0, frames_to_run(20, 10));
    EXPECT_GE(done.most_self_contacts, 75);
    EXPECT_EQ(done.stood, 0.0);
}

TEST(RodCampaign, Property_ACableIsLetDownInLoops) {
    const int frames = frames_to_run(20, 10);
    const RodRun done = run("cable", {{"segments", 300.0}, {"length", 1500.0}, {"seconds", 20.0}}, 1.0, frames);
    EXPECT_EQ(done.stood, 0.0);
}

TEST(RodCampaign, Property_AHarnessGoesWithADoorThroughThreeClips) {
    const int frames = frames_to_run(6, 10);
    const RodRun done = run("harness", {}, frames_to_run(1, 600) * 2.0, frames);
    EXPECT_EQ(done.stood, 0.0);
    EXPECT_LT(done.waited, 0.1);
}

TEST(RodCampaign, Property_ACableRunsInADragChain) {
    const int frames = frames_to_run(6, 10);
    const RodRun done = run("drag-chain", {}, std::max(4.0, frames * kFrame), frames);
    EXPECT_EQ(done.stood, 0.0);
    EXPECT_LT(done.waited, 0.1);
}

}  // namespace
}  // namespace graze::rod_campaign_test
