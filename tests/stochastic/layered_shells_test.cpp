#include "graze/stochastic/layered_shells.h"

#include "graze/core/random.h"
#include "graze/model/wide_tree.h"
#include "graze/stochastic/paper_shells.h"

#include "support/enclosed.h"
#include "support/random_vector.h"
#include "support/shapes.h"
#include "support/soups.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace graze::layered_shells_test {
namespace {

using test::is_enclosed;
using test::random_vector;

/// How many corners of triangles are outside of their facet, and of how many, on one level.
struct Outside {
    std::size_t corners = 0, triangles = 0, of_triangles = 0;
};

Outside outside(const LayeredShells& shells, const Mesh& mesh, std::size_t level) {
    Outside found;
    for (std::uint32_t f = 0; f < shells.levels[level].facets.size(); ++f) {
        const FacetRange below = finest_below(shells, level, f);
        for (std::uint32_t t = below.begin; t < below.end; ++t) {
            bool is_out = false;
            for (const Vec3& x : corners(mesh, shells.triangles[t]))
                if (!is_enclosed(shells.levels[level].facets[f], x)) {
                    ++found.corners;
                    is_out = true;
                }
            found.triangles += is_out ? 1 : 0;
            ++found.of_triangles;
        }
    }
    return found;
}

Mesh random_soup(Rng& rng, int triangles, double size, const Vec3& place) {
    Mesh mesh;
    for (int i = 0; i < triangles; ++i) {
        const Vec3 p = place + random_vector(rng, size);
        Vec3 q = p + random_vector(rng, 0.1 * size), r = p + random_vector(rng, 0.1 * size);
        if (i % 5 == 1) q = p, r = p;                            // points
        if (i % 5 == 2) r = p + 0.3 * (q - p);                   // needles without area
        if (i % 5 == 3) r = q + random_vector(rng, 1e-9 * size);  // slivers
        test::add_triangle(mesh, {p, q, r}, 0);
    }
    return mesh;
}

std::vector<Mesh> meshes() {
    Rng rng(2621);
    return {test::bumpy_sphere_mesh(16, 20),          test::box_mesh(Vec3(1, 2, 3)),
            test::lattice_mesh(3, 1.0, 0.2),          test::square_mesh(1.0),
            random_soup(rng, 300, 1.0, Vec3::Zero()), random_soup(rng, 100, 1e-6, Vec3(1e3, -2e3, 5e2)),
            random_soup(rng, 50, 1e12, Vec3::Zero())};
}

Mesh one_triangle(const Vec3& p, const Vec3& q, const Vec3& r) {
    Mesh mesh;
    test::add_triangle(mesh, {p, q, r}, 0);
    return mesh;
}

LayeredShells shells_of(const Mesh& mesh, const ShellOptions& options = {}) {
    return build_layered_shells(mesh, find_adjacency(mesh), options);
}

}  // namespace

TEST(LayeredShells, Example_LevelsFallByAboutFourToAFewTens) {
    const LayeredShells shells = shells_of(test::bumpy_sphere_mesh(30, 40));
    ASSERT_GE(shells.levels.size(), 4u);
    EXPECT_EQ(shells.levels.front().facets.size(), 2400u);
    EXPECT_LE(shells.levels.back().facets.size(), 32u);
    for (std::size_t l = 1; l < shells.levels.size(); ++l) {
        const double ratio = double(shells.levels[l - 1].facets.size()) / double(shells.levels[l].facets.size());
        EXPECT_GT(ratio, 3.0);
        EXPECT_LT(ratio, 5.0);
    }
}

TEST(LayeredShells, Property_EveryTriangleHasOneFacetOnEachLevel) {
    for (const Mesh& mesh : meshes()) {
        const LayeredShells shells = shells_of(mesh);
        std::vector<std::uint32_t> triangles = shells.triangles;
        std::sort(triangles.begin(), triangles.end());
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) ASSERT_EQ(triangles[t], t);
        for (std::size_t l = 0; l < shells.levels.size(); ++l) {
            std::uint32_t next = 0;
            for (std::uint32_t f = 0; f < shells.levels[l].facets.size(); ++f) {
                const FacetRange below = finest_below(shells, l, f);
                ASSERT_EQ(below.begin, next);
                ASSERT_LT(below.begin, below.end);
                next = below.end;
                if (l + 1 == shells.levels.size()) continue;
                const std::uint32_t p = shells.levels[l].parent[f];
                ASSERT_LE(shells.levels[l + 1].first_child[p], f);
                ASSERT_LT(f, shells.levels[l + 1].first_child[p + 1]);
            }
            ASSERT_EQ(next, mesh.triangles.size());
        }
    }
}

TEST(LayeredShells, Property_NeighboursAreMutual) {
    const Mesh mesh = test::bumpy_sphere_mesh(16, 20);
    const LayeredShells shells = shells_of(mesh);
    for (const ShellLevel& level : shells.levels)
        for (std::uint32_t f = 0; f < level.facets.size(); ++f) {
            EXPECT_LT(level.first_neighbour[f], level.first_neighbour[f + 1]);
            for (std::uint32_t k = level.first_neighbour[f]; k < level.first_neighbour[f + 1]; ++k) {
                const std::uint32_t g = level.neighbours[k];
                ASSERT_NE(g, f);
                const auto begin = level.neighbours.begin() + level.first_neighbour[g],
                           end = level.neighbours.begin() + level.first_neighbour[g + 1];
                ASSERT_NE(std::find(begin, end, f), end);
            }
        }
}

TEST(LayeredShells, Reference_EveryDiskHoldsEveryCornerBelowItInRationals) {
    std::size_t looked_at = 0;
    for (const Mesh& mesh : meshes()) {
        const LayeredShells shells = shells_of(mesh, {.coarsest = 2});
        for (std::size_t l = 0; l < shells.levels.size(); ++l) {
            const Outside found = outside(shells, mesh, l);
            EXPECT_EQ(found.corners, 0u) << "level " << l;
            looked_at += found.of_triangles;
        }
    }
    EXPECT_GT(looked_at, 5000u);
}

TEST(LayeredShells, Reference_DisksAreNotMuchLargerThanNeeded) {
    // A little less of either, and a corner sticks out.
    const Mesh mesh = test::bumpy_sphere_mesh(16, 20);
    const LayeredShells shells = shells_of(mesh);
    for (std::size_t l = 0; l < shells.levels.size(); ++l) {
        LayeredShells narrow = shells, thin = shells;
        for (ShellFacet& f : narrow.levels[l].facets) f.radius *= 1.0f - 0x1p-18f;
        for (ShellFacet& f : thin.levels[l].facets) f.half_thickness *= 1.0f - 0x1p-18f;
        EXPECT_GE(outside(narrow, mesh, l).triangles, shells.levels[l].facets.size());
        if (l > 0) {
            EXPECT_GE(outside(thin, mesh, l).triangles, shells.levels[l].facets.size());
        }
    }
    // And the disk of an equilateral triangle is the circle through its corners.
    const double h = std::sqrt(3.0) / 2.0;
    const LayeredShells one = shells_of(one_triangle(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, h, 0)));
    EXPECT_NEAR(one.levels[0].facets[0].radius, 1.0 / std::sqrt(3.0), 0.03);
}

TEST(LayeredShells, Property_SmoothSurfacesHaveThinFacets) {
    const LayeredShells shells = shells_of(test::sphere_mesh(40, 60));
    const ShellLevel& first = shells.levels[1];
    double worst = 0.0;
    for (const ShellFacet& f : first.facets)
        worst = std::max(worst, double(f.half_thickness) / double(f.radius));
    EXPECT_LT(worst, 0.25);
}

TEST(LayeredShells, Property_MemoryIsBelowThatOfTheWideTree) {
    const Mesh mesh = test::bumpy_sphere_mesh(40, 50);
    EXPECT_LT(memory_of(shells_of(mesh)), memory_of(build_wide_tree(mesh)));
}

TEST(LayeredShells, Regression_PaperDisksOfTrianglesMissCorners) {
    // [GuyDebunne04, sec. 4.1]: "the radius of the triangle circumscribing circle", about the barycentre. Legs 1
    // and 0.1: the radius is 0.502, the far corner 0.667 away.
    const Mesh mesh = one_triangle(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0.1, 0));
    const LayeredShells paper = paper_form(shells_of(mesh), mesh);
    EXPECT_NEAR(paper.levels[0].facets[0].radius, 0.5025, 1e-4);
    EXPECT_GT(outside(paper, mesh, 0).corners, 0u);
    const Mesh bumps = test::bumpy_sphere_mesh(16, 20);
    const Outside found = outside(paper_form(shells_of(bumps), bumps), bumps, 0);
    EXPECT_GT(10 * found.triangles, 8 * found.of_triangles);
}

TEST(LayeredShells, Regression_PaperDisksWithoutNeighboursHaveNoRadius) {
    // r_i = max_j d_ij over no neighbours. Two triangles far apart, each a facet of the coarser level.
    Mesh mesh;
    for (const double x : {0.0, 10.0})
        for (int i = 0; i < 2; ++i)
            test::add_triangle(mesh, {Vec3(x, i, 0), Vec3(x + 1, i, 0), Vec3(x, i + 0.5, 0)}, 0);
    const LayeredShells paper = paper_form(shells_of(mesh, {.facets_per_parent = 2.0, .coarsest = 2}), mesh);
    ASSERT_EQ(paper.levels.size(), 2u);
    for (const ShellFacet& f : paper.levels[1].facets) EXPECT_EQ(f.radius, 0.0f);
    EXPECT_EQ(outside(paper, mesh, 1).triangles, 4u);
}

}  // namespace graze::layered_shells_test
