#include "studio/frame_data.h"
#include "studio/geometry_bytes.h"
#include "studio/page_files.h"
#include "studio/survey.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cstring>

namespace graze::studio::bytes_test {
namespace {

template <class T>
T at(const std::string& bytes, std::size_t place) {
    T value;
    EXPECT_LE(place + sizeof(T), bytes.size());
    std::memcpy(&value, bytes.data() + place, sizeof(T));
    return value;
}

}  // namespace

TEST(StudioBytes, Example_FramesAreAsTheDocumentSays) {
    FrameData frame;
    frame.head.scene = 3;
    frame.head.frame = 8.0;
    frame.head.seq = 17.0;
    frame.head.lag = 2.5;
    frame.head.ghost = {1, 2, 3, 0, 0, 0, 1};
    frame.head.badge = Badge::CertifiedToDepth;
    frame.head.flags = kPaused | kGrabbed;
    frame.head.grabbed = 5;
    frame.head.milliseconds = 1.5F;
    frame.head.least_distance_hi = 0.25;
    frame.poses = {{.body = 4, .pose = {1, 2, 3, 4, 5, 6, 7}}, {.body = 5, .pose = {8, 9, 10, 11, 12, 13, 14}}};
    frame.contacts = {{.bodies = {4, 5}, .triangles = {6, 7}, .faces = {8, 9}, .point_a = {1, 2, 3}, .point_b = {4, 5, 6}, .normal = {0, 0, 1}, .distance = 0.5, .push = 0.75}};
    const std::string bytes = frame_bytes(frame, {false, true});
    ASSERT_EQ(bytes.size(), 232U + 64U + 112U);
    EXPECT_EQ(bytes.substr(0, 4), "GZF1");
    EXPECT_EQ(at<std::uint32_t>(bytes, 4), 3U);
    EXPECT_EQ(at<double>(bytes, 8), 8.0);
    EXPECT_EQ(at<double>(bytes, 24), 17.0);
    EXPECT_EQ(at<double>(bytes, 64), 2.5);
    EXPECT_EQ(at<double>(bytes, 128), 2.0);  // of the ghost, y
    EXPECT_EQ(at<std::uint32_t>(bytes, 176), 1U);
    EXPECT_EQ(at<std::uint32_t>(bytes, 180), 9U);
    EXPECT_EQ(at<std::uint32_t>(bytes, 184), 5U);
    EXPECT_EQ(at<float>(bytes, 196), 1.5F);
    EXPECT_EQ(at<std::uint32_t>(bytes, 208), kNone);
    EXPECT_EQ(at<std::uint32_t>(bytes, 212), 1U);
    EXPECT_EQ(at<std::uint32_t>(bytes, 216), 1U);
    EXPECT_EQ(at<double>(bytes, 224), 0.25);
    EXPECT_EQ(at<std::uint32_t>(bytes, 232), 5U);
    EXPECT_EQ(at<double>(bytes, 240), 8.0);
    EXPECT_EQ(at<double>(bytes, 288), 14.0);
    EXPECT_EQ(at<std::uint32_t>(bytes, 296), 4U);
    EXPECT_EQ(at<std::uint32_t>(bytes, 316), 9U);
    EXPECT_EQ(at<double>(bytes, 296 + 24), 1.0);
    EXPECT_EQ(at<double>(bytes, 296 + 104), 0.75);
}

TEST(StudioBytes, Example_OnlyWhatMovedIsSent) {
    FrameData then, now;
    then.poses = now.poses = {{.body = 1, .pose = {1, 0, 0, 0, 0, 0, 1}}, {.body = 2, .pose = {2, 0, 0, 0, 0, 0, 1}}};
    EXPECT_EQ(changed_poses(now, &then), (std::vector<bool>{false, false}));
    now.poses[1].pose[0] += 1e-15;
    EXPECT_EQ(changed_poses(now, &then), (std::vector<bool>{false, true}));
    EXPECT_EQ(changed_poses(now, nullptr), (std::vector<bool>{true, true}));
    now.head.scene = 2;
    EXPECT_EQ(changed_poses(now, &then), (std::vector<bool>{true, true}));
}

TEST(StudioBytes, Example_GeometryIsAsTheDocumentSays) {
    Mesh mesh = test::box_mesh({3.0, 2.0, 1.0}, {1e6, 0.0, 0.0});
    mesh.surfaces[0].name = "skin \"1\"";
    const std::string bytes = geometry_bytes(mesh, 9);
    EXPECT_EQ(bytes.substr(0, 4), "GZG1");
    EXPECT_EQ(bytes.size() % 8, 0U);
    const auto vertices = at<std::uint32_t>(bytes, 8), triangles = at<std::uint32_t>(bytes, 12), edges = at<std::uint32_t>(bytes, 16);
    EXPECT_EQ(at<std::uint32_t>(bytes, 4), 9U);
    EXPECT_EQ(vertices, 8U);
    EXPECT_EQ(triangles, 12U);
    EXPECT_EQ(edges, 12U);  // not the diagonals
    EXPECT_EQ(at<std::uint32_t>(bytes, 28), bytes.size());
    EXPECT_EQ(at<double>(bytes, 32), 1e6);
    for (std::uint32_t v = 0; v < vertices; ++v)
        for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(at<float>(bytes, 56 + 12 * v + 4 * k) + at<double>(bytes, 32 + 8 * k), mesh.vertices[v][static_cast<Eigen::Index>(k)]);
    const std::size_t corners = 56 + 12 * vertices;
    for (std::uint32_t t = 0; t < triangles; ++t)
        for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(at<std::uint32_t>(bytes, corners + 12 * t + 4 * k), mesh.triangles[t][k]);
    const std::size_t text = corners + 16 * triangles + 8 * edges;
    const auto json = nlohmann::json::parse(bytes.substr(text, at<std::uint32_t>(bytes, 24)));
    EXPECT_EQ(json["faces"].size(), mesh.surfaces.size());
    EXPECT_EQ(json["faces"][0]["name"], "skin \"1\"");
}

TEST(StudioBytes, Degenerate_EdgesOfOddMeshes) {
    Mesh flat;  // one triangle, and one without size
    flat.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 2, 2}};
    flat.triangles = {{0, 1, 2}, {3, 3, 3}};
    make_one_surface(flat, "flat");
    EXPECT_EQ(feature_edges(flat).size(), 3U);
    EXPECT_EQ(geometry_bytes(flat, 0).size() % 8, 0U);
}

TEST(StudioBytes, Example_SurroundingsAndMeasuresAreBounds) {
    OpenedScene scene;
    const auto mesh = std::make_shared<const Mesh>(test::box_mesh({1.0, 1.0, 1.0}));
    const Body body = *build_body(mesh);
    for (const char* name : {"a", "b", "c"}) {
        scene.scene.bodies.push_back({name, mesh, {}});
        scene.bodies.push_back(body);
    }
    const std::vector<Pose> poses{{}, {.translation = {7.0, 0.0, 0.0}}, {.translation = {0.0, 5.0, 0.0}}};
    const auto near = surroundings(scene, poses, 0, {});
    ASSERT_TRUE(near);
    EXPECT_EQ(near->bodies, (Pair{0, 2}));
    EXPECT_LE(near->lo, 3.0);
    EXPECT_GE(near->hi, 3.0);
    EXPECT_LT(near->hi - near->lo, 1e-9);
    EXPECT_EQ(surroundings(scene, poses, 0, {{0, 2}})->bodies, (Pair{0, 1}));
    const auto bodies = measure(scene, poses, {{.body = 0}, {.body = 1}});
    ASSERT_TRUE(bodies);
    EXPECT_NEAR(bodies->lo, 5.0, 1e-9);
    const auto points = measure(scene, poses, {{.point = Vec3(0.0, 0.0, 0.0)}, {.point = Vec3(3.0, 4.0, 0.0)}});
    ASSERT_TRUE(points);
    EXPECT_NEAR(points->hi, 5.0, 1e-12);
    EXPECT_FALSE(points->faces[0]);
    const auto mixed = measure(scene, poses, {{.body = 0, .face = 0}, {.point = Vec3(4.0, 0.0, 0.0)}});
    ASSERT_TRUE(mixed);
    EXPECT_EQ(mixed->faces[0], 0U);
    EXPECT_FALSE(measure(scene, poses, {{.body = 5}, {.body = 1}}));
    EXPECT_FALSE(measure(scene, poses, {{.body = 0, .face = 99}, {.body = 1}}));
}

TEST(StudioBytes, Example_ThePageIsInside) {
    const auto index = page_file("index.html");
    ASSERT_TRUE(index);
    EXPECT_NE(index->find("<html"), std::string_view::npos);
    EXPECT_FALSE(page_file("../index.html") || page_file("") || page_file("nothing.js"));
    EXPECT_EQ(content_type("a/b.js"), "text/javascript; charset=utf-8");
    EXPECT_EQ(content_type("x"), "application/octet-stream");
}

}  // namespace graze::studio::bytes_test
