#include "graze_papers/scd.h"

#include "support/soups.h"

#include <gtest/gtest.h>

namespace graze::papers::scd_test {
namespace {

constexpr ScdTraversal kTraversals[] = {ScdTraversal::PaperWithOaabb, ScdTraversal::PaperWithoutOaabb,
                                        ScdTraversal::Classical};

std::vector<IdPair> copy(std::span<const IdPair> pairs) { return {pairs.begin(), pairs.end()}; }

struct Placed {
    Mesh mesh;
    Pose pose;
};

/// All modes and traversals against all pairs. Returns how many triangle pairs meet.
std::size_t expect_same_as_brute_force(const Placed& a, const Placed& b) {
    const ScdModel model_a(a.mesh), model_b(b.mesh);
    const ScdBody body_a{model_a, a.pose}, body_b{model_b, b.pose};
    const std::vector<IdPair> triangles = test::brute_force(a.mesh, a.pose, b.mesh, b.pose);
    const std::vector<IdPair> surfaces = test::surfaces_of(triangles, a.mesh, b.mesh);
    ScdWorkspace workspace;
    for (const ScdTraversal traversal : kTraversals) {
        SCOPED_TRACE(static_cast<int>(traversal));
        const Intersections all = scd_collide(body_a, body_b, {Find::TrianglePairs, traversal}, workspace);
        EXPECT_EQ(copy(all.triangles), triangles);
        EXPECT_EQ(copy(all.surfaces), surfaces);
        const Intersections by_surface =
            scd_collide(body_a, body_b, {Find::SurfacePairs, traversal}, workspace);
        EXPECT_EQ(copy(by_surface.surfaces), surfaces);
        EXPECT_EQ(by_surface.triangles.size(), surfaces.size());
        for (std::size_t k = 0; k < by_surface.triangles.size(); ++k) {
            const IdPair witness = by_surface.triangles[k];
            EXPECT_TRUE(std::binary_search(triangles.begin(), triangles.end(), witness));
            EXPECT_EQ(a.mesh.surface_of_triangle[witness.a], by_surface.surfaces[k].a);
            EXPECT_EQ(b.mesh.surface_of_triangle[witness.b], by_surface.surfaces[k].b);
        }
        const Intersections first = scd_collide(body_a, body_b, {Find::FirstPair, traversal}, workspace);
        EXPECT_EQ(first.triangles.size(), triangles.empty() ? 0u : 1u);
        EXPECT_EQ(first.surfaces.size(), first.triangles.size());
        for (const IdPair& pair : first.triangles)
            EXPECT_TRUE(std::binary_search(triangles.begin(), triangles.end(), pair));
    }
    return triangles.size();
}

Placed placed_soup(Rng& rng, int triangles) {
    Placed result;
    const auto kind = rng.below(4);
    result.mesh = kind < 2 ? test::grid_soup(rng, triangles, 3) : test::real_soup(rng, triangles, 0.4);
    if (kind == 1) result.pose = {test::small_point(rng, 3), test::rational_rotation(rng).q};
    if (kind == 2) result.pose = {test::real_point(rng, 1.0), test::real_rotation(rng)};
    return result;
}

}  // namespace

TEST(Scd, Example_TwoBoxesOverlappingAtACorner) {
    const Mesh a = test::box_soup({0, 0, 0}, {4, 3, 2}), b = test::box_soup({3, 2, 1}, {9, 8, 7});
    const ScdModel model_a(a), model_b(b);
    const Pose still;
    ScdWorkspace workspace;
    const Intersections found =
        scd_collide({model_a, still}, {model_b, still}, {Find::SurfacePairs}, workspace);
    // x+, y+, z+ of a (1, 3, 5) pass through x-, y-, z- of b (0, 2, 4), each through the two that it is not
    // parallel to.
    const std::vector<IdPair> expected = {{1, 2}, {1, 4}, {3, 0}, {3, 4}, {5, 0}, {5, 2}};
    EXPECT_EQ(copy(found.surfaces), expected);
}

TEST(Scd, Example_OaabbKeepsAwayWhatIsFar) {
    Mesh b = test::box_soup({3.5, 2.5, 1.5}, {9, 8, 7});
    for (int k = 0; k < 50; ++k)
        test::add_triangle(b, {Vec3(20 + k, 1, 1), Vec3(21 + k, 2, 1), Vec3(20 + k, 1, 3)}, 6);
    const Mesh a = test::box_soup({0, 0, 0}, {4, 3, 2});
    const ScdModel model_a(a), model_b(b);
    const Pose still;
    ScdWorkspace workspace;
    const auto with = scd_collide({model_a, still}, {model_b, still},
                                  {Find::TrianglePairs, ScdTraversal::PaperWithOaabb}, workspace)
                          .counters;
    const auto without = scd_collide({model_a, still}, {model_b, still},
                                     {Find::TrianglePairs, ScdTraversal::PaperWithoutOaabb}, workspace)
                             .counters;
    EXPECT_EQ(without.triangle_transforms, b.triangles.size());
    EXPECT_EQ(without.box_updates, b.triangles.size() + 1);
    EXPECT_EQ(with.triangle_transforms, 6u);  // both triangles of x-, y- and z-
    EXPECT_EQ(with.box_updates, 7u);
    EXPECT_LT(with.box_tests, without.box_tests);
    EXPECT_EQ(with.triangle_tests, without.triangle_tests);
}

TEST(Scd, Degenerate_OneTriangleFlatBodiesAndTouchingBoxFaces) {
    const Pose still;
    Placed one, other;
    test::add_triangle(one.mesh, {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}, 0);
    test::add_triangle(other.mesh, {Vec3(0, 0, 0), Vec3(0, 0, 1), Vec3(-1, -1, 1)},
                       2);  // surfaces 0 and 1 are empty
    EXPECT_EQ(expect_same_as_brute_force(one, other), 1u);
    EXPECT_EQ(expect_same_as_brute_force(one, one), 1u);
    // Boxes that share a face, an edge, a corner; and are one ulp apart.
    const Placed box{test::box_soup({0, 0, 0}, {4, 3, 2}), still};
    EXPECT_GT(expect_same_as_brute_force(box, {test::box_soup({4, 1, 1}, {7, 2, 9}), still}), 0u);
    EXPECT_GT(expect_same_as_brute_force(box, {test::box_soup({4, 3, 1}, {7, 6, 9}), still}), 0u);
    EXPECT_GT(expect_same_as_brute_force(box, {test::box_soup({4, 3, 2}, {7, 6, 9}), still}), 0u);
    EXPECT_EQ(
        expect_same_as_brute_force(box, {test::box_soup({std::nextafter(4.0, 5.0), 1, 1}, {7, 2, 9}), still}),
        0u);
    // The same face to face, turned by an exact quarter turn and moved: rounding of the transform must not
    // part them.
    const Pose quarter{Vec3(7, 0, 0),
                       Eigen::Quaterniond(std::sqrt(0.5), 0, 0, std::sqrt(0.5))};  // (x, y) -> (7 - y, x)
    EXPECT_GT(expect_same_as_brute_force(box, {test::box_soup({1, -3, 0}, {2, 3, 1}), quarter}), 0u);
    EXPECT_EQ(expect_same_as_brute_force(
                  box, {test::box_soup({1, -3, 0}, {2, std::nextafter(3.0, 0.0), 1}), quarter}),
              0u);
}

TEST(Scd, Degenerate_PointsSegmentsAndHugeCoordinates) {
    Placed points, far;
    for (int k = 0; k < 9; ++k) {
        const Vec3 p(k % 3, k / 3, 0);
        test::add_triangle(points.mesh, {p, p, p}, static_cast<std::uint32_t>(k % 2));
    }
    EXPECT_EQ(expect_same_as_brute_force(points, points), 9u);
    const double huge = 1e300;
    for (int k = 0; k < 5; ++k)
        test::add_triangle(far.mesh, {Vec3(k * huge, 0, 0), Vec3(0, huge, 0), Vec3(0, 0, huge * 0.5)}, 0);
    far.pose = {Vec3(1, 2, 3), Eigen::Quaterniond(0.6, 0.8, 0.0, 0.0)};
    EXPECT_GT(expect_same_as_brute_force(far, far), 0u);
}

TEST(Scd, Reference_EqualsAllPairsOnRandomSoups) {
    Rng rng(31337);
    int met = 0, apart = 0;
    for (int trial = 0; trial < 400; ++trial) {
        SCOPED_TRACE(trial);
        const Placed a = placed_soup(rng, 1 + static_cast<int>(rng.below(40)));
        const Placed b = placed_soup(rng, 1 + static_cast<int>(rng.below(60)));
        (expect_same_as_brute_force(a, b) > 0 ? met : apart) += 1;
        if (testing::Test::HasFailure()) break;
    }
    EXPECT_GT(met, 100);
    EXPECT_GT(apart, 30);
}

TEST(Scd, Property_SwappingBodiesSwapsThePairs) {
    Rng rng(99);
    ScdWorkspace workspace, other;
    std::size_t pairs = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const Placed a = placed_soup(rng, 30), b = placed_soup(rng, 30);
        const ScdModel model_a(a.mesh), model_b(b.mesh);
        const auto ab = scd_collide({model_a, a.pose}, {model_b, b.pose}, {}, workspace);
        const auto ba = scd_collide({model_b, b.pose}, {model_a, a.pose}, {}, other);
        std::vector<IdPair> swapped;
        for (const IdPair& pair : ba.triangles) swapped.push_back({pair.b, pair.a});
        std::sort(swapped.begin(), swapped.end());
        ASSERT_EQ(copy(ab.triangles), swapped) << trial;
        pairs += swapped.size();
    }
    EXPECT_GT(pairs, 500u);
}

TEST(Scd, Property_AUsedWorkspaceIsNotGrownAgain) {
    Rng rng(8);
    const Mesh mesh = test::real_soup(rng, 150, 0.6);
    const ScdModel model(mesh);
    const Pose still, turned{Vec3(0.1, 0, 0), test::real_rotation(rng)};
    ScdWorkspace workspace;
    const std::size_t found = scd_collide({model, still}, {model, turned}, {}, workspace).triangles.size();
    ASSERT_GT(found, 100u);
    const void* const places[] = {workspace.triangles.data(), workspace.surfaces.data(),
                                  workspace.last_seen_with.data()};
    for (const Find find : {Find::FirstPair, Find::SurfacePairs, Find::TrianglePairs})
        for (const ScdTraversal traversal : kTraversals)
            if (traversal != ScdTraversal::Classical)
                (void)scd_collide({model, still}, {model, turned}, {find, traversal}, workspace);
    EXPECT_EQ(workspace.triangles.data(), places[0]);
    EXPECT_EQ(workspace.surfaces.data(), places[1]);
    EXPECT_EQ(workspace.last_seen_with.data(), places[2]);
}

}  // namespace graze::papers::scd_test
