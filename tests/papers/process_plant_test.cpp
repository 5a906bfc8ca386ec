#include "graze/demo/process_plant.h"

#include "graze/demo/build.h"
#include "graze/demo/demo.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze_papers/scd.h"

#include <gtest/gtest.h>

namespace graze::papers::process_plant_test {
namespace {

constexpr std::size_t kSurfacesOfPaper = 1073;
constexpr double kTrianglesOfPaper = 24415.0;

struct Plant {
    Scene scene = *make_demo("process-plant");
    std::vector<ScdModel> models;
    ScdWorkspace workspace;

    Plant() {
        for (const SceneBody& body : scene.bodies) models.emplace_back(*body.mesh);
    }
    Intersections collide(std::uint32_t other, const Pose& valve, const ScdOptions& options) {
        return scd_collide({models[kPlantMovingBody], valve}, {models[other], scene.bodies[other].pose},
                           options, workspace);
    }
    /// Over all bodies that stand still.
    DiscreteCounters count(const Pose& valve, const ScdOptions& options) {
        DiscreteCounters sum;
        for (std::uint32_t other = 0; other < models.size(); ++other) {
            if (other == kPlantMovingBody) continue;
            const DiscreteCounters c = collide(other, valve, options).counters;
            sum.box_tests += c.box_tests, sum.box_updates += c.box_updates,
                sum.triangle_tests += c.triangle_tests;
        }
        return sum;
    }
};

}  // namespace

TEST(ProcessPlant, Example_HasTheFiguresOfThePaper) {
    const Plant plant;
    ASSERT_EQ(plant.scene.bodies.size(), 8u);
    std::size_t surfaces = 0, triangles = 0;
    for (const SceneBody& body : plant.scene.bodies) {
        EXPECT_TRUE(validate(*body.mesh, body.name).has_value());
        EXPECT_TRUE(is_closed_and_oriented(*body.mesh)) << body.name;
        double volume = 0.0;
        for (std::uint32_t t = 0; t < body.mesh->triangles.size(); ++t) {
            const auto [p, q, r] = corners(*body.mesh, t);
            volume += p.dot(q.cross(r)) / 6.0;
        }
        EXPECT_GT(volume, 0.0) << body.name;
        surfaces += body.mesh->surfaces.size();
        triangles += body.mesh->triangles.size();
    }
    EXPECT_EQ(surfaces, kSurfacesOfPaper);
    EXPECT_NEAR(static_cast<double>(triangles), kTrianglesOfPaper, 0.01 * kTrianglesOfPaper);
}

TEST(ProcessPlant, Example_EveryStepOfTheAssemblyIntersectsAndTheStartIsClear) {
    Plant plant;
    const std::vector<Pose> poses = process_plant_poses();
    ASSERT_EQ(poses.size(), static_cast<std::size_t>(kPlantSteps) + 1);
    std::size_t least = 1000000, most = 0;
    for (std::size_t step = 0; step < poses.size(); ++step) {
        std::size_t surfaces = 0;
        for (std::uint32_t other = 0; other < plant.models.size(); ++other)
            if (other != kPlantMovingBody)
                surfaces += plant.collide(other, poses[step], {Find::SurfacePairs}).surfaces.size();
        if (step == 0) {
            EXPECT_EQ(surfaces, 0u);
            continue;
        }
        ASSERT_GT(surfaces, 0u) << "step " << step;
        least = std::min(least, surfaces), most = std::max(most, surfaces);
    }
    EXPECT_GT(most, 2 * least);  // the steps differ
}

TEST(ProcessPlant, Example_PartsAtRestTouchButDoNotCross) {
    Plant plant;
    std::size_t touching = 0;
    for (std::uint32_t a = 0; a < plant.models.size(); ++a)
        for (std::uint32_t b = a + 1; b < plant.models.size(); ++b) {
            if (a == kPlantMovingBody || b == kPlantMovingBody) continue;  // its gaskets are pressed
            const SceneBody &body_a = plant.scene.bodies[a], &body_b = plant.scene.bodies[b];
            const PosePair poses = pose_pair(body_a.pose, body_b.pose);
            const Intersections found = scd_collide({plant.models[a], body_a.pose},
                                                    {plant.models[b], body_b.pose}, {}, plant.workspace);
            for (const IdPair& pair : found.triangles) {
                const MovedTriangle moved = move_into_a(poses, corners(*body_b.mesh, pair.b));
                ASSERT_EQ(meeting_of(corners(*body_a.mesh, pair.a), moved, poses).meeting,
                          TriangleMeeting::Touching)
                    << body_a.name << " " << body_b.name;
                ++touching;
            }
        }
    EXPECT_GT(touching, 50u);  // heads and nuts on flanges, feet on the slab
}

// The trend of [Figueiredo, table 2]: 21,836 against 30,663 box tests, 537 against 3,279 updates for all
// triangles.
TEST(ProcessPlant, Property_OaabbSavesBoxTestsAndUpdates) {
    Plant plant;
    DiscreteCounters with, without, classical;
    const std::vector<Pose> poses = process_plant_poses();
    const auto add = [](DiscreteCounters& sum, const DiscreteCounters& c) {
        sum.box_tests += c.box_tests, sum.box_updates += c.box_updates,
            sum.triangle_tests += c.triangle_tests;
    };
    for (int step = 1; step <= kPlantSteps; step += 8) {
        add(with, plant.count(poses[step], {Find::TrianglePairs, ScdTraversal::PaperWithOaabb}));
        add(without, plant.count(poses[step], {Find::TrianglePairs, ScdTraversal::PaperWithoutOaabb}));
        add(classical, plant.count(poses[step], {Find::TrianglePairs, ScdTraversal::Classical}));
    }
    EXPECT_LT(with.box_tests, without.box_tests);
    EXPECT_LT(3 * with.box_updates, without.box_updates);
    EXPECT_LT(with.box_updates, classical.box_updates);
    EXPECT_EQ(with.triangle_tests, without.triangle_tests);
}

}  // namespace graze::papers::process_plant_test
