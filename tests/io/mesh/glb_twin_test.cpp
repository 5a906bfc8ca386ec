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
        for (const tinygltf::Primitive& primitive : model.meshes.at(b).primitives) {
            const auto positions = values<float>(model, primitive.attributes.at("POSITION"), 3);
            const auto indices = values<std::uint32_t>(model, primitive.indices, 1);
            ASSERT_EQ(positions.size(), 3 * mesh.vertices.size());
            for (std::size_t i = 0; i < positions.size(); ++i)
                ASSERT_EQ(positions[i],
                          static_cast<float>(mesh.vertices[i / 3][static_cast<int>(i % 3)] * 0.001));
            for (std::size_t i = 0; i < indices.size(); ++i) ASSERT_LT(indices[i], mesh.vertices.size());
            triangles += indices.size() / 3;
        }
        EXPECT_EQ(triangles, mesh.triangles.size());
    }
    EXPECT_EQ(values<std::uint32_t>(model, model.meshes[0].primitives[0].indices, 1),
              (std::vector<std::uint32_t>{0, 2, 3, 4, 7, 6, 2, 6, 7, 0, 6, 2}));  // triangles 0, 3, 6, 9
}

}  // namespace graze::glb_twin_test
