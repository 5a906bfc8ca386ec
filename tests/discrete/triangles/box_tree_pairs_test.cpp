#include "graze/discrete/triangles/box_tree_pairs.h"

#include "graze/core/random.h"

#include "support/random_poses.h"
#include "support/shapes.h"
#include "support/slower.h"
#include "support/soups.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace graze::box_tree_pairs_test {
namespace {

using test::random_pose;
using test::random_vector;

std::vector<IdPair> sorted(std::vector<IdPair> pairs) {
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// Each with each.
std::vector<IdPair> reference_pairs(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
    std::vector<IdPair> pairs;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < b.triangles.size(); ++j)
            if (triangles_meet(corners(a, i), pose_a, corners(b, j), pose_b)) pairs.push_back({i, j});
    return pairs;
}

Mesh soup(Rng& rng, int count, double size) {
    Mesh mesh;
    for (int i = 0; i < count; ++i) {
        const Vec3 p = random_vector(rng, 1.0);
        test::add_triangle(mesh, {p, Vec3(p + random_vector(rng, size)), Vec3(p + random_vector(rng, size))}, 0);
    }
    return mesh;
}

}  // namespace

TEST(BoxTreePairs, Example_TouchingBoxesMeetInTheirCommonFace) {
    const Mesh box = test::box_mesh(Vec3(1, 2, 3));
    const BoxTree tree = build_box_tree(box.vertices, box.triangles);
    BoxTreeSearch search;
    find_pairs({tree, box.vertices}, {tree, box.vertices, {Vec3(2, 0, 0)}}, search);
    EXPECT_FALSE(search.pairs.empty());
    find_pairs({tree, box.vertices}, {tree, box.vertices, {Vec3(2.0 + 0x1p-50, 0, 0)}}, search);
    EXPECT_TRUE(search.pairs.empty());
}

TEST(BoxTreePairs, Reference_DeformedBodiesHaveThePairsOfAFreshTreeAndOfBruteForce) {
    Rng rng(31);
    int meeting = 0, apart = 0;
    for (int trial = 0; trial < 60 / test::kSlower + 2; ++trial) {
        Mesh a = trial % 3 == 0 ? soup(rng, 40, 0.5) : test::bumpy_sphere_mesh(5, 7), b = test::bumpy_sphere_mesh(4, 6);
        BoxTree tree_a = build_box_tree(a.vertices, a.triangles), tree_b = build_box_tree(b.vertices, b.triangles);
        const Pose pose_a = random_pose(rng, random_vector(rng, 1.0));
        const Pose pose_b = random_pose(rng, pose_a.translation + random_vector(rng, 2.5));
        // From a little to beyond recognition.
        const double much = trial % 4 == 0 ? 3.0 : 0.1;
        for (Vec3& v : a.vertices) v += random_vector(rng, much);
        for (Vec3& v : b.vertices) v = v * rng.uniform(0.5, 1.0);
        refit(tree_a, a.vertices);
        refit(tree_b, b.vertices);
        BoxTreeSearch search, fresh;
        find_pairs({tree_a, a.vertices, pose_a}, {tree_b, b.vertices, pose_b}, search);
        const BoxTree new_a = build_box_tree(a.vertices, a.triangles), new_b = build_box_tree(b.vertices, b.triangles);
        find_pairs({new_a, a.vertices, pose_a}, {new_b, b.vertices, pose_b}, fresh);
        const std::vector<IdPair> expected = reference_pairs(a, pose_a, b, pose_b);
        EXPECT_EQ(sorted(search.pairs), expected);
        EXPECT_EQ(sorted(fresh.pairs), expected);
        (expected.empty() ? apart : meeting) += 1;
    }
    EXPECT_GT(meeting, 5 / test::kSlower);
    EXPECT_GT(apart, 5 / test::kSlower);
}

TEST(BoxTreePairs, Property_FewTrianglesAreTested) {
    const Mesh ball = test::bumpy_sphere_mesh(30, 40);
    const BoxTree tree = build_box_tree(ball.vertices, ball.triangles);
    BoxTreeSearch search;
    find_pairs({tree, ball.vertices}, {tree, ball.vertices, {Vec3(1.7, 0.1, 0.2)}}, search);
    EXPECT_GT(search.pairs.size(), 20u);
    EXPECT_LT(search.triangle_tests, 30 * search.pairs.size());
    EXPECT_LT(search.box_tests, 200 * search.pairs.size());
}

}  // namespace graze::box_tree_pairs_test
