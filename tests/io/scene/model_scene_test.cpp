// Bodies of files that have poses of their own: what `pose`, `part`, `split` and paths mean on top of them.
#include "graze/io/mesh/model_file.h"
#include "graze/io/scene/scene_assembly.h"
#include "support/odd_meshes.h"

#include <gtest/gtest.h>

namespace graze::model_scene_test {
namespace {

namespace fs = std::filesystem;

const Eigen::Quaterniond kTurn(0.8, 0.0, 0.6, 0.0);

/// Two instances of one shape in an assembly, and another part.
Expected<ModelFile> assembly(const fs::path&, const MeshReadOptions& options) {
    auto mesh = std::make_shared<Mesh>(test::bumpy_sphere(5, 7));
    mesh->deviation = {options.deflection.value_or(0.25), 0.125};
    ModelFile file{MeshFormat::Step, true, {}, CadFacts{}};
    file.bodies = {{"pins/a", mesh, {Vec3(10, 0, 0), kTurn}, Rgb{9, 8, 7}},
                   {"pins/b", mesh, {Vec3(0, 20, 0), Eigen::Quaterniond::Identity()}, {}},
                   {"plate", std::make_shared<Mesh>(test::bumpy_sphere(4, 5)), {}, {}}};
    return file;
}

Scene scene_of(const std::string& bodies, const std::string& more = "") {
    const auto description =
        parse_scene_text(R"({"graze": 1, "bodies": [)" + bodies + "]" + more + "}", "s.json");
    EXPECT_TRUE(description) << description.error().message;
    auto scene =
        assemble_scene(*description, "s.json", {},
                       [](const fs::path& path, const MeshReadOptions& how) { return assembly(path, how); });
    EXPECT_TRUE(scene) << scene.error().message;
    return scene ? *std::move(scene) : Scene{};
}

bool same(const Pose& a, const Pose& b) {
    return a.translation == b.translation && a.rotation.coeffs() == b.rotation.coeffs();
}

TEST(ModelScene, Example_SplitBodiesShareMeshesAndKeepTheFilesPosesToTheBit) {
    const Scene scene = scene_of(R"({"mesh": "x.step", "split": true})");
    ASSERT_EQ(scene.bodies.size(), 3u);
    EXPECT_EQ(scene.bodies[0].name, "pins/a");
    EXPECT_EQ(scene.bodies[0].mesh, scene.bodies[1].mesh);
    EXPECT_TRUE(same(scene.bodies[0].pose, {Vec3(10, 0, 0), kTurn}));
    EXPECT_EQ(scene.bodies[0].colour, (Rgb{9, 8, 7}));
}

TEST(ModelScene, Example_AScenesPoseComesAfterTheFiles) {
    const Scene scene = scene_of(
        R"({"name": "p", "mesh": "x.step", "part": "pins/a", "pose": {"translation": [1, 2, 3], "quaternion": [0, 0, 0.6, 0.8]}})");
    const Pose outer{Vec3(1, 2, 3), Eigen::Quaterniond(0.8, 0.0, 0.0, 0.6)};
    const Vec3 p(0.3, -0.7, 1.1);
    const Vec3 direct = apply(outer, apply({Vec3(10, 0, 0), kTurn}, p));
    EXPECT_LT((apply(scene.bodies[0].pose, p) - direct).norm(), 1e-13);
}

TEST(ModelScene, Example_PosesOfAPathAreWhatWasWrittenAndTheFilesPlaceIsBakedIn) {
    const Scene scene = scene_of(R"({"mesh": "x.step", "split": true})",
                                 R"(, "paths": [{"body": "pins/a", "in_between": "slerp", "poses": [
            {"translation": [0, 0, 5]}, {"translation": [0, 0, 9], "quaternion": [0, 0, 0.6, 0.8]}]}])");
    const Mesh& shape = *scene.bodies[1].mesh;
    const Mesh& baked = *scene.bodies[0].mesh;
    EXPECT_TRUE(same(scene.bodies[0].pose, scene.paths[0].poses[0]));
    EXPECT_EQ(scene.paths[0].poses[0].translation, Vec3(0, 0, 5));
    ASSERT_EQ(baked.vertices.size(), shape.vertices.size());
    for (std::size_t v = 0; v < shape.vertices.size(); ++v)
        ASSERT_EQ(baked.vertices[v], apply({Vec3(10, 0, 0), kTurn}, shape.vertices[v]));
    EXPECT_TRUE(baked.deviation);
}

TEST(ModelScene, Example_AnAssemblyOrTheWholeFileIsOneBodyInTheFilesFrame) {
    const Scene scene =
        scene_of(R"({"name": "pins", "mesh": "x.step", "part": "pins"}, {"name": "all", "mesh": "x.step"})");
    const Mesh one = test::bumpy_sphere(5, 7), other = test::bumpy_sphere(4, 5);
    EXPECT_EQ(scene.bodies[0].mesh->triangles.size(), 2 * one.triangles.size());
    EXPECT_EQ(scene.bodies[1].mesh->triangles.size(), 2 * one.triangles.size() + other.triangles.size());
    EXPECT_EQ(scene.bodies[0].mesh->vertices[0], apply({Vec3(10, 0, 0), kTurn}, one.vertices[0]));
    EXPECT_EQ(scene.bodies[0].mesh->surfaces[0].name, "a/" + one.surfaces[0].name);
    EXPECT_EQ(scene.bodies[1].mesh->deviation->measured, 0.125);
    EXPECT_TRUE(same(scene.bodies[0].pose, Pose{}));
    // That of the first that has one; surfaces of the others keep theirs, or have none.
    EXPECT_EQ(scene.bodies[0].colour, (Rgb{9, 8, 7}));
    for (const Surface& surface : scene.bodies[0].mesh->surfaces) EXPECT_FALSE(surface.colour);
}

TEST(ModelScene, Example_PartsOfOneBodyKeepTheirColoursAsThoseOfTheirSurfaces) {
    const Rgb red{200, 0, 0}, blue{0, 0, 200}, face{1, 2, 3};
    auto mesh = std::make_shared<Mesh>(test::bumpy_sphere(5, 7));
    auto with_face = std::make_shared<Mesh>(*mesh);
    with_face->surfaces[0].colour = face;
    const auto description =
        parse_scene_text(R"({"graze": 1, "bodies": [{"name": "all", "mesh": "x.step"}]})", "s");
    const auto scene =
        assemble_scene(*description, "s.json", {}, [&](const fs::path&, const MeshReadOptions&) {
            ModelFile file{MeshFormat::Step, true, {}, CadFacts{}};
            file.bodies = {
                {"a", mesh, {}, red}, {"b", mesh, {}, blue}, {"c", with_face, {}, blue}, {"d", mesh, {}, {}}};
            return Expected<ModelFile>(file);
        });
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_EQ(scene->bodies[0].colour, red);
    const std::vector<Surface>& all = scene->bodies[0].mesh->surfaces;
    const std::size_t each = mesh->surfaces.size();
    EXPECT_FALSE(all[0].colour);
    EXPECT_EQ(all[each].colour, blue);
    EXPECT_EQ(all[2 * each].colour, face);
    EXPECT_FALSE(all[3 * each].colour);
}

TEST(ModelScene, Example_EachDeflectionIsReadForItself) {
    const Scene scene = scene_of(R"({"name": "a", "mesh": "x.step", "part": "pins/a", "deflection": 0.5},
        {"name": "b", "mesh": "x.step", "part": "pins/b", "deflection": 0.5}, {"name": "c", "mesh": "x.step", "part": "pins/a"})");
    EXPECT_EQ(scene.bodies[0].mesh, scene.bodies[1].mesh);
    EXPECT_EQ(scene.bodies[0].mesh->deviation->requested, 0.5);
    EXPECT_EQ(scene.bodies[2].mesh->deviation->requested, 0.25);
}

TEST(ModelScene, Degenerate_ADeflectionOfZeroAndAMissingPartAreRefused) {
    const auto bad = parse_scene_text(
        R"({"graze": 1, "bodies": [{"name": "a", "mesh": "x.step", "deflection": 0}]})", "s.json");
    ASSERT_FALSE(bad);
    EXPECT_NE(bad.error().message.find("/bodies/0/deflection"), std::string::npos);
    const auto description = parse_scene_text(
        R"({"graze": 1, "bodies": [{"name": "a", "mesh": "x.step", "part": "pin"}]})", "s.json");
    const auto scene =
        assemble_scene(*description, "s.json", {},
                       [](const fs::path& p, const MeshReadOptions& how) { return assembly(p, how); });
    ASSERT_FALSE(scene);
    EXPECT_NE(scene.error().message.find("pins/a"), std::string::npos) << scene.error().message;
}

}  // namespace
}  // namespace graze::model_scene_test
