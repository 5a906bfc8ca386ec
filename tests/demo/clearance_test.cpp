// The clearances that demos promise, measured over all triangle pairs.
#include "demo_scenes.h"
#include "scene_motion.h"
#include "slow_distance.h"

#include <gtest/gtest.h>

namespace graze::clearance_test {
namespace {

using test::Parameters;
using test::scene_of;

// Coordinates below 200 and some ten roundings: far below what a clearance is stated to.
constexpr double kRounding = 1e-11;

constexpr double kSagitta =
    0.005;  // of gear flanks between points, with room for phases that no sample meets

// One parameter more, unless it is there already.
Parameters with(Parameters parameters, const std::string& name, double value) {
    parameters.emplace(name, value);
    return parameters;
}

// The least distance over `count` + 1 times of a segment.
double least_over(const Scene& scene, std::size_t segment, int count) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= count; ++i)
        least = std::min(least, test::distance_at(scene, segment, static_cast<double>(i) / count));
    return least;
}

}  // namespace

TEST(SlowDistance, Example_KnownPairs) {
    using test::Corners;
    const Corners t{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 3, 0)};
    const auto moved = [&](const Vec3& by) { return Corners{t[0] + by, t[1] + by, t[2] + by}; };
    EXPECT_EQ(test::triangle_triangle(t, moved({0, 0, 2})), 2.0);  // face above face
    EXPECT_EQ(test::triangle_triangle(t, moved({7, 0, 4})), 5.0);  // corner to corner
    const Corners upright{Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(9, 9, 0)};
    EXPECT_EQ(test::triangle_triangle(t, upright), 0.0);  // pierced
    const Corners edge{Vec3(2, -1, 1), Vec3(2, 1, 1), Vec3(2, 0, 9)};
    EXPECT_EQ(test::triangle_triangle(t, edge), 1.0);  // edge over face
    const Corners beside{Vec3(2, -2, -1), Vec3(2, -2, 1), Vec3(2, -9, 0)};
    EXPECT_EQ(test::triangle_triangle(t, beside), 2.0);  // edge to edge
}

TEST(SlowDistance, Reference_TreeAgreesWithAllPairs) {
    const Scene& scene = scene_of("screw-and-nut", {{"resolution", 12.0}, {"turns", 2.0}});
    const test::PosedSoup a = test::posed(*scene.bodies[0].mesh, test::pose_at(scene, 0, 0, 0.4));
    const test::PosedSoup b = test::posed(*scene.bodies[1].mesh, {});
    double least = std::numeric_limits<double>::infinity();
    for (const auto& s : a.triangles)
        for (const auto& t : b.triangles) least = std::min(least, test::triangle_triangle(s, t));
    EXPECT_EQ(test::slow_distance(a, b), least);
    EXPECT_GT(least, 0.0);
}

TEST(ScrewAndNut, Example_GapIsTheDistanceOfTheFlanks) {
    const std::vector<Parameters> cases{
        {},
        {{"gap", 0.001}},
        {{"gap", 0.12}},  // the limit
        {{"resolution", 12.0}},
        {{"resolution", 60.0}, {"gap", 0.02}, {"turns", 3.0}},
        {{"diameter", 3.0}, {"pitch", 0.5}, {"gap", 0.01}},
        {{"diameter", 10.0}, {"pitch", 2.5}, {"gap", 0.1}, {"turns", 3.3}},  // the steepest
        {{"diameter", 64.0}, {"pitch", 6.0}, {"gap", 0.3}, {"turns", 4.0}, {"resolution", 48.0}},
    };
    for (const Parameters& parameters : cases) {
        const Scene& scene = scene_of("screw-and-nut", parameters);
        const double gap = parameters.contains("gap") ? parameters.at("gap") : 0.05;
        const double distance = test::distance_at_rest(scene);
        EXPECT_GT(distance, (1.0 - 1e-9) * gap);  // never less
        EXPECT_LT(distance, 1.001 * gap);         // and met: 0.05000031 for the default
        EXPECT_EQ(distance, test::distance_at(scene, 0, 0.0));
    }
}

TEST(ScrewAndNut, Property_GapHoldsWhileItUnscrews) {
    const Scene& scene = scene_of("screw-and-nut");
    // 8.25 turns of 36 segments: steps of 12.8 segments meet many phases of vertices against facets.
    EXPECT_GT(least_over(scene, 0, 23), (1.0 - 1e-9) * 0.05);
    EXPECT_GT(test::distance_at(scene, 0, 1.0), 1.0);  // out of the nut
    EXPECT_GT(least_over(scene, 1, 4), 1.0);
}

TEST(ScrewAndNut, Property_FaultyTurnCollides) {
    // Vacuity guard of the two tests above: without the feed, or turned the wrong way, the threads do cross.
    const Scene& scene = scene_of("screw-and-nut");
    Pose turned = test::pose_at(scene, 0, 0, 0.03), mated = scene.bodies[0].pose;
    turned.translation = mated.translation;
    const auto distance = [&](const Pose& pose) {
        return test::slow_distance(*scene.bodies[0].mesh, pose, *scene.bodies[1].mesh, {});
    };
    EXPECT_EQ(distance(turned), 0.0);
    mated.translation.z() += 0.07;  // axial play is 0.058
    EXPECT_EQ(distance(mated), 0.0);
}

TEST(PegInHole, Example_ClearanceIsExactAndHoldsOnTheWayIn) {
    for (const Parameters& parameters :
         std::vector<Parameters>{{},
                                 {{"clearance", 1e-6}},
                                 {{"clearance", 1.0}},
                                 {{"diameter", 6.0}, {"depth", 30.0}, {"resolution", 16.0}}}) {
        const Scene& scene = scene_of("peg-in-hole", with(parameters, "rows", 2.0));
        const double clearance = parameters.contains("clearance") ? parameters.at("clearance") : 0.05;
        EXPECT_NEAR(test::distance_at_rest(scene), clearance, kRounding);
        EXPECT_GT(least_over(scene, 0, 8), 1.0);
        EXPECT_NEAR(least_over(scene, 1, 8), clearance, kRounding);
    }
}

TEST(Plates, Example_GapIsExact) {
    for (const Parameters& parameters : std::vector<Parameters>{{},
                                                                {{"gap", 1e-6}},
                                                                {{"gap", 5.0}, {"wedge", 5.0}},
                                                                {{"tilt", 0.0}, {"wedge", 0.0}},
                                                                {{"tilt", 200.0}}}) {
        const Scene& scene = scene_of("plates", with(parameters, "triangles", 1500.0));
        const double gap = parameters.contains("gap") ? parameters.at("gap") : 0.1;
        const double measured = test::distance_at_rest(scene);
        const double wedge = parameters.contains("wedge") ? parameters.at("wedge") : 0.02;
        // Across a wedge the nearest point of a face is not straight below: gap cos(wedge) unless it falls
        // off the rim.
        EXPECT_LE(measured, gap + kRounding);
        EXPECT_GE(measured, gap * std::cos(wedge * M_PI / 180.0) - kRounding);
        EXPECT_GT(least_over(scene, 0, 3), 0.99 * gap);
    }
}

TEST(Plates, Property_TiltSpoilsBoxesAlongTheAxes) {
    const auto thickness = [](double tilt) {
        const Vec3 extent = [&] {
            const Box box = bounds_of(*scene_of("plates", {{"tilt", tilt}}).bodies[0].mesh);
            return Vec3(box.max - box.min);
        }();
        return extent.minCoeff();
    };
    EXPECT_LT(thickness(0.0), 3.1);
    EXPECT_GT(thickness(33.0), 30.0);
}

TEST(Grid, Example_ThreadedLatticesStandHalfACellLessABarApart) {
    const Parameters small{{"threaded", 1.0}, {"nodes", 3.0}, {"across", 1.0}, {"along", 2.0}};
    for (const double turned : {0.0, 1.0})
        for (const double bar : {1.0, 4.9}) {
            Parameters parameters = small;
            parameters["turned"] = turned;
            parameters["bar"] = bar;
            const Scene& scene = scene_of("grid", parameters);
            EXPECT_NEAR(test::distance_at_rest(scene), 5.0 - bar, kRounding);
            EXPECT_GT(least_over(scene, 0, 3), 0.2 * (5.0 - bar));
            EXPECT_GT(least_over(scene, 1, 3), 0.2 * (5.0 - bar));
        }
    const Scene& full = scene_of("grid", {{"threaded", 1.0}, {"across", 1.0}, {"along", 1.0}});
    EXPECT_GT(test::distance_at(full, 0, 1.0), 0.2 * 2.5);
}

TEST(Gears, Example_BacklashIsSharedByBothFlanks) {
    const double cos20 = std::cos(20.0 * M_PI / 180.0);
    for (const Parameters& parameters : std::vector<Parameters>{{},
                                                                {{"backlash", 0.01}, {"resolution", 24.0}},
                                                                {{"teeth", 18.0}, {"wheel-teeth", 18.0}},
                                                                {{"teeth", 18.0}, {"wheel-teeth", 120.0}},
                                                                {{"teeth", 50.0}, {"wheel-teeth", 51.0}}}) {
        const Scene& scene = scene_of("gears", with(parameters, "rows", 1.0));
        const double normal =
            0.5 * cos20 * (parameters.contains("backlash") ? parameters.at("backlash") : 0.1);
        const double least = least_over(scene, 0, 9);
        EXPECT_GT(least, (1.0 - 1e-9) * normal);  // chords of convex flanks only widen it
        EXPECT_LT(least, normal + kSagitta);
    }
}

TEST(Bunnies, Example_GapIsTheDistanceOfTheNoses) {
    const Scene& apart = scene_of("bunnies", {{"triangles", 5000.0}, {"gap", 3.0}});
    EXPECT_NEAR(test::distance_at(apart, 0, 1.0), 3.0, kRounding);
    EXPECT_GT(least_over(apart, 0, 4), 3.0 - kRounding);
    EXPECT_GT(test::distance_at_rest(apart), 50.0);
    const Scene& meeting = scene_of("bunnies", {{"triangles", 5000.0}});
    EXPECT_EQ(test::distance_at(meeting, 0, 1.0), 0.0);
    EXPECT_GT(test::distance_at(meeting, 0, 0.5), 10.0);
}

TEST(Demo, Property_NoSkinCrossesItself) {
    const std::vector<std::pair<std::string, Parameters>> cases{
        {"screw-and-nut", {}},
        {"screw-and-nut", {{"resolution", 12.0}}},
        {"screw-and-nut", {{"gap", 0.12}}},
        {"peg-in-hole", {}},
        {"gears", {}},
        {"gears", {{"teeth", 18.0}, {"wheel-teeth", 60.0}}},
        {"grid", {{"nodes", 3.0}}},
        {"bunnies", {{"triangles", 5000.0}}},
    };
    for (const auto& [name, parameters] : cases)
        for (const SceneBody& body : scene_of(name, parameters).bodies)
            EXPECT_GT(test::slow_self_distance(*body.mesh), 0.0) << name << " " << body.name;
}

TEST(Gears, Property_BothTurnAtMatchingRates) {
    const Scene& scene = scene_of("gears");
    ASSERT_EQ(scene.paths.size(), 2u);
    for (std::size_t i = 0; i + 1 < scene.paths[0].poses.size(); ++i) {
        const auto angle = [&](const Path& path) {
            const Eigen::Quaterniond step = path.poses[i + 1].rotation * path.poses[i].rotation.conjugate();
            EXPECT_GT(step.w(), 0.0);  // below 180 degrees, and the short way
            return 2.0 * std::atan2(step.z(), step.w());
        };
        EXPECT_NEAR(angle(scene.paths[0]) * 20.0, -angle(scene.paths[1]) * 33.0, 1e-13);
        EXPECT_NEAR(angle(scene.paths[0]), 0.5 * M_PI, 1e-14);
    }
}

}  // namespace graze::clearance_test
