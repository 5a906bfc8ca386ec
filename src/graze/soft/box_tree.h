// Boxes in a hierarchy, and which of them meet a box: comparisons of doubles only, so nothing is rounded. Quick to build
// anew for things that bend; bodies that keep their shape have model/wide_tree.h for harder questions.
#pragma once

#include "graze/geometry/box.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace graze::soft {

[[nodiscard]] inline bool boxes_meet(const Box& a, const Box& b) {
    return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
}

class BoxTree {
  public:
    BoxTree() = default;
    /// Cost: O(n log n).
    explicit BoxTree(std::span<const Box> boxes);

    /// Calls visit(id) for every box that meets this one; touching counts.
    template <class Visit>
    void visit_meeting(const Box& box, Visit visit) const {
        if (nodes_.empty()) return;
        std::array<std::uint32_t, kMostOpen> open;
        std::size_t count = 0;
        open[count++] = 0;
        while (count > 0) {
            const Node& node = nodes_[open[--count]];
            if (!boxes_meet(node.box, box)) continue;
            if (node.count == 0) {
                open[count++] = node.first;
                open[count++] = node.first + 1;
                continue;
            }
            for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
                if (boxes_meet(boxes_[order_[k]], box)) visit(order_[k]);
        }
    }
    [[nodiscard]] Box bounds() const { return nodes_.empty() ? Box{} : nodes_.front().box; }

  private:
    static constexpr std::size_t kMostOpen = 64;  // halves of 2^32 boxes are at most 32 deep, with one more open each
    struct Node {
        Box box;
        std::uint32_t first = 0, count = 0;  // of a leaf: places in order_; else two nodes from `first` on
    };
    std::vector<Box> boxes_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;
};

}  // namespace graze::soft
