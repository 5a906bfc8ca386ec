#include "graze/io/mesh/obj.h"

#include "graze/io/mesh/mesh_file.h"
#include "graze/model/diagnosis.h"

#include <gtest/gtest.h>

namespace graze::obj_test {
namespace {

Mesh read(const std::string& text) {
    const auto file = parse_mesh_file(text, "part.obj");
    EXPECT_TRUE(file) << file.error().message;
    return file ? file->bodies[0].mesh : Mesh{};
}

const std::string kSquare = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\n";

}  // namespace

TEST(Obj, Example_VerticesFacesAndAllCornerForms) {
    const Mesh mesh =
        read(kSquare + "vt 0 0\nvn 0 0 1\nf 1 2 3\nf 1/1 3/1 4/1\nf 1//1 2//1 4//1\nf 2/1/1 3/1/1 4/1/1\n");
    EXPECT_EQ(mesh.vertices.size(), 4u);
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}, {0, 1, 3}, {1, 2, 3}}));
    EXPECT_EQ(mesh.surfaces.size(), 1u);
    EXPECT_EQ(mesh.surfaces[0].name, "surface");
}

TEST(Obj, Example_NegativeIndicesCountBackFromHere) {
    const Mesh mesh = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 5 5\nf -4 -3 -1\n");
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 1, 3}}));
}

TEST(Obj, Example_ObjectsGroupsAndMaterialsBecomeSurfaces) {
    const Mesh mesh = read(kSquare +
                           "f 1 2 3\no Box\nf 1 3 4\ng side a\nusemtl steel\nf 1 2 4\nusemtl brass # "
                           "really\nf 2 3 4\nusemtl steel\nf 1 2 3\no\ng\nusemtl\nf 1 2 3\n");
    ASSERT_EQ(mesh.surfaces.size(), 4u);
    EXPECT_EQ(mesh.surfaces[0].name, "surface");
    EXPECT_EQ(mesh.surfaces[1].name, "Box");
    EXPECT_EQ(mesh.surfaces[2].name, "Box/side a/steel");
    EXPECT_EQ(mesh.surfaces[3].name, "Box/side a/brass # really");
    EXPECT_EQ(mesh.surface_of_triangle, (std::vector<std::uint32_t>{0, 1, 2, 3, 2, 0}));
}

TEST(Obj, Example_QuadsAndConcavePolygonsAreCut) {
    const Mesh mesh = read("v 0 0 0\nv 4 0 0\nv 4 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\nf 1 2 3 4 5 6\n");
    ASSERT_EQ(mesh.triangles.size(), 4u);
    double area = 0.0;
    for (std::uint32_t t = 0; t < 4; ++t) {
        const auto [a, b, c] = corners(mesh, t);
        const double twice = (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
        EXPECT_GT(twice, 0.0);
        area += twice / 2.0;
    }
    EXPECT_EQ(area, 6.0);
}

/// What another file holds would be missing without a word.
TEST(Obj, Regression_CallsOfOtherFilesAreRefused) {
    for (const char* word : {"call other.obj", "csh other"}) {
        const auto file = parse_mesh_file(kSquare + "f 1 2 3\n" + word + "\n", "part.obj");
        ASSERT_FALSE(file) << word;
        EXPECT_NE(file.error().message.find("not in this file"), std::string::npos) << file.error().message;
    }
}

TEST(Obj, Degenerate_CommentsJointsBlanksAndLineEnds) {
    const Mesh mesh = read(
        "\xEF\xBB\xBF# head \\\nstill comment\n\n  v 0 0 \\\n 0 # tail\r\nv\t2 0 0\rv 2 1 0 1.0\nv 0 1 0 0.5 "
        "0.25 1\nv 0 1 7 1 .5 .5 .5\nf 1 \\\r\n2\\\n 3\nf 1 3 4#x\ns off\nmtllib a b.mtl\nl 1 2\np 1\n\\\nf "
        "1 2 5");
    EXPECT_EQ(mesh.vertices.size(), 5u);
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}, {0, 1, 4}}));
}

TEST(Obj, Degenerate_FacesMayStandBeforeTheirVertices) {
    const Mesh mesh = read("f 1 2 3\nf 4 3 2 1\n" + kSquare);
    ASSERT_EQ(mesh.triangles.size(), 3u);
    EXPECT_EQ(mesh.triangles[0], (Triangle{0, 1, 2}));
    // A concave one is cut by its true shape, not by the places that were not known yet.
    const Mesh arrow = read("f 1 2 3 4\nv 4 0 0\nv 1 0 0\nv -1 -2 0\nv -1 2 0\n");
    for (const Triangle& t : arrow.triangles) EXPECT_TRUE(t[0] == 1 || t[1] == 1 || t[2] == 1);
}

TEST(Obj, Degenerate_NamesThatAreNotUtf8AndThatCollide) {
    const Mesh mesh =
        read(kSquare + "g a\xFF\nf 1 2 3\ng a\xFE\nf 1 3 4\ng ends with a backslash\\\nf 9 9 9\nf 1 2 4\n");
    ASSERT_EQ(mesh.surfaces.size(), 3u);
    EXPECT_EQ(mesh.surfaces[0].name, "a\xEF\xBF\xBD");
    EXPECT_EQ(mesh.surfaces[1].name, "a\xEF\xBF\xBD#2");
    EXPECT_EQ(mesh.surfaces[2].name, "ends with a backslash");
    EXPECT_EQ(mesh.triangles.size(), 3u);  // the joined line is no face
}

TEST(Obj, Property_UnitsAreConvertedOnceAndThenWelded) {
    const std::string text = "v 0.1 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    const auto inches =
        parse_mesh_file(text, "part.obj", {.file_unit = Unit::Inch, .unit = Unit::Millimetre});
    EXPECT_EQ(inches->bodies[0].mesh.vertices[0].x(), 0.1 * 25.4);
    const auto same = parse_mesh_file(text, "part.obj", {.file_unit = Unit::Inch, .unit = Unit::Inch});
    EXPECT_EQ(same->bodies[0].mesh.vertices[0].x(), 0.1);
    // Two points that differ by one bit before may be equal after the conversion: welding comes last.
    const auto tiny = parse_mesh_file("v 5e-324 0 0\nv 1e-323 0 0\nv 0 1 0\nf 1 2 3\n", "tiny.obj",
                                      {.file_unit = Unit::Micrometre});
    EXPECT_EQ(tiny->bodies[0].mesh.vertices.size(), 2u);
}

TEST(Obj, Property_CreaseOptionSplitsSurfaces) {
    const std::string text = kSquare + "v 0 0 1\nv 2 0 1\ng base\nf 1 2 3 4\nf 1 5 6 2\n";
    const auto split = parse_mesh_file(text, "l.obj", {.crease_deg = 30.0});
    ASSERT_EQ(split->bodies[0].mesh.surfaces.size(), 2u);
    EXPECT_EQ(split->bodies[0].mesh.surfaces[1].name, "base/2");
    EXPECT_EQ(parse_mesh_file(text, "l.obj", {.crease_deg = 120.0})->bodies[0].mesh.surfaces.size(), 1u);
}

}  // namespace graze::obj_test
