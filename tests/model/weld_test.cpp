#include "graze/model/weld.h"

#include "support/odd_meshes.h"

#include <bit>
#include <limits>

#include <gtest/gtest.h>

namespace graze::weld_test {
namespace {

/// Each triangle with corners of its own, as STL stores it.
Mesh exploded(const Mesh& mesh) {
    Mesh soup;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto first = static_cast<std::uint32_t>(soup.vertices.size());
        for (const Vec3& p : corners(mesh, t)) soup.vertices.push_back(p);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    make_one_surface(soup, "surface");
    return soup;
}

void expect_same(const Mesh& a, const Mesh& b) {
    ASSERT_EQ(a.vertices.size(), b.vertices.size());
    for (std::size_t v = 0; v < a.vertices.size(); ++v)
        for (int k = 0; k < 3; ++k)
            ASSERT_EQ(std::bit_cast<std::uint64_t>(a.vertices[v][k]),
                      std::bit_cast<std::uint64_t>(b.vertices[v][k]));
    EXPECT_EQ(a.triangles, b.triangles);
    EXPECT_EQ(a.surface_of_triangle, b.surface_of_triangle);
}

}  // namespace

TEST(Weld, Example_AnExplodedBrickHasEightVerticesAgain) {
    const Mesh mesh = welded(exploded(test::brick()));
    EXPECT_EQ(mesh.vertices.size(), 8u);
    EXPECT_EQ(mesh.triangles.size(), 12u);
    EXPECT_EQ(mesh.triangles[0], (Triangle{0, 1, 2}));  // numbered by first appearance
    EXPECT_EQ(mesh.triangles[1], (Triangle{0, 2, 3}));
}

TEST(Weld, Degenerate_ZerosOfBothSignsAreOnePointAndNeighboursAreTwo) {
    const double up = std::nextafter(1.0, 2.0), tiny = std::numeric_limits<double>::denorm_min();
    Mesh mesh = welded(test::mesh_of(
        {{0.0, -0.0, 1.0}, {-0.0, 0.0, 1.0}, {0.0, 0.0, up}, {tiny, 0.0, 1.0}, {-tiny, 0.0, 1.0}},
        {{0, 1, 2}, {2, 3, 4}}));
    ASSERT_EQ(mesh.vertices.size(), 4u);
    EXPECT_EQ(mesh.triangles[0], (Triangle{0, 0, 1}));  // collapsed and kept
    EXPECT_EQ(mesh.triangles[1], (Triangle{1, 2, 3}));
    EXPECT_FALSE(std::signbit(mesh.vertices[0].y()));
}

TEST(Weld, Degenerate_UnusedVerticesStayAndEmptyIsFine) {
    EXPECT_EQ(
        welded(test::mesh_of({{0, 0, 0}, {9, 9, 9}, {1, 0, 0}, {0, 1, 0}}, {{0, 2, 3}})).vertices.size(), 4u);
    EXPECT_TRUE(welded(Mesh{}).vertices.empty());
}

TEST(Weld, Reference_AgreesWithComparingAllPairs) {
    Rng rng(911);
    int joined = 0, kept = 0;
    for (int trial = 0; trial < 200; ++trial) {
        Mesh mesh;
        const std::size_t count = 1 + rng.below(60);
        for (std::size_t v = 0; v < count; ++v)
            mesh.vertices.emplace_back(static_cast<double>(rng.below(3)) - 1.0,
                                       static_cast<double>(rng.below(3)) * -0.0,
                                       std::ldexp(1.0, static_cast<int>(rng.below(4)) - 1074));
        for (std::uint32_t v = 0; v < count; ++v) mesh.triangles.push_back({v, v, v});
        make_one_surface(mesh, "s");
        const Mesh result = welded(mesh);
        for (std::uint32_t a = 0; a < count; ++a)
            for (std::uint32_t b = 0; b < a; ++b) {
                const bool equal = mesh.vertices[a] == mesh.vertices[b];
                ASSERT_EQ(result.triangles[a][0] == result.triangles[b][0], equal);
                ++(equal ? joined : kept);
            }
    }
    EXPECT_GT(joined, 1000);
    EXPECT_GT(kept, 1000);
}

TEST(Weld, Property_WeldingAgainChangesNothing) {
    const Mesh once = welded(exploded(test::bumpy_sphere(40, 50)));
    EXPECT_EQ(once.vertices.size(), 40u * 50u + 2u);
    expect_same(welded(once), once);
}

TEST(Weld, Property_PositionsOfCornersNeverChange) {
    const Mesh before = exploded(test::bumpy_sphere(20, 30)), after = welded(before);
    for (std::uint32_t t = 0; t < before.triangles.size(); ++t)
        ASSERT_EQ(corners(before, t), corners(after, t));
}

}  // namespace graze::weld_test
