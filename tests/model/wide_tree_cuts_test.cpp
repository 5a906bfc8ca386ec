#include "graze/model/wide_tree_cuts.h"

#include "graze/core/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace graze::wide_tree_cuts_test {
namespace {

/// A random tree of cuts with so many leaves; weights fall towards the leaves, as areas do.
std::vector<Cut> random_cuts(Rng& rng, std::uint32_t leaves, bool are_equal) {
    std::vector<Cut> cuts;
    const auto add = [&](const auto& self, std::uint32_t begin, std::uint32_t end,
                         double weight) -> std::uint32_t {
        const auto id = static_cast<std::uint32_t>(cuts.size());
        cuts.push_back({begin, end});
        if (end - begin == 1) return id;
        const auto half =
            begin + 1 +
            static_cast<std::uint32_t>(rng.uniform(0.0, 1.0) * static_cast<double>(end - begin - 1));
        const double left_weight = are_equal ? weight : weight * rng.uniform(0.3, 1.0),
                     right_weight = are_equal ? weight : weight * rng.uniform(0.3, 1.0);
        const std::uint32_t left = self(self, begin, half, left_weight),
                            right = self(self, half, end, right_weight);
        cuts[id].left = left;
        cuts[id].right = right;
        cuts[id].weight = static_cast<float>(weight);
        share_out(cuts, cuts[id]);
        return id;
    };
    add(add, 0, leaves, 1.0);
    return cuts;
}

/// Children of a node if only the cuts of `kept` are nodes.
int count_children(const std::vector<Cut>& cuts, std::uint32_t id, const std::vector<bool>& kept) {
    const auto below = [&](std::uint32_t half) {
        return cuts[half].left == 0 || kept[half] ? 1 : count_children(cuts, half, kept);
    };
    return below(cuts[id].left) + below(cuts[id].right);
}

/// The least weight of all ways to choose which cuts are nodes: all are tried.
double least_weight(const std::vector<Cut>& cuts) {
    std::vector<std::uint32_t> inner;
    for (std::uint32_t id = 1; id < cuts.size(); ++id)
        if (cuts[id].left != 0) inner.push_back(id);
    double least = 1e9;
    for (std::uint32_t chosen = 0; chosen < 1u << inner.size(); ++chosen) {
        std::vector<bool> kept(cuts.size(), false);
        kept[0] = true;
        double weight = 0.0;
        for (std::size_t k = 0; k < inner.size(); ++k) kept[inner[k]] = (chosen >> k & 1u) != 0;
        bool fits = true;
        for (std::uint32_t id = 0; id < cuts.size() && fits; ++id) {
            if (!kept[id]) continue;
            weight += static_cast<double>(cuts[id].weight);
            fits = count_children(cuts, id, kept) <= kWide;
        }
        if (fits) least = std::min(least, weight);
    }
    return least;
}

struct Tree {
    double weight = 0.0;
    std::vector<std::uint32_t> leaves;  // first items, in the order of the tree
    bool is_sound = true;
};
void walk(const std::vector<Cut>& cuts, std::uint32_t id, Tree& tree) {
    if (cuts[id].left == 0) {
        tree.leaves.push_back(cuts[id].begin);
        return;
    }
    tree.weight += static_cast<double>(cuts[id].weight);
    const auto children = children_of(cuts, id);
    std::uint32_t next = cuts[id].begin;
    for (const std::uint32_t child : children) {
        tree.is_sound = tree.is_sound && cuts[child].begin == next;
        next = cuts[child].end;
        walk(cuts, child, tree);
    }
    tree.is_sound = tree.is_sound && next == cuts[id].end && children.size() >= 2 && children.size() <= kWide;
}

TEST(WideTreeCuts, Oracle_NoOtherChoiceOfNodesWeighsLess) {
    Rng rng(20261117);
    int with_several = 0;
    for (int round = 0; round < 60; ++round) {
        SCOPED_TRACE(round);
        const auto leaves = static_cast<std::uint32_t>(2 + round % 13);
        const std::vector<Cut> cuts = random_cuts(rng, leaves, round % 5 == 0);
        Tree tree;
        walk(cuts, 0, tree);
        EXPECT_TRUE(tree.is_sound);
        std::vector<std::uint32_t> all(leaves);
        std::iota(all.begin(), all.end(), 0u);
        EXPECT_EQ(tree.leaves, all);
        EXPECT_NEAR(tree.weight, least_weight(cuts), 1e-5);
        EXPECT_NEAR(static_cast<double>(cuts[0].cost[0]), tree.weight, 1e-5);
        with_several += tree.weight > 1.0 ? 1 : 0;
    }
    EXPECT_GT(with_several, 15);  // trees of one node would show little
}

TEST(WideTreeCuts, Regression_InnerNodesAreFilled) {
    Mesh mesh;  // a wavy sheet
    constexpr std::uint32_t kSide = 34;
    for (std::uint32_t i = 0; i <= kSide; ++i)
        for (std::uint32_t j = 0; j <= kSide; ++j)
            mesh.vertices.emplace_back(i, j, 3.0 * std::sin(0.4 * i) * std::cos(0.3 * j));
    for (std::uint32_t i = 0; i < kSide; ++i)
        for (std::uint32_t j = 0; j < kSide; ++j) {
            const std::uint32_t at = i * (kSide + 1) + j;
            mesh.triangles.push_back({at, at + kSide + 1, at + kSide + 2});
            mesh.triangles.push_back({at, at + kSide + 2, at + 1});
        }
    make_one_surface(mesh, "sheet");
    for (const WideBuild how : {WideBuild::Quality, WideBuild::Fast}) {
        const WideTree tree = build_wide_tree(mesh, how);
        double inner = 0.0, children = 0.0;
        for (const WideNode& node : tree.nodes) {
            if (node.is_leaf) continue;
            inner += 1.0;
            children += node.count;
        }
        EXPECT_GT(children, 4.8 * inner);
        EXPECT_LE(tree.depth, 7);
    }
}

}  // namespace
}  // namespace graze::wide_tree_cuts_test
