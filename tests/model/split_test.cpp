#include "graze/model/split.h"

#include "graze/model/diagnosis.h"
#include "graze/model/join.h"
#include "graze/model/weld.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace graze::split_test {
namespace {

/// A box with corners counter-clockwise seen from outside; `inward` turns them.
Mesh box(const Vec3& lo, const Vec3& hi, bool inward = false) {
    Mesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.vertices.emplace_back(i & 1 ? hi.x() : lo.x(), i & 2 ? hi.y() : lo.y(), i & 4 ? hi.z() : lo.z());
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    if (inward)
        for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
    make_one_surface(mesh, "box");
    return mesh;
}

Mesh all_of(const std::vector<Mesh>& meshes) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < meshes.size(); ++i) names.push_back("m" + std::to_string(i));
    std::vector<NamedMesh> named;
    for (std::size_t i = 0; i < meshes.size(); ++i) named.push_back({names[i], meshes[i]});
    return welded(*join_meshes(named, "here"));
}

TEST(Split, Example_PiecesAreWhatHangsTogetherByEdges) {
    // The second touches the first in a corner, which welding makes one vertex.
    const Mesh mesh =
        all_of({box({0, 0, 0}, {1, 2, 3}), box({1, 2, 3}, {2, 3, 5}), box({9, 0, 0}, {10, 1, 1})});
    const auto parts = split_by_pieces(mesh);
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_EQ(parts[0].name, "piece-1");
    EXPECT_EQ(parts[2].name, "piece-3");
    for (const MeshPart& part : parts) {
        EXPECT_TRUE(validate(part.mesh, "part"));
        EXPECT_TRUE(diagnose(part.mesh).closed);
        EXPECT_EQ(part.mesh.vertices.size(), 8u);
    }
    EXPECT_EQ(bounds_of(parts[1].mesh).max, Vec3(2, 3, 5));
}

TEST(Split, Example_ACavityStaysWithTheSmallestPieceAroundIt) {
    const Mesh mesh =
        all_of({box({0, 0, 0}, {20, 20, 20}), box({1, 1, 1}, {19, 19, 19}, true), box({2, 2, 2}, {9, 9, 9}),
                box({3, 3, 3}, {8, 8, 8}, true), box({30, 0, 0}, {31, 1, 1})});
    const auto parts = split_by_pieces(mesh);
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_EQ(parts[0].mesh.triangles.size(), 24u);
    EXPECT_EQ(parts[1].mesh.triangles.size(), 24u);
    EXPECT_EQ(bounds_of(parts[1].mesh).max, Vec3(9, 9, 9));
    EXPECT_EQ(parts[2].mesh.triangles.size(), 12u);
}

TEST(Split, Degenerate_CollapsedTrianglesAndWhatIsOnePieceAreKept) {
    Mesh mesh = all_of({box({0, 0, 0}, {1, 1, 1}), box({5, 0, 0}, {6, 1, 1})});
    mesh.triangles.push_back({9, 9, 8});  // of the second
    mesh.surface_of_triangle.push_back(1);
    const auto parts = split_by_pieces(mesh);
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(parts[1].mesh.triangles.size(), 13u);
    EXPECT_EQ(split_by_pieces(box({0, 0, 0}, {1, 1, 1})).size(), 1u);
    EXPECT_EQ(split_by_parts(box({0, 0, 0}, {1, 1, 1})).size(), 1u);
}

TEST(Split, Example_PartsThatTheFileNamesKeepNamesSurfacesAndDeviation) {
    Mesh mesh = all_of({box({0, 0, 0}, {1, 1, 1}), box({1, 0, 0}, {2, 1, 1})});  // they share four vertices
    mesh.deviation = {0.1, 0.05};
    ASSERT_EQ(mesh.parts, (std::vector<std::string>{"m0", "m1"}));
    mesh.parts.push_back("empty");
    const auto parts = split_by_parts(mesh);
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(parts[1].name, "m1");
    EXPECT_EQ(parts[1].mesh.surfaces[0].name, "m1/box");
    EXPECT_EQ(parts[1].mesh.surfaces[0].part, 0u);
    EXPECT_EQ(parts[1].mesh.deviation->requested, 0.1);
    EXPECT_EQ(parts[1].mesh.vertices.size(), 8u);
    EXPECT_EQ(bounds_of(parts[1].mesh).min, Vec3(1, 0, 0));
    EXPECT_TRUE(validate(parts[1].mesh, "part"));
}

}  // namespace
}  // namespace graze::split_test
