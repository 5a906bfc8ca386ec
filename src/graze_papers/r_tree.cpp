#include "graze_papers/r_tree.h"

#include "graze/core/assert.h"

#include <algorithm>
#include <numeric>

namespace graze::papers {
namespace {

using Ids = std::span<std::uint32_t>;

struct NearOrder {
    std::vector<Vec3> centres;

    explicit NearOrder(std::span<const Box> boxes) {
        for (const Box& box : boxes) centres.push_back(box.centre());
    }

    [[nodiscard]] int widest_axis(Ids ids) const {
        Box spread;
        for (const std::uint32_t id : ids) spread.add(centres[id]);
        int axis = 0;
        (spread.max - spread.min).maxCoeff(&axis);
        return axis;
    }

    /// Orders ids so that consecutive runs of `unit`, and of each smaller power of the fan-out, are near each
    /// other.
    void order(Ids ids, std::size_t unit) const {
        while (unit > 1 && ids.size() <= unit) unit /= RTree::kFanOut;
        if (ids.size() <= unit) return;
        const std::size_t units = (ids.size() + unit - 1) / unit;
        const std::size_t middle = (units + 1) / 2 * unit;  // the incomplete unit stays last
        if (middle >= ids.size()) return;                   // nothing to cut: at most one unit
        const int axis = widest_axis(ids);
        const auto before = [&](std::uint32_t i, std::uint32_t j) {
            const double x = centres[i][axis], y = centres[j][axis];
            return x != y ? x < y : i < j;  // ties by id: the same tree on every machine
        };
        std::nth_element(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(middle), ids.end(), before);
        order(ids.first(middle), unit);
        order(ids.subspan(middle), unit);
    }
};

std::size_t least_power_holding(std::size_t count) {
    std::size_t power = 1;
    while (power < count) power *= RTree::kFanOut;
    return power;
}

}  // namespace

RTree::RTree(std::span<const Box> items) : item_(items.size()) {
    GRAZE_ASSERT(items.size() <= (std::size_t{1} << 31));
    if (items.empty()) return;
    std::iota(item_.begin(), item_.end(), 0u);
    NearOrder(items).order(item_, least_power_holding(items.size()));
    for (const std::uint32_t id : item_) box_.push_back(items[id]);
    level_.push_back({0, static_cast<std::uint32_t>(items.size())});
    while (level_.back().count > 1) {
        const auto [first, count] = level_.back();
        level_.push_back({first + count, (count + kFanOut - 1) / kFanOut});
        for (std::uint32_t child = 0; child < count; child += kFanOut) {
            Box box;
            for (std::uint32_t k = child; k < std::min(child + kFanOut, count); ++k) box.add(box_[first + k]);
            box_.push_back(box);
        }
    }
}

std::string audit(const RTree& tree, std::span<const Box> items) {
    if (tree.size() != items.size())
        return "holds " + std::to_string(tree.size()) + " items, not " + std::to_string(items.size());
    std::vector<int> seen(items.size(), 0);
    for (const std::uint32_t id : tree.items()) ++seen[id];
    for (std::size_t id = 0; id < seen.size(); ++id)
        if (seen[id] != 1)
            return "item " + std::to_string(id) + " is held " + std::to_string(seen[id]) + " times";
    if (tree.is_empty()) return {};
    std::vector<RTree::Node> stack{tree.root()};
    while (!stack.empty()) {
        const RTree::Node node = stack.back();
        stack.pop_back();
        Box least;
        if (node.level == 0) {
            least = items[tree.item(node)];
        } else {
            for (std::uint32_t child = tree.child_begin(node); child < tree.child_end(node); ++child) {
                stack.push_back({node.level - 1, child});
                least.add(tree.box(stack.back()));
            }
        }
        if (least.min != tree.box(node).min || least.max != tree.box(node).max)
            return "box of node " + std::to_string(node.index) + " on level " + std::to_string(node.level) +
                   " is not the least";
    }
    return {};
}

}  // namespace graze::papers
