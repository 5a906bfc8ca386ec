// What users of other tools reported (project#number), for S-CD; discrete/wide/regressions_test.cpp has more.
#include "graze_papers/scd.h"
#include "support/soups.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace graze::papers::scd_regressions_test {
namespace {

std::vector<IdPair> copied(std::span<const IdPair> pairs) { return {pairs.begin(), pairs.end()}; }

/// Whether triangles meet; all that do, and no others.
bool meet(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
    const ScdModel model_a(a), model_b(b);
    ScdWorkspace workspace;
    const auto pairs = copied(scd_collide({model_a, pose_a}, {model_b, pose_b}, {}, workspace).triangles);
    EXPECT_EQ(pairs, test::brute_force(a, pose_a, b, pose_b));
    return !pairs.empty();
}

/// A turn by 90 degrees about z that is exact: both components are the same double.
Pose quarter_turn(const Vec3& translation) {
    return {translation, Eigen::Quaterniond(std::sqrt(0.5), 0, 0, std::sqrt(0.5))};
}

Pose moved_by(const Vec3& translation) { return {translation, Eigen::Quaterniond::Identity()}; }

}  // namespace

// trimesh#1860: two equal boxes, exactly aligned, were not found to collide.
TEST(ScdRegressions, Regression_Trimesh1860_EqualAlignedBoxes) {
    const Mesh box = test::box_soup({0, 0, 0}, {4, 3, 2});
    EXPECT_TRUE(meet(box, {}, box, {}));
    EXPECT_TRUE(meet(box, {}, box, moved_by({4, 0, 0})));  // face to face
    EXPECT_TRUE(meet(box, {}, box, moved_by({2, 0, 0})));  // half inside, four faces coplanar
    EXPECT_FALSE(meet(box, {}, box, moved_by({4.5, 0, 0})));
}

// IfcOpenShell#4594: walls on one axis that overlap by 50 mm were not found.
TEST(ScdRegressions, Regression_IfcOpenShell4594_CoaxialWallsOverlapping50mm) {
    const Mesh wall = test::box_soup({0, 0, 0}, {3000, 200, 2500});
    EXPECT_TRUE(meet(wall, {}, wall, moved_by({2950, 0, 0})));
    EXPECT_TRUE(meet(wall, quarter_turn({10, 20, 30}), wall, quarter_turn({10, 2970, 30})));
}

// coal#706: contacts silently missing or capped.
TEST(ScdRegressions, Regression_Coal706_AllPairsAndNoCap) {
    Rng rng(706);
    const Mesh a = test::real_soup(rng, 250, 1.5), b = test::real_soup(rng, 250, 1.5);
    const Pose pose{test::real_point(rng, 0.2), test::real_rotation(rng)};
    EXPECT_GT(test::brute_force(a, {}, b, pose).size(), 4000u);
    EXPECT_TRUE(meet(a, {}, b, pose));
}

// fcl#495, drake#21673: exceptions at kissing contact.
TEST(ScdRegressions, Regression_Fcl495_KissingContacts) {
    const Mesh box = test::box_soup({0, 0, 0}, {4, 3, 2});
    const Vec3 kisses[] = {
        {4, 3, 2}, {4, 3, 1}, {4, 1, 1}, {4, 0, 0}};  // corner, edge, face, face exactly on face
    for (const Vec3& at : kisses) {
        EXPECT_TRUE(meet(box, {}, test::box_soup(at, at + Vec3(4, 3, 2)), {}));
        const Mesh turned = test::box_soup({at.y(), -at.x() - 4, at.z()},
                                           {at.y() + 3, -at.x(), at.z() + 2});  // (x, y) -> (-y, x)
        EXPECT_TRUE(meet(box, {}, turned, quarter_turn({0, 0, 0})));
        EXPECT_FALSE(meet(box, {}, turned, quarter_turn({5e-324, 0, 0})));  // less than an ulp of 4 apart
        EXPECT_FALSE(meet(box, {}, turned, quarter_turn({1e-15, 0, 0})));
    }
}

// fcl#253, coal#870: data races in const queries.
TEST(ScdRegressions, Regression_Fcl253_OneModelFromEightThreads) {
    Rng rng(253);
    const Mesh mesh = test::real_soup(rng, 120, 0.5);
    const ScdModel model(mesh);
    const Pose pose{Vec3(0.1, 0.2, 0.3), test::real_rotation(rng)};
    const auto expected = test::brute_force(mesh, {}, mesh, pose);
    ASSERT_FALSE(expected.empty());
    std::atomic<int> equal = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&] {
            ScdWorkspace workspace;
            const Pose still;
            for (int k = 0; k < 5; ++k)
                equal +=
                    copied(scd_collide({model, still}, {model, pose}, {}, workspace).triangles) == expected;
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(equal, 40);
}

// fcl#576: a result stayed "true" unless it was made anew.
TEST(ScdRegressions, Regression_Fcl576_UsedWorkspaceDoesNotRemember) {
    const Mesh box = test::box_soup({0, 0, 0}, {4, 3, 2});
    const ScdModel model(box);
    const Pose still, near = moved_by({1, 1, 1}), far = moved_by({9, 1, 1});
    ScdWorkspace workspace;
    const auto count = [&](const Pose& pose, Find find) {
        const Intersections found = scd_collide({model, still}, {model, pose}, {find}, workspace);
        return std::pair(found.triangles.size(), found.surfaces.size());
    };
    for (const Find find : {Find::FirstPair, Find::SurfacePairs, Find::TrianglePairs}) {
        const auto first = count(near, find);
        EXPECT_GT(first.first, 0u);
        for (int k = 0; k < 1000; ++k) {
            ASSERT_EQ(count(far, find), std::pair(std::size_t{0}, std::size_t{0}));
            ASSERT_EQ(count(near, find), first);
        }
    }
}

}  // namespace graze::papers::scd_regressions_test
