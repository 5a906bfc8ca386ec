// Normals of GLB files: along what was meant, and harmless when read back.
#include "graze/io/mesh/glb_vertices.h"

#include "graze/io/mesh/mesh_file.h"
#include "graze/model/weld.h"
#include "support/odd_meshes.h"

#include <cmath>
#include <filesystem>
#include <numbers>
#include <set>

#include <gtest/gtest.h>
#include <unistd.h>

namespace graze::internal::glb_vertices_test {
namespace {

Vec3 normal_at(const GlbVertices& written, std::uint32_t id) {
    const auto& n = written.normal[id];
    return {n[0], n[1], n[2]};
}

/// A tube around z of n facets without ends, as one surface.
Mesh tube(std::uint32_t n) {
    Mesh mesh;
    mesh.surfaces = {{"round"}};
    for (std::uint32_t i = 0; i < n; ++i) {
        const double turn = 2.0 * std::numbers::pi * i / n;
        for (const double z : {0.0, 7.0})
            mesh.vertices.emplace_back(3.0 * std::cos(turn), 3.0 * std::sin(turn), z);
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t a = 2 * i, b = 2 * ((i + 1) % n);
        mesh.triangles.push_back({a, b, b + 1});
        mesh.triangles.push_back({a, b + 1, a + 1});
    }
    mesh.surface_of_triangle.assign(mesh.triangles.size(), 0);
    return mesh;
}

/// Every triangle stands in the list of its surface, with the same corners and in the same order.
void expect_same_triangles(const Mesh& mesh, const GlbVertices& written) {
    std::vector<Triangle> expected, found;
    for (std::uint32_t s = 0; s < mesh.surfaces.size(); ++s)
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            if (mesh.surface_of_triangle[t] == s) expected.push_back(mesh.triangles[t]);
    for (const Triangle& t : written.triangles)
        found.push_back({written.vertex[t[0]], written.vertex[t[1]], written.vertex[t[2]]});
    EXPECT_EQ(found, expected);
    EXPECT_TRUE(std::is_sorted(written.vertex.begin(), written.vertex.end()));
}

}  // namespace

TEST(GlbVertices, Example_ABrickHasSixNormals) {
    const Mesh brick = test::brick();
    const GlbVertices written = glb_vertices(brick);
    EXPECT_EQ(written.vertex.size(), 24u);
    std::set<FloatNormal> normals(written.normal.begin(), written.normal.end());
    EXPECT_EQ(normals.size(), 6u);
    expect_same_triangles(brick, written);
}

TEST(GlbVertices, Example_ATubeIsSmoothAndPointsOutward) {
    const Mesh round = tube(24);
    const GlbVertices written = glb_vertices(round);
    EXPECT_EQ(written.vertex.size(), round.vertices.size());
    for (std::uint32_t i = 0; i < written.vertex.size(); ++i) {
        Vec3 radial = round.vertices[written.vertex[i]];
        radial.z() = 0.0;
        EXPECT_LT((normal_at(written, i) - radial / 3.0).norm(), 1e-6);
    }
    expect_same_triangles(round, written);
    EXPECT_EQ(glb_vertices(tube(8)).vertex.size(), 32u);  // 45 degrees from facet to facet: edges
}

TEST(GlbVertices, Example_SurfacesHaveNormalsOfTheirOwn) {
    Mesh round = tube(24);
    round.surfaces.push_back({"half"});
    for (std::size_t t = 24; t < 48; ++t) round.surface_of_triangle[t] = 1;
    const GlbVertices written = glb_vertices(round);
    EXPECT_EQ(written.vertex.size(), round.vertices.size() + 4);
    EXPECT_EQ(written.begin, (std::vector<std::uint32_t>{0, 24, 48}));
    expect_same_triangles(round, written);
}

TEST(GlbVertices, Degenerate_TrianglesWithoutAreaAndUnusedVertices) {
    Mesh mesh = tube(24);
    mesh.vertices.emplace_back(1.0, 2.0, 3.0);
    mesh.triangles.push_back({0, 2, 2});
    mesh.triangles.push_back({4, 5, 4});
    mesh.surface_of_triangle.assign(mesh.triangles.size(), 0);
    const GlbVertices written = glb_vertices(mesh);
    EXPECT_EQ(written.vertex.size(), mesh.vertices.size());
    for (std::uint32_t i = 0; i < written.vertex.size(); ++i)
        EXPECT_NEAR(normal_at(written, i).norm(), 1.0, 1e-6);
    expect_same_triangles(mesh, written);
}

TEST(GlbVertices, Property_NormalsChangeNothingThatIsReadBack) {
    const auto path =
        std::filesystem::temp_directory_path() / ("graze-normals-" + std::to_string(::getpid()) + ".glb");
    for (Mesh mesh : {test::brick(), test::bumpy_sphere(12, 17), tube(24)}) {
        for (Vec3& p : mesh.vertices) p = p.cast<float>().cast<double>();
        ASSERT_TRUE(write_mesh_file(path, std::vector<FileBody>{{"body", mesh}}, {.unit = Unit::Metre}));
        const auto read = read_mesh_file(path, {.unit = Unit::Metre});
        ASSERT_TRUE(read);
        const Mesh& back = read->bodies.at(0).mesh;
        ASSERT_EQ(back.triangles.size(), mesh.triangles.size());
        EXPECT_EQ(back.vertices.size(), mesh.vertices.size());
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
            EXPECT_TRUE(corners(back, t) == corners(mesh, t));
    }
    std::filesystem::remove(path);
}

}  // namespace graze::internal::glb_vertices_test
