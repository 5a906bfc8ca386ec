// Bugs that other tools left open (issue numbers as project#number), about scenes at one instant.
#include "graze/queries/instant/clash.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace graze::regressions_test {
namespace {

using test::brick;

Scene scene_of(const Mesh& a, const Mesh& b) {
    Scene scene;
    scene.bodies = {{"a", std::make_shared<const Mesh>(a), {}}, {"b", std::make_shared<const Mesh>(b), {}}};
    return scene;
}

ClashReport clashes(const Scene& scene, double clearance = 0.0) {
    const auto report = find_clashes(scene, {.clearance = clearance, .progress = Progress::Draw::Never});
    EXPECT_TRUE(report.has_value());
    return report ? *report : ClashReport{};
}

// fcl#492, fcl#641, coal#134: a body wholly inside another was "no collision".
TEST(SceneRegression, Regression_BodyInsideAnotherIsFound) {
    const ClashReport report = clashes(scene_of(brick({0, 0, 0}, {9, 8, 7}), brick({4, 4, 4}, {5, 5.5, 6})));
    ASSERT_EQ(report.pairs.size(), 1u);
    EXPECT_EQ(report.pairs[0].kind, ClashKind::Contained);
    EXPECT_EQ(report.pairs[0].inside, 1u);
    EXPECT_TRUE(report.is_clash);
}

// trimesh#1860: equal boxes face to face; IfcOpenShell#4594: coaxial walls that overlap by 50 mm.
TEST(SceneRegression, Regression_ExactlyAlignedBodiesAreFound) {
    const Mesh wall = brick({0, 0, 0}, {3000, 200, 2500});
    const ClashReport face_to_face = clashes(scene_of(wall, brick({3000, 0, 0}, {6000, 200, 2500})));
    ASSERT_EQ(face_to_face.pairs.size(), 1u);
    EXPECT_EQ(face_to_face.pairs[0].kind, ClashKind::Touching);
    const ClashReport coaxial = clashes(scene_of(wall, brick({2950, 0, 0}, {6000, 200, 2500})));
    ASSERT_EQ(coaxial.pairs.size(), 1u);
    EXPECT_EQ(coaxial.pairs[0].kind, ClashKind::Intersecting);
    EXPECT_TRUE(coaxial.is_clash);
}

// IfcOpenShell#1357, ifc-lite#1272: touching and intersecting could not be told apart. One ulp is enough.
TEST(SceneRegression, Regression_OneUlpBetweenTouchingAndIntersecting) {
    const Mesh block = brick({0, 0, 0}, {4, 3, 2});
    for (const auto& [height, kind] : {std::pair(2.0, ClashKind::Touching),
                                       std::pair(std::nextafter(2.0, 0.0), ClashKind::Intersecting)}) {
        Mesh lid = brick({1, 1, 0}, {3, 2, 5});
        for (Vec3& v : lid.vertices)
            if (v.z() == 0.0) v.z() = height;
        const ClashReport report = clashes(scene_of(block, lid));
        ASSERT_EQ(report.pairs.size(), 1u);
        EXPECT_EQ(report.pairs[0].exact_kind, kind);
        EXPECT_EQ(report.pairs[0].kind, ClashKind::Touching) << "no verdict hangs on an ulp";
        EXPECT_FALSE(report.is_clash);
    }
}

// coal#755: margins were missed. The clearance equals the gap, and is one ulp below and above.
TEST(SceneRegression, Regression_ClearanceAtTheGap) {
    const double gap = 0.1;
    Mesh right = brick({0, 0, 0}, {3, 2, 1});
    for (Vec3& v : right.vertices) v.x() = v.x() == 0.0 ? gap : 3.0;
    const Scene scene = scene_of(brick({-4, 0, 0}, {0, 2, 1}), right);
    EXPECT_TRUE(clashes(scene, std::nextafter(gap, 0.0)).pairs.empty());
    ASSERT_EQ(clashes(scene, gap).pairs.size(), 1u);
    EXPECT_EQ(clashes(scene, gap).pairs[0].kind, ClashKind::WithinClearance);
    EXPECT_EQ(clashes(scene, std::nextafter(gap, 1.0)).pairs.size(), 1u);
}

// PhysX#505, at one instant: an ignored pair must not hide the next one.
TEST(SceneRegression, Regression_IgnoredPairHidesNothing) {
    Scene scene = scene_of(brick({0, 0, 0}, {4, 3, 2}), brick({3, 1, 1}, {6, 5, 7}));
    scene.bodies.push_back({"c", scene.bodies[1].mesh, {}});
    scene.ignore = {{{0, 1}, Allowed::Everything, {}}, {{1, 2}, Allowed::Everything, {}}};
    const ClashReport report = clashes(scene);
    ASSERT_EQ(report.pairs.size(), 1u);
    EXPECT_EQ(report.pairs[0].bodies, (BodyPair{0, 2}));
}

}  // namespace
}  // namespace graze::regressions_test
