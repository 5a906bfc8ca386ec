#include "graze/discrete/triangles/box_tree_pairs.h"

#include "graze/discrete/triangles/outward_box.h"

#include <algorithm>
#include <array>

namespace graze::internal {
namespace {

/// A NaN counts as near.
bool may_overlap(const Box& p, const Box& q) {
    for (int k = 0; k < 3; ++k)
        if (p.min[k] > q.max[k] || q.min[k] > p.max[k]) return false;
    return true;
}

Corners corners_at(const PosedBoxTree& of, std::uint32_t place) {
    const auto [p, q, r] = of.tree.corners[place];
    return {of.vertices[p], of.vertices[q], of.vertices[r]};
}

Box box_about(const Corners& c) { return {c[0].cwiseMin(c[1]).cwiseMin(c[2]), c[0].cwiseMax(c[1]).cwiseMax(c[2])}; }

/// The children of a node: a range of its tree's boxes.
struct Children {
    std::size_t begin, end;
};
Children children_of(const BoxTree& tree, std::uint32_t level, std::size_t node) {
    const std::size_t begin = tree.levels[level - 1] + kBoxTreeArity * (node - tree.levels[level]);
    return {begin, std::min(begin + kBoxTreeArity, tree.levels[level])};
}

void test_leaves(const PosedBoxTree& a, const PosedBoxTree& b, const PosePair& poses, std::array<std::size_t, 2> leaves,
                 BoxTreeSearch& search) {
    const BoxTreeLeaf of_a = leaf_of(a.tree, leaves[0]), of_b = leaf_of(b.tree, leaves[1]);
    const Box& whole_a = a.tree.boxes[leaves[0]];
    for (std::uint32_t j = of_b.begin; j < of_b.end; ++j) {
        const MovedTriangle moved = move_into_a(poses, corners_at(b, j));
        const Box about = box_of(moved);
        if (!may_overlap(whole_a, about)) continue;
        for (std::uint32_t i = of_a.begin; i < of_a.end; ++i) {
            const Corners corners = corners_at(a, i);
            if (!may_overlap(box_about(corners), about)) continue;
            ++search.triangle_tests;
            if (meeting_of(corners, moved, poses).meeting != TriangleMeeting::Apart)
                search.pairs.push_back({a.tree.order[i], b.tree.order[j]});
        }
    }
}

}  // namespace

void find_pairs(const PosedBoxTree& a, const PosedBoxTree& b, BoxTreeSearch& search) {
    const PosePair poses = pose_pair(a.pose, b.pose);
    const auto top_a = static_cast<std::uint32_t>(a.tree.levels.size() - 2);
    const auto top_b = static_cast<std::uint32_t>(b.tree.levels.size() - 2);
    search.pairs.clear();
    search.open.clear();
    search.box_tests = search.triangle_tests = 0;
    const auto open = [&](const BoxTreeSearch::Open& pair) {
        ++search.box_tests;
        if (may_overlap(a.tree.boxes[pair.a], pair.moved)) search.open.push_back(pair);
    };
    open({a.tree.boxes.size() - 1, b.tree.boxes.size() - 1, top_a, top_b, cover_of(poses.b_in_a, b.tree.boxes.back())});
    while (!search.open.empty()) {
        const BoxTreeSearch::Open pair = search.open.back();
        search.open.pop_back();
        if (pair.level_a == 0 && pair.level_b == 0) {
            test_leaves(a, b, poses, {pair.a, pair.b}, search);
            continue;
        }
        // The larger one is opened.
        const double size_a = (a.tree.boxes[pair.a].max - a.tree.boxes[pair.a].min).sum();
        const bool opens_a = pair.level_b == 0 || (pair.level_a > 0 && size_a >= (pair.moved.max - pair.moved.min).sum());
        if (opens_a) {
            const Children of = children_of(a.tree, pair.level_a, pair.a);
            for (std::size_t child = of.begin; child < of.end; ++child)
                open({child, pair.b, pair.level_a - 1, pair.level_b, pair.moved});
        } else {
            const Children of = children_of(b.tree, pair.level_b, pair.b);
            for (std::size_t child = of.begin; child < of.end; ++child)
                open({pair.a, child, pair.level_a, pair.level_b - 1, cover_of(poses.b_in_a, b.tree.boxes[child])});
        }
    }
}

}  // namespace graze::internal
