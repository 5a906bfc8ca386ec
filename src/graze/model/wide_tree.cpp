#include "graze/model/wide_tree.h"

#include "graze/core/assert.h"
#include "graze/model/wide_tree_cuts.h"
#include "graze/model/wide_tree_frames.h"
#include "graze/numeric/outward.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <tuple>

namespace graze::internal {
namespace {

/// Not below x. Pre: x >= 0 or NaN.
float round_up(double x) {
    const float near = static_cast<float>(x);
    if (static_cast<double>(near) >= x || !(near >= 0.0f)) return near;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(near) + 1);  // the next one above
}

struct Range {
    std::size_t begin, end;
    [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// Boxes of up to eight sets of triangles along the axes of a frame, about a point near them.
struct FittedBoxes {
    Vec3 about;
    std::array<Vec3, kWide> lo, hi;
    double radius = 0.0;  // largest |y|_1
};

template <class TriangleAt>
FittedBoxes fit(const Mesh& mesh, const Mat3& frame, std::span<const Range> ranges, TriangleAt triangle_at) {
    FittedBoxes boxes;
    boxes.about = mesh.vertices[mesh.triangles[triangle_at(ranges[0].begin)][0]];
    const double f[9] = {frame(0, 0), frame(0, 1), frame(0, 2), frame(1, 0), frame(1, 1),
                         frame(1, 2), frame(2, 0), frame(2, 1), frame(2, 2)};
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        Box box;
        for (std::size_t j = ranges[i].begin; j < ranges[i].end; ++j)
            for (const std::uint32_t vertex : mesh.triangles[triangle_at(j)]) {
                const Vec3& at = mesh.vertices[vertex];
                const double x = at.x() - boxes.about.x(), y = at.y() - boxes.about.y(),
                             z = at.z() - boxes.about.z();
                box.add(Vec3(f[0] * x + f[1] * y + f[2] * z, f[3] * x + f[4] * y + f[5] * z,
                             f[6] * x + f[7] * y + f[8] * z));
            }
        boxes.lo[i] = box.min;
        boxes.hi[i] = box.max;
        boxes.radius = std::max(boxes.radius, box.min.cwiseAbs().cwiseMax(box.max.cwiseAbs()).sum());
    }
    return boxes;
}

// Coordinates y = F (x - about) came with an error below 8 u |x - about|_1, and |x - about|_1 <= sqrt(3) |x -
// about|_2 <= 1.75 |y|_1; the step to the final origin o = about + d adds as much for d and its own rounding,
// |d|_1 <= 1.75 radius. The sum stays below 64 u radius; where `about` is far from zero, o itself is rounded,
// but is stored as it is used: s is F (o - about) for the stored o, and o - about is exact up to u |o -
// about| (1).
void store(WideNode& node, const Mat3& frame, const FittedBoxes& boxes, std::size_t count) {
    std::memset(&node, 0, sizeof node);
    Vec3 lo = boxes.lo[0], hi = boxes.hi[0];
    for (std::size_t i = 1; i < count; ++i) {
        lo = lo.cwiseMin(boxes.lo[i]);
        hi = hi.cwiseMax(boxes.hi[i]);
    }
    const Vec3 origin = boxes.about + frame.transpose() * (0.5 * lo + 0.5 * hi);
    const Vec3 shift = frame * (origin - boxes.about);
    const double error = 64.0 * kUnitRoundoff * boxes.radius;
    double radius = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        double sum = 0.0;
        for (int k = 0; k < 3; ++k) {
            const double from = boxes.lo[i][k] - shift[k] - error, to = boxes.hi[i][k] - shift[k] + error;
            const float centre = static_cast<float>(0.5 * from + 0.5 * to);
            // subtraction from a nearby float: one rounding, and the least positive float covers underflow
            const double half = std::max(to - centre, centre - from) * (1.0 + 4.0 * kUnitRoundoff);
            node.centre[k][i] = centre;
            node.half[k][i] = round_up(half);
            node.whole[k] =
                std::max(node.whole[k], round_up(std::abs(static_cast<double>(centre)) + node.half[k][i]));
            sum += std::abs(static_cast<double>(centre)) + node.half[k][i];
        }
        radius = std::max(radius, sum);
    }
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j) node.axes[k][j] = static_cast<float>(frame(j, k));
    for (int k = 0; k < 3; ++k) node.origin[k] = origin[k];
    node.radius =
        round_up(std::max(radius, static_cast<double>(node.whole[0]) + node.whole[1] + node.whole[2]) *
                 (1.0 + 4.0 * kUnitRoundoff));
    node.count = static_cast<std::uint8_t>(count);
}

Mat3 frame_of(const WideNode& node) {
    Mat3 frame;
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j) frame(j, k) = node.axes[k][j];
    return frame;
}

Vec3 in_node(const WideNode& node, const Vec3& x) {
    return frame_of(node) * (x - Vec3(node.origin[0], node.origin[1], node.origin[2]));
}

/// Rounded like directions that the kernels work out: docs/discrete.md (7) holds for both.
void set_normal(LeafCorners& corners, int i) {
    float u[3], v[3], n[3];
    for (int k = 0; k < 3; ++k) {
        u[k] = corners.at[1][k][i] - corners.at[0][k][i];
        v[k] = corners.at[2][k][i] - corners.at[0][k][i];
    }
    for (int k = 0; k < 3; ++k) {
        const int l = (k + 1) % 3, m = (k + 2) % 3;
        n[k] = corners.normal[k][i] = u[l] * v[m] - u[m] * v[l];
    }
    float along[3];
    for (int c = 0; c < 3; ++c)
        along[c] = (n[0] * corners.at[c][0][i] + n[1] * corners.at[c][1][i]) + n[2] * corners.at[c][2][i];
    std::tie(corners.lo[i], corners.hi[i]) = std::minmax({along[0], along[1], along[2]});
}

LeafCorners corners_of(const WideNode& node, const Mesh& mesh) {
    LeafCorners corners;
    std::memset(&corners, 0, sizeof corners);
    double f[3][3];  // the frame, by rows
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j) f[j][k] = node.axes[k][j];
    for (int i = 0; i < node.count; ++i)
        for (int c = 0; c < 3; ++c) {
            const Vec3& at = mesh.vertices[mesh.triangles[node.child[i]][c]];
            const double x = at.x() - node.origin[0], y = at.y() - node.origin[1],
                         z = at.z() - node.origin[2];
            for (int k = 0; k < 3; ++k)
                corners.at[c][k][i] = static_cast<float>(f[k][0] * x + f[k][1] * y + f[k][2] * z);
        }
    for (int i = 0; i < node.count; ++i) set_normal(corners, i);
    return corners;
}

void note_origin(WideTree& tree, const WideNode& node) {
    const double norm = std::abs(node.origin[0]) + std::abs(node.origin[1]) + std::abs(node.origin[2]);
    if (!(norm * (1.0 + 4.0 * kUnitRoundoff) <= tree.farthest))
        tree.farthest = norm * (1.0 + 4.0 * kUnitRoundoff);
}

/// Item: SplitItem for WideBuild::Quality, SplitPoint for Fast.
template <class Item>
class Builder {
  public:
    explicit Builder(const Mesh& mesh)
        : mesh_(mesh),
          items_(split_items<Item>(mesh)),
          cuts_(cut_down(std::span<Item>(items_))),
          units_(units_of(mesh)) {
        tree_.nodes.reserve(mesh.triangles.size() / 6 + 1);
        tree_.corners.reserve(mesh.triangles.size() / 7 + 1);
    }

    WideTree build() {
        add_node(0, 1);
        tree_.order.reserve(items_.size());
        for (const Item& item : items_) tree_.order.push_back(item.triangle);
        return std::move(tree_);
    }

  private:
    static constexpr bool kTight = std::is_same_v<Item, SplitItem>;

    static OutlineUnits units_of(const Mesh& mesh) {
        const Box bounds = bounds_of(mesh);
        return {bounds.centre(), size_of(bounds)};
    }

    struct Added {
        std::uint32_t node;
        AreaMoments moments;
        Outline outline;  // by WideBuild::Quality only
    };

    [[nodiscard]] Range range_of(std::uint32_t cut) const { return {cuts_[cut].begin, cuts_[cut].end}; }

    Added add_node(std::uint32_t cut, int depth) {
        tree_.depth = std::max(tree_.depth, depth);
        const auto self = static_cast<std::uint32_t>(tree_.nodes.size());
        tree_.nodes.emplace_back();
        return cuts_[cut].left == 0 ? add_leaf(self, range_of(cut)) : add_inner(self, cut, depth);
    }

    Added add_leaf(std::uint32_t self, const Range& range) {
        Added added{self, {}, {}};
        std::vector<Range> ranges;
        std::vector<std::array<Vec3, 3>> triangles;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            ranges.push_back({i, i + 1});
            triangles.push_back(corners(mesh_, items_[i].triangle));
            added.moments.add(moments_of(triangles.back(), units_.about));
        }
        if constexpr (kTight) added.outline = outline_of(triangles, units_);
        // From other leaves the box around all of it tells it apart first.
        WideNode node = fitted(ranges, added.moments, std::span(&added.outline, 1));
        node.is_leaf = 1;
        for (int i = 0; i < node.count; ++i) node.child[i] = items_[range.begin + i].triangle;
        node.corners = static_cast<std::uint32_t>(tree_.corners.size());
        tree_.corners.push_back(corners_of(node, mesh_));
        finish(self, node, range);
        return added;
    }

    Added add_inner(std::uint32_t self, std::uint32_t cut, int depth) {
        const std::vector<std::uint32_t> cuts = children_of(cuts_, cut);
        std::vector<Range> ranges;
        std::vector<Outline> outlines;
        Added added{self, {}, {}};
        std::array<std::uint32_t, kWide> child{};
        for (std::size_t i = 0; i < cuts.size(); ++i) {
            const Added below = add_node(cuts[i], depth + 1);
            ranges.push_back(range_of(cuts[i]));
            if constexpr (kTight) outlines.push_back(below.outline);
            child[i] = below.node;
            added.moments.add(below.moments);
        }
        if constexpr (kTight) outlines.push_back(added.outline = outline_of(outlines));
        WideNode node = fitted(ranges, added.moments, outlines);
        std::copy(child.begin(), child.end(), node.child);
        finish(self, node, range_of(cut));
        return added;
    }

    /// `sets`: whose boxes are to be small.
    [[nodiscard]] WideNode fitted(std::span<const Range> ranges, const AreaMoments& moments,
                                  std::span<const Outline> sets) const {
        const Mat3 frame = kTight ? tightened(moments, sets) : principal_frame(moments);
        const FittedBoxes boxes =
            fit(mesh_, frame, ranges, [this](std::size_t i) { return items_[i].triangle; });
        WideNode node;
        store(node, frame, boxes, ranges.size());
        return node;
    }

    void finish(std::uint32_t self, WideNode& node, const Range& range) {
        node.begin = static_cast<std::uint32_t>(range.begin);
        node.end = static_cast<std::uint32_t>(range.end);
        note_origin(tree_, node);
        tree_.nodes[self] = node;
    }

    const Mesh& mesh_;
    std::vector<Item> items_;
    std::vector<Cut> cuts_;  // of the items
    OutlineUnits units_;
    WideTree tree_;
};

Range range_of_child(const WideTree& tree, const WideNode& node, int i) {
    if (node.is_leaf) return {node.begin + std::size_t(i), node.begin + std::size_t(i) + 1};
    const WideNode& child = tree.nodes[node.child[i]];
    return {child.begin, child.end};
}

/// True if x lies in the box of child i, give or take the rounding of this check.
bool holds(const WideNode& node, int i, const Vec3& x) {
    const Vec3 y = in_node(node, x);
    const double slack = 32.0 * kUnitRoundoff * static_cast<double>(node.radius);
    for (int k = 0; k < 3; ++k)
        if (!(std::abs(y[k] - node.centre[k][i]) <= node.half[k][i] + slack)) return false;
    return true;
}

std::string audit_node(const WideTree& tree, const Mesh& mesh, std::size_t id) {
    const WideNode& node = tree.nodes[id];
    if (node.count < 1 || node.count > kWide) return fmt::format("node {}: {} children", id, node.count);
    if (!is_nearly_orthonormal(frame_of(node))) return fmt::format("node {}: its frame is skew", id);
    std::size_t next = node.begin;
    for (int i = 0; i < node.count; ++i) {
        if (!node.is_leaf && !(node.child[i] > id && node.child[i] < tree.nodes.size()))
            return fmt::format("node {}: child {} is node {} of {}", id, i, node.child[i], tree.nodes.size());
        const Range range = range_of_child(tree, node, i);
        if (range.begin != next || range.end > node.end || range.size() == 0)
            return fmt::format("node {}: child {} holds triangles [{}, {}) after {}", id, i, range.begin,
                               range.end, next);
        next = range.end;
        for (std::size_t j = range.begin; j < range.end; ++j)
            for (const std::uint32_t vertex : mesh.triangles[tree.order[j]])
                if (!holds(node, i, mesh.vertices[vertex]))
                    return fmt::format("node {}: triangle {} leaves the box of child {}", id, tree.order[j],
                                       i);
        if (node.is_leaf && node.child[i] != tree.order[range.begin])
            return fmt::format("leaf {}: child {} is not the triangle of its place", id, i);
    }
    if (node.is_leaf) {
        const LeafCorners corners = corners_of(node, mesh);
        if (std::memcmp(&corners, &tree.corners[node.corners], sizeof corners) != 0)
            return fmt::format("leaf {}: corners of other triangles", id);
    }
    return next == node.end ? std::string() : fmt::format("node {}: {} triangles lost", id, node.end - next);
}

}  // namespace

WideTree build_wide_tree(const Mesh& mesh, WideBuild how) {
    GRAZE_ASSERT(!mesh.triangles.empty());
    WideTree tree =
        how == WideBuild::Fast ? Builder<SplitPoint>(mesh).build() : Builder<SplitItem>(mesh).build();
    GRAZE_AUDIT(audit(tree, mesh).empty());
    return tree;
}

void refit(WideTree& tree, const Mesh& mesh) {
    GRAZE_ASSERT(tree.order.size() == mesh.triangles.size());
    tree.farthest = 0.0;
    const auto triangle_at = [&tree](std::size_t i) { return tree.order[i]; };
    for (std::size_t id = 0; id < tree.nodes.size(); ++id) {
        const WideNode old = tree.nodes[id];
        std::array<Range, kWide> ranges;
        for (int i = 0; i < old.count; ++i) ranges[i] = range_of_child(tree, old, i);
        const Mat3 frame = frame_of(old);
        WideNode& node = tree.nodes[id];
        store(node, frame, fit(mesh, frame, std::span(ranges).first(old.count), triangle_at), old.count);
        std::copy(std::begin(old.child), std::end(old.child), node.child);
        node.begin = old.begin;
        node.end = old.end;
        node.is_leaf = old.is_leaf;
        node.corners = old.corners;
        note_origin(tree, node);
        if (node.is_leaf) tree.corners[node.corners] = corners_of(node, mesh);
    }
    GRAZE_AUDIT(audit(tree, mesh).empty());
}

std::string audit(const WideTree& tree, const Mesh& mesh) {
    std::vector<std::uint32_t> order = tree.order;
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i)
        if (order[i] != i) return fmt::format("triangle {} is missing or stands twice", i);
    if (order.size() != mesh.triangles.size()) return "the mesh has another number of triangles";
    for (std::size_t id = 0; id < tree.nodes.size(); ++id)
        if (std::string problem = audit_node(tree, mesh, id); !problem.empty()) return problem;
    return {};
}

std::size_t memory_of(const WideTree& tree) {
    return sizeof tree + tree.nodes.size() * sizeof(WideNode) + tree.corners.size() * sizeof(LeafCorners) +
           tree.order.size() * sizeof(std::uint32_t);
}

}  // namespace graze::internal
