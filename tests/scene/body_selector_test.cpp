#include "graze/scene/body_selector.h"

#include "graze/scene/scene.h"

#include <gtest/gtest.h>

namespace graze::body_selector_test {
namespace {

using Ids = std::vector<std::uint32_t>;

std::vector<SceneBody> assembly() {
    std::vector<SceneBody> bodies;
    for (const auto& [name, product] :
         std::vector<std::pair<const char*, const char*>>{{"plate", "plate"},
                                                          {"rod-assembly_1/rod", "rod"},
                                                          {"rod-assembly_1/nut_1", "nut"},
                                                          {"rod-assembly_1/nut_2", "nut"},
                                                          {"rod-assembly_2/nut_1", "nut"},
                                                          {"l/bracket/nut-bolt_1/bolt", "bolt"},
                                                          {"l/bracket/nut-bolt_1/nut", "nut"},
                                                          {"l/brackets", ""},
                                                          {"odd*name", ""}}) {
        SceneBody& body = bodies.emplace_back();
        body.name = name;
        body.product = product;
    }
    return bodies;
}

TEST(BodySelector, Example_StarsStayWithinALevelAndTwoStarsDoNot) {
    EXPECT_TRUE(matches_path("rod-assembly_*/nut*", "rod-assembly_1/nut_2"));
    EXPECT_FALSE(matches_path("*/nut*", "l/bracket/nut-bolt_1"));
    EXPECT_FALSE(matches_path("rod*nut_1", "rod-assembly_1/nut_1"));
    EXPECT_TRUE(matches_path("**/nut*", "a/b/c/nut"));
    EXPECT_TRUE(matches_path("**/nut*", "nut")) << "no level at all";
    EXPECT_TRUE(matches_path("a/**/d", "a/b/c/d"));
    EXPECT_FALSE(matches_path("a/**/d", "a/b/c"));
    EXPECT_TRUE(matches_path("a/*", "a/b/c")) << "b is an assembly, and c is of it";
    EXPECT_FALSE(matches_path("a/b/c", "a/b"));
    EXPECT_FALSE(matches_path("b", "a/b"));
}

TEST(BodySelector, Degenerate_StarsOfNothingManyStarsAndCharactersOfSeveralBytes) {
    EXPECT_TRUE(matches_level("*", ""));
    EXPECT_FALSE(matches_level("?", ""));
    EXPECT_TRUE(matches_level("a*b*c", "a-bb-c"));
    EXPECT_FALSE(matches_level("a*b*c", "a-bb-"));
    EXPECT_TRUE(matches_level("*ab", "aab")) << "the star gives back";
    EXPECT_TRUE(matches_level("?", "\xC3\xA9")) << "one character of two bytes";
    EXPECT_FALSE(matches_level("??", "\xC3\xA9"));
    EXPECT_TRUE(matches_level("**", "x"));
}

TEST(BodyIndex, Example_NamesAssembliesPatternsAndProducts) {
    const std::vector<SceneBody> bodies = assembly();
    const BodyIndex index(bodies);
    EXPECT_EQ(index.select("plate"), Ids{0});
    EXPECT_EQ(index.select("rod-assembly_1"), (Ids{1, 2, 3})) << "a whole subtree";
    EXPECT_EQ(index.select("l/bracket"), (Ids{5, 6})) << "not l/brackets";
    EXPECT_EQ(index.select("rod-assembly_?/nut*"), (Ids{2, 3, 4}));
    EXPECT_EQ(index.select("**"), (Ids{0, 1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(index.select({"nut", true}), (Ids{2, 3, 4, 6}));
    EXPECT_EQ(index.select({"*t*", true}), (Ids{0, 2, 3, 4, 5, 6})) << "bodies without a product never";
    EXPECT_EQ(index.select("odd*name"), Ids{8}) << "a name that a body has is that body";
    EXPECT_EQ(index.select("nut"), Ids{});
}

}  // namespace
}  // namespace graze::body_selector_test
