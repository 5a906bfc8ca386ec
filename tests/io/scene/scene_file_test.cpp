#include "graze/io/scene/scene_assembly.h"

#include "graze/core/interrupt.h"

#include <atomic>
#include <bit>
#include <csignal>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace graze::scene_file_test {
namespace {

namespace fs = std::filesystem;

Mesh tetrahedron(double size) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {size, 0, 0}, {0, 2 * size, 0}, {0.1, 1.0 / 3.0, 3 * size}};
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    mesh.surfaces = {{"base"}, {"mantle"}};
    mesh.surface_of_triangle = {0, 1, 1, 1};
    return mesh;
}

/// A mesh file with two parts, "lid" and "box/gear", or with one, by the name of the file.
constexpr auto fake_mesh = [](const fs::path& path, const MeshReadOptions&) -> Expected<ModelFile> {
    if (path.stem() == "missing")
        return make_error(ErrorCode::NotFound, path.string(), "no such file", "check the path");
    if (path.stem() == "two")
        return model_of({MeshFormat::Glb, true, {{"lid", tetrahedron(1.0)}, {"box/gear", tetrahedron(2.0)}}});
    return model_of({MeshFormat::Obj, false, {{path.stem().string(), tetrahedron(3.0)}}});
};

Expected<Scene> assemble(const std::string& text, MeshReader reader = fake_mesh,
                         const SceneReadOptions& options = {}) {
    const auto description = parse_scene_text(text, "dir/s.json");
    if (!description) return description.error();
    return assemble_scene(*description, "dir/s.json", options, reader);
}

TEST(SceneFile, Example_EachFileIsReadOnceAndShared) {
    for (const int threads : {1, 2, 7}) {
        std::atomic<int> reads{0};
        const auto scene = assemble(
            R"({"graze": 1, "bodies": [{"name": "a", "mesh": "x.obj"}, {"name": "b", "mesh": "./y.obj"}, {"name": "c", "mesh": "sub/../x.obj"}]})",
            [&](const fs::path& path, const MeshReadOptions& options) {
                ++reads;
                EXPECT_EQ(path.lexically_normal().parent_path(), "dir");
                return fake_mesh(path, options);
            },
            {.threads = threads});
        ASSERT_TRUE(scene.has_value()) << scene.error().message;
        EXPECT_EQ(reads.load(), 2);
        EXPECT_EQ(scene->bodies[0].mesh, scene->bodies[2].mesh);
        EXPECT_NE(scene->bodies[0].mesh, scene->bodies[1].mesh);
    }
}

TEST(SceneFile, Example_UnitAndCreaseReachTheReader) {
    const auto scene = assemble(R"({"graze": 1, "unit": "in", "bodies": [{"name": "a", "mesh": "x.obj"}]})",
                                [&](const fs::path& path, const MeshReadOptions& options) {
                                    EXPECT_EQ(options.file_unit, Unit::Inch);
                                    EXPECT_EQ(options.unit, Unit::Inch);
                                    EXPECT_EQ(options.crease_deg, 30.0);
                                    return fake_mesh(path, options);
                                },
                                {.crease_deg = 30.0});
    ASSERT_TRUE(scene.has_value());
    EXPECT_EQ(scene->unit, Unit::Inch);
}

TEST(SceneFile, Example_PartsAreJoinedSplitOrTaken) {
    const auto scene = assemble(R"({"graze": 1, "bodies": [
        {"name": "whole", "mesh": "two.glb"}, {"name": "s", "mesh": "two.glb", "split": true, "pose": {"translation": [0, 0, 7]}},
        {"mesh": "two.glb", "split": true}, {"name": "gear", "mesh": "two.glb", "part": "box/gear"}],
        "ignore": [["s/lid", "box/gear"]], "paths": [{"body": "s/box/gear", "poses": [{"translation": [1, 0, 0]}, {}]}]})");
    ASSERT_TRUE(scene.has_value()) << scene.error().message;
    std::vector<std::string> names;
    for (const SceneBody& body : scene->bodies) names.push_back(body.name);
    EXPECT_EQ(names, (std::vector<std::string>{"whole", "s/lid", "s/box/gear", "lid", "box/gear", "gear"}));
    const Mesh& whole = *scene->bodies[0].mesh;
    EXPECT_EQ(whole.triangles.size(), 8u);
    EXPECT_EQ(whole.vertices.size(), 8u);  // not welded across parts
    EXPECT_EQ(whole.triangles[5], (Triangle{4, 5, 7}));
    ASSERT_EQ(whole.surfaces.size(), 4u);
    EXPECT_EQ(whole.surfaces[0].name, "lid/base");
    EXPECT_EQ(whole.surfaces[3].name, "box/gear/mantle");
    EXPECT_EQ(whole.surface_of_triangle, (std::vector<std::uint32_t>{0, 1, 1, 1, 2, 3, 3, 3}));
    EXPECT_EQ(scene->bodies[1].mesh, scene->bodies[3].mesh);
    EXPECT_EQ(scene->bodies[5].mesh, scene->bodies[2].mesh);
    EXPECT_EQ(scene->bodies[1].pose.translation.z(), 7.0);
    EXPECT_EQ(scene->ignore[0].bodies, (std::array<std::uint32_t, 2>{1, 4}));
    EXPECT_EQ(scene->paths[0].body, 2u);
    EXPECT_EQ(scene->bodies[2].pose.translation.x(), 1.0);  // a path's first pose replaces the pose
}

TEST(SceneFile, Degenerate_WhatOnlyMeshFilesCanTell) {
    const std::vector<std::pair<std::string, std::string>> table{
        {R"([{"name": "a", "mesh": "s.json"}])", "/bodies/0/mesh: the scene names itself as a mesh"},
        {R"([{"name": "a", "mesh": "./sub/../s.json"}])", "/bodies/0/mesh: the scene names itself as a mesh"},
        {R"([{"name": "a", "mesh": "t.json"}])", "/bodies/0/mesh: 't.json' is a scene, not a mesh"},
        {R"([{"name": "b", "mesh": "b.obj"}, {"name": "a", "mesh": "missing.obj"}])",
         "/bodies/1/mesh: dir/missing.obj: no such file"},
        {R"([{"name": "a", "mesh": "two.glb", "part": "gear"}])",
         "/bodies/0/part: two.glb has no part 'gear'; its parts are lid, box/gear"},
        {R"([{"name": "a", "mesh": "two.glb", "part": "lidd"}])", "did you mean 'lid'?"},
        {R"([{"name": "lid", "mesh": "b.obj"}, {"mesh": "two.glb", "split": true}])",
         "/bodies/1/split: part name 'lid' is taken"},
        {R"([{"name": "s", "mesh": "two.glb", "split": true}], "ignore": [["s/lid", "s/lit"]])",
         "/ignore/0: no body or part is named 's/lit'; did you mean 's/lid'?"},
        {R"([{"name": "s", "mesh": "two.glb", "split": true}], "paths": [{"body": "s/x", "poses": [{}, {}]}])",
         "/paths/0/body: no body or part is named 's/x'"},
        {R"([{"name": "s", "mesh": "two.glb", "split": true}], "clearance": [{"pair": ["s/x", "s/lid"], "distance": 1}])",
         "/clearance/0: no body or part"},
    };
    for (const auto& [bodies, complaint] : table) {
        SCOPED_TRACE(bodies);
        const auto scene = assemble(R"({"graze": 1, "bodies": )" + bodies + "}");
        ASSERT_FALSE(scene.has_value());
        EXPECT_EQ(scene.error().message.rfind("dir/s.json: ", 0), 0u) << scene.error().message;
        EXPECT_NE(scene.error().message.find(complaint), std::string::npos) << scene.error().message;
    }
}

TEST(SceneFile, Example_FirstBadMeshOfTheTextIsReported) {
    for (const int threads : {1, 2, 7}) {
        const auto scene = assemble(
            R"({"graze": 1, "bodies": [{"name": "a", "mesh": "a.obj"}, {"name": "b", "mesh": "b.obj"}, {"name": "c", "mesh": "c.obj"}]})",
            [](const fs::path& path, const MeshReadOptions&) -> Expected<ModelFile> {
                if (path.stem() == "a") return fake_mesh(path, {});
                return make_error(ErrorCode::BadInput, path.string(), "broken");
            },
            {.threads = threads});
        ASSERT_FALSE(scene.has_value());
        EXPECT_EQ(scene.error().message, "dir/s.json: /bodies/1/mesh: dir/b.obj: broken");
    }
}

TEST(SceneFile, Example_InterruptEndsReading) {
    const InterruptScope scope;
    const auto scene = assemble(
        R"({"graze": 1, "bodies": [{"name": "a", "mesh": "a.obj"}, {"name": "b", "mesh": "b.obj"}]})",
        [](const fs::path& path, const MeshReadOptions&) {
            std::raise(SIGINT);
            return fake_mesh(path, {});
        },
        {.threads = 1});
    ASSERT_FALSE(scene.has_value());
    EXPECT_EQ(scene.error().code, ErrorCode::Interrupted);
}

/// An empty folder for each test.
class SceneFolder : public testing::Test {
  protected:
    SceneFolder() {
        std::string pattern = (fs::temp_directory_path() / "graze-scene-XXXXXX").string();
        folder = mkdtemp(pattern.data());
    }
    ~SceneFolder() override { fs::remove_all(folder); }

    std::string get(const fs::path& path) {
        std::ifstream stream(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    std::vector<std::string> entries(const fs::path& where) {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(where))
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

    fs::path folder;
};

Scene awkward_scene() {
    Mesh awkward = tetrahedron(1.0 / 7.0);
    awkward.vertices[1] = {5e-324, -1.7976931348623157e308, 0.1};
    awkward.surfaces = {{"base of \xC3\xBC, 50 % & more"}, {"mantle"}};
    Scene scene;
    scene.unit = Unit::Inch;
    const auto shared = std::make_shared<const Mesh>(tetrahedron(2.0));
    scene.bodies = {{"T\xC3\xBCr / 1", std::make_shared<const Mesh>(awkward), {}},
                    {"a b", shared, Pose{{0.1, -0.0, 1e300}, Eigen::Quaterniond(0.8, 0.6, 0, 0)}},
                    {"a_b", shared, {}},
                    {"a?b", std::make_shared<const Mesh>(tetrahedron(5.0)), {}},
                    {"\"quoted\" \\", std::make_shared<const Mesh>(tetrahedron(6.0)), {}}};
    scene.ignore = {{{0, 1}}, {{1, 2}, Allowed::Touching}, {{0, 3}, Allowed::Interference, 0.1}};
    scene.clearance = {{{3, 4}, 1e-3}};
    scene.paths = {{1, InBetween::LinearParameters, {scene.bodies[1].pose, Pose{}}, {-3}, {}},
                   {2, {}, {}, {}, {-0.1, 1.0 / 3}}};
    scene.bodies[2].pose.translation = {0, 0, 0.3};
    scene.joints = {{2, 1, JointKind::Revolute, {0, 0.1, 5e-324}, {-0.0, 1e300, 2}, {{-0.1, 0.5}}},
                    {3, {}, JointKind::Prismatic, {1, 0, 0}, Vec3::Zero(), {}},
                    {4, 3, JointKind::Fixed}};
    return scene;
}

void expect_same_pose(const Pose& a, const Pose& b) {
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(std::bit_cast<std::uint64_t>(a.translation[i]),
                  std::bit_cast<std::uint64_t>(b.translation[i]));
    EXPECT_EQ(a.rotation.coeffs(), b.rotation.coeffs());
}

void expect_same_mesh(const Mesh& a, const Mesh& b) {
    ASSERT_EQ(a.triangles.size(), b.triangles.size());
    for (std::uint32_t t = 0; t < a.triangles.size(); ++t) {
        EXPECT_EQ(corners(a, t), corners(b, t)) << "triangle " << t;
        EXPECT_EQ(a.surfaces[a.surface_of_triangle[t]].name, b.surfaces[b.surface_of_triangle[t]].name);
    }
    EXPECT_EQ(a.surfaces.size(), b.surfaces.size());
}

TEST_F(SceneFolder, Property_WritingAndReadingGivesTheSameScene) {
    const Scene before = awkward_scene();
    const auto written = write_scene(folder / "new" / "out", before);
    ASSERT_TRUE(written.has_value()) << written.error().message;
    const fs::path out = folder / "new" / "out";
    EXPECT_EQ(written->back(), "scene.json");
    EXPECT_EQ(written->size(), 5u);  // four meshes: one is shared
    std::vector<std::string> sorted = *written;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(entries(out), sorted);  // and nothing hidden is left

    const auto after = read_scene_file(out / "scene.json");
    ASSERT_TRUE(after.has_value()) << after.error().message;
    EXPECT_EQ(after->unit, before.unit);
    ASSERT_EQ(after->bodies.size(), before.bodies.size());
    for (std::size_t i = 0; i < before.bodies.size(); ++i) {
        SCOPED_TRACE(before.bodies[i].name);
        EXPECT_EQ(after->bodies[i].name, before.bodies[i].name);
        expect_same_pose(after->bodies[i].pose, before.bodies[i].pose);
        expect_same_mesh(*after->bodies[i].mesh, *before.bodies[i].mesh);
    }
    EXPECT_EQ(after->bodies[1].mesh, after->bodies[2].mesh);
    ASSERT_EQ(after->ignore.size(), 3u);
    EXPECT_EQ(after->ignore[1].allowed, Allowed::Touching);
    EXPECT_EQ(after->ignore[2].bodies, before.ignore[2].bodies);
    EXPECT_EQ(after->ignore[2].depth, 0.1);
    EXPECT_EQ(after->clearance.at(0).distance, 1e-3);
    ASSERT_EQ(after->joints.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        const Joint &a = after->joints[i], &b = before.joints[i];
        EXPECT_TRUE(a.body == b.body && a.parent == b.parent && a.kind == b.kind && a.axis == b.axis &&
                    a.origin == b.origin && a.limits == b.limits);
    }
    ASSERT_EQ(after->paths.size(), 2u);
    EXPECT_EQ(after->paths[1].values, before.paths[1].values);
    EXPECT_EQ(after->paths[0].in_between, InBetween::LinearParameters);
    EXPECT_EQ(after->paths[0].turns, (std::vector<int>{-3}));
    for (std::size_t k = 0; k < 2; ++k) expect_same_pose(after->paths[0].poses[k], before.paths[0].poses[k]);

    // Written again, what was read is the same text: nothing drifts.
    ASSERT_TRUE(write_scene(folder / "again", *after).has_value());
    EXPECT_EQ(get(folder / "again" / "scene.json"), get(out / "scene.json"));
}

TEST_F(SceneFolder, Property_SameSceneSameBytes) {
    const auto first = write_scene(folder / "1", awkward_scene());
    const auto second = write_scene(folder / "2", awkward_scene());
    ASSERT_TRUE(first.has_value() && second.has_value());
    ASSERT_EQ(*first, *second);
    for (const std::string& name : *first)
        EXPECT_EQ(get(folder / "1" / name), get(folder / "2" / name)) << name;
}

TEST_F(SceneFolder, Example_FailureLeavesWhatWasThere) {
    ASSERT_TRUE(write_scene(folder, awkward_scene()).has_value());
    const auto before = entries(folder);
    const std::string text = get(folder / "scene.json");

    Scene invalid = awkward_scene();
    invalid.bodies[0].name.clear();
    EXPECT_FALSE(write_scene(folder, invalid).has_value());

    Scene other = awkward_scene();
    other.bodies[2].name = "changed";
    {
        const InterruptScope scope;
        std::raise(SIGINT);
        const auto interrupted = write_scene(folder, other);
        ASSERT_FALSE(interrupted.has_value());
        EXPECT_EQ(interrupted.error().code, ErrorCode::Interrupted);
    }
    fs::create_directory(folder / "blocked");
    fs::create_directory(folder / "blocked" / "scene.json");
    EXPECT_FALSE(write_scene(folder / "blocked", other).has_value());
    EXPECT_EQ(entries(folder / "blocked"), std::vector<std::string>{"scene.json"});
    fs::remove_all(folder / "blocked");

    EXPECT_EQ(entries(folder), before);
    EXPECT_EQ(get(folder / "scene.json"), text);
}

TEST_F(SceneFolder, Example_FailureRemovesTheFoldersItMade) {
    const InterruptScope scope;
    std::raise(SIGINT);
    EXPECT_FALSE(write_scene(folder / "x" / "y", awkward_scene()).has_value());
    EXPECT_TRUE(entries(folder).empty());
    std::ofstream(folder / "file") << "x";
    EXPECT_FALSE(write_scene(folder / "file", awkward_scene()).has_value());
    EXPECT_EQ(get(folder / "file"), "x");
}

TEST_F(SceneFolder, Degenerate_MeshPathsThatAreNotMeshes) {
    fs::create_directory(folder / "dir.obj");
    const std::vector<std::pair<std::string, std::string>> table{
        {"dir.obj", "is a directory"}, {"none.obj", "no such file"}, {"s.json", "names itself"}};
    for (const auto& [mesh, complaint] : table) {
        std::ofstream(folder / "s.json")
            << R"({"graze": 1, "bodies": [{"name": "a", "mesh": ")" << mesh << "\"}]}";
        const auto scene = read_scene_file(folder / "s.json");
        ASSERT_FALSE(scene.has_value());
        EXPECT_NE(scene.error().message.find("/bodies/0/mesh: "), std::string::npos) << scene.error().message;
        EXPECT_NE(scene.error().message.find(complaint), std::string::npos) << scene.error().message;
    }
    fs::create_symlink("s.json", folder / "link.obj");  // itself under another name
    std::ofstream(folder / "s.json") << R"({"graze": 1, "bodies": [{"name": "a", "mesh": "link.obj"}]})";
    EXPECT_NE(read_scene_file(folder / "s.json").error().message.find("names itself"), std::string::npos);
    EXPECT_EQ(read_scene_file(folder / "no.json").error().code, ErrorCode::NotFound);
    EXPECT_EQ(read_scene_file(folder).error().code, ErrorCode::CannotRead);
}

}  // namespace
}  // namespace graze::scene_file_test
