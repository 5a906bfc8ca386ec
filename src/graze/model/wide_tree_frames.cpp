#include "graze/model/wide_tree_frames.h"

#include <Eigen/Eigenvalues>

#include <limits>

namespace graze::internal {
namespace {

// Turns that are tried, as tangents of half their angles: about the first axis, nearly 22.5, 45 and 67.5
// degrees; then about all three, either way.
constexpr std::array<double, 3> kTurns = {0.2, 0.41, 0.67};
constexpr std::array<double, 3> kSmallTurns = {0.1, 0.05, 0.025};

// Towards the faces, edges and corners of a cube.
constexpr float kOutward[13][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {1, -1, 0},
                                   {1, 0, 1},  {1, 0, -1}, {0, 1, 1}, {0, 1, -1}, {1, 1, 1},
                                   {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}};

/// Turned about one of its axes; without sines, so that every machine turns alike.
Mat3 turned(const Mat3& frame, int axis, double half_tangent) {
    const double scale = 1.0 / (1.0 + half_tangent * half_tangent);
    const double cosine = (1.0 - half_tangent * half_tangent) * scale, sine = 2.0 * half_tangent * scale;
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    Mat3 turned = frame;
    turned.row(i) = cosine * frame.row(i) + sine * frame.row(j);
    turned.row(j) = cosine * frame.row(j) - sine * frame.row(i);
    return turned;
}

using Projections = Eigen::Array<float, kOutline, 1>;

Projections along(const Outline& outline, const Eigen::RowVector3f& axis) {
    return outline.col(0) * axis[0] + outline.col(1) * axis[1] + outline.col(2) * axis[2];
}

/// About half the sum of the areas of the sets' boxes along the axes of the frame.
float area_of(const Mat3& frame, std::span<const Outline> sets) {
    const Eigen::Matrix3f axes = frame.cast<float>();
    float area = 0.0f;
    for (const Outline& set : sets) {
        float extent[3];
        for (int k = 0; k < 3; ++k) {
            const Projections at = along(set, axes.row(k));
            extent[k] = at.maxCoeff() - at.minCoeff();
        }
        area += extent[0] * extent[1] + extent[1] * extent[2] + extent[2] * extent[0];
    }
    return area;
}

void add_products(const Vec3& x, double weight, ProductSums& sums) {
    for (int i = 0, k = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j, ++k) sums[k] += weight * x[i] * x[j];
}

Mat3 matrix_of(const ProductSums& sums) {
    Mat3 matrix;
    for (int i = 0, k = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j, ++k) matrix(i, j) = matrix(j, i) = sums[k];
    return matrix;
}

/// Rows: the eigenvectors, that of the least eigenvalue first, rounded to float; the model's axes if there is
/// nothing to go by.
Mat3 eigenframe(const Mat3& symmetric) {
    const double scale = symmetric.cwiseAbs().maxCoeff();
    if (!symmetric.allFinite() || !(scale > 0.0)) return Mat3::Identity();
    Eigen::SelfAdjointEigenSolver<Mat3> solver;
    solver.computeDirect(symmetric / scale);
    const Vec3 x = solver.eigenvectors().col(0).normalized();
    Vec3 y = solver.eigenvectors().col(1);
    y = (y - x.dot(y) * x).normalized();
    Mat3 frame;
    frame << x.transpose(), y.transpose(), x.cross(y).transpose();
    const Mat3 rounded = frame.cast<float>().cast<double>();
    return is_nearly_orthonormal(rounded) ? rounded : Mat3::Identity();
}

/// Rows: what most normals point along first.
Mat3 normal_frame(const AreaMoments& moments) { return eigenframe(-matrix_of(moments.normals)); }

}  // namespace

// The second moment of a triangle is area / 12 (9 c c^T + p p^T + q q^T + r r^T), c its centroid.
AreaMoments moments_of(const std::array<Vec3, 3>& corner, const Vec3& about) {
    const Vec3 p = corner[0] - about, q = corner[1] - about, r = corner[2] - about;
    const Vec3 c = (p + q + r) / 3.0, normal = (q - p).cross(r - p);
    AreaMoments moments;
    const double area = moments.area = 0.5 * normal.norm();
    moments.first = {area * c[0], area * c[1], area * c[2]};
    add_products(c, 0.75 * area, moments.second);
    for (const Vec3& x : {p, q, r}) add_products(x, area / 12.0, moments.second);
    if (area > 0.0) add_products(normal, 0.25 / area, moments.normals);
    return moments;
}

bool is_nearly_orthonormal(const Mat3& frame) {
    return ((frame * frame.transpose() - Mat3::Identity()).array().abs() <= 0.5 * kFrameSkew)
        .all();  // NaN fails
}

Mat3 principal_frame(const AreaMoments& moments) {
    const Vec3 mean = Vec3(moments.first[0], moments.first[1], moments.first[2]) / moments.area;
    return eigenframe(matrix_of(moments.second) / moments.area - mean * mean.transpose());
}

Outline outline_of(std::span<const std::array<Vec3, 3>> triangles, const OutlineUnits& units) {
    Outline outline;
    int count = 0;
    for (const auto& corner : triangles)
        for (const Vec3& x : corner)
            outline.row(count++) = ((x - units.about) / units.size).cast<float>().transpose();
    for (; count < kOutline; ++count) outline.row(count) = outline.row(count - 1);
    return outline;
}

Outline outline_of(std::span<const Outline> outlines) {
    Outline outline;
    int count = 0;
    for (const auto& d : kOutward) {
        float least = std::numeric_limits<float>::infinity(), most = -least;
        Eigen::Array<float, 1, 3> nearest = outlines[0].row(0), farthest = nearest;
        for (const Outline& one : outlines) {
            const Projections at = along(one, {d[0], d[1], d[2]});
            int i = 0;
            if (const float x = at.minCoeff(&i); x < least) {
                least = x;
                nearest = one.row(i);
            }
            if (const float x = at.maxCoeff(&i); x > most) {
                most = x;
                farthest = one.row(i);
            }
        }
        outline.row(count++) = nearest;
        outline.row(count++) = farthest;
    }
    for (; count < kOutline; ++count) outline.row(count) = outline.row(count - 1);
    return outline;
}

Mat3 tightened(const AreaMoments& moments, std::span<const Outline> sets) {
    Mat3 best = Mat3::Identity();
    float least = area_of(best, sets);
    const auto take = [&](const Mat3& frame) {
        const float area = area_of(frame, sets);
        if (!(area < least)) return false;
        least = area;
        best = frame;
        return true;
    };
    const Mat3 principal = principal_frame(moments);
    (void)take(principal);
    (void)take(normal_frame(moments));
    for (const double turn : kTurns) (void)take(turned(principal, 0, turn));
    for (const double turn : kSmallTurns)
        for (int axis = 0; axis < 3; ++axis)
            if (const Mat3 from = best; !take(turned(from, axis, turn)))
                (void)take(turned(from, axis, -turn));
    const Mat3 rounded = best.cast<float>().cast<double>();
    return is_nearly_orthonormal(rounded) ? rounded : principal;
}

}  // namespace graze::internal
