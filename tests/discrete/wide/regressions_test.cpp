// What users of other tools reported about queries at one instant (project#number), as tests of ours.
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/discrete/wide/wide_distance.h"
#include "support/slower.h"
#include "support/soups.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace graze::regressions_test {
namespace {

std::vector<IdPair> copied(std::span<const IdPair> pairs) { return {pairs.begin(), pairs.end()}; }

/// S-CD on the same bodies: tests/papers/scd_regressions_test.cpp.
std::vector<IdPair> triangle_pairs(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
    const WideTree tree_a = build_wide_tree(a), tree_b = build_wide_tree(b);
    DiscreteMemory wide;
    const IntersectionOptions all{.find = Find::TrianglePairs};
    const auto pairs =
        copied(find_intersections({a, tree_a}, pose_a, {b, tree_b}, pose_b, all, wide).triangles);
    EXPECT_EQ(pairs, test::brute_force(a, pose_a, b, pose_b));
    return pairs;
}

/// A turn by 90 degrees about z that is exact: both components are the same double.
Pose quarter_turn(const Vec3& translation) {
    return {translation, Eigen::Quaterniond(std::sqrt(0.5), 0, 0, std::sqrt(0.5))};
}

}  // namespace

// trimesh#1860: two equal boxes, exactly aligned, were not found to collide.
TEST(DiscreteRegressions, Regression_Trimesh1860_EqualAlignedBoxes) {
    const Mesh box = test::box_soup({0, 0, 0}, {4, 3, 2});
    EXPECT_EQ(triangle_pairs(box, {}, box, {}), test::brute_force(box, {}, box, {}));
    EXPECT_GE(triangle_pairs(box, {}, box, {}).size(), 12u);           // each triangle meets at least itself
    const Pose beside{Vec3(4, 0, 0), Eigen::Quaterniond::Identity()};  // face to face
    EXPECT_FALSE(triangle_pairs(box, {}, box, beside).empty());
    const Pose along{Vec3(2, 0, 0), Eigen::Quaterniond::Identity()};  // half inside, four faces coplanar
    EXPECT_FALSE(triangle_pairs(box, {}, box, along).empty());
}

// IfcOpenShell#4594: walls on one axis that overlap by 50 mm were not found.
TEST(DiscreteRegressions, Regression_IfcOpenShell4594_CoaxialWallsOverlapping50mm) {
    const Mesh wall = test::box_soup({0, 0, 0}, {3000, 200, 2500});
    for (const Pose& frame : {Pose{}, quarter_turn({10, 20, 30})}) {
        Pose moved = frame;
        moved.translation +=
            frame.rotation.isApprox(Eigen::Quaterniond::Identity()) ? Vec3(2950, 0, 0) : Vec3(0, 2950, 0);
        const auto pairs = triangle_pairs(wall, frame, wall, moved);
        EXPECT_EQ(pairs, test::brute_force(wall, frame, wall, moved));
        const auto surfaces = test::surfaces_of(pairs, wall, wall);
        EXPECT_TRUE(std::binary_search(surfaces.begin(), surfaces.end(),
                                       IdPair{2, 0}));  // the end of one on the side of the other
        EXPECT_TRUE(
            std::binary_search(surfaces.begin(), surfaces.end(), IdPair{5, 5}));  // both tops in one plane
    }
}

// IfcOpenShell#1357, ifc-lite#1272: touching and intersecting could not be told apart.
TEST(DiscreteRegressions, Regression_IfcOpenShell1357_TouchingIsNotCrossing) {
    const Corners floor = {Vec3(0, 0, 0), Vec3(9, 0, 0), Vec3(0, 9, 0)};
    const auto kind = [&](double z) {
        const PosePair poses = pose_pair({}, {Vec3(1, 1, z), Eigen::Quaterniond::Identity()});
        return meeting_of(floor, move_into_a(poses, {Vec3(0, 0, 0), Vec3(1, 0, 2), Vec3(0, 1, 2)}), poses)
            .meeting;
    };
    EXPECT_EQ(kind(0.0), TriangleMeeting::Touching);
    EXPECT_EQ(kind(5e-324), TriangleMeeting::Apart);
    EXPECT_EQ(kind(-5e-324), TriangleMeeting::Crossing);
}

// coal#706, webots#5768, trimesh#572: contacts silently missing or capped, and without ids.
TEST(DiscreteRegressions, Regression_Coal706_AllPairsAndNoCap) {
    Rng rng(706);
    const Mesh a = test::real_soup(rng, 250, 1.5), b = test::real_soup(rng, 250, 1.5);
    const Pose pose{test::real_point(rng, 0.2), test::real_rotation(rng)};
    const auto pairs = triangle_pairs(a, {}, b, pose);
    EXPECT_GT(pairs.size(), 4000u);
    EXPECT_EQ(pairs, test::brute_force(a, {}, b, pose));
}

// fcl#495, drake#21673: exceptions at kissing contact.
TEST(DiscreteRegressions, Regression_Fcl495_KissingContacts) {
    const Mesh box = test::box_soup({0, 0, 0}, {4, 3, 2});
    const Vec3 kisses[] = {
        {4, 3, 2}, {4, 3, 1}, {4, 1, 1}, {4, 0, 0}};  // corner, edge, face, face exactly on face
    for (const Vec3& at : kisses) {
        const Mesh plain = test::box_soup(at, at + Vec3(4, 3, 2));
        EXPECT_FALSE(triangle_pairs(box, {}, plain, {}).empty());
        const Mesh turned = test::box_soup({at.y(), -at.x() - 4, at.z()},
                                           {at.y() + 3, -at.x(), at.z() + 2});  // (x, y) -> (-y, x)
        EXPECT_EQ(triangle_pairs(box, {}, turned, quarter_turn({0, 0, 0})).empty(), false);
        const Pose away = quarter_turn({5e-324, 0, 0});
        const Pose gap = quarter_turn({1e-15, 0, 0});
        EXPECT_TRUE(triangle_pairs(box, {}, turned, away).empty());  // less than an ulp of 4 apart, and apart
        EXPECT_TRUE(triangle_pairs(box, {}, turned, gap).empty());
    }
}

// coal#755: a margin missed contacts.
TEST(DiscreteRegressions, Regression_Coal755_ClearanceEqualToTheGap) {
    const Mesh box = test::box_soup({0, 0, 0}, {4, 3, 2});
    const WideTree tree = build_wide_tree(box);
    DiscreteMemory workspace;
    for (const double gap : {1e-9, 0.1, 0.7, 1.0, 1e6}) {
        const Pose beside{Vec3(4 + gap, 0, 0), Eigen::Quaterniond::Identity()};
        const double real_gap = beside.translation.x() - 4;  // exact: no more digits than 4 + gap has
        const auto within = [&](double clearance) {
            const bool by_pairs =
                !find_within({box, tree}, {}, {box, tree}, beside, clearance, workspace).triangles.empty();
            EXPECT_EQ(is_within({box, tree}, {}, {box, tree}, beside, clearance, workspace), by_pairs);
            return by_pairs;
        };
        EXPECT_TRUE(within(real_gap)) << gap;
        EXPECT_FALSE(within(std::nextafter(real_gap, 0.0))) << gap;
        EXPECT_TRUE(within(std::nextafter(real_gap, 1e9))) << gap;
    }
}

// python-fcl#11: the same program gave other answers in each run.
TEST(DiscreteRegressions, Regression_PythonFcl11_SameBitsForAnyNumberOfThreads) {
    Rng rng(11);
    const Mesh a = test::real_soup(rng, 150, 0.6), b = test::real_soup(rng, 150, 0.6);
    const Pose pose{test::real_point(rng, 0.2), test::real_rotation(rng)};
    const WideTree tree_a = build_wide_tree(a), tree_b = build_wide_tree(b);
    DiscreteMemory workspace;
    for (const Find find : {Find::FirstPair, Find::SurfacePairs, Find::TrianglePairs}) {
        const auto answer = [&](int threads) {
            const IntersectionOptions options{.find = find, .threads = threads};
            const Intersections found =
                find_intersections({a, tree_a}, {}, {b, tree_b}, pose, options, workspace);
            return std::pair(copied(found.triangles), copied(found.surfaces));
        };
        const auto expected = answer(1);
        ASSERT_FALSE(expected.first.empty());
        for (int repeat = 0; repeat < 112 / test::kSlower; ++repeat)
            for (const int threads : {1, 2, 7}) ASSERT_EQ(answer(threads), expected);
    }
}

// fcl#253, coal#870: data races in const queries. (Run under TSan too.)
TEST(DiscreteRegressions, Regression_Fcl253_OneModelFromEightThreads) {
    Rng rng(253);
    const Mesh mesh = test::real_soup(rng, 120, 0.5);
    const WideTree tree = build_wide_tree(mesh);
    const Pose pose{Vec3(0.1, 0.2, 0.3), test::real_rotation(rng)};
    const auto expected = test::brute_force(mesh, {}, mesh, pose);
    ASSERT_FALSE(expected.empty());
    std::atomic<int> equal = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&] {
            DiscreteMemory wide;
            const Pose still;
            for (int k = 0; k < 5; ++k) {
                const Intersections found = find_intersections({mesh, tree}, still, {mesh, tree}, pose,
                                                               {.find = Find::TrianglePairs}, wide);
                equal += copied(found.triangles) == expected;
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(equal, 40);
}

// fcl#576: a result stayed "true" unless it was made anew.
TEST(DiscreteRegressions, Regression_Fcl576_UsedWorkspaceDoesNotRemember) {
    const Mesh box = test::box_soup({0, 0, 0}, {4, 3, 2});
    const WideTree tree = build_wide_tree(box);
    const Pose still, near{Vec3(1, 1, 1), Eigen::Quaterniond::Identity()},
        far{Vec3(9, 1, 1), Eigen::Quaterniond::Identity()};
    DiscreteMemory workspace;
    const auto count = [&](const Pose& pose, Find find) {
        const Intersections found =
            find_intersections({box, tree}, still, {box, tree}, pose, {.find = find}, workspace);
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

}  // namespace graze::regressions_test
