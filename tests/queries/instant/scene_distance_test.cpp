#include "graze/queries/instant/scene_distance.h"

#include "support/shapes.h"

#include <gtest/gtest.h>

namespace graze::scene_distance_test {
namespace {

using test::brick;

Scene row_of_bricks() {
    Scene scene;
    const auto mesh = std::make_shared<const Mesh>(brick({0, 0, 0}, {1, 2, 3}));
    for (const double x : {0.0, 1.5, 4.0, 4.5})
        scene.bodies.push_back(
            {"at " + std::to_string(x), mesh, {{x, 0, 0}, Eigen::Quaterniond::Identity()}});
    return scene;
}

std::vector<PairDistance> distances(const Scene& scene, SceneDistanceOptions options = {}) {
    options.progress = Progress::Draw::Never;
    auto found = find_distances(scene, options);
    EXPECT_TRUE(found.has_value());
    return found ? *found : std::vector<PairDistance>();
}

TEST(SceneDistance, Example_AllPairsInOrder) {
    const auto found = distances(row_of_bricks());
    const std::vector<std::pair<BodyPair, double>> expected = {{{0, 1}, 0.5}, {{0, 2}, 3.0}, {{0, 3}, 3.5},
                                                               {{1, 2}, 1.5}, {{1, 3}, 2.0}, {{2, 3}, 0.0}};
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].bodies, expected[i].first);
        EXPECT_LE(found[i].distance.lo, expected[i].second);
        EXPECT_GE(found[i].distance.hi, expected[i].second);
        EXPECT_NEAR(found[i].distance.hi, expected[i].second, 1e-14);
    }
    EXPECT_EQ(found[1].distance.on_a.x(), 1.0);
    EXPECT_EQ(found[1].distance.on_b.x(), 4.0);
}

TEST(SceneDistance, Example_BodiesThatMeetShareAPoint) {
    Scene scene;  // an edge of the bar runs through a face of the brick, far from its corners
    scene.bodies.push_back({"brick", std::make_shared<const Mesh>(brick({0, 0, 0}, {9, 8, 7})), {}});
    scene.bodies.push_back({"bar", std::make_shared<const Mesh>(brick({3, 3, -5}, {4, 4.5, 3})), {}});
    const BodyDistance found = distances(scene).at(0).distance;
    EXPECT_EQ(found.hi, 0.0);
    EXPECT_EQ(found.on_a, found.on_b);
    EXPECT_EQ(found.on_a.z(), 0.0);
    EXPECT_TRUE(found.on_a.x() >= 3 && found.on_a.x() <= 4 && found.on_a.y() >= 3 && found.on_a.y() <= 4.5);
}

TEST(SceneDistance, Example_WithinIsExactAndIgnoreHolds) {
    Scene scene = row_of_bricks();
    EXPECT_EQ(distances(scene, {.within = 1.5}).size(), 3u) << "0.5, 1.5 and 0";
    EXPECT_EQ(distances(scene, {.within = std::nextafter(1.5, 0.0)}).size(), 2u);
    EXPECT_EQ(distances(scene, {.within = 0.0}).size(), 1u);
    scene.ignore = {{{3, 2}, Allowed::Everything, {}}, {{0, 1}, Allowed::Touching, {}}};
    EXPECT_EQ(distances(scene).size(), 5u) << "only what is ignored altogether is left out";
    EXPECT_TRUE(distances(scene, {.within = 0.25}).empty());
}

TEST(SceneDistance, Degenerate_BodiesInsideAndSingleBodies) {
    Scene scene;
    scene.bodies.push_back({"shell", std::make_shared<const Mesh>(brick({0, 0, 0}, {9, 9, 9})), {}});
    EXPECT_TRUE(distances(scene).empty());
    scene.bodies.push_back({"inside", std::make_shared<const Mesh>(brick({2, 3, 4}, {5, 5, 5})), {}});
    EXPECT_NEAR(distances(scene).at(0).distance.hi, 2.0, 1e-14) << "to the wall";
}

TEST(SceneDistance, Property_SameBitsForAnyNumberOfThreads) {
    const auto one = distances(row_of_bricks(), {.threads = 1}),
               many = distances(row_of_bricks(), {.threads = 5});
    ASSERT_EQ(one.size(), many.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(one[i].distance.hi, many[i].distance.hi);
        EXPECT_EQ(one[i].distance.on_a, many[i].distance.on_a);
        EXPECT_EQ(one[i].distance.triangles, many[i].distance.triangles);
    }
}

TEST(SceneDistance, Degenerate_TooManyPairsAreRefused) {
    Scene scene;
    const auto mesh = std::make_shared<const Mesh>(brick({0, 0, 0}, {1, 2, 3}));
    for (int i = 0; i < 5000; ++i)
        scene.bodies.push_back({std::to_string(i), mesh, {{4.0 * i, 0, 0}, Eigen::Quaterniond::Identity()}});
    const auto refused = find_distances(scene, {.progress = Progress::Draw::Never});
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, ErrorCode::Unsupported);
    EXPECT_NE(refused.error().message.find("--within"), std::string::npos);
    EXPECT_EQ(distances(scene, {.within = 3.0}).size(), 4999u);
}

}  // namespace
}  // namespace graze::scene_distance_test
