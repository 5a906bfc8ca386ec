#include "graze/io/mesh/mesh_file.h"

#include "graze/core/file.h"
#include "support/odd_meshes.h"

#include <bit>
#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

namespace graze::mesh_file_test {

/// A folder of its own, gone at the end.
class MeshFileTest : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("graze-io-" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    MeshFile rewritten(const std::string& name, std::span<const FileBody> bodies,
                       const MeshWriteOptions& options = {}) {
        const auto written = write_mesh_file(folder_ / name, bodies, options);
        EXPECT_TRUE(written) << written.error().message;
        auto file = read_mesh_file(folder_ / name, {.file_unit = options.unit, .unit = options.unit});
        EXPECT_TRUE(file) << file.error().message;
        return file ? std::move(*file) : MeshFile{MeshFormat::Obj, false, {}};
    }

    std::filesystem::path folder_;
};

/// Awkward doubles: no float holds them, some are subnormal or huge.
Mesh awkward() {
    Mesh mesh = test::bumpy_sphere(9, 13);
    mesh.vertices[3] = {0.1, 1.0 / 3.0, -2e-310};
    mesh.vertices[5] = {1e300, -1e-300, 123456789.987654321};
    mesh.surfaces = {{"upper side"}, {"lower"}, {"Größe"}};
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        mesh.surface_of_triangle[t] = static_cast<std::uint32_t>(t / 7 % 3);
    return mesh;
}

void expect_same_bits(const Mesh& a, const Mesh& b) {
    ASSERT_EQ(a.vertices.size(), b.vertices.size());
    for (std::size_t v = 0; v < a.vertices.size(); ++v)
        for (int k = 0; k < 3; ++k)
            ASSERT_EQ(std::bit_cast<std::uint64_t>(a.vertices[v][k]),
                      std::bit_cast<std::uint64_t>(b.vertices[v][k]))
                << v;
    ASSERT_EQ(a.triangles, b.triangles);
    ASSERT_EQ(a.surface_of_triangle, b.surface_of_triangle);
    for (std::size_t s = 0; s < a.surfaces.size(); ++s) EXPECT_EQ(a.surfaces[s].name, b.surfaces[s].name);
}

/// Corner by corner, for formats that renumber vertices or sort triangles. `round` is what storing does to a
/// coordinate.
template <class Round>
void expect_same_corners(const Mesh& a, const Mesh& b, Round round) {
    ASSERT_EQ(a.triangles.size(), b.triangles.size());
    for (std::uint32_t t = 0; t < a.triangles.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k)
            for (int axis = 0; axis < 3; ++axis)
                ASSERT_EQ(round(corners(a, t)[k][axis]), corners(b, t)[k][axis]) << t;
}

TEST_F(MeshFileTest, Property_ObjAndPlyRoundTripsKeepEveryBit) {
    const FileBody body{"part", awkward()};
    expect_same_bits(body.mesh, rewritten("a.obj", {{body}}).bodies[0].mesh);
    expect_same_bits(body.mesh, rewritten("b.ply", {{body}}).bodies[0].mesh);
    const MeshFile ascii = rewritten("c.ply", {{body}}, {.format = MeshFormat::PlyAscii});
    EXPECT_EQ(ascii.format, MeshFormat::PlyAscii);
    expect_same_bits(body.mesh, ascii.bodies[0].mesh);
}

TEST_F(MeshFileTest, Property_StlRoundTripsKeepFloatsOrDoubles) {
    Mesh mesh = test::bumpy_sphere(9, 13);
    const auto as_float = [](double x) { return static_cast<double>(static_cast<float>(x)); };
    const MeshFile binary = rewritten("a.stl", {{{"part", mesh}}});
    EXPECT_EQ(binary.format, MeshFormat::StlBinary);
    EXPECT_EQ(binary.bodies[0].mesh.vertices.size(), mesh.vertices.size());
    expect_same_corners(mesh, binary.bodies[0].mesh, as_float);

    mesh = awkward();
    const MeshFile ascii = rewritten("b.stl", {{{"part", mesh}}}, {.format = MeshFormat::StlAscii});
    EXPECT_EQ(ascii.bodies[0].mesh.surfaces.size(), 3u);
    EXPECT_EQ(ascii.bodies[0].mesh.surfaces[2].name, "Größe");
    EXPECT_EQ(ascii.bodies[0].mesh.vertices.size(), mesh.vertices.size());
    Mesh sorted = mesh;  // solids hold one surface each, so triangles come back sorted by surface
    sorted.triangles.clear();
    for (std::uint32_t surface = 0; surface < 3; ++surface)
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            if (mesh.surface_of_triangle[t] == surface) sorted.triangles.push_back(mesh.triangles[t]);
    expect_same_corners(sorted, ascii.bodies[0].mesh, [](double x) { return x; });
}

TEST_F(MeshFileTest, Property_GlbRoundTripKeepsFloatsBodiesAndSurfaces) {
    Mesh mesh = test::bumpy_sphere(9, 13);
    mesh.surfaces = {{"a"}, {"b"}};
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) mesh.surface_of_triangle[t] = t < 50 ? 0 : 1;
    const std::vector<FileBody> bodies{
        {"assembly/ball", mesh}, {"brick", test::brick()}, {"brick", test::brick({9, 9, 9})}};
    const MeshFile file = rewritten("a.glb", bodies, {.unit = Unit::Metre});
    ASSERT_EQ(file.bodies.size(), 3u);
    EXPECT_EQ(file.bodies[0].name, "assembly/ball");
    EXPECT_EQ(file.bodies[2].name, "brick#2");
    const auto as_float = [](double x) { return static_cast<double>(static_cast<float>(x)); };
    for (std::size_t b = 0; b < 3; ++b) expect_same_corners(bodies[b].mesh, file.bodies[b].mesh, as_float);
    EXPECT_EQ(file.bodies[0].mesh.surface_of_triangle, mesh.surface_of_triangle);
    EXPECT_EQ(file.bodies[0].mesh.surfaces[1].name, "b");
    // Written again, the floats are what they were: nothing drifts.
    const MeshFile again = rewritten("b.glb", file.bodies, {.unit = Unit::Metre});
    for (std::size_t b = 0; b < 3; ++b) expect_same_bits(file.bodies[b].mesh, again.bodies[b].mesh);
}

TEST_F(MeshFileTest, Property_GlbRoundTripKeepsEveryColour) {
    Mesh mesh = test::bumpy_sphere(18, 18);
    mesh.surfaces.clear();
    for (int i = 0; i < 256; ++i) {
        const auto byte = static_cast<std::uint8_t>(i);
        mesh.surfaces.push_back({.name = "s" + std::to_string(i)});
        if (i % 7 != 0) mesh.surfaces.back().colour = Rgb{byte, static_cast<std::uint8_t>(255 - i), 7};
    }
    ASSERT_GE(mesh.triangles.size(), 256u);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        mesh.surface_of_triangle[t] = static_cast<std::uint32_t>(std::min<std::size_t>(t, 255));
    const MeshFile file = rewritten("a.glb", std::vector<FileBody>{{"ball", mesh}}, {.unit = Unit::Metre});
    ASSERT_EQ(file.bodies[0].mesh.surfaces.size(), 256u);
    for (std::size_t i = 0; i < 256; ++i) {
        EXPECT_EQ(file.bodies[0].mesh.surfaces[i].name, mesh.surfaces[i].name);
        EXPECT_EQ(file.bodies[0].mesh.surfaces[i].colour, mesh.surfaces[i].colour) << i;
    }
}

TEST_F(MeshFileTest, Example_SeveralBodiesInFormatsThatHoldOne) {
    const std::vector<FileBody> bodies{{"left", test::brick()}, {"right", test::brick({5, 0, 0})}};
    for (const char* name : {"a.obj", "a.ply", "b.stl"}) {
        MeshWriteOptions options;
        if (std::string(name) == "b.stl") options.format = MeshFormat::StlAscii;
        const MeshFile file = rewritten(name, bodies, options);
        ASSERT_EQ(file.bodies.size(), 1u);
        EXPECT_EQ(file.bodies[0].mesh.vertices.size(), 16u);
        ASSERT_EQ(file.bodies[0].mesh.surfaces.size(), 2u) << name;
        EXPECT_EQ(file.bodies[0].mesh.surfaces[1].name, "right/surface") << name;
    }
}

TEST_F(MeshFileTest, Example_FormatsAndTheirNames) {
    EXPECT_STREQ(name_of(MeshFormat::StlBinary), "stl");
    EXPECT_STREQ(name_of(MeshFormat::StlAscii), "stl-ascii");
    EXPECT_STREQ(name_of(MeshFormat::Obj), "obj");
    EXPECT_STREQ(name_of(MeshFormat::PlyBinary), "ply");
    EXPECT_STREQ(name_of(MeshFormat::PlyAscii), "ply-ascii");
    EXPECT_STREQ(name_of(MeshFormat::Glb), "glb");
}

TEST_F(MeshFileTest, Degenerate_ContentBeatsTheEnding) {
    const std::vector<FileBody> bodies{{"brick", test::brick()}};
    for (const MeshFormat format : {MeshFormat::StlBinary, MeshFormat::PlyBinary, MeshFormat::PlyAscii,
                                    MeshFormat::Glb, MeshFormat::StlAscii}) {
        ASSERT_TRUE(write_mesh_file(folder_ / "misnamed.obj", bodies, {.format = format}));
        const auto file = read_mesh_file(folder_ / "misnamed.obj");
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(file->format, format);
    }
    ASSERT_TRUE(write_mesh_file(folder_ / "misnamed", bodies, {.format = MeshFormat::Obj}));
    EXPECT_EQ(read_mesh_file(folder_ / "misnamed")->format, MeshFormat::Obj);
}

TEST_F(MeshFileTest, Degenerate_WritingWhatAFormatCannotHoldLeavesTheOldFile) {
    Mesh far = test::brick();
    far.vertices[0].x() = 1e39;
    const std::vector<FileBody> bodies{{"far", far}};
    for (const char* name : {"far.stl", "far.glb"}) {
        ASSERT_TRUE(write_file_atomically(folder_ / name, "old"));
        const auto written = write_mesh_file(folder_ / name, bodies, {.unit = Unit::Metre});
        ASSERT_FALSE(written);
        EXPECT_NE(written.error().message.find("exceeds float32"), std::string::npos)
            << written.error().message;
        EXPECT_EQ(*read_file(folder_ / name), "old");
    }
    EXPECT_TRUE(write_mesh_file(folder_ / "far.obj", bodies));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 3);  // no temporary is left
}

TEST_F(MeshFileTest, Degenerate_BadCallsAreErrors) {
    const std::vector<FileBody> bodies{{"brick", test::brick()}};
    EXPECT_EQ(write_mesh_file(folder_ / "a.xyz", bodies).error().code, ErrorCode::Unsupported);
    EXPECT_EQ(write_mesh_file(folder_ / "a.obj", {}).error().code, ErrorCode::BadUsage);
    EXPECT_EQ(write_mesh_file(folder_ / "no" / "a.obj", bodies).error().code, ErrorCode::CannotWrite);
    Mesh bad = test::brick();
    bad.triangles[3][1] = 99;
    EXPECT_EQ(write_mesh_file(folder_ / "a.obj", {{{"bad", bad}}}).error().code, ErrorCode::BadInput);
    for (const double angle : {-1.0, 181.0, std::nan("")})
        EXPECT_EQ(parse_mesh_file("v 0 0 0", "a.obj", {.crease_deg = angle}).error().code,
                  ErrorCode::BadUsage);
}

}  // namespace graze::mesh_file_test
