#include "graze/io/mesh/glb.h"

#include "graze/io/mesh/mesh_file.h"
#include "graze/model/diagnosis.h"
#include "support/file_bytes.h"

#include <gtest/gtest.h>

namespace graze::glb_test {
namespace {

MeshFile read(const std::string& bytes, const MeshReadOptions& options = {.unit = Unit::Metre}) {
    auto file = parse_mesh_file(bytes, "part.glb", options);
    EXPECT_TRUE(file) << file.error().message;
    return file ? std::move(*file) : MeshFile{MeshFormat::Glb, true, {}};
}

/// The tetrahedron's document with other nodes.
std::string with_nodes(const std::string& scene_nodes, const std::string& nodes) {
    const std::string json = test::with_replaced(test::tetrahedron_json(), R"([{"nodes":[0]}])",
                                                 R"([{"nodes":[)" + scene_nodes + "]}]");
    return test::glb_bytes(test::with_replaced(json, R"([{"name":"tetra","mesh":0}])", "[" + nodes + "]"),
                           test::tetrahedron_binary());
}

/// A document of one primitive without indices over `points`, in the given mode.
std::string drawn(int mode, const std::vector<float>& points) {
    std::string binary;
    for (const float x : points) test::put(binary, x);
    const std::string bytes = std::to_string(binary.size()), count = std::to_string(points.size() / 3);
    return test::glb_bytes(
        R"({"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":)" +
            std::to_string(mode) + R"(}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":)" +
            count + R"(,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":)" + bytes +
            R"(}],"buffers":[{"byteLength":)" + bytes + "}]}",
        binary);
}

}  // namespace

TEST(Glb, Example_OneNode) {
    const MeshFile file = read(test::tetrahedron_glb());
    EXPECT_EQ(file.format, MeshFormat::Glb);
    EXPECT_TRUE(file.unit_is_stated);
    ASSERT_EQ(file.bodies.size(), 1u);
    EXPECT_EQ(file.bodies[0].name, "tetra");
    const Mesh& mesh = file.bodies[0].mesh;
    EXPECT_EQ(mesh.triangles.size(), 4u);
    EXPECT_EQ(mesh.vertices.size(), 4u);
    EXPECT_TRUE(diagnose(mesh).closed);
    EXPECT_EQ(diagnose(mesh).pieces[0].facing, Facing::Outward);
}

TEST(Glb, Example_MetresBecomeTheWantedUnit) {
    const MeshFile file = read(test::tetrahedron_glb(), {.file_unit = Unit::Inch, .unit = Unit::Millimetre});
    EXPECT_EQ(bounds_of(file.bodies[0].mesh).max, Vec3(4000, 3000, 2000));  // file_unit does not matter
}

TEST(Glb, Example_TransformsAreBakedAlongThePath) {
    const MeshFile file = read(with_nodes(
        "0",
        R"({"name":"arm","translation":[10,0,0],"rotation":[0,0,0.70710678,0.70710678],"children":[1,2]},)"
        R"({"name":"bolt","mesh":0,"scale":[2,1,1]},{"name":"bolt","mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,5,1]})"));
    ASSERT_EQ(file.bodies.size(), 2u);
    EXPECT_EQ(file.bodies[0].name, "arm/bolt");
    EXPECT_EQ(file.bodies[1].name, "arm/bolt#2");
    // (x, y, z) -> turned by 90 degrees about z and moved by 10
    constexpr double kSlack = 1e-7;  // the quaternion has eight digits
    const Box first = bounds_of(file.bodies[0].mesh), second = bounds_of(file.bodies[1].mesh);
    EXPECT_NEAR((first.min - Vec3(7, 0, 0)).norm(), 0.0, kSlack);
    EXPECT_NEAR((first.max - Vec3(10, 8, 2)).norm(), 0.0, kSlack);
    EXPECT_NEAR((second.min - Vec3(7, 0, 5)).norm(), 0.0, kSlack);
    EXPECT_NEAR((second.max - Vec3(10, 4, 7)).norm(), 0.0, kSlack);
}

TEST(Glb, Example_MirroredNodesKeepFacingOutward) {
    for (const char* scale : {"[-1,1,1]", "[-1,-1,1]", "[-2,-1,-3]"}) {
        const MeshFile file = read(with_nodes("0", std::string(R"({"mesh":0,"scale":)") + scale + "}"));
        EXPECT_EQ(diagnose(file.bodies[0].mesh).pieces[0].facing, Facing::Outward) << scale;
        EXPECT_EQ(file.bodies[0].name, "node0");
    }
}

TEST(Glb, Example_ListsStripsAndFans) {
    const std::vector<float> points{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};  // a strip that zigzags
    const Mesh strip = read(drawn(5, points)).bodies[0].mesh;
    EXPECT_EQ(strip.triangles, (std::vector<Triangle>{{0, 1, 2}, {1, 3, 2}}));
    const Mesh fan = read(drawn(6, {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0})).bodies[0].mesh;
    EXPECT_EQ(diagnose(fan).boundary_edges.count, 4u);
    EXPECT_EQ(diagnose(fan).inconsistent_edges.count, 0u);
    EXPECT_EQ(read(drawn(4, {0, 0, 0, 1, 0, 0, 0, 1, 0})).bodies[0].mesh.triangles.size(), 1u);
    for (const int mode : {0, 1, 2, 3}) EXPECT_FALSE(parse_mesh_file(drawn(mode, points), "lines.glb"));
}

TEST(Glb, Example_IndicesOfEveryWidth) {
    for (const int component : {5121, 5123, 5125}) {
        const std::size_t width = component == 5121 ? 1 : component == 5123 ? 2 : 4;
        std::string binary = test::tetrahedron_binary().substr(0, 48);
        for (const unsigned i : {0u, 2u, 1u, 0u, 1u, 3u, 1u, 2u, 3u, 0u, 3u, 2u}) {
            std::string number;
            test::put(number, i);
            binary += number.substr(0, width);
        }
        std::string json = test::with_replaced(test::tetrahedron_json(), "5123", std::to_string(component));
        json =
            test::with_replaced(json, R"("byteLength":24)", R"("byteLength":)" + std::to_string(12 * width));
        json = test::with_replaced(json, R"("byteLength":72)",
                                   R"("byteLength":)" + std::to_string(48 + 12 * width));
        EXPECT_TRUE(diagnose(read(test::glb_bytes(json, binary)).bodies[0].mesh).closed) << component;
    }
}

TEST(Glb, Example_PrimitivesBecomeSurfacesNamedByMaterial) {
    std::string json = test::with_replaced(
        test::tetrahedron_json(), R"([{"attributes":{"POSITION":0},"indices":1}])",
        R"([{"attributes":{"POSITION":0},"indices":1,"material":1},{"attributes":{"POSITION":0},"indices":1},)"
        R"({"attributes":{"NORMAL":0,"POSITION":0},"indices":1,"material":1}])");
    json = test::with_replaced(json, R"("buffers")",
                               R"("materials":[{"name":"oil"},{"name":"steel"}],"buffers")");
    const Mesh mesh = read(test::glb_bytes(json, test::tetrahedron_binary())).bodies[0].mesh;
    ASSERT_EQ(mesh.surfaces.size(), 3u);
    EXPECT_EQ(mesh.surfaces[0].name, "steel");
    EXPECT_EQ(mesh.surfaces[1].name, "primitive1");
    EXPECT_EQ(mesh.surfaces[2].name, "steel#2");
    EXPECT_EQ(mesh.vertices.size(), 4u);
}

TEST(Glb, Example_ColoursAreThoseOfMaterials) {
    const auto colour_of = [](const std::string& material) {
        std::string json =
            test::with_replaced(test::tetrahedron_json(), R"("indices":1})", R"("indices":1,"material":0})");
        json = test::with_replaced(json, R"("buffers")", R"("materials":[)" + material + R"(],"buffers")");
        return read(test::glb_bytes(json, test::tetrahedron_binary())).bodies[0].mesh.surfaces[0].colour;
    };
    const auto factor = [&](const std::string& numbers) {
        return colour_of(R"({"name":"x","pbrMetallicRoughness":{"metallicFactor":0,"baseColorFactor":)" +
                         numbers + "}}");
    };
    EXPECT_EQ(factor("[1,0,0.5,1]"), (Rgb{255, 0, 188}));
    EXPECT_EQ(factor("[0.001,0.2140411,1,0.5]"), (Rgb{3, 127, 255}));
    EXPECT_EQ(factor("[2,0,0,1]"), std::nullopt) << "no colour";
    EXPECT_EQ(colour_of(R"({"name":"x"})"), std::nullopt);
}

TEST(Glb, Degenerate_InterleavedPositionsUnusedVerticesAndForeignKeys) {
    // Stride 20 with rubbish between; the fifth position is used by nobody and must not widen the box.
    std::string binary;
    for (const float x : {0.f, 0.f, 0.f, 4.f, 0.f, 0.f, 0.f, 3.f, 0.f, 0.f, 0.f, 2.f, 99.f, 99.f, 99.f}) {
        test::put(binary, x);
        if (binary.size() % 20 == 12) test::put(binary, -1e30f), test::put(binary, 1e30f);
    }
    binary += test::tetrahedron_binary().substr(48);
    std::string json = test::with_replaced(test::tetrahedron_json(), R"({"buffer":0,"byteLength":48})",
                                           R"({"buffer":0,"byteLength":100,"byteStride":20})");
    json = test::with_replaced(json, R"("byteOffset":48)", R"("byteOffset":100)");
    json = test::with_replaced(json, R"("byteLength":72)", R"("byteLength":124)");
    json = test::with_replaced(json, R"("count":4)", R"("count":5,"min":[0,0,0],"max":[1e3,-2.5,3])");
    json = test::with_replaced(
        json, R"("scene":0)",
        R"("scene":0,"images":[{"uri":"x.png"}],"extras":{"deep":[[[{"nodes":[7]}]]]},"cameras":[null,true,-1.5])");
    const Mesh mesh = read(test::glb_bytes(json, binary)).bodies[0].mesh;
    EXPECT_EQ(mesh.vertices.size(), 4u);
    EXPECT_EQ(bounds_of(mesh).max, Vec3(4, 3, 2));
    EXPECT_TRUE(diagnose(mesh).closed);
}

TEST(Glb, Degenerate_ManyPrimitivesPickFromOneLargeAccessor) {
    // 2000 positions, 400 primitives of one triangle each: picked by the map, not by clearing an array each
    // time.
    std::string binary, primitives,
        accessors = R"({"bufferView":0,"componentType":5126,"count":2000,"type":"VEC3"})";
    for (int i = 0; i < 2000; ++i)
        for (const float x :
             {static_cast<float>(i), static_cast<float>(i * i % 97), static_cast<float>(i % 13)})
            test::put(binary, x);
    for (int i = 0; i < 400; ++i) {
        for (const int v : {i, i + 7, i + 900}) test::put(binary, static_cast<std::uint16_t>(v));
        accessors += R"(,{"bufferView":1,"byteOffset":)" + std::to_string(6 * i) +
                     R"(,"componentType":5123,"count":3,"type":"SCALAR"})";
        primitives += std::string(i ? "," : "") + R"({"attributes":{"POSITION":0},"indices":)" +
                      std::to_string(i + 1) + "}";
    }
    const std::string json =
        R"({"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[)" + primitives +
        R"(]}],"accessors":[)" + accessors +
        R"(],"bufferViews":[{"buffer":0,"byteLength":24000},{"buffer":0,"byteOffset":24000,"byteLength":2400}],"buffers":[{"byteLength":26400}]})";
    const Mesh mesh = read(test::glb_bytes(json, binary)).bodies[0].mesh;
    EXPECT_EQ(mesh.surfaces.size(), 400u);
    EXPECT_EQ(mesh.triangles.size(), 400u);
    EXPECT_EQ(corners(mesh, 123)[2].x(), 1023.0);
}

TEST(Glb, Regression_MeshesThatTheSceneDoesNotHaveAreMissing) {
    const std::string three = R"({"name":"other","mesh":0},{"name":"yes","mesh":0},{"name":"empty"})";
    const MeshFile file = read(with_nodes("1", three));
    ASSERT_EQ(file.bodies.size(), 1u);
    EXPECT_EQ(file.bodies[0].name, "yes");
    ASSERT_EQ(file.missing.size(), 1u);
    EXPECT_EQ(file.missing[0].file, "part.glb");
    EXPECT_NE(file.missing[0].what.find("other"), std::string::npos);
    EXPECT_TRUE(read(with_nodes("0,1,2", three)).missing.empty());
}

/// Whether the file says that it requires them or not.
TEST(Glb, Regression_InstancesOfAnExtensionAreRefused) {
    const std::string json = test::with_replaced(test::tetrahedron_json(), R"("scene":0)",
                                                 R"("extensionsUsed":["EXT_mesh_gpu_instancing"],"scene":0)");
    const auto file = parse_mesh_file(test::glb_bytes(json, test::tetrahedron_binary()), "part.glb", {});
    ASSERT_FALSE(file);
    EXPECT_NE(file.error().message.find("EXT_mesh_gpu_instancing"), std::string::npos);
    // Said by the node alone.
    const std::string silent =
        test::with_replaced(test::tetrahedron_json(), R"("mesh":0)",
                            R"("mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{}}})");
    const auto second = parse_mesh_file(test::glb_bytes(silent, test::tetrahedron_binary()), "part.glb", {});
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("EXT_mesh_gpu_instancing"), std::string::npos);
}

TEST(Glb, Degenerate_WithoutScenesAllRootsAreRead) {
    const std::string json =
        test::with_replaced(test::tetrahedron_json(), R"("scene":0,"scenes":[{"nodes":[0]}],)", "");
    EXPECT_EQ(read(test::glb_bytes(json, test::tetrahedron_binary())).bodies.size(), 1u);
}

}  // namespace graze::glb_test
