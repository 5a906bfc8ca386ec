#include "graze/model/box_tree.h"

#include "graze/core/random.h"

#include "support/random_vector.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace graze::box_tree_test {
namespace {

/// What is below a node of some level, by following the arity down.
Box reference_box(const BoxTree& tree, std::span<const Vec3> vertices, std::size_t level, std::size_t index) {
    std::size_t begin = index, end = index + 1;
    for (std::size_t l = 0; l <= level; ++l) begin *= kBoxTreeArity, end *= kBoxTreeArity;
    Box box;
    for (std::size_t i = begin; i < std::min(end, tree.order.size()); ++i)
        for (const std::uint32_t v : tree.corners[i]) box.add(vertices[v]);
    return box;
}

void expect_least_boxes(const BoxTree& tree, const Mesh& mesh) {
    for (std::size_t level = 0; level + 1 < tree.levels.size(); ++level)
        for (std::size_t i = tree.levels[level]; i < tree.levels[level + 1]; ++i) {
            const Box expected = reference_box(tree, mesh.vertices, level, i - tree.levels[level]);
            EXPECT_EQ(tree.boxes[i].min, expected.min);
            EXPECT_EQ(tree.boxes[i].max, expected.max);
        }
}

}  // namespace

TEST(BoxTree, Reference_EveryBoxIsTheLeastAboutWhatIsBelowAfterTheBuildAndAfterRefits) {
    Rng rng(5);
    for (const int rings : {1, 2, 5, 11}) {
        Mesh mesh = test::bumpy_sphere_mesh(rings, rings + 3);
        BoxTree tree = build_box_tree(mesh.vertices, mesh.triangles);
        EXPECT_EQ(std::set<std::uint32_t>(tree.order.begin(), tree.order.end()).size(), mesh.triangles.size());
        EXPECT_EQ(tree.boxes.size(), tree.levels.back());
        expect_least_boxes(tree, mesh);
        for (std::size_t i = 0; i < tree.order.size(); ++i) EXPECT_EQ(tree.corners[i], mesh.triangles[tree.order[i]]);
        for (Vec3& v : mesh.vertices) v = 3.0 * v + test::random_vector(rng, 2.0);
        refit(tree, mesh.vertices);
        expect_least_boxes(tree, mesh);
    }
}

TEST(BoxTree, Degenerate_OneTriangleAndAllInOnePlace) {
    const std::vector<Vec3> vertices(3, Vec3(1e150, -1e-300, 0.0));
    const std::vector<Triangle> triangles(9, Triangle{0, 1, 2});
    const BoxTree one = build_box_tree(vertices, std::span(triangles).first(1));
    EXPECT_EQ(one.boxes.size(), 1u);
    EXPECT_EQ(one.boxes[0].min, vertices[0]);
    const BoxTree many = build_box_tree(vertices, triangles);
    EXPECT_EQ(many.levels, (std::vector<std::size_t>{0, 3, 4}));
    EXPECT_EQ(many.boxes.back().max, vertices[0]);
}

TEST(BoxTree, Property_NeighboursShareLeaves) {
    const Mesh mesh = test::bumpy_sphere_mesh(40, 60);
    const BoxTree tree = build_box_tree(mesh.vertices, mesh.triangles);
    double leaves = 0.0;
    for (std::size_t i = 0; i < tree.levels[1]; ++i) leaves += (tree.boxes[i].max - tree.boxes[i].min).norm();
    const double size = size_of(tree.boxes.back());
    // Four triangles of 4,800 on a sphere: some 5 % of its size each.
    EXPECT_LT(leaves / static_cast<double>(tree.levels[1]), 0.1 * size);
}

}  // namespace graze::box_tree_test
