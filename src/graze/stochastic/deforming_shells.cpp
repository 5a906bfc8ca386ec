#include "graze/stochastic/deforming_shells.h"

#include "graze/core/assert.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kFlat = 1e-6;         // of squares of spreads: nodes that do not span space
constexpr double kRelative = 0x1p-40;  // above what some hundred roundings take from a length
constexpr double kRounding = 0x1p-46;  // the same, of coordinates: 128 u

float above(double x) {
    const auto f = static_cast<float>(x);
    return static_cast<double>(f) >= x ? f : std::nextafter(f, std::numeric_limits<float>::infinity());
}
float bound(double x) { return x >= 0.0 ? above(x) : std::numeric_limits<float>::infinity(); }

ShellFacet infinite_facet() {
    constexpr float kEverything = std::numeric_limits<float>::infinity();
    return {{0.0, 0.0, 0.0}, {0.0f, 0.0f, 1.0f}, kEverything, kEverything};
}

Vec3 stored(const std::array<float, 3>& n) { return {n[0], n[1], n[2]}; }
Vec3 stored(const std::array<double, 3>& x) { return {x[0], x[1], x[2]}; }

double greatest_of(std::span<const Vec3> points) {
    double most = 0.0;
    for (const Vec3& x : points)
        if (const double norm = x.lpNorm<1>(); !(norm <= most)) most = norm;  // a NaN stays
    return most;
}

}  // namespace

/// A pseudo-inverse of the spread of the nodes about their middle, along the axes along which they spread.
struct DeformingShells::Follower {
    std::vector<std::uint32_t> nodes;
    Vec3 middle = Vec3::Zero();
    Mat3 inverse = Mat3::Zero();
    Mat3 axes = Mat3::Identity();  // columns; those along which nothing spreads come first
    int flat_axes = 0;

    Follower() = default;
    Follower(std::vector<std::uint32_t> of, std::span<const Vec3> rest) : nodes(std::move(of)) {
        for (const std::uint32_t i : nodes) middle += rest[i] / static_cast<double>(nodes.size());
        Mat3 spread = Mat3::Zero();
        for (const std::uint32_t i : nodes) spread += (rest[i] - middle) * (rest[i] - middle).transpose();
        const Eigen::SelfAdjointEigenSolver<Mat3> solver(spread);
        if (solver.info() != Eigen::Success || !solver.eigenvalues().allFinite()) {
            flat_axes = 3;
            return;
        }
        axes = solver.eigenvectors();
        for (int k = 0; k < 3; ++k) {
            const double value = solver.eigenvalues()[k];
            if (!(value > kFlat * solver.eigenvalues()[2]))
                ++flat_axes;
            else
                inverse += axes.col(k) * axes.col(k).transpose() / value;
        }
    }

    /// The linear part of an affine map that takes the nodes about to where they are.
    [[nodiscard]] Mat3 fitted(std::span<const Vec3> rest, std::span<const Vec3> now,
                              const Vec3& middle_now) const {
        Mat3 both = Mat3::Zero();
        for (const std::uint32_t i : nodes) both += (now[i] - middle_now) * (rest[i] - middle).transpose();
        Mat3 g = both * inverse;
        if (flat_axes == 0) return g;
        if (flat_axes > 1) return Mat3::Identity();
        const Vec3 normal = (g * axes.col(1)).cross(g * axes.col(2));
        const double sign = axes.col(1).cross(axes.col(2)).dot(axes.col(0)) < 0.0 ? -1.0 : 1.0;
        if (!(normal.norm() > 0.0)) return Mat3::Identity();
        return g + sign * normal.normalized() * axes.col(0).transpose();
    }
};

SurfaceNodes nodes_of(const Mesh& mesh) {
    SurfaceNodes nodes{mesh.vertices, {0}, {}, {}};
    for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
        nodes.ids.push_back(v);
        nodes.weights.push_back(1.0);
        nodes.first.push_back(v + 1);
    }
    return nodes;
}

Vec3 vertex_at(const SurfaceNodes& nodes, std::span<const Vec3> positions, std::uint32_t vertex) {
    if (nodes.first[vertex + 1] - nodes.first[vertex] == 1) return positions[nodes.ids[nodes.first[vertex]]];
    Vec3 sum = Vec3::Zero();
    for (std::uint32_t k = nodes.first[vertex]; k < nodes.first[vertex + 1]; ++k)
        sum += nodes.weights[k] * positions[nodes.ids[k]];
    return sum;
}

DeformingShells::DeformingShells(const LayeredShells& shells, const Mesh& mesh, SurfaceNodes nodes)
    : shells_(&shells),
      nodes_(std::move(nodes)),
      triangles_(mesh.triangles),
      greatest_rest_(greatest_of(nodes_.rest)),
      followers_(shells.levels.size()),
      made_(shells.levels.size()) {
    GRAZE_ASSERT(nodes_.first.size() == mesh.vertices.size() + 1);
    for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
        double sum = 0.0;
        for (std::uint32_t k = nodes_.first[v]; k < nodes_.first[v + 1]; ++k) {
            GRAZE_ASSERT(nodes_.weights[k] >= 0.0 && nodes_.ids[k] < nodes_.rest.size());
            sum += nodes_.weights[k];
        }
        GRAZE_ASSERT(std::abs(sum - 1.0) <= 0.5 * kWeightError);
        const double off = (vertex_at(nodes_, nodes_.rest, v) - mesh.vertices[v]).norm() * (1.0 + kRelative);
        if (!(off <= off_)) off_ = off;
    }
    std::vector<std::uint32_t> ids;
    for (std::size_t level = 0; level < shells.levels.size(); ++level) {
        made_[level].resize(shells.levels[level].facets.size());
        if (level == 0) continue;  // made of their corners
        for (std::uint32_t f = 0; f < shells.levels[level].facets.size(); ++f) {
            ids.clear();
            const FacetRange below = finest_below(shells, level, f);
            for (std::uint32_t t = below.begin; t < below.end; ++t)
                for (const std::uint32_t v : mesh.triangles[shells.triangles[t]])
                    ids.insert(ids.end(), nodes_.ids.begin() + nodes_.first[v],
                               nodes_.ids.begin() + nodes_.first[v + 1]);
            std::sort(ids.begin(), ids.end());
            ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
            followers_[level].emplace_back(ids, nodes_.rest);
        }
    }
    move(nodes_.rest);
}

DeformingShells::~DeformingShells() = default;
DeformingShells::DeformingShells(DeformingShells&&) noexcept = default;
DeformingShells& DeformingShells::operator=(DeformingShells&&) noexcept = default;

void DeformingShells::move(std::span<const Vec3> positions) {
    GRAZE_ASSERT(positions.size() == nodes_.rest.size());
    double most_sq = 0.0;
    for (std::size_t i = 0; i < positions_.size(); ++i)
        most_sq = std::max(most_sq, (positions[i] - positions_[i]).squaredNorm());
    step_ = positions_.empty() ? 0.0 : std::sqrt(most_sq) * (1.0 + kRelative);
    positions_.assign(positions.begin(), positions.end());
    greatest_ = greatest_of(positions_);
    ++moves_;
    growth_ = 1.0;
}

Box DeformingShells::bounds() const {
    Box box;
    for (const Vec3& x : positions_) box.add(x);
    // Roundings of sums, and of weights that do not quite sum to 1.
    const Vec3 margin = Vec3::Constant((kRounding + 4.0 * kWeightError) * greatest_);
    box.min -= margin;
    box.max += margin;
    return box;
}

Corners DeformingShells::corners_of(std::uint32_t triangle) const {
    const Triangle& t = triangles_[triangle];
    return {vertex_at(nodes_, positions_, t[0]), vertex_at(nodes_, positions_, t[1]),
            vertex_at(nodes_, positions_, t[2])};
}

/// (E) of the three corners.
ShellFacet DeformingShells::about_corners(std::uint32_t facet) const {
    const Corners x = corners_of(shells_->triangles[facet]);
    const std::array<double, 3> edge_sq = {(x[2] - x[1]).squaredNorm(), (x[0] - x[2]).squaredNorm(),
                                           (x[1] - x[0]).squaredNorm()};
    Vec3 normal = (x[1] - x[0]).cross(x[2] - x[0]);
    normal.stableNormalize();
    if (!normal.allFinite() || !(normal.norm() > 0.5)) normal = Vec3::UnitZ();
    // The middle of the circle through the corners, or of the longest edge if that is the diameter of a larger one.
    const auto longest =
        static_cast<std::size_t>(std::max_element(edge_sq.begin(), edge_sq.end()) - edge_sq.begin());
    Vec3 centre = 0.5 * (x[(longest + 1) % 3] + x[(longest + 2) % 3]);
    if (edge_sq[(longest + 1) % 3] + edge_sq[(longest + 2) % 3] > edge_sq[longest]) {
        std::array<double, 3> weight;
        double sum = 0.0;
        for (std::size_t k = 0; k < 3; ++k) {
            weight[k] = edge_sq[k] * (edge_sq[(k + 1) % 3] + edge_sq[(k + 2) % 3] - edge_sq[k]);
            sum += weight[k];
        }
        if (sum > 0.0) centre = (weight[0] * x[0] + weight[1] * x[1] + weight[2] * x[2]) / sum;
    }
    return facet_about(x, stored_normal(normal), centre);
}

/// (1), and the image of the disk: of y = alpha n / |n| + beta with |alpha| <= h, |beta| <= r, beta across n,
///
///     |n' . G y| <= r |g - (g . n) n / |n|^2| + h |g . n| / |n|,   g = G^T n'                              (2)
///
/// and what G y has across n' is at most r times the greater singular value of G from the plane of the disk to that
/// of its image, and h times the length of that of G n / |n|.
ShellFacet DeformingShells::followed(std::size_t level, std::uint32_t facet) const {
    const ShellFacet& rest = shells_->levels[level].facets[facet];
    const Follower& follower = followers_[level][facet];
    Vec3 middle_now = Vec3::Zero();
    for (const std::uint32_t i : follower.nodes)
        middle_now += positions_[i] / static_cast<double>(follower.nodes.size());
    const Mat3 g = follower.fitted(nodes_.rest, positions_, middle_now);
    const Vec3 centre = stored(rest.centre), moved = middle_now + g * (centre - follower.middle);
    if (!moved.allFinite() || !g.allFinite()) return infinite_facet();

    double off_sq = 0.0;
    for (const std::uint32_t i : follower.nodes) {
        const double sq = (positions_[i] - (moved + g * (nodes_.rest[i] - centre))).squaredNorm();
        if (!(sq <= off_sq)) off_sq = sq;
    }
    const double size_of_g = g.norm();
    const double coordinates =
        greatest_ + moved.lpNorm<1>() + size_of_g * (greatest_rest_ + centre.lpNorm<1>());
    const double margin = std::sqrt(off_sq) * (1.0 + kRelative) + size_of_g * off_ * (1.0 + kRelative) +
                          (kRounding + 4.0 * kWeightError) * coordinates;

    const Vec3 n = stored(rest.normal).normalized(), u = n.unitOrthogonal(), v = n.cross(u);
    Vec3 normal = (g * u).cross(g * v);
    normal.stableNormalize();
    if (!normal.allFinite() || !(normal.norm() > 0.5)) normal = Vec3::UnitZ();
    normal = stored_normal(normal);
    const Vec3 unit = normal.normalized(), of_normal = g.transpose() * unit;
    const double r = static_cast<double>(rest.radius), h = static_cast<double>(rest.half_thickness);
    const double along = std::abs(of_normal.dot(n)), across = (of_normal - n * of_normal.dot(n)).norm();
    const auto flat = [&unit](const Vec3& x) -> Vec3 { return x - unit * unit.dot(x); };
    const Vec3 first = flat(g * u), second = flat(g * v);
    const double aa = first.squaredNorm(), bb = second.squaredNorm(), ab = first.dot(second);
    const double stretch = std::sqrt(0.5 * (aa + bb + std::sqrt((aa - bb) * (aa - bb) + 4.0 * ab * ab)));
    const double rounding = kRelative * size_of_g * (r + h);
    const double radius = (stretch * r + flat(g * n).norm() * h) * (1.0 + kRelative) + rounding + margin;
    const double thick = (across * r + along * h) * (1.0 + kRelative) + rounding + margin;
    return {{moved.x(), moved.y(), moved.z()},
            {static_cast<float>(normal.x()), static_cast<float>(normal.y()), static_cast<float>(normal.z())},
            bound(radius),
            bound(thick)};
}

const ShellFacet& DeformingShells::facet(std::size_t level, std::uint32_t facet) {
    Made& made = made_[level][facet];
    if (made.move == moves_) return made.facet;
    made = {level == 0 ? about_corners(facet) : followed(level, facet), moves_};
    if (level == 0) return made.facet;
    const ShellFacet& rest = shells_->levels[level].facets[facet];
    const double was = static_cast<double>(rest.radius) + static_cast<double>(rest.half_thickness);
    const double is = static_cast<double>(made.facet.radius) + static_cast<double>(made.facet.half_thickness);
    if (is > was) growth_ = std::max(growth_, was > 0.0 ? is / was : kInfinite);
    return made.facet;
}

}  // namespace graze::internal
