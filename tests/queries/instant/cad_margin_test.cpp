#include "graze/queries/instant/cad_margin.h"

#include "support/shapes.h"

#include <cmath>

#include <gtest/gtest.h>

namespace graze::cad_margin_test {
namespace {

/// A box of sides 2, 3, 4 about its middle, so that two at x = 0 and x = 2 + g are g apart.
std::shared_ptr<const Mesh> block(double size, std::optional<TessellationDeviation> deviation) {
    Mesh mesh = test::box_mesh(Vec3(1.0, 1.5, 2.0) * size);
    mesh.deviation = deviation;
    return std::make_shared<const Mesh>(std::move(mesh));
}

/// Two blocks with a gap; deviations 0.125 (measured) and 0.0625 (requested), so the margin is 0.1875.
constexpr double kMargin = 0.1875;

Scene blocks(double gap) {
    Scene scene;
    scene.bodies = {{"a", block(1.0, TessellationDeviation{0.0625, 0.125}), {}},
                    {"b", block(1.0, TessellationDeviation{0.0625, 0.03125}), {}}};
    scene.bodies[1].pose.translation = {2.0 + gap, 0, 0};
    return scene;
}

struct Answer {
    bool is_clash;
    HoldsForCad verdict;
    HoldsForCad pair = HoldsForCad::Unknown;
};

Answer ask(const Scene& scene, double clearance, bool deny_touching = false) {
    const ClashOptions options{.clearance = clearance,
                               .deny_touching = deny_touching,
                               .threads = 1,
                               .progress = Progress::Draw::Never};
    const auto report = find_clashes(scene, options);
    const auto verdict = verdict_holds_for_cad(*report, scene, options);
    EXPECT_TRUE(report && verdict);
    Answer answer{report->is_clash, *verdict};
    if (!report->pairs.empty()) answer.pair = pair_holds_for_cad(report->pairs[0], scene);
    return answer;
}

TEST(CadMargin, Example_AClearGapHoldsIfItExceedsBothDeviations) {
    EXPECT_NEAR(*cad_margin(blocks(1).bodies[0], blocks(1).bodies[1]), kMargin, 1e-15);
    EXPECT_GT(*cad_margin(blocks(1).bodies[0], blocks(1).bodies[1]), kMargin);  // rounded up
    EXPECT_EQ(ask(blocks(0.25), 0).verdict, HoldsForCad::AsSampled);
    EXPECT_EQ(ask(blocks(0.125), 0).verdict, HoldsForCad::Unknown);
    EXPECT_EQ(ask(blocks(kMargin), 0).verdict, HoldsForCad::Unknown);  // they might touch
    EXPECT_FALSE(ask(blocks(0.125), 0).is_clash);
    EXPECT_EQ(ask(blocks(1.25), 1).verdict, HoldsForCad::AsSampled);  // beyond clearance and margin
    EXPECT_EQ(ask(blocks(1.125), 1).verdict, HoldsForCad::Unknown);
}

TEST(CadMargin, Example_AClashHoldsIfTheClearanceIsMissedByMore) {
    EXPECT_EQ(ask(blocks(0.75), 1).pair, HoldsForCad::AsSampled);
    EXPECT_EQ(ask(blocks(0.75), 1).verdict, HoldsForCad::AsSampled);
    EXPECT_TRUE(ask(blocks(0.75), 1).is_clash);
    EXPECT_EQ(ask(blocks(0.875), 1).verdict, HoldsForCad::Unknown);
    EXPECT_EQ(ask(blocks(-0.5), 0).verdict, HoldsForCad::AsSampled);  // deeper than twice the margin
    EXPECT_EQ(ask(blocks(-0.25), 0).verdict, HoldsForCad::Unknown);
    EXPECT_EQ(ask(blocks(-0.25), 0.25).pair, HoldsForCad::Unknown);  // a contact: no clash
}

TEST(CadMargin, Example_TouchingIsNeverCertain) {
    EXPECT_EQ(ask(blocks(0), 0).verdict, HoldsForCad::Unknown);
    EXPECT_EQ(ask(blocks(0), 0, true).verdict, HoldsForCad::Unknown);
    EXPECT_EQ(ask(blocks(0), 0, true).pair, HoldsForCad::Unknown);
}

TEST(CadMargin, Example_ABodyInsideAnotherIsSoAwayFromTheWallOrDeep) {
    Scene scene = blocks(0);
    scene.bodies[1].mesh = block(0.5, TessellationDeviation{0.0625, 0.03125});  // 0.5 from the walls in x
    scene.bodies[1].pose = Pose{};
    EXPECT_EQ(ask(scene, 0).pair, HoldsForCad::AsSampled);
    scene.bodies[1].pose.translation = {0.375, 0, 0};  // 0.125
    EXPECT_EQ(ask(scene, 0).pair, HoldsForCad::AsSampled);   // 0.5 deep, and more
    EXPECT_TRUE(ask(scene, 0).is_clash);
}

TEST(CadMargin, Example_RulesOfTheSceneAndBodiesThatDoNotSay) {
    Scene scene = blocks(0.25);
    scene.ignore = {{{0, 1}, Allowed::Touching, {}}};
    EXPECT_EQ(ask(scene, 0).verdict, HoldsForCad::Unknown);
    scene.ignore = {{{0, 1}, Allowed::Everything, {}}};
    EXPECT_EQ(ask(scene, 0).verdict, HoldsForCad::AsSampled);
    scene.ignore.clear();
    scene.clearance = {{{1, 0}, 0.03125}};
    EXPECT_EQ(ask(scene, 0).verdict, HoldsForCad::AsSampled);
    scene.clearance = {{{1, 0}, 0.125}};
    EXPECT_EQ(ask(scene, 0).verdict, HoldsForCad::Unknown);
    scene = blocks(0.75);
    scene.bodies[1].mesh = block(1.0, {});
    EXPECT_EQ(ask(scene, 0).verdict, HoldsForCad::Unknown);
    EXPECT_EQ(ask(scene, 1).pair, HoldsForCad::Unknown);
    EXPECT_EQ(greatest_deviation(scene)->measured, 0.125);
    scene.bodies[0].mesh = scene.bodies[1].mesh;
    EXPECT_FALSE(greatest_deviation(scene));
}

TEST(CadMargin, Example_AClearGapBeyondProvedDeviationsIsAProof) {
    Scene scene = blocks(0.25);  // 0.25 apart
    const auto with = [&](std::optional<double> a, std::optional<double> b) {
        scene.bodies[0].mesh = block(1.0, TessellationDeviation{0.0625, 0.125, a});
        scene.bodies[1].mesh = block(1.0, TessellationDeviation{0.0625, 0.03125, b});
        return ask(scene, 0);
    };
    EXPECT_EQ(with(0.125, 0.0625).verdict, HoldsForCad::Yes);
    EXPECT_EQ(with(0.125, std::nullopt).verdict, HoldsForCad::AsSampled);
    EXPECT_EQ(with(0.1875, 0.0625).verdict, HoldsForCad::Unknown);  // the sum is the gap
    EXPECT_EQ(with(0.0, 0.0).verdict, HoldsForCad::Yes);            // smaller than what was sampled: the proof counts
    EXPECT_TRUE(all_are_proved(scene));
    scene.bodies[1].pose.translation = {1.0, 0, 0};  // deep in each other: surfaces that are near triangles are
    EXPECT_EQ(ask(scene, 0).verdict, HoldsForCad::AsSampled);  // no proof that triangles are near surfaces
    EXPECT_TRUE(ask(scene, 0).is_clash);
}

/// Of many bodies only one pair is near; margins of others are larger than its own.
TEST(CadMargin, Example_EachPairHasItsOwnMargin) {
    Scene scene = blocks(0.25);
    for (const double x : {100.0, 200.0}) {
        scene.bodies.push_back({"far" + std::to_string(x), block(1.0, TessellationDeviation{4, 5}), {}});
        scene.bodies.back().pose.translation = {x, 0, 0};
    }
    EXPECT_EQ(ask(scene, 0).verdict, HoldsForCad::AsSampled);
    scene.bodies[3].pose.translation = {111, 0, 0};
    EXPECT_EQ(ask(scene, 0).verdict, HoldsForCad::Unknown);
}

}  // namespace
}  // namespace graze::cad_margin_test
