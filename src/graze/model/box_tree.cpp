#include "graze/model/box_tree.h"

#include "graze/core/assert.h"

#include <algorithm>
#include <array>

namespace graze::internal {
namespace {

constexpr std::uint32_t kDigitBits = 11;
constexpr std::uint32_t kDigits = 1u << kDigitBits;

/// Spreads the lowest ten bits so that two zeros come between each.
std::uint32_t every_third_bit(std::uint32_t x) {
    x = (x | x << 16) & 0x030000FFu;
    x = (x | x << 8) & 0x0300F00Fu;
    x = (x | x << 4) & 0x030C30C3u;
    return (x | x << 2) & 0x09249249u;
}

/// Place of each triangle on a Z-shaped curve, with its number below.
std::vector<std::uint64_t> codes_of(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
    constexpr double kCells = 1023.0;
    Box all;
    for (const Vec3& v : vertices) all.add(v);
    std::array<double, 3> scale{};
    for (int k = 0; k < 3; ++k) {
        const double extent = all.max[k] - all.min[k];
        scale[k] = extent > 0.0 ? kCells / extent : 0.0;
    }
    std::vector<std::uint64_t> codes(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const auto [p, q, r] = triangles[t];
        const Vec3 middle = vertices[p] / 3.0 + vertices[q] / 3.0 + vertices[r] / 3.0;
        std::uint32_t code = 0;
        for (int k = 0; k < 3; ++k) {
            const double at = (middle[k] - all.min[k]) * scale[k];
            // Not (NaN of an overflow, or rounding beyond an end): any cell will do.
            const std::uint32_t cell = at >= 0.0 && at <= kCells ? static_cast<std::uint32_t>(at) : 0;
            code |= every_third_bit(cell) << k;
        }
        codes[t] = std::uint64_t{code} << 32 | t;
    }
    return codes;
}

/// By the upper half, ties by the lower: it is stable, and they come in order.
void sort_by_code(std::vector<std::uint64_t>& codes) {
    std::vector<std::uint64_t> sorted(codes.size());
    for (std::uint32_t shift = 32; shift < 62; shift += kDigitBits) {
        std::array<std::uint32_t, kDigits + 1> begin{};
        for (const std::uint64_t code : codes) ++begin[(code >> shift & (kDigits - 1)) + 1];
        for (std::uint32_t d = 0; d < kDigits; ++d) begin[d + 1] += begin[d];
        for (const std::uint64_t code : codes) sorted[begin[code >> shift & (kDigits - 1)]++] = code;
        std::swap(codes, sorted);
    }
}

struct Extent {
    double lo[3], hi[3];
};

/// In plain doubles: one comparison a bound, and no temporaries.
inline void add_to(Extent& extent, const double* point) {
    for (int k = 0; k < 3; ++k) {
        extent.lo[k] = point[k] < extent.lo[k] ? point[k] : extent.lo[k];
        extent.hi[k] = point[k] > extent.hi[k] ? point[k] : extent.hi[k];
    }
}

inline Extent extent_at(const double* point) {
    return {{point[0], point[1], point[2]}, {point[0], point[1], point[2]}};
}

inline Box box_of(const Extent& e) { return {Vec3(e.lo[0], e.lo[1], e.lo[2]), Vec3(e.hi[0], e.hi[1], e.hi[2])}; }

}  // namespace

BoxTree build_box_tree(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
    GRAZE_ASSERT(!triangles.empty());
    std::vector<std::uint64_t> codes = codes_of(vertices, triangles);
    sort_by_code(codes);
    BoxTree tree;
    tree.order.reserve(codes.size());
    tree.corners.reserve(codes.size());
    for (const std::uint64_t code : codes) {
        const auto triangle = static_cast<std::uint32_t>(code);
        tree.order.push_back(triangle);
        tree.corners.push_back(triangles[triangle]);
    }
    tree.levels.push_back(0);
    for (std::size_t nodes = triangles.size(); nodes > 1 || tree.levels.size() == 1;) {
        nodes = (nodes + kBoxTreeArity - 1) / kBoxTreeArity;
        tree.levels.push_back(tree.levels.back() + nodes);
    }
    tree.boxes.resize(tree.levels.back());
    refit(tree, vertices);
    return tree;
}

void refit(BoxTree& tree, std::span<const Vec3> vertices) {
    const std::size_t leaves = tree.levels[1];
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
        const auto [begin, end] = leaf_of(tree, leaf);
        Extent extent = extent_at(vertices[tree.corners[begin][0]].data());
        for (std::uint32_t t = begin; t < end; ++t)
            for (const std::uint32_t v : tree.corners[t]) add_to(extent, vertices[v].data());
        tree.boxes[leaf] = box_of(extent);
    }
    for (std::size_t level = 2; level < tree.levels.size(); ++level) {
        const std::size_t first = tree.levels[level - 1], below = tree.levels[level - 2];
        for (std::size_t node = first; node < tree.levels[level]; ++node) {
            const std::size_t begin = below + kBoxTreeArity * (node - first);
            const std::size_t end = std::min(begin + kBoxTreeArity, first);
            Extent extent = extent_at(tree.boxes[begin].min.data());
            for (std::size_t child = begin; child < end; ++child) {
                add_to(extent, tree.boxes[child].min.data());
                add_to(extent, tree.boxes[child].max.data());
            }
            tree.boxes[node] = box_of(extent);
        }
    }
}

std::size_t memory_of(const BoxTree& tree) {
    return tree.boxes.size() * sizeof(Box) + tree.levels.size() * sizeof(std::size_t) +
           tree.order.size() * (sizeof(std::uint32_t) + sizeof(Triangle));
}

}  // namespace graze::internal
