#include "graze/io/mesh/ply.h"

#include "graze/io/mesh/mesh_file.h"
#include "support/file_bytes.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace graze::ply_test {
namespace {

const std::string kAscii =
    "ply\nformat ascii 1.0\ncomment made by hand\nobj_info none\n"
    "element vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\n"
    "element face 2\nproperty list uchar int vertex_indices\nend_header\n"
    "0 0 0 9\n2 0 0 9\n2 1 0 9\n0 1 0.1 9\n3 0 1 2\n3 0 2 3\n";

Mesh read(const std::string& bytes) {
    const auto file = parse_mesh_file(bytes, "part.ply");
    EXPECT_TRUE(file) << file.error().message;
    return file ? file->bodies[0].mesh : Mesh{};
}

template <class T>
void append(std::string& bytes, T value, bool big) {
    big ? test::put_big(bytes, value) : test::put(bytes, value);
}

/// Every integer type once as count or index, an unknown element, a list in the vertices, x y z in odd order.
std::string zoo(bool big) {
    std::string bytes =
        std::string("ply\r\nformat ") + (big ? "binary_big_endian" : "binary_little_endian") +
        " 1.0\r\nelement junk 2\r\nproperty list ushort double items\r\nproperty short s\r\n"
        "element vertex 3\r\nproperty double z\r\nproperty list char uint tags\r\nproperty float "
        "y\r\nproperty int x\r\n"
        "element face 1\r\nproperty char flag\r\nproperty list uint ushort vertex_index\r\nend_header\r\n";
    for (const auto n : {std::uint16_t{2}, std::uint16_t{0}}) {
        append(bytes, n, big);
        for (int i = 0; i < n; ++i) append(bytes, 1.5, big);
        append(bytes, std::int16_t{-7}, big);
    }
    for (int v = 0; v < 3; ++v) {
        append(bytes, 0.25 * v, big);
        append(bytes, std::int8_t{1}, big);
        append(bytes, std::uint32_t{77}, big);
        append(bytes, v == 2 ? 3.0f : 0.0f, big);
        append(bytes, std::int32_t{v == 1 ? -4 : 0}, big);
    }
    bytes += '\x01';
    append(bytes, std::uint32_t{3}, big);
    for (const auto v : {std::uint16_t{0}, std::uint16_t{1}, std::uint16_t{2}}) append(bytes, v, big);
    return bytes;
}

}  // namespace

/// Faces, strips and vertices in every order: before, only the last of what stood before the vertices was read.
TEST(Ply, Regression_FacesAndStripsInAnyOrderAreAllRead) {
    const std::string elements[] = {
        "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n",
        "element face 1\nproperty list uchar int vertex_indices\n",
        "element tristrips 1\nproperty list int int vertex_indices\n"};
    const std::string bodies[] = {"0 0 0\n1 0 0\n0 1 0\n0 0 1\n", "3 0 1 2\n", "4 0 1 3 2\n"};
    std::array<std::size_t, 3> order{0, 1, 2};
    do {
        std::string text = "ply\nformat ascii 1.0\n";
        for (const std::size_t i : order) text += elements[i];
        text += "end_header\n";
        for (const std::size_t i : order) text += bodies[i];
        const auto file = parse_mesh_file(text, "part.ply");
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(file->bodies[0].mesh.triangles.size(), 3u) << order[0] << order[1] << order[2];
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Ply, Regression_FacesByAnotherNameAreNotSkipped) {
    std::string text(kAscii);
    const std::size_t at = text.find("end_header");
    ASSERT_NE(at, std::string::npos);
    text.insert(at, "element polygon 1\nproperty list uchar int vertex_indices\n");
    const auto file = parse_mesh_file(text + "3 0 1 2\n", "part.ply");
    ASSERT_FALSE(file);
    EXPECT_NE(file.error().message.find("polygon"), std::string::npos) << file.error().message;
}

TEST(Ply, Example_Ascii) {
    const auto file = parse_mesh_file(kAscii, "part.ply");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->format, MeshFormat::PlyAscii);
    const Mesh& mesh = file->bodies[0].mesh;
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(mesh.vertices[3], Vec3(0, 1, 0.1));  // in double, whatever the header calls it
}

TEST(Ply, Example_BinaryOfBothByteOrdersWithEverythingToSkip) {
    for (const bool big : {false, true}) {
        const auto file = parse_mesh_file(zoo(big), "zoo.ply");
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(file->format, MeshFormat::PlyBinary);
        const Mesh& mesh = file->bodies[0].mesh;
        ASSERT_EQ(mesh.vertices.size(), 3u);
        EXPECT_EQ(mesh.vertices[1], Vec3(-4, 0, 0.25));
        EXPECT_EQ(mesh.vertices[2], Vec3(0, 3, 0.5));
    }
}

TEST(Ply, Example_PolygonsAreCut) {
    const Mesh mesh =
        read(test::with_replaced(test::with_replaced(kAscii, "element face 2", "element face 1"),
                                 "3 0 1 2\n3 0 2 3\n", "4 0 1 2 3\n"));
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Ply, Degenerate_FacesBeforeVertices) {
    const Mesh mesh = read(
        "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nelement vertex "
        "3\nproperty double x\n"
        "property double y\nproperty double z\nend_header\n3 0 1 2\n0 0 0\n1 0 0\n0 1 0\n");
    EXPECT_EQ(mesh.triangles.size(), 1u);
    EXPECT_EQ(mesh.vertices.size(), 3u);
}

TEST(Ply, Degenerate_LineEndsAndABinaryBodyThatBeginsWithOne) {
    std::string text = kAscii;
    for (char& c : text) c = c == '\n' ? '\r' : c;
    EXPECT_EQ(read(text).triangles.size(), 2u);
    // The first byte of the body is a line feed: part of a number, not of the header's line end.
    for (const std::string end : {"\n", "\r"}) {
        std::string bytes;
        for (const char c :
             std::string("ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty uchar x\nproperty "
                         "uchar y\nproperty uchar z\n"
                         "element face 1\nproperty list uchar uchar vertex_indices\nend_header\n"))
            bytes += c == '\n' ? end : std::string(1, c);
        bytes += std::string("\n\r\n\x01\x02\x03\x04\x05\x07\x03\x00\x01\x02", 13);
        EXPECT_EQ(read(bytes).vertices[0], Vec3(10, 13, 10)) << (end == "\n" ? "LF" : "CR");
    }
}

TEST(Ply, Degenerate_SurfacePropertyNamesSurfaces) {
    const Mesh mesh = read(
        "ply\nformat ascii 1.0\ncomment graze surface 7 lid\nelement vertex 3\nproperty double x\nproperty "
        "double y\nproperty double z\n"
        "element face 3\nproperty list uchar int vertex_indices\nproperty int surface\nend_header\n"
        "0 0 0\n1 0 0\n0 1 0\n3 0 1 2 7\n3 0 2 1 -2\n3 0 1 2 7\n");
    ASSERT_EQ(mesh.surfaces.size(), 2u);
    EXPECT_EQ(mesh.surfaces[0].name, "lid");
    EXPECT_EQ(mesh.surfaces[1].name, "surface -2");
    EXPECT_EQ(mesh.surface_of_triangle, (std::vector<std::uint32_t>{0, 1, 0}));
}

}  // namespace graze::ply_test
