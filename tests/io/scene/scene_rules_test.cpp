#include "graze/io/scene/scene_rules.h"

#include "graze/io/scene/scene_text.h"
#include "graze/queries/broad/broad_phase.h"

#include <gtest/gtest.h>

namespace graze::scene_rules_test {
namespace {

Mesh tetrahedron() {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    make_one_surface(mesh, "skin");
    return mesh;
}

Scene scene_of(const std::vector<std::string>& names) {
    Scene scene;
    const auto mesh = std::make_shared<const Mesh>(tetrahedron());
    for (const std::string& name : names)
        scene.bodies.push_back({name, mesh, {}, {}, name.substr(0, name.find('_'))});
    return scene;
}

RuleDescriptions rules_of(const std::string& text) {
    const auto file = parse_rules_text("{\"graze_rules\": 1, " + text + "}", "r.json");
    EXPECT_TRUE(file.has_value()) << (file ? "" : file.error().message);
    return file ? file->rules : RuleDescriptions();
}

TEST(SceneRules, Example_PatternsProductsAndExceptionsInTheirOrder) {
    Scene scene = scene_of({"plate", "nut_1", "nut_2", "a/bolt", "a/nut"});
    const auto rules =
        rules_of(R"("ignore": [["**", "**"], {"pair": ["plate", {"product": "nut"}], "allow": "nothing"},
        {"pair": ["plate", "nut_2"], "allow": "interference", "depth": 0.5}],
        "clearance": [{"pair": ["a", "nut_?"], "distance": 2}])");
    ASSERT_TRUE(add_rules(scene, rules, {"r.json"}));
    ASSERT_TRUE(validate(scene, "scene"));
    const PairRules pairs(scene, 0.0);
    EXPECT_EQ(pairs.of(1, 2).allowed, Allowed::Everything);
    EXPECT_FALSE(pairs.of(0, 1).allowed) << "taken back";
    EXPECT_EQ(pairs.of(0, 2).allowed, Allowed::Interference) << "the last";
    EXPECT_EQ(pairs.of(0, 2).depth, 0.5);
    EXPECT_EQ(pairs.of(4, 1).clearance, 2.0);
    EXPECT_EQ(pairs.of(3, 2).clearance, 2.0);
    EXPECT_EQ(pairs.of(3, 4).clearance, 0.0) << "both are of a";
    EXPECT_TRUE(scene.notes.empty());
    EXPECT_EQ(scene.by_group.groups.size(), 5u) << "sides that are written alike share a group";
}

TEST(SceneRules, Example_RulesThatAreAddedLaterReplaceThoseOfTheScene) {
    Scene scene = scene_of({"a", "b", "c"});
    ASSERT_TRUE(add_rules(scene, rules_of(R"("ignore": [["a", "b"], ["a", "c"]])"), {"s.json"}));
    ASSERT_TRUE(add_rules(scene, rules_of(R"("ignore": [{"pair": ["b", "a"], "allow": "touching"},
        {"pair": ["*", "c"], "allow": "nothing"}])"),
                          {"r.json"}));
    ASSERT_TRUE(validate(scene, "scene")) << "no pair is there twice";
    const PairRules pairs(scene, 0.0);
    EXPECT_EQ(pairs.of(0, 1).allowed, Allowed::Touching);
    EXPECT_FALSE(pairs.of(0, 2).allowed);
}

TEST(SceneRules, Degenerate_WhatMatchesNothingIsSaid) {
    Scene scene = scene_of({"a", "b/c"});
    const auto rules =
        rules_of(R"("ignore": [["x*", "a"], [{"product": "q"}, "a"], ["b", "b/*"], ["gone", "a"]])");
    const auto refused = add_rules(scene, rules, {"s.json", UnknownName::Refuse});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("s.json: /ignore/3: no body or part is named 'gone'"),
              std::string::npos)
        << refused.error().message;
    scene = scene_of({"a", "b/c"});
    ASSERT_TRUE(add_rules(scene, rules, {"r.json", UnknownName::Note}));
    ASSERT_EQ(scene.notes.size(), 4u);
    EXPECT_EQ(scene.notes[0], "r.json: /ignore/0: 'x*' matches no body");
    EXPECT_EQ(scene.notes[1], "r.json: /ignore/1: product 'q' matches no body");
    EXPECT_EQ(scene.notes[2], "r.json: /ignore/2: 'b' and 'b/*' are one body: no pair is matched");
    EXPECT_EQ(scene.notes[3], "r.json: /ignore/3: 'gone' matches no body");
    const auto self = add_rules(scene, rules_of(R"("ignore": [["a", "a"]])"), {"r.json", UnknownName::Note});
    ASSERT_FALSE(self);
    EXPECT_NE(self.error().message.find("paired with itself"), std::string::npos);
}

TEST(SceneRules, Property_RulesAreWrittenAndReadBackTheSame) {
    Scene scene = scene_of({"plate", "nut_1", "nut_2", "a/bolt"});
    ASSERT_TRUE(add_rules(scene, rules_of(R"("ignore": [["plate", "a"], ["nut*", "nut*"],
        [{"product": "nut"}, {"product": "nut"}], {"pair": ["plate", "nut_1"], "allow": "interference", "depth": 0.1}],
        "clearance": [{"pair": ["**", "plate"], "distance": 0.1}, {"pair": ["plate", "nut_2"], "distance": 0.3}])"),
                          {"r.json"}));
    const RulesFileDescription file{Unit::Inch, describe_rules(scene)};
    const auto read = parse_rules_text(format_rules_text(file), "r.json");
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read->unit, Unit::Inch);
    Scene again = scene_of({"plate", "nut_1", "nut_2", "a/bolt"});
    ASSERT_TRUE(add_rules(again, read->rules, {"r.json"}));
    const PairRules before(scene, 0.0), after(again, 0.0);
    for (std::uint32_t i = 0; i < 4; ++i)
        for (std::uint32_t j = i + 1; j < 4; ++j) {
            EXPECT_EQ(before.of(i, j).allowed, after.of(i, j).allowed) << i << j;
            EXPECT_EQ(before.of(i, j).depth, after.of(i, j).depth);
            EXPECT_EQ(before.of(i, j).clearance, after.of(i, j).clearance) << i << j;
        }
}

TEST(RulesText, Degenerate_EveryMistakeIsNamedAtItsPlace) {
    const auto refused = [](const std::string& text, const char* what) {
        const auto file = parse_rules_text(text, "r.json");
        ASSERT_FALSE(file.has_value()) << text;
        EXPECT_NE(file.error().message.find(what), std::string::npos) << file.error().message;
    };
    refused("{}", "key 'graze_rules' is missing");
    refused(R"({"graze": 1, "bodies": []})", "key 'graze_rules' is missing");
    refused(R"({"graze_rules": 2})", "/graze_rules: is not 1");
    refused(R"({"graze_rules": 1, "bodies": []})", "unknown key 'bodies'");
    refused(R"({"graze_rules": 1, "ignore": [["a"]]})", "/ignore/0: a pair of 1 instead of 2");
    refused(R"({"graze_rules": 1, "ignore": [["a", {"part": "b"}]]})", "/ignore/0/1/part: unknown key");
    refused(R"({"graze_rules": 1, "ignore": [["a", "b"], ["b", "a"]]})", "given twice");
    refused(R"({"graze_rules": 1, "ignore": [{"pair": ["a", "b"], "allow": "nothing", "depth": 1}]})",
            "a depth without");
    refused(R"({"graze_rules": 1, "clearance": [{"pair": ["a", "b"], "distance": -1}]})", "is negative");
}

}  // namespace
}  // namespace graze::scene_rules_test
