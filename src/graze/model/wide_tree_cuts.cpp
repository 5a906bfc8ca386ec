#include "graze/model/wide_tree_cuts.h"

#include <cmath>
#include <limits>
#include <type_traits>

namespace graze::internal {
namespace {

template <class Item>
class Cutter {
  public:
    explicit Cutter(std::span<Item> items) : items_(items), whole_(weight_of(items)) {
        cuts_.reserve(items.size() / 3 + 1);
        add(0, static_cast<std::uint32_t>(items.size()));
    }
    std::vector<Cut> cuts() { return std::move(cuts_); }

  private:
    std::uint32_t add(std::uint32_t begin, std::uint32_t end) {
        const auto self = static_cast<std::uint32_t>(cuts_.size());
        cuts_.push_back({begin, end});
        if (end - begin <= kWide) return self;
        const std::span<Item> items = items_.subspan(begin, end - begin);
        const float weight = fraction_of_whole(items);
        const std::uint32_t middle = begin + static_cast<std::uint32_t>(split(items));
        const std::uint32_t left = add(begin, middle), right = add(middle, end);
        Cut& cut = cuts_[self];
        cut.left = left;
        cut.right = right;
        cut.weight = weight;
        share_out(cuts_, cut);
        return self;
    }

    /// Areas to the power of 3/2: on bunnies and on parts that fit better than as they are, and than squares.
    /// Numbers as they are; also of areas that floats cannot hold.
    [[nodiscard]] float fraction_of_whole(std::span<const Item> items) const {
        const bool is_ordinary = whole_ > 0.0f && whole_ <= std::numeric_limits<float>::max();
        const float fraction = is_ordinary
                                   ? weight_of(items) / whole_
                                   : static_cast<float>(items.size()) / static_cast<float>(items_.size());
        return std::is_same_v<Item, SplitItem> ? fraction * std::sqrt(fraction) : fraction;
    }

    std::span<Item> items_;
    float whole_;
    std::vector<Cut> cuts_;
};

void add_nodes(std::span<const Cut> cuts, std::uint32_t id, int most, std::vector<std::uint32_t>& nodes) {
    const Cut& cut = cuts[id];
    if (most == 1 || cut.left == 0) {
        nodes.push_back(id);
        return;
    }
    const int left = cut.left_share[most - 1];
    add_nodes(cuts, cut.left, left, nodes);
    add_nodes(cuts, cut.right, most - left, nodes);
}

}  // namespace

void share_out(std::span<Cut> cuts, Cut& cut) {
    const Cut &left = cuts[cut.left], &right = cuts[cut.right];
    for (int most = 2; most <= kWide; ++most) {
        float& best = cut.cost[most - 1] = std::numeric_limits<float>::infinity();
        cut.left_share[most - 1] = 1;
        for (int k = 1; k < most; ++k) {
            const float both = left.cost[k - 1] + right.cost[most - k - 1];
            if (both < best) {
                best = both;
                cut.left_share[most - 1] = static_cast<std::uint8_t>(k);
            }
        }
    }
    cut.cost[0] = cut.weight + cut.cost[kWide - 1];  // as one node, with at most eight children
}

template <class Item>
std::vector<Cut> cut_down(std::span<Item> items) {
    return Cutter<Item>(items).cuts();
}
template std::vector<Cut> cut_down(std::span<SplitItem> items);
template std::vector<Cut> cut_down(std::span<SplitPoint> items);

std::vector<std::uint32_t> children_of(std::span<const Cut> cuts, std::uint32_t id) {
    std::vector<std::uint32_t> children;
    add_nodes(cuts, id, kWide, children);
    return children;
}

}  // namespace graze::internal
