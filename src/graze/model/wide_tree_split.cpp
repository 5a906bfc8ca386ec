#include "graze/model/wide_tree_split.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

constexpr int kBins = 24;
constexpr std::size_t kSweepUpTo = 96;  // fewer items are sorted and every cut is tried
constexpr std::size_t kLeaf = 8;        // larger sets are cut at multiples of this, so that leaves are full
constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct FloatBox {
    std::array<float, 3> lo = {kInfinity, kInfinity, kInfinity};
    std::array<float, 3> hi = {-kInfinity, -kInfinity, -kInfinity};

    template <class Other>
    void add(const Other& other) {
        for (int k = 0; k < 3; ++k) {
            lo[k] = std::min(lo[k], other.lo[k]);
            hi[k] = std::max(hi[k], other.hi[k]);
        }
    }
    [[nodiscard]] float area() const {
        const float x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
        return x * y + y * z + z * x;
    }
};

float twice_centre(const SplitItem& item, int axis) { return item.lo[axis] + item.hi[axis]; }
float twice_centre(const SplitPoint& item, int axis) { return item.place[axis]; }

float cost(float area, std::size_t count) { return area * std::sqrt(static_cast<float>(count)); }

struct Cut {
    int axis = -1;
    std::size_t place = 0;  // a bin or a number of items
    float cost = kInfinity;
};

struct Bin {
    FloatBox box;
    std::size_t count = 0;
};
using Bins = std::array<Bin, kBins>;

struct Scale {
    float lo, per_unit;
    [[nodiscard]] int bin_of(float value) const {
        const float bin =
            (value - lo) * per_unit;  // NaN where extents overflow: the first bin is as good as any
        return bin > 0.0f ? static_cast<int>(std::min(bin, static_cast<float>(kBins - 1))) : 0;
    }
};

Cut best_cut(const Bins& bins, int axis) {
    std::array<float, kBins> right_cost{};
    FloatBox box;
    std::size_t count = 0;
    for (int i = kBins - 1; i > 0; --i) {
        box.add(bins[i].box);
        count += bins[i].count;
        right_cost[i] = count == 0 ? kInfinity : cost(box.area(), count);
    }
    Cut best;
    box = FloatBox();
    count = 0;
    for (int i = 0; i + 1 < kBins; ++i) {
        box.add(bins[i].box);
        count += bins[i].count;
        if (count == 0) continue;
        const float both = cost(box.area(), count) + right_cost[i + 1];
        if (both < best.cost) best = {axis, static_cast<std::size_t>(i + 1), both};
    }
    return best;
}

template <class Item>
std::size_t split_at(std::span<Item> items, int axis, std::size_t left) {
    const auto before = [axis](const Item& a, const Item& b) {
        const float ca = twice_centre(a, axis), cb = twice_centre(b, axis);
        return ca != cb ? ca < cb : a.triangle < b.triangle;
    };
    std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(left), items.end(), before);
    return left;
}

template <class Item>
FloatBox centres_of(std::span<Item> items) {
    FloatBox centres;
    for (const Item& item : items)
        for (int k = 0; k < 3; ++k) {
            centres.lo[k] = std::min(centres.lo[k], twice_centre(item, k));
            centres.hi[k] = std::max(centres.hi[k], twice_centre(item, k));
        }
    return centres;
}

int longest_side(const FloatBox& box) {
    int longest = 0;
    for (int k = 1; k < 3; ++k)
        if (box.hi[k] - box.lo[k] > box.hi[longest] - box.lo[longest]) longest = k;
    return longest;
}

std::size_t split_by_bins(std::span<SplitItem> items) {
    const FloatBox centres = centres_of(items);
    const int longest = longest_side(centres);
    std::array<Scale, 3> scale;
    for (int k = 0; k < 3; ++k) {
        const float extent = centres.hi[k] - centres.lo[k];
        scale[k] = {centres.lo[k], extent > 0.0f ? static_cast<float>(kBins) / extent : 0.0f};
    }
    std::array<Bins, 3> bins;
    for (const SplitItem& item : items)
        for (int k = 0; k < 3; ++k) {
            Bin& bin = bins[k][scale[k].bin_of(twice_centre(item, k))];
            bin.box.add(item);
            ++bin.count;
        }
    Cut best;
    for (int k = 0; k < 3; ++k)
        if (const Cut cut = best_cut(bins[k], k); cut.cost < best.cost) best = cut;
    if (best.axis < 0) return split_at(items, longest, items.size() / 2);
    const auto middle = std::partition(items.begin(), items.end(), [&](const SplitItem& item) {
        return scale[best.axis].bin_of(twice_centre(item, best.axis)) < static_cast<int>(best.place);
    });
    const auto left = static_cast<std::size_t>(middle - items.begin());
    const std::size_t least = items.size() / 32;  // keeps the tree shallow whatever the input
    return left <= least || items.size() - left <= least ? split_at(items, longest, items.size() / 2) : left;
}

void sort_along(std::span<SplitItem> items, int axis) {
    std::sort(items.begin(), items.end(), [axis](const SplitItem& a, const SplitItem& b) {
        const float ca = twice_centre(a, axis), cb = twice_centre(b, axis);
        return ca != cb ? ca < cb : a.triangle < b.triangle;
    });
}

Cut best_sweep(std::span<const SplitItem> sorted, int axis, std::size_t step) {
    std::array<float, kSweepUpTo> left_area;
    FloatBox box;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        box.add(sorted[i]);
        left_area[i] = box.area();
    }
    Cut best;
    box = FloatBox();
    for (std::size_t i = sorted.size() - 1; i > 0; --i) {
        box.add(sorted[i]);
        if (i % step != 0) continue;
        const float both = cost(left_area[i - 1], i) + cost(box.area(), sorted.size() - i);
        if (both < best.cost) best = {axis, i, both};
    }
    return best;
}

std::size_t split_by_sweep(std::span<SplitItem> items) {
    const std::size_t step = items.size() > kLeaf ? kLeaf : 1;
    Cut best;
    for (int axis = 0; axis < 3; ++axis) {
        sort_along(items, axis);
        if (const Cut cut = best_sweep(items, axis, step); cut.cost < best.cost) best = cut;
    }
    if (best.axis < 0) return items.size() > kLeaf ? kLeaf : items.size() / 2;  // areas were not finite
    if (best.axis != 2) sort_along(items, best.axis);
    return best.place;
}

FloatBox box_about(const Mesh& mesh, std::uint32_t triangle, const Vec3& centre) {
    FloatBox box;
    for (const std::uint32_t vertex : mesh.triangles[triangle])
        for (int k = 0; k < 3; ++k) {
            const auto local = static_cast<float>(mesh.vertices[vertex][k] - centre[k]);
            box.lo[k] = std::min(box.lo[k], local);
            box.hi[k] = std::max(box.hi[k], local);
        }
    return box;
}

void set(SplitItem& item, const FloatBox& box, std::uint32_t triangle) {
    item = {box.lo, box.hi, triangle, 0.0f};
}
void set(SplitPoint& item, const FloatBox& box, std::uint32_t triangle) {
    item = {{box.lo[0] + box.hi[0], box.lo[1] + box.hi[1], box.lo[2] + box.hi[2]}, triangle};
}

}  // namespace

template <class Item>
std::vector<Item> split_items(const Mesh& mesh) {
    const Vec3 centre = bounds_of(mesh).centre();
    std::vector<Item> items(mesh.triangles.size());
    for (std::uint32_t id = 0; id < items.size(); ++id) set(items[id], box_about(mesh, id, centre), id);
    return items;
}
template std::vector<SplitItem> split_items(const Mesh& mesh);
template std::vector<SplitPoint> split_items(const Mesh& mesh);

float weight_of(std::span<const SplitItem> items) {
    FloatBox box;
    for (const SplitItem& item : items) box.add(item);
    return box.area();
}

std::size_t split(std::span<SplitPoint> items) {
    const std::size_t half = items.size() / 2;
    const std::size_t left = items.size() > 2 * kLeaf ? half / kLeaf * kLeaf : std::min(half, kLeaf);
    return split_at(items, longest_side(centres_of(items)), left);
}

std::size_t split(std::span<SplitItem> items) {
    return items.size() <= kSweepUpTo ? split_by_sweep(items) : split_by_bins(items);
}

}  // namespace graze::internal
