#include "graze/soft/box_tree.h"

#include <algorithm>
#include <numeric>

namespace graze::soft {
namespace {

constexpr std::uint32_t kLeafSize = 4;

}  // namespace

BoxTree::BoxTree(std::span<const Box> boxes) : boxes_(boxes.begin(), boxes.end()), order_(boxes.size()) {
    if (boxes.empty()) return;
    std::iota(order_.begin(), order_.end(), 0U);
    struct Open {
        std::uint32_t node, first, count;
    };
    nodes_.emplace_back();
    std::vector<Open> open{{0, 0, static_cast<std::uint32_t>(boxes.size())}};
    while (!open.empty()) {
        const Open at = open.back();
        open.pop_back();
        Box box, middles;
        for (std::uint32_t k = at.first; k < at.first + at.count; ++k) {
            box.add(boxes_[order_[k]]);
            middles.add(boxes_[order_[k]].centre());
        }
        nodes_[at.node].box = box;
        if (at.count <= kLeafSize) {
            nodes_[at.node].first = at.first;
            nodes_[at.node].count = at.count;
            continue;
        }
        int axis = 0;
        (middles.max - middles.min).maxCoeff(&axis);
        const std::uint32_t half = at.count / 2;
        const auto begin = order_.begin() + at.first;
        std::nth_element(begin, begin + half, begin + at.count, [&](std::uint32_t a, std::uint32_t b) {
            const double x = boxes_[a].centre()[axis], y = boxes_[b].centre()[axis];
            return x < y || (x == y && a < b);
        });
        const auto child = static_cast<std::uint32_t>(nodes_.size());
        nodes_[at.node].first = child;
        nodes_.emplace_back();
        nodes_.emplace_back();
        open.push_back({child, at.first, half});
        open.push_back({child + 1, at.first + half, at.count - half});
    }
}

}  // namespace graze::soft
