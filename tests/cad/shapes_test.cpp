#include "graze_cad/models/shapes.h"

#include "graze_cad/models/models.h"

#include <Standard_Failure.hxx>

#include <cmath>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

namespace graze::shapes_test {
namespace {

using namespace cad;

constexpr double kPi = std::numbers::pi;
constexpr double kVolumeError = 1e-4;  // relative: OpenCASCADE integrates curved faces by Gauss' rule

void expect_volume(const TopoDS_Shape& shape, double volume) {
    EXPECT_NEAR(volume_of(shape), volume, kVolumeError * volume);
}

TEST(CadShapes, Example_VolumesAndFacesAreThoseOfTheFormulas) {
    expect_volume(tube(5.0, 3.0, 1.0, 8.0), kPi * (25.0 - 9.0) * 7.0);
    EXPECT_EQ(face_count(tube(5.0, 3.0, 1.0, 8.0)), 4);
    expect_volume(hexagon(10.0, 0.0, 4.0), 0.5 * std::sqrt(3.0) * 100.0 * 4.0);
    EXPECT_EQ(face_count(hexagon(10.0, 0.0, 4.0, HexagonTop::Chamfered)), 9);
    expect_volume(link_plate(12.0, 5.0, -1.0, 2.0), (kPi * 25.0 + 120.0) * 3.0);
    expect_volume(ring(9.0, 2.0), 2.0 * kPi * kPi * 9.0 * 4.0);
    expect_volume(i_beam({100.0, 80.0, 6.0, 10.0}, 50.0), (2.0 * 800.0 + 80.0 * 6.0) * 50.0);
}

TEST(CadShapes, Example_AVesselHasSpheresAndToriThatMeetSmoothly) {
    // A head of radius 1: torus of 0.2 about 0.8, sphere of 2. Its volume, by Simpson along the axis.
    const double rise = head_height(1.0), meet = rise - 2.0 + 2.0 * std::sqrt(1.0 - std::pow(0.8 / 1.8, 2));
    const auto area = [&](double z) {
        const double r = z < meet ? 0.8 + std::sqrt(0.04 - z * z)
                                  : std::sqrt(std::max(0.0, 4.0 - std::pow(z - rise + 2.0, 2)));
        return kPi * r * r;
    };
    constexpr int kSteps = 20000;
    double head = 0.0;
    for (int i = 0; i < kSteps; ++i) head += area(rise * (i + 0.5) / kSteps) * rise / kSteps;
    EXPECT_EQ(face_count(vessel(50.0, 200.0)), 5);
    expect_volume(vessel(50.0, 200.0), kPi * 2500.0 * 200.0 + 2.0 * head * 125000.0);
}

TEST(CadShapes, Example_RodsBendOnACircleAndEndWhereTheyShould) {
    const Shapes pieces = rods({3.0, 20.0, {{0.0, 0.0, 0.0}, {50.0, 0.0, 0.0}, {50.0, 0.0, 70.0}}});
    ASSERT_EQ(pieces.size(), 3u);
    const double length = 30.0 + 0.5 * kPi * 20.0 + 50.0;
    expect_volume(fused(pieces, Seams::Keep), kPi * 9.0 * length);
}

TEST(CadShapes, Example_PlacedShapesKeepTheirVolumeAndFusedOnesLoseTheOverlap) {
    const TopoDS_Shape box = block({0.0, 0.0, 0.0}, {1.0, 2.0, 3.0});
    expect_volume(placed(box, {{4.0, 5.0, 6.0}, Vec3(1.0, 1.0, 0.0), Vec3::UnitZ()}), 6.0);
    const TopoDS_Shape both = fused({box, moved(box, {0.5, 0.0, 0.0})});
    expect_volume(both, 9.0);
    EXPECT_EQ(face_count(both), 6);  // merged
    EXPECT_EQ(face_count(fused({box, moved(box, {0.5, 0.0, 0.0})}, Seams::Keep)), 14);
    expect_volume(cut(box, {moved(box, {0.5, 0.0, 0.0})}), 3.0);
}

TEST(CadShapes, Degenerate_WhatCannotBeMadeThrows) {
    const TopoDS_Shape box = block({0.0, 0.0, 0.0}, {1.0, 2.0, 3.0});
    const auto all = [](const EdgeFacts&) { return true; };
    EXPECT_THROW((void)rounded(box, 5.0, all), Standard_Failure);
    EXPECT_THROW((void)rounded(box, 0.1, [](const EdgeFacts&) { return false; }), Standard_Failure);
    EXPECT_THROW((void)cut(box, {box}), Standard_Failure);  // nothing is left
}

TEST(CadModels, Degenerate_BadRequestsNameTheChoices) {
    const auto unknown = make_cad_demo("chian", {});
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::NotFound);
    EXPECT_NE(unknown.error().message.find("chain"), std::string::npos);
    const auto mesh = make_cad_demo("gears", {});
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().message, "demo gears: is not CAD; graze demo writes it");
    EXPECT_FALSE(make_cad_demo("gearbox", {1, {{"backlash", 0.01}}}));
}

// Pins of the chain: links are one pitch long at every pose, and each ends where the next begins.
TEST(CadModels, Property_LinksOfTheChainHoldTogetherAtEveryPose) {
    const auto chain = make_cad_demo("chain", {});
    ASSERT_TRUE(chain) << chain.error().message;
    const SceneDescription& scene = chain->scenes[0].second;
    std::vector<const PathDescription*> links;
    for (const PathDescription& path : scene.paths)
        if (path.body.starts_with("link")) links.push_back(&path);
    ASSERT_EQ(links.size(), 58u);
    const auto end_of = [](const Pose& pose) {
        return Vec3(pose.rotation * Vec3(12.7, 0.0, 0.0) + pose.translation);
    };
    for (std::size_t step = 0; step < links[0]->poses.size(); ++step)
        for (std::size_t i = 0; i < links.size(); ++i) {
            const Pose &link = links[i]->poses[step], &next = links[(i + 1) % links.size()]->poses[step];
            ASSERT_LT((end_of(link) - next.translation).norm(), 1e-9) << i << " at " << step;
        }
    for (std::size_t i = 0; i < links.size(); ++i)  // after one pitch each is where the next one was
        ASSERT_LT(
            (links[i]->poses.back().translation - links[(i + 1) % links.size()]->poses.front().translation)
                .norm(),
            1e-9)
            << i;
}

TEST(CadModels, Example_PlantLargeHasTheWishedNumberOfPartsWithinABayAndFewShapes) {
    const auto plant = make_cad_demo("plant-large", {});
    ASSERT_TRUE(plant) << plant.error().message;
    const CadCounts counts = counts_of(*plant);
    EXPECT_GE(counts.parts, 20000u);
    EXPECT_LT(counts.parts, 20080u);
    EXPECT_EQ(counts.shapes, 18u);
}

}  // namespace
}  // namespace graze::shapes_test
