#include "graze/queries/broad/group_lookup.h"

#include "graze/core/random.h"
#include "graze/queries/broad/rule_counts.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace graze::group_lookup_test {
namespace {

Scene scene_of(std::size_t bodies) {
    Scene scene;
    const auto mesh = std::make_shared<const Mesh>(test::brick({0, 0, 0}, {1, 2, 3}));
    for (std::size_t i = 0; i < bodies; ++i) scene.bodies.push_back({std::to_string(i), mesh, {}});
    return scene;
}

TEST(GroupLookup, Example_TheLastRuleAboutAPairHolds) {
    Scene scene = scene_of(4);
    scene.by_group.groups = {{"all", {0, 1, 2, 3}}, {"few", {1, 2}}};
    scene.by_group.ignore = {{{0, 0}, Allowed::Everything, {}, 1}, {{1, 1}, std::nullopt, {}, 3}};
    scene.by_group.clearance = {{{1, 0}, 0.5, 1}};
    scene.ignore = {{{3, 0}, Allowed::Touching, {}, 2}, {{1, 2}, Allowed::Touching, {}, 2}};
    ASSERT_TRUE(validate(scene, "scene"));
    const PairRules rules(scene, 0.125);
    EXPECT_EQ(rules.of(0, 1).allowed, Allowed::Everything);
    EXPECT_EQ(rules.of(0, 3).allowed, Allowed::Touching) << "named later than the group";
    EXPECT_FALSE(rules.of(2, 1).allowed) << "a later group takes it back";
    EXPECT_EQ(rules.of(1, 0).clearance, 0.5);
    EXPECT_TRUE(rules.of(1, 0).clearance_is_own);
    EXPECT_EQ(rules.of(0, 3).clearance, 0.125);
    EXPECT_EQ(rules.largest_clearance(), 0.5);
}

/// Which rule is the last that names the pair, by looking at all of them.
PairRule slow_rule(const Scene& scene, std::uint32_t i, std::uint32_t j) {
    PairRule rule;
    std::uint32_t order = 0;
    const auto has = [&](std::uint32_t group, std::uint32_t body) {
        const auto& bodies = scene.by_group.groups[group].bodies;
        return std::find(bodies.begin(), bodies.end(), body) != bodies.end();
    };
    for (const IgnoredGroups& known : scene.by_group.ignore) {
        const auto [p, q] = known.groups;
        if (((has(p, i) && has(q, j)) || (has(p, j) && has(q, i))) && known.order > order)
            order = known.order, rule.allowed = known.allowed;
    }
    for (const IgnoredPair& known : scene.ignore)
        if (std::set{known.bodies[0], known.bodies[1]} == std::set{i, j} && known.order > order)
            order = known.order, rule.allowed = known.allowed;
    return rule;
}

TEST(GroupLookup, Reference_LookupCountsAndListsAgreeWithLookingAtAllRules) {
    Rng random(20261118);
    int allowed = 0, open = 0;
    for (int trial = 0; trial < 200; ++trial) {
        Scene scene = scene_of(9);
        std::vector<std::uint32_t> carriers;
        for (int i = 0; i < 9; ++i) carriers.push_back(static_cast<std::uint32_t>(random.below(3)));
        for (int g = 0; g < 4; ++g) {
            BodyGroup group{std::to_string(g), {}};
            for (std::uint32_t i = 0; i < 9; ++i)
                if (random.below(3) == 0) group.bodies.push_back(i);
            if (group.bodies.empty()) group.bodies.push_back(4);
            scene.by_group.groups.push_back(std::move(group));
        }
        for (std::uint32_t order = 1; order <= 6; ++order) {
            const auto p = static_cast<std::uint32_t>(random.below(4));
            const auto q = static_cast<std::uint32_t>(random.below(4));
            if (order % 3 == 0)
                scene.ignore.push_back({{p, 8 - q}, Allowed::Touching, {}, order});
            else
                scene.by_group.ignore.push_back(
                    {{p, q},
                     random.below(4) == 0 ? std::nullopt : std::optional(Allowed::Everything),
                     {},
                     order});
        }
        if (scene.ignore.size() == 2 && std::set{scene.ignore[0].bodies[0], scene.ignore[0].bodies[1]} ==
                                            std::set{scene.ignore[1].bodies[0], scene.ignore[1].bodies[1]})
            scene.ignore.pop_back();
        ASSERT_TRUE(validate(scene, "scene"));
        const PairRules rules(scene, 0.0);
        const auto named = named_pairs(scene, carriers);
        RuleCounts expected;
        for (std::uint32_t i = 0; i < 9; ++i)
            for (std::uint32_t j = i + 1; j < 9; ++j) {
                const auto wanted = slow_rule(scene, i, j).allowed;
                ASSERT_EQ(rules.of(i, j).allowed, wanted) << trial << ": " << i << " " << j;
                ++(wanted ? allowed : open);
                const bool alone =
                    std::any_of(scene.ignore.begin(), scene.ignore.end(), [&](const IgnoredPair& p) {
                        return std::set{p.bodies[0], p.bodies[1]} == std::set{i, j};
                    });
                const bool moves = carriers[i] != carriers[j];
                if (wanted && (moves || alone)) {
                    ++expected.pairs;
                    if (!moves) ++expected.at_rest;
                    const std::array<std::uint32_t, 2> pair{i, j};
                    EXPECT_TRUE(std::binary_search(named.begin(), named.end(), pair));
                }
            }
        const RuleCounts counts =
            count_rules(scene, carriers, [](const PairRule& rule) { return rule.allowed.has_value(); });
        ASSERT_EQ(counts.pairs, expected.pairs) << trial;
        ASSERT_EQ(counts.at_rest, expected.at_rest) << trial;
    }
    EXPECT_GT(allowed, 1000);
    EXPECT_GT(open, 1000);
}

TEST(GroupLookup, Degenerate_WhatIsNotAGroupIsRefused) {
    const auto refused = [](auto change, const char* what) {
        Scene scene = scene_of(3);
        scene.by_group.groups = {{"a", {0, 1}}};
        scene.by_group.ignore = {{{0, 0}, Allowed::Interference, 0.5, 1}};
        change(scene.by_group);
        const auto valid = validate(scene, "s");
        ASSERT_FALSE(valid) << what;
        EXPECT_NE(valid.error().message.find(what), std::string::npos) << valid.error().message;
    };
    refused([](GroupRules& r) { r.groups[0].bodies = {}; }, "a group without bodies");
    refused([](GroupRules& r) { r.groups[0].bodies = {1, 3}; }, "3 >= 3");
    refused([](GroupRules& r) { r.groups[0].bodies = {1, 1}; }, "do not rise");
    refused([](GroupRules& r) { r.ignore[0].groups[1] = 1; }, "group id 1 >= 1");
    refused([](GroupRules& r) { r.ignore[0].depth = -1.0; }, "is not a length");
    refused([](GroupRules& r) { r.ignore[0].allowed = Allowed::Touching; }, "a depth without");
    refused([](GroupRules& r) { r.clearance = {{{0, 0}, -1.0, 0}}; }, "is not a length");
}

}  // namespace
}  // namespace graze::group_lookup_test
