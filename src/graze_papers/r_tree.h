// A bulk-loaded R-tree of boxes, as an array without pointers.
//
// [Guttman84] as [Figueiredo, sec. 3] wants it: each item in one node only, all leaves on the same level.
// Items are ordered from the top down (overlap-minimizing, [LeeLee03]): a range is cut at its widest axis,
// always at a multiple of what a node of that level holds, so every node is full but the last of its level.
// Then the tree is implicit: children of node i are i M to i M + M - 1 one level below.
//
//     level 2                 [ 0 ]                       kFanOut = M = 4 in this figure
//     level 1      [ 0 ]      [ 1 ]      [ 2 ]
//     level 0   0 1 2 3    4 5 6 7    8 9                 items, in the order of `item`
#pragma once

#include "graze/geometry/box.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace graze::papers {

/// True if the closed boxes share a point. NaN overlaps everything: it cannot rule anything out.
[[nodiscard]] inline bool overlap(const Box& p, const Box& q) {
    return !(p.min.x() > q.max.x() || q.min.x() > p.max.x() || p.min.y() > q.max.y() ||
             q.min.y() > p.max.y() || p.min.z() > q.max.z() || q.min.z() > p.max.z());
}

class RTree {
  public:
    static constexpr int kFanOut =
        4;  // measured: 4 needs the fewest box tests and is the fastest of 4, 8, 16 from 24,000 items on

    RTree() = default;  // of no items
    /// Pre:  at most 2^31 boxes, none empty.
    /// Cost: O(n log n) time, 48 * 4/3 + 4 bytes an item.
    explicit RTree(std::span<const Box> items);

    [[nodiscard]] std::size_t size() const { return item_.size(); }
    [[nodiscard]] Box bounds() const { return level_.empty() ? Box{} : box_.back(); }

    /// Calls visit(item) -> bool for each item whose box overlaps `query`, until it returns false. Adds one
    /// to `tests` for each box that is compared with the query. Returns false if it was stopped. The order is
    /// a function of the tree alone.
    template <class Visit>
    bool for_each_overlapping(const Box& query, std::uint64_t& tests, Visit&& visit) const {
        if (level_.empty()) return true;
        return descend(static_cast<int>(level_.size()) - 1, 0, query, tests, visit);
    }

    /// The same for all items, without a box test.
    [[nodiscard]] std::span<const std::uint32_t> items() const { return item_; }

    /// The nodes, for traversals of two trees. Level 0 holds the items; the last level has one node.
    struct Node {
        int level;
        std::uint32_t index;
    };
    [[nodiscard]] bool is_empty() const { return level_.empty(); }
    [[nodiscard]] Node root() const { return {static_cast<int>(level_.size()) - 1, 0}; }
    [[nodiscard]] const Box& box(Node node) const { return box_[level_[node.level].first + node.index]; }
    [[nodiscard]] std::uint32_t item(Node leaf) const { return item_[leaf.index]; }
    [[nodiscard]] std::uint32_t child_begin(Node node) const { return node.index * kFanOut; }
    [[nodiscard]] std::uint32_t child_end(Node node) const {
        return std::min(child_begin(node) + kFanOut, level_[node.level - 1].count);
    }

  private:
    struct Level {
        std::uint32_t first;  // in box_
        std::uint32_t count;
    };

    template <class Visit>
    bool descend(int level, std::uint32_t index, const Box& query, std::uint64_t& tests, Visit& visit) const {
        const Node node{level, index};
        ++tests;
        if (!overlap(box(node), query)) return true;
        if (level == 0) return visit(item(node));
        for (std::uint32_t child = child_begin(node), end = child_end(node); child < end; ++child)
            if (!descend(level - 1, child, query, tests, visit)) return false;
        return true;
    }

    std::vector<Box> box_;
    std::vector<std::uint32_t> item_;
    std::vector<Level> level_;
};

/// Empty if the tree is sound: every item once, every box the least that holds its children. Otherwise says
/// what is wrong.
[[nodiscard]] std::string audit(const RTree& tree, std::span<const Box> items);

}  // namespace graze::papers
