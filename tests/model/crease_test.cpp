#include "graze/model/crease.h"

#include "graze/model/weld.h"
#include "support/odd_meshes.h"

#include <set>

#include <gtest/gtest.h>

namespace graze::crease_test {
namespace {

/// A roof: two rectangles that meet at the given angle between their normals.
Mesh roof(double angle_deg) {
    const double a = angle_deg * std::numbers::pi / 180.0;
    return test::mesh_of({{0, 0, 0},
                          {0, 3, 0},
                          {-1, 0, 0},
                          {-1, 3, 0},
                          {std::cos(a), 0, -std::sin(a)},
                          {std::cos(a), 3, -std::sin(a)}},
                         {{2, 0, 1}, {2, 1, 3}, {0, 4, 5}, {0, 5, 1}});
}

}  // namespace

TEST(Crease, Example_ABrickHasSixFaces) {
    const Mesh mesh = split_at_creases(test::brick(), 30.0);
    ASSERT_EQ(mesh.surfaces.size(), 6u);
    for (std::uint32_t t = 0; t < 12; ++t) EXPECT_EQ(mesh.surface_of_triangle[t], t / 2);
    EXPECT_EQ(mesh.surfaces[0].name, "surface/1");
    EXPECT_EQ(mesh.surfaces[5].name, "surface/6");
    EXPECT_TRUE(validate(mesh, "brick"));
}

TEST(Crease, Example_TheAngleDecides) {
    EXPECT_EQ(split_at_creases(roof(44.0), 45.0).surfaces.size(), 1u);
    EXPECT_EQ(split_at_creases(roof(44.0), 45.0).surfaces[0].name, "surface");
    EXPECT_EQ(split_at_creases(roof(46.0), 45.0).surfaces.size(), 2u);
    EXPECT_EQ(split_at_creases(roof(135.0), 134.0).surfaces.size(), 2u);
    EXPECT_EQ(split_at_creases(roof(135.0), 136.0).surfaces.size(), 1u);
    EXPECT_EQ(split_at_creases(test::brick(), 0.0).surfaces.size(), 6u);
    EXPECT_EQ(split_at_creases(test::brick(), 180.0).surfaces.size(), 1u);
}

TEST(Crease, Example_ExistingSurfacesAreNeverJoined) {
    Mesh mesh = roof(10.0);
    mesh.surfaces = {{"left"}, {"unused"}, {"right"}};
    mesh.surface_of_triangle = {0, 0, 2, 2};
    const Mesh split = split_at_creases(mesh, 45.0);
    ASSERT_EQ(split.surfaces.size(), 2u);
    EXPECT_EQ(split.surfaces[0].name, "left");
    EXPECT_EQ(split.surfaces[1].name, "right");
}

TEST(Crease, Degenerate_TurnedNeighboursAreComparedAsIfTheyWereNot) {
    Mesh mesh = roof(10.0);
    std::swap(mesh.triangles[2][1], mesh.triangles[2][2]);
    std::swap(mesh.triangles[3][1], mesh.triangles[3][2]);
    EXPECT_EQ(split_at_creases(mesh, 45.0).surfaces.size(), 1u);
    EXPECT_EQ(split_at_creases(mesh, 5.0).surfaces.size(), 2u);
}

TEST(Crease, Degenerate_AZeroAreaTriangleDividesNothingAndBridgesNothing) {
    // 0-1 is subdivided at 6 on the right side; the flat triangle 0 6 1 closes the gap.
    for (const double angle : {0.0, 90.0}) {
        Mesh mesh = roof(angle);
        mesh.vertices.emplace_back(0.0, 1.5, 0.0);
        mesh.triangles = {{2, 0, 1}, {2, 1, 3}, {0, 6, 1}, {0, 4, 6}, {6, 4, 5}, {6, 5, 1}};
        make_one_surface(mesh, "surface");
        const Mesh split = split_at_creases(mesh, 30.0);
        EXPECT_EQ(split.surfaces.size(), angle == 0.0 ? 1u : 2u);
        EXPECT_EQ(split.surface_of_triangle[3], split.surface_of_triangle[4]);
        EXPECT_EQ(split.surface_of_triangle[4], split.surface_of_triangle[5]);
    }
}

TEST(Crease, Degenerate_CollapsedBoundaryAndFinsDivideSanely) {
    const Mesh fins = test::mesh_of({{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {-1, 0.1, 0}, {-1, -0.1, 0}},
                                    {{0, 0, 1}, {0, 1, 2}, {1, 0, 3}, {1, 0, 4}});
    const Mesh split = split_at_creases(fins, 179.0);
    ASSERT_EQ(split.surfaces.size(), 3u);
    EXPECT_EQ(split.surface_of_triangle[0], split.surface_of_triangle[1]);
}

TEST(Crease, Property_ASmoothClosedMeshStaysWholeAtAnyScale) {
    for (const double scale : {1e-200, 1.0, 1e150}) {
        Mesh mesh = test::bumpy_sphere(60, 80);
        for (Vec3& p : mesh.vertices) p *= scale;
        EXPECT_EQ(split_at_creases(mesh, 60.0).surfaces.size(), 1u) << scale;
    }
}

TEST(Crease, Property_PermutingTrianglesPermutesThePatches) {
    Rng rng(5);
    Mesh mesh = test::together(test::brick(), test::bumpy_sphere(10, 12));
    const Mesh split = split_at_creases(mesh, 25.0);
    std::vector<std::uint32_t> order(mesh.triangles.size());
    for (std::uint32_t t = 0; t < order.size(); ++t) order[t] = t;
    for (std::size_t t = order.size(); t > 1; --t) std::swap(order[t - 1], order[rng.below(t)]);
    Mesh shuffled = mesh;
    for (std::size_t t = 0; t < order.size(); ++t) shuffled.triangles[t] = mesh.triangles[order[t]];
    const Mesh other = split_at_creases(shuffled, 25.0);
    ASSERT_EQ(other.surfaces.size(), split.surfaces.size());
    EXPECT_GT(split.surfaces.size(), 6u);
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::size_t t = 0; t < order.size(); ++t)
        pairs.insert({split.surface_of_triangle[order[t]], other.surface_of_triangle[t]});
    EXPECT_EQ(pairs.size(), split.surfaces.size());  // one-to-one
}

}  // namespace graze::crease_test
