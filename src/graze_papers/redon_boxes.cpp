#include "graze_papers/redon_boxes.h"

#include "graze/core/assert.h"
#include "graze/numeric/interval.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace graze::papers {
namespace {

constexpr int kBins = 8;

// With D = E^T E - 1, |D| <= kAxisSkew = 2^-46 per entry, u = E^T (x - c), and x = c + E s:
//   s = (1 + D)^-1 u, so |s - u| <= 2^-44 |u|, |u| <= 2 |x - c|_1, and u is computed to 2^-50 |x - c|_1;
//   the extent of a box along one of its own axes e_i is at most h_i + 2^-45 sum h;
//   e_k x e_i is +-e_m up to 2^-43, so |(e_i x f_j).e_k| <= |e_m.f_j| + 2^-42; and |e_i x f_j| <= 1 + 2^-44.
constexpr double kBoxPad = 0x1p-40;      // of the farthest corner
constexpr double kTestPad = 0x1p-40;     // of the sizes of two boxes, and of the clearance
constexpr double kLeastPad = 0x1p-1000;  // products that underflow

/// Sums of the surface's moments about `about`, as if it were filled with mass; of the corners if it has no
/// area.
Mat3 covariance_of(const Mesh& mesh, std::span<const std::uint32_t> triangles, const Vec3& about,
                   double scale) {
    Mat3 by_area = Mat3::Zero(), by_corner = Mat3::Zero();
    Vec3 first_by_area = Vec3::Zero(), first_by_corner = Vec3::Zero();
    double area = 0.0;
    for (const std::uint32_t t : triangles) {
        std::array<Vec3, 3> c = corners(mesh, t);
        for (Vec3& x : c) x = (x - about) * scale;
        const double of_this = 0.5 * (c[1] - c[0]).cross(c[2] - c[0]).norm();
        const Vec3 sum = c[0] + c[1] + c[2];
        Mat3 squares = Mat3::Zero();
        for (const Vec3& x : c) squares += x * x.transpose();
        by_area += of_this / 12.0 * (squares + sum * sum.transpose());
        first_by_area += of_this / 3.0 * sum;
        area += of_this;
        by_corner += squares;
        first_by_corner += sum;
    }
    const double count = 3.0 * static_cast<double>(triangles.size());
    if (area > 0.0) return by_area / area - (first_by_area / area) * (first_by_area / area).transpose();
    return by_corner / count - (first_by_corner / count) * (first_by_corner / count).transpose();
}

bool is_skewed(const Mat3& axes) {
    const Mat3 skew = axes.transpose() * axes - Mat3::Identity();
    return !(skew.cwiseAbs().maxCoeff() <= 0.5 * kAxisSkew);  // NaN: yes
}

/// Eigenvectors, made orthonormal; the model's own axes if that fails.
Mat3 axes_of(const Mat3& covariance) {
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(covariance);
    if (solver.info() != Eigen::Success) return Mat3::Identity();
    Mat3 axes;
    axes.col(0) = solver.eigenvectors().col(2).normalized();
    const Vec3 second = solver.eigenvectors().col(1);
    axes.col(1) = (second - axes.col(0).dot(second) * axes.col(0)).normalized();
    axes.col(2) = axes.col(0).cross(axes.col(1)).normalized();
    return is_skewed(axes) ? Mat3(Mat3::Identity()) : axes;
}

/// Least and greatest projections on three axes.
struct Extent {
    Vec3 lo = Vec3::Constant(std::numeric_limits<double>::infinity());
    Vec3 hi = Vec3::Constant(-std::numeric_limits<double>::infinity());

    void add(const Vec3& u) { lo = lo.cwiseMin(u), hi = hi.cwiseMax(u); }
    void add(const Extent& other) { lo = lo.cwiseMin(other.lo), hi = hi.cwiseMax(other.hi); }
    /// Half the surface of the box: unlike its volume it tells flat ones apart.
    [[nodiscard]] double area() const {
        const Vec3 d = hi - lo;
        return d.x() * d.y() + d.y() * d.z() + d.z() * d.x();
    }
};

/// A box around triangles along given axes.
ObbNode fitted(const Mesh& mesh, std::span<const std::uint32_t> triangles, const Mat3& axes,
               const Vec3& about) {
    Extent extent;
    for (const std::uint32_t t : triangles)
        for (const Vec3& x : corners(mesh, t)) extent.add(axes.transpose() * (x - about));
    ObbNode node;
    node.axes = axes;
    node.centre = about + axes * Vec3(0.5 * (extent.lo + extent.hi));
    double farthest = 0.0;
    for (const std::uint32_t t : triangles)
        for (const Vec3& x : corners(mesh, t)) {
            const Vec3 off = x - node.centre;
            node.half = node.half.cwiseMax((axes.transpose() * off).cwiseAbs());
            farthest = std::max(farthest, off.cwiseAbs().sum());
        }
    node.half.array() += kBoxPad * farthest + kLeastPad;
    return node;
}

class Builder {
  public:
    explicit Builder(const Mesh& mesh) : mesh_(mesh), order_(mesh.triangles.size()) {
        for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
    }

    ObbTree build() {
        tree_.nodes.reserve(2 * order_.size());
        tree_.nodes.emplace_back();
        std::vector<Task> tasks{{0, 0, order_.size()}};
        while (!tasks.empty()) {
            const Task task = tasks.back();
            tasks.pop_back();
            const auto triangles = std::span(order_).subspan(task.begin, task.end - task.begin);
            ObbNode node = box_of(triangles);
            if (triangles.size() == 1) {
                node.is_leaf = true;
                node.child = triangles[0];
            } else {
                const std::size_t middle = task.begin + split(node, triangles);
                node.child = static_cast<std::uint32_t>(tree_.nodes.size());
                tree_.nodes.resize(tree_.nodes.size() + 2);
                tasks.push_back({node.child, task.begin, middle});
                tasks.push_back({node.child + 1, middle, task.end});
            }
            tree_.nodes[task.node] = node;
        }
        return std::move(tree_);
    }

  private:
    struct Task {
        std::uint32_t node;
        std::size_t begin, end;
    };

    [[nodiscard]] ObbNode box_of(std::span<const std::uint32_t> triangles) const {
        Extent extent;
        for (const std::uint32_t t : triangles)
            for (const Vec3& x : corners(mesh_, t)) extent.add(x);
        const Vec3 about = 0.5 * extent.lo + 0.5 * extent.hi;
        const double size = (extent.hi - extent.lo).maxCoeff();
        if (!(size > 0.0)) return fitted(mesh_, triangles, Mat3::Identity(), about);
        const Mat3 axes = axes_of(covariance_of(mesh_, triangles, about, 1.0 / size));
        return fitted(mesh_, triangles, axes, about);
    }

    [[nodiscard]] Vec3 middle_in(const ObbNode& node, std::uint32_t triangle) const {
        const auto c = corners(mesh_, triangle);
        return node.axes.transpose() * ((c[0] - node.centre) + (c[1] - node.centre) + (c[2] - node.centre)) /
               3.0;
    }

    struct Bin {
        Extent extent;
        std::size_t count = 0;
    };

    /// Orders the triangles so that the first come into one child, and returns how many.
    std::size_t split(const ObbNode& node, std::span<std::uint32_t> triangles) {
        double least = std::numeric_limits<double>::infinity(), where = 0.0;
        int best_axis = -1;
        for (int axis = 0; axis < 3; ++axis) {
            Extent middles;
            for (const std::uint32_t t : triangles) middles.add(middle_in(node, t));
            const double lo = middles.lo[axis], step = (middles.hi[axis] - lo) / kBins;
            if (!(step > 0.0)) continue;
            std::array<Bin, kBins> bins;
            for (const std::uint32_t t : triangles) {
                const int at =
                    std::clamp(static_cast<int>((middle_in(node, t)[axis] - lo) / step), 0, kBins - 1);
                ++bins[at].count;
                for (const Vec3& x : corners(mesh_, t))
                    bins[at].extent.add(node.axes.transpose() * (x - node.centre));
            }
            for (int cut = 1; cut < kBins; ++cut) {
                Bin left, right;
                for (int i = 0; i < kBins; ++i) {
                    Bin& side = i < cut ? left : right;
                    side.count += bins[i].count;
                    side.extent.add(bins[i].extent);
                }
                if (left.count == 0 || right.count == 0) continue;
                const double larger = std::max(left.extent.area(), right.extent.area());
                if (larger < least) least = larger, best_axis = axis, where = lo + cut * step;
            }
        }
        if (best_axis < 0) return triangles.size() / 2;
        const auto middle = std::partition(triangles.begin(), triangles.end(), [&](std::uint32_t t) {
            return middle_in(node, t)[best_axis] < where;
        });
        const auto count = static_cast<std::size_t>(middle - triangles.begin());
        return count == 0 || count == triangles.size() ? triangles.size() / 2 : count;
    }

    const Mesh& mesh_;
    std::vector<std::uint32_t> order_;
    ObbTree tree_;
};

/// Half the extent of a box along a direction, upwards, from the cosines of the direction and its axes.
double extent_along(const Vec3& half, const Interval& c0, const Interval& c1, const Interval& c2) {
    const Interval sum = exactly(half[0]) * exactly(magnitude(c0)) +
                         exactly(half[1]) * exactly(magnitude(c1)) +
                         exactly(half[2]) * exactly(magnitude(c2));
    return sum.hi;
}

}  // namespace

ObbTree build_obb_tree(const Mesh& mesh) {
    GRAZE_ASSERT(!mesh.triangles.empty());
    return Builder(mesh).build();
}

ObbInstant instant_of(const MotionJet& b_in_a) {
    ObbInstant at;
    for (int i = 0; i < 3; ++i) at.rotation.row(i) = middle_of(b_in_a.rotation[i]).transpose();
    at.reference = b_in_a.reference;
    at.position = middle_of(b_in_a.position);
    at.velocity = middle_of(b_in_a.velocity);
    at.spin = middle_of(b_in_a.spin);
    return at;
}

bool look_apart(const ObbNode& a, const ObbNode& b, const ObbInstant& at, double clearance, ObbAxes axes) {
    const Vec3 between = at.rotation * (b.centre - at.reference) + at.position - a.centre;
    const Mat3 cosines = a.axes.transpose() * at.rotation * b.axes;  // e_i . f_j
    const Mat3 sizes = cosines.cwiseAbs();
    const Vec3 from_a = a.axes.transpose() * between, from_b = cosines.transpose() * from_a;
    for (int i = 0; i < 3; ++i) {
        if (std::abs(from_a[i]) > a.half[i] + sizes.row(i).dot(b.half) + clearance) return true;
        if (std::abs(from_b[i]) > b.half[i] + sizes.col(i).dot(a.half) + clearance) return true;
    }
    if (axes == ObbAxes::Faces) return false;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const double along = from_a[i2] * cosines(i1, j) - from_a[i1] * cosines(i2, j);
            const double extent = a.half[i1] * sizes(i2, j) + a.half[i2] * sizes(i1, j) +
                                  b.half[j1] * sizes(i, j2) + b.half[j2] * sizes(i, j1);
            if (std::abs(along) > extent + clearance) return true;
        }
    return false;
}

std::optional<int> separating_axis(const ObbNode& a, const ObbNode& b, const MotionJet& b_in_a,
                                   double clearance, ObbAxes axes) {
    const IntervalVec3 between = point_at(b_in_a, b.centre) - exactly(a.centre);
    std::array<IntervalVec3, 3> e, f;
    for (int i = 0; i < 3; ++i) {
        e[i] = exactly(Vec3(a.axes.col(i)));
        f[i] = direction_at(b_in_a, b.axes.col(i));
    }
    Interval g[3][3];  // e_i . f_j
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) g[i][j] = dot(e[i], f[j]);
    const double pad =
        just_above(kTestPad * (a.half.sum() + b.half.sum()) + clearance * (1.0 + kTestPad)) + kLeastPad;
    const auto is_apart = [&](const Interval& along, double extent) {
        return mignitude(along) > just_above(extent + pad);
    };
    for (int i = 0; i < 3; ++i)
        if (is_apart(dot(e[i], between),
                     just_above(a.half[i] + extent_along(b.half, g[i][0], g[i][1], g[i][2]))))
            return i;
    for (int j = 0; j < 3; ++j)
        if (is_apart(dot(f[j], between),
                     just_above(b.half[j] + extent_along(a.half, g[0][j], g[1][j], g[2][j]))))
            return 3 + j;
    if (axes == ObbAxes::Faces) return std::nullopt;
    const Interval none{};
    for (int i = 0; i < 3; ++i) {
        const IntervalVec3 turned = cross(between, e[i]);  // (e_i x f_j) . between = f_j . (between x e_i)
        for (int j = 0; j < 3; ++j) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const double of_a = extent_along({a.half[i1], a.half[i2], 0.0}, g[i2][j], g[i1][j], none);
            const double of_b = extent_along({b.half[j1], b.half[j2], 0.0}, g[i][j2], g[i][j1], none);
            if (is_apart(dot(f[j], turned), just_above(of_a + of_b))) return 6 + 3 * i + j;
        }
    }
    return std::nullopt;
}

bool moves_far(const ObbNode& a, const ObbNode& b, const ObbInstant& at, double length, double k) {
    const Vec3 arm = at.rotation * (b.centre - at.reference);
    const Vec3 velocity = at.velocity + at.spin.cross(arm);
    return length * velocity.norm() > k * (a.half.norm() + b.half.norm());
}

}  // namespace graze::papers
