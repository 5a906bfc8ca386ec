// Rods of scene files: what is written is read back, and mistakes are refused with their place.
#include "graze/io/scene/scene_rods.h"

#include "graze/io/scene/scene_description.h"

#include <gtest/gtest.h>

namespace graze::scene_rods_test {

Scene door_and_frame() {
    Scene scene;
    auto mesh = std::make_shared<Mesh>();
    mesh->vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    mesh->triangles = {{0, 1, 2}};
    make_one_surface(*mesh, "face");
    for (const char* name : {"frame", "door"}) scene.bodies.push_back({name, mesh, Pose{}});
    return scene;
}

std::string scene_text(const std::string& members) {
    return R"({"graze": 1, "bodies": [{"name": "frame", "mesh": "a.obj"}, {"name": "door", "mesh": "a.obj"}], )" + members + "}";
}

/// The message of the reader of scenes, which has no meshes; empty if it takes it.
std::string refusal(const std::string& members) {
    const auto read = parse_scene_text(scene_text(members), "s.json");
    return read ? "" : read.error().message;
}

TEST(SceneRods, Example_WhatIsWrittenIsReadBack) {
    const Scene scene = door_and_frame();
    SceneRods rods;
    rods.rods.resize(2);
    rods.rods[0].name = "hose \"1\"";
    rods.rods[0].points = {Vec3(0.1, 1.0 / 3.0, -0.0), Vec3(1e-7, 2, 3), Vec3(5, 6, 7)};
    rods.rods[0].material = soft::preset_named("steel wire")->material;
    rods.rods[0].radius = 0.75;
    rods.rods[0].bore = 0.1;
    rods.rods[0].segments = 17;
    rods.rods[0].is_preformed = true;
    rods.rods[1].name = "cable";
    rods.rods[1].points = {Vec3::Zero(), Vec3::UnitX()};
    rods.rods[1].radius = 0.1;
    soft::Hold hand;
    hand.rod = 0;
    hand.node = 5;
    hand.body = 1;
    hand.stiffness = 123.25;
    hand.moves = {{0.5, Vec3(1, 2, 3), 0.0}, {0.75, Vec3(0, 0, 1.0 / 7.0), -90.0}};
    soft::Hold clamp;
    clamp.rod = 1;
    clamp.node = 50;
    clamp.kind = soft::HoldKind::Clamp;
    rods.holds = {hand, clamp};
    rods.ignored = {{0, 1}};
    const std::string text = scene_text(format_scene_rods(rods, scene).substr(1));
    const auto read = parse_scene_rods(text, "s.json", scene);
    ASSERT_TRUE(read.has_value()) << read.error().message << text;
    EXPECT_TRUE(parse_scene_text(text, "s.json").has_value());
    EXPECT_EQ(format_scene_rods(*read, scene), format_scene_rods(rods, scene));
    EXPECT_EQ(read->rods[0].points, rods.rods[0].points);
    EXPECT_EQ(read->rods[0].material.young, 2e11);
    EXPECT_EQ(read->holds[0].node, 5);
    EXPECT_EQ(read->holds[0].moves[1].by, rods.holds[0].moves[1].by);
    EXPECT_EQ(read->holds[1].kind, soft::HoldKind::Clamp);
    EXPECT_EQ(read->ignored, rods.ignored);
    EXPECT_TRUE(parse_scene_rods(scene_text(R"("joints": [])"), "s.json", scene)->rods.empty());
}

TEST(SceneRods, Example_AMaterialSetsNumbersAndKeysBesideItHold) {
    const auto read = parse_scene_rods(scene_text(R"("rods": [{"name": "h", "points": [[0,0,0],[100,0,0]], "radius": 10, "material": "rubber hose", "young": 5e6}])"),
                                       "s.json", door_and_frame());
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->rods[0].material.young, 5e6);
    EXPECT_EQ(read->rods[0].material.density, 1150.0);
    EXPECT_EQ(read->rods[0].bore, 6.0);
}

TEST(SceneRods, Degenerate_MistakesAreRefusedWithTheirPlace) {
    const std::string good = R"({"name": "h", "points": [[0,0,0],[100,0,0]], "radius": 10})";
    const auto with = [&](const std::string& attach) { return "\"rods\": [" + good + "], \"attach\": [" + attach + "]"; };
    const std::vector<std::pair<std::string, std::string>> cases{
        {R"("rods": [{"name": "h", "points": [[0,0,0]], "radius": 10}])", "/rods/0"},
        {R"("rods": [{"name": "h", "points": [[0,0,0],[0,0,0]], "radius": 10}])", "/rods/0"},
        {R"("rods": [{"name": "h", "points": [[0,0,0],[1,0,0]], "radius": -1}])", "radius"},
        {R"("rods": [{"name": "h", "points": [[0,0,0],[1,0,0]], "radius": 1, "bore": 1}])", "bore"},
        {R"("rods": [{"name": "h", "points": [[0,0,0],[1,0,0]], "radius": 1, "poisson": 0.5}])", "poisson"},
        {R"("rods": [{"name": "h", "points": [[0,0,0],[1,0,0]], "radius": 1, "segments": 2.5}])", "/rods/0/segments"},
        {R"("rods": [{"name": "h", "points": [[0,0,0],[1,0,0]], "radius": 1, "material": "wood"}])", "rubber hose"},
        {R"("rods": [{"name": "h", "points": [[0,0,0],[1,0,0]], "radius": 1, "colour": 1}])", "unknown key"},
        {"\"rods\": [" + good + ", " + good + "]", "/rods/1/name"},
        {with(R"({"rod": "x", "at": "start"})"), "/attach/0/rod"},
        {with(R"({"rod": "h", "at": 1.5})"), "/attach/0/at"},
        {with(R"({"rod": "h", "at": "middle"})"), "/attach/0/at"},
        {with(R"({"rod": "h", "at": 0.5, "kind": "clamp"})"), "/attach/0/kind"},
        {with(R"({"rod": "h", "at": "end", "stiffness": 0})"), "/attach/0/stiffness"},
        {with(R"({"rod": "h", "at": "end", "moves": [{"time": 1}, {"time": 1}]})"), "/attach/0/moves/1/time"},
    };
    for (const auto& [members, place] : cases) EXPECT_NE(refusal(members).find(place), std::string::npos) << members << ": " << refusal(members);
    EXPECT_EQ(refusal("\"rods\": [" + good + "]"), "");
    const auto nobody = parse_scene_rods(scene_text(with(R"({"rod": "h", "at": "end", "to": "dor"})")), "s.json", door_and_frame());
    ASSERT_FALSE(nobody.has_value());
    EXPECT_NE(nobody.error().message.find("door"), std::string::npos) << nobody.error().message;
}

}  // namespace graze::scene_rods_test
