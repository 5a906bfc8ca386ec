// The GLB files that we write, read by tinygltf: somebody else's idea of the format. Our reader does not use
// it, since it cannot refuse what it must refuse (docs/mesh-formats.md tells why).
#include "graze/io/mesh/mesh_file.h"
#include "support/odd_meshes.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#include <tiny_gltf.h>
#pragma GCC diagnostic pop

namespace graze::glb_twin_test {
namespace {

template <class T>
std::vector<T> values(const tinygltf::Model& model, int accessor_id, std::size_t lanes) {
    const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(accessor_id)];
    const tinygltf::BufferView& view = model.bufferViews[static_cast<std::size_t>(accessor.bufferView)];
    const auto& data = model.buffers[static_cast<std::size_t>(view.buffer)].data;
    std::vector<T> result(accessor.count * lanes);
    std::memcpy(result.data(), data.data() + view.byteOffset + accessor.byteOffset,
                result.size() * sizeof(T));
    return result;
}

}  // namespace

TEST(GlbTwin, Reference_TinygltfReadsWhatWeWrite) {
    const auto path =
        std::filesystem::temp_directory_path() / ("graze-twin-" + std::to_string(::getpid()) + ".glb");
    Mesh brick = test::brick();
    brick.surfaces = {{"front"}, {"rest"}};
    for (std::size_t t = 0; t < 12; ++t) brick.surface_of_triangle[t] = t % 3 == 0 ? 0 : 1;
    const std::vector<FileBody> bodies{{"brick", brick}, {"ball", test::bumpy_sphere(12, 17)}};
    ASSERT_TRUE(write_mesh_file(path, bodies, {.unit = Unit::Millimetre}));

    tinygltf::TinyGLTF loader;
    tinygltf::Model model;
    std::string error, warning;
    ASSERT_TRUE(loader.LoadBinaryFromFile(&model, &error, &warning, path.string())) << error;
    std::filesystem::remove(path);
    EXPECT_EQ(error, "");
    EXPECT_EQ(warning, "");
    ASSERT_EQ(model.scenes.at(0).nodes, std::vector<int>{0});
    ASSERT_EQ(model.nodes.at(0).children, (std::vector<int>{1, 2}));
    EXPECT_EQ(model.nodes[0].matrix,  // columns: our z becomes the y of the format, our y its -z
              (std::vector<double>{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1}));
    ASSERT_EQ(model.nodes.at(1).name, "brick");
    ASSERT_EQ(model.meshes.at(0).primitives.size(), 2u);
    EXPECT_EQ(model.materials.at(static_cast<std::size_t>(model.meshes[0].primitives[0].material)).name,
              "front");
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        const Mesh& mesh = bodies[b].mesh;
        std::size_t triangles = 0;
        std::vector<std::array<float, 3>> corners;  // of all triangles, by surface
        for (const tinygltf::Primitive& primitive : model.meshes.at(b).primitives) {
            const auto positions = values<float>(model, primitive.attributes.at("POSITION"), 3);
            const auto indices = values<std::uint32_t>(model, primitive.indices, 1);
            const auto normals = values<float>(model, primitive.attributes.at("NORMAL"), 3);
            ASSERT_EQ(normals.size(), positions.size());
            ASSERT_GE(positions.size(), 3 * mesh.vertices.size());
            for (std::size_t i = 0; i < indices.size(); ++i) {
                ASSERT_LT(indices[i], positions.size() / 3);
                const std::size_t at = 3 * indices[i];
                EXPECT_NEAR(std::hypot(normals[at], normals[at + 1], normals[at + 2]), 1.0, 1e-6);
                corners.push_back({positions[at], positions[at + 1], positions[at + 2]});
            }
            triangles += indices.size() / 3;
        }
        EXPECT_EQ(triangles, mesh.triangles.size());
        std::vector<std::array<float, 3>> expected;
        for (std::uint32_t surface = 0; surface < mesh.surfaces.size(); ++surface)
            for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
                for (const std::uint32_t v : mesh.triangles[t])
                    if (mesh.surface_of_triangle[t] == surface)
                        expected.push_back({static_cast<float>(mesh.vertices[v].x() * 0.001),
                                            static_cast<float>(mesh.vertices[v].y() * 0.001),
                                            static_cast<float>(mesh.vertices[v].z() * 0.001)});
        EXPECT_EQ(corners, expected);
    }
}

}  // namespace graze::glb_twin_test
