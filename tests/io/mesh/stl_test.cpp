#include "graze/io/mesh/stl.h"

#include "graze/io/mesh/mesh_file.h"
#include "support/file_bytes.h"

#include <gtest/gtest.h>

namespace graze::stl_test {
namespace {

const std::vector<float> kTwoTriangles{0, 0, 0, 1, 0, 0, 0, 2, 0,  //
                                       1, 0, 0, 1, 2, 0, 0, 2, -0.0f};

constexpr const char* kAscii =
    "solid lid of box\n"
    "  facet normal 0 0 1\n    outer loop\n      vertex 0 0 0\n      vertex 1 0 0\n      vertex 0 2 0\n    "
    "endloop\n  endfacet\n"
    "endsolid lid of box\n"
    "solid\n"
    "  facet normal -nan -nan nan\n    outer loop\n      vertex 1 0 0\n      vertex 1 2 0\n      vertex 0 2 "
    "0\n    endloop\n  endfacet\n"
    "endsolid\n";

}  // namespace

TEST(Stl, Example_BinaryIsReadWeldedAndOneSurface) {
    const auto file = parse_mesh_file(test::stl_bytes("made by hand", 2, kTwoTriangles), "two.stl");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->format, MeshFormat::StlBinary);
    EXPECT_FALSE(file->unit_is_stated);
    ASSERT_EQ(file->bodies.size(), 1u);
    EXPECT_EQ(file->bodies[0].name, "two");
    const Mesh& mesh = file->bodies[0].mesh;
    EXPECT_EQ(mesh.vertices.size(), 4u);
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {1, 3, 2}}));
    EXPECT_EQ(mesh.surfaces.size(), 1u);
    EXPECT_EQ(mesh.vertices[3], Vec3(1, 2, 0));
}

TEST(Stl, Example_AsciiSolidsBecomeSurfaces) {
    const auto file = parse_mesh_file(kAscii, "lid.stl");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->format, MeshFormat::StlAscii);
    const Mesh& mesh = file->bodies[0].mesh;
    EXPECT_EQ(mesh.vertices.size(), 4u);
    ASSERT_EQ(mesh.surfaces.size(), 2u);
    EXPECT_EQ(mesh.surfaces[0].name, "lid of box");
    EXPECT_EQ(mesh.surfaces[1].name, "surface");
    EXPECT_EQ(mesh.surface_of_triangle, (std::vector<std::uint32_t>{0, 1}));
}

TEST(Stl, Degenerate_BinaryThatBeginsWithSolid) {
    const auto file = parse_mesh_file(test::stl_bytes("solid as a rock", 2, kTwoTriangles), "rock.stl");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->format, MeshFormat::StlBinary);
    // Cut short, it is still recognised as binary and not called a bad ASCII file.
    const std::string cut = test::stl_bytes("solid as a rock", 2, kTwoTriangles).substr(0, 150);
    const auto broken = parse_mesh_file(cut, "rock.stl");
    ASSERT_FALSE(broken);
    EXPECT_NE(broken.error().message.find("2 triangles need 184 bytes"), std::string::npos)
        << broken.error().message;
}

TEST(Stl, Degenerate_AsciiOddities) {
    std::string text = kAscii;
    for (char& c : text) c = c == '\n' ? '\r' : c;  // old Mac line ends
    EXPECT_TRUE(parse_mesh_file(text, "mac.stl"));
    std::string shout;
    for (const char c : std::string("solid X\nfacet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex "
                                    "0 1 0 endloop endfacet endsolid X"))
        shout += static_cast<char>(std::toupper(c));
    const auto one_line = parse_mesh_file(shout, "shout.stl");
    ASSERT_TRUE(one_line) << one_line.error().message;
    EXPECT_EQ(one_line->bodies[0].mesh.triangles.size(), 1u);
    EXPECT_TRUE(parse_mesh_file("\xEF\xBB\xBF \n" + std::string(kAscii), "bom.stl"));
    EXPECT_EQ(parse_mesh_file(kAscii, "no-ending")->format, MeshFormat::StlAscii);
    EXPECT_EQ(parse_mesh_file(kAscii, "wrong.obj")->format, MeshFormat::StlAscii);
}

TEST(Stl, Property_DoublesInAsciiAreKeptExactly) {
    const std::string text =
        "solid\nfacet normal 0 0 0\nouter loop\nvertex 0.1 1e-320 123456789.123456789\nvertex 1e300 +2.5 "
        "-3\nvertex .5 7. -0\n"
        "endloop\nendfacet\nendsolid";
    const auto file = parse_mesh_file(text, "exact.stl");
    ASSERT_TRUE(file) << file.error().message;
    const auto& v = file->bodies[0].mesh.vertices;
    EXPECT_EQ(v[0], Vec3(0.1, 1e-320, 123456789.123456789));
    EXPECT_EQ(v[1], Vec3(1e300, 2.5, -3));
    EXPECT_EQ(v[2], Vec3(0.5, 7.0, 0.0));
}

}  // namespace graze::stl_test
