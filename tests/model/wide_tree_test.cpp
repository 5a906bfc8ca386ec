#include "graze/model/wide_tree.h"

#include "graze/core/random.h"
#include "graze/model/wide_tree_frames.h"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>

namespace graze::wide_tree_test {
namespace {

/// A bumpy sheet, off the origin and out of the axes.
Mesh sheet(int n, double size, const Vec3& centre) {
    Mesh mesh;
    const Eigen::Quaterniond tilt = Eigen::Quaterniond(0.7, 0.2, 0.5, -0.3).normalized();
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j) {
            const double x = double(i) / n - 0.5, y = double(j) / n - 0.5;
            mesh.vertices.push_back(
                centre + size * (tilt * Vec3(x, 1.3 * y, 0.1 * std::sin(9 * x) * std::cos(7 * y))));
        }
    const auto id = [n](int i, int j) { return static_cast<std::uint32_t>(i * (n + 1) + j); };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            mesh.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
            mesh.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
        }
    make_one_surface(mesh, "sheet");
    return mesh;
}

}  // namespace

TEST(WideTree, Example_OneTriangleIsOneLeaf) {
    Mesh mesh;
    mesh.vertices = {{1, 2, 3}, {4, 2, 3}, {1, 7, 3}};
    mesh.triangles = {{0, 1, 2}};
    make_one_surface(mesh, "one");
    const WideTree tree = build_wide_tree(mesh);
    ASSERT_EQ(tree.nodes.size(), 1u);
    EXPECT_TRUE(tree.nodes[0].is_leaf);
    EXPECT_EQ(tree.nodes[0].count, 1);
    EXPECT_EQ(tree.depth, 1);
    EXPECT_EQ(audit(tree, mesh), "");
}

TEST(WideTree, Degenerate_EqualPointsFlatSetsAndExtremeSizesAreHeld) {
    for (const double size : {1e-300, 1e-40, 1e-6, 1.0, 1e6, 1e30}) {
        SCOPED_TRACE(size);
        const Mesh bumpy = sheet(20, size, Vec3(3e5, -2e5, 1e5) * size);
        EXPECT_EQ(audit(build_wide_tree(bumpy), bumpy), "");
    }
    Mesh same;
    same.vertices = {{5, 5, 5}};
    same.triangles.assign(1000, {0, 0, 0});
    make_one_surface(same, "same");
    const WideTree tree = build_wide_tree(same);
    EXPECT_EQ(audit(tree, same), "");
    EXPECT_LE(tree.depth, 8);
}

TEST(WideTree, Property_LeavesAreFullAndMemoryIsBounded) {
    const Mesh mesh = sheet(60, 1.0, Vec3::Zero());
    const WideTree tree = build_wide_tree(mesh);
    EXPECT_LE(memory_of(tree), 150 * mesh.triangles.size());
    std::size_t in_leaves = 0, leaves = 0;
    for (const WideNode& node : tree.nodes)
        if (node.is_leaf) in_leaves += node.count, ++leaves;
    EXPECT_EQ(in_leaves, mesh.triangles.size());
    EXPECT_GE(double(in_leaves) / double(leaves), 6.5);
}

TEST(WideTree, Property_FastBuildHoldsAllTrianglesInFullLeavesAndCompactNodes) {
    for (const int n : {1, 2, 3, 7, 60}) {
        SCOPED_TRACE(n);
        const Mesh mesh = sheet(n, 1.0, Vec3(3, -2, 1));
        EXPECT_EQ(audit(build_wide_tree(mesh, WideBuild::Fast), mesh), "");
    }
    const Mesh mesh = sheet(48, 1.0, Vec3::Zero());  // 576 full leaves; plain halves end with 4 or 5
    double area[2];
    for (const WideBuild how : {WideBuild::Quality, WideBuild::Fast}) {
        const WideTree tree = build_wide_tree(mesh, how);
        double& sum = area[how == WideBuild::Fast ? 1 : 0] = 0.0;
        std::size_t leaves = 0;
        for (const WideNode& node : tree.nodes)
            if (node.is_leaf) {
                const double x = node.whole[0], y = node.whole[1], z = node.whole[2];
                sum += x * y + y * z + z * x;
                ++leaves;
            }
        EXPECT_LE(double(leaves), double(mesh.triangles.size()) / 6.5);
    }
    EXPECT_LE(area[1], 1.5 * area[0]);
}

TEST(WideTree, Property_FramesTurnWithTheSurface) {
    const Mesh mesh = sheet(60, 1.0, Vec3::Zero());
    const WideTree tree = build_wide_tree(mesh);
    double thin = 0.0;
    std::size_t leaves = 0;
    for (const WideNode& node : tree.nodes)
        if (node.is_leaf) {
            const auto [least, most] = std::minmax({node.whole[0], node.whole[1], node.whole[2]});
            thin += least / most;
            ++leaves;
        }
    EXPECT_LT(thin / double(leaves), 0.1);  // boxes along the model's axes: above 0.4
}

/// A flat grid of n by m cells, `along` and `across` its sides; tilted.
void add_grid(Mesh& mesh, int n, int m, const Vec3& corner, const Vec3& along, const Vec3& across) {
    const Eigen::AngleAxisd tilt(0.576, Vec3(3.0, -2.0, 1.0).normalized());
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= m; ++j)
            mesh.vertices.push_back(tilt * (corner + along * double(i) / n + across * double(j) / m));
    const auto id = [&](int i, int j) { return first + static_cast<std::uint32_t>(i * (m + 1) + j); };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j) {
            mesh.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
            mesh.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
        }
}

/// A flat square has no principal axes in its plane: a frame by moments alone lies any way in it, and its
/// boxes are larger than they need be.
TEST(WideTree, Property_BoxesOfSquarePatchesAreTight) {
    Mesh mesh;
    const int n = 16;
    add_grid(mesh, n, n, Vec3::Zero(), Vec3(n, 0, 0), Vec3(0, n, 0));
    make_one_surface(mesh, "square");
    const WideTree tree = build_wide_tree(mesh);
    double leaves = 0.0, children = 0.0;  // areas of the boxes of leaves, and of all that other nodes hold
    for (const WideNode& node : tree.nodes) {
        const auto area = [](double x, double y, double z) { return 4.0 * (x * y + y * z + z * x); };
        if (node.is_leaf) leaves += area(node.whole[0], node.whole[1], node.whole[2]);
        for (int c = 0; c < node.count && !node.is_leaf; ++c)
            children += area(node.half[0][c], node.half[1][c], node.half[2][c]);
    }
    EXPECT_LT(leaves, 1.5 * n * n);     // 1.45; along principal axes 1.56
    EXPECT_LT(children, 2.85 * n * n);  // 2.81; 3.0
}

/// Parts of a plate hold more of one side than of the other, so that their principal axes lean; a hinge that
/// opens beside its neighbour then meets boxes that stick out.
TEST(WideTree, Property_BoxesOfPlatesLieAlongThem) {
    Mesh mesh;
    const Vec3 x(100.0, 0.0, 0.0), y(0.0, 70.0, 0.0), z(0.0, 0.0, 3.0), corner = -0.5 * (x + y + z);
    for (const Vec3& at : {corner, Vec3(corner + z)}) add_grid(mesh, 81, 60, at, x, y);
    for (const Vec3& at : {corner, Vec3(corner + y)}) add_grid(mesh, 81, 1, at, x, z);
    for (const Vec3& at : {corner, Vec3(corner + x)}) add_grid(mesh, 60, 1, at, y, z);
    make_one_surface(mesh, "plate");
    const WideTree tree = build_wide_tree(mesh);
    const WideNode& all = tree.nodes[0];
    EXPECT_LT(double(all.whole[0]) * all.whole[1] * all.whole[2], 1.0001 * 50.0 * 35.0 * 1.5);
    std::size_t flat = 0;
    const Vec3 across =
        (mesh.vertices[1] - mesh.vertices[0]).cross(mesh.vertices[61] - mesh.vertices[0]).normalized();
    for (const WideNode& node : tree.nodes) {
        double least = 1.0;  // sine of the angle to the plate's normal
        for (int j = 0; j < 3; ++j)
            least =
                std::min(least, Vec3(node.axes[0][j], node.axes[1][j], node.axes[2][j]).cross(across).norm());
        flat += least < 1e-6;
    }
    EXPECT_GT(double(flat), 0.8 * double(tree.nodes.size()));
}

TEST(WideTreeFrames, Property_OutlinesReachAsFarAsTheirPartsAlongCubes) {
    Rng rng(11);
    std::vector<Outline> parts(8);
    for (Outline& part : parts)
        for (int i = 0; i < kOutline; ++i)
            for (int k = 0; k < 3; ++k) part(i, k) = static_cast<float>(rng.uniform(-1.0, 1.0));
    const Outline outline = outline_of(parts);
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            for (int z = -1; z <= 1; ++z) {
                const Eigen::Vector3f way = Eigen::Vector3i(x, y, z).cast<float>();
                float most = -10.0f;
                for (const Outline& part : parts) most = std::max(most, (part.matrix() * way).maxCoeff());
                EXPECT_EQ((outline.matrix() * way).maxCoeff(), most) << x << y << z;
            }
}

TEST(WideTree, Reference_LeavesKnowTheirTrianglesAlongTheirNormals) {
    const Mesh mesh = sheet(20, 1.0, Vec3(1, 2, 3));
    const WideTree tree = build_wide_tree(mesh);
    for (const WideNode& node : tree.nodes) {
        if (!node.is_leaf) continue;
        const LeafCorners& leaf = tree.corners[node.corners];
        for (int i = 0; i < node.count; ++i) {
            const auto at = [&](int c) { return Vec3(leaf.at[c][0][i], leaf.at[c][1][i], leaf.at[c][2][i]); };
            const Vec3 normal(leaf.normal[0][i], leaf.normal[1][i], leaf.normal[2][i]);
            const Vec3 true_normal = (at(1) - at(0)).cross(at(2) - at(0));
            EXPECT_LE((normal - true_normal).norm(), 1e-5 * true_normal.norm());
            const auto [lo, hi] = std::minmax({normal.dot(at(0)), normal.dot(at(1)), normal.dot(at(2))});
            const double error = 1e-6 * normal.norm() * node.radius;
            EXPECT_NEAR(leaf.lo[i], lo, error);
            EXPECT_NEAR(leaf.hi[i], hi, error);
        }
    }
}

TEST(WideTree, Property_AuditSeesEachKindOfDamage) {
    const Mesh mesh = sheet(12, 1.0, Vec3(1, 2, 3));
    const WideTree good = build_wide_tree(mesh);
    ASSERT_EQ(audit(good, mesh), "");
    const auto damaged = [&](auto&& damage) {
        WideTree tree = good;
        damage(tree);
        return audit(tree, mesh);
    };
    EXPECT_NE(damaged([](WideTree& t) { t.nodes[0].half[1][2] *= 0.9f; }), "");
    EXPECT_NE(damaged([](WideTree& t) { t.nodes.back().centre[0][0] += 0.01f; }), "");
    EXPECT_NE(damaged([](WideTree& t) { t.nodes[0].child[1] = 0; }), "");
    EXPECT_NE(damaged([](WideTree& t) { std::swap(t.order[0], t.order[100]); }), "");
    EXPECT_NE(damaged([](WideTree& t) { t.order[3] = t.order[4]; }), "");
    EXPECT_NE(damaged([](WideTree& t) { t.nodes[0].axes[1][1] += 0.1f; }), "");
    EXPECT_NE(damaged([](WideTree& t) { --t.nodes[0].count; }), "");
    EXPECT_NE(damaged([](WideTree& t) { t.corners.back().at[1][0][3] += 0.01f; }), "");
    EXPECT_NE(damaged([](WideTree& t) { t.corners.back().lo[3] += 0.01f; }), "");
}

TEST(WideTree, Property_RefitHoldsMovedVertices) {
    Mesh mesh = sheet(20, 1.0, Vec3(1, 2, 3));
    WideTree tree = build_wide_tree(mesh);
    Rng rng(3);
    for (Vec3& vertex : mesh.vertices)
        vertex += Vec3(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0, 5));
    EXPECT_NE(audit(tree, mesh), "");
    refit(tree, mesh);
    EXPECT_EQ(audit(tree, mesh), "");
}

}  // namespace graze::wide_tree_test
