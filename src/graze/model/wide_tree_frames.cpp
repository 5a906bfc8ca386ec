#include "graze/model/wide_tree_frames.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

// Turns that are tried, as tangents of half their angles: about the first axis, nearly 22.5, 45 and 67.5
// degrees; then about all three, either way.
constexpr std::array<double, 3> kTurns = {0.2, 0.41, 0.67};
constexpr std::array<double, 3> kSmallTurns = {0.1, 0.05, 0.025};

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

}  // namespace

// The second moment of a triangle is area / 12 (9 c c^T + p p^T + q q^T + r r^T), c its centroid.
AreaMoments moments_of(const std::array<Vec3, 3>& corner, const Vec3& about) {
    const Vec3 p = corner[0] - about, q = corner[1] - about, r = corner[2] - about;
    const Vec3 c = (p + q + r) / 3.0;
    const double area = 0.5 * (q - p).cross(r - p).norm();
    AreaMoments moments{area, {area * c[0], area * c[1], area * c[2]}, {}};
    for (int i = 0, k = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j, ++k)
            moments.second[k] = area / 12.0 * (9.0 * c[i] * c[j] + p[i] * p[j] + q[i] * q[j] + r[i] * r[j]);
    return moments;
}

bool is_nearly_orthonormal(const Mat3& frame) {
    return ((frame * frame.transpose() - Mat3::Identity()).array().abs() <= 0.5 * kFrameSkew)
        .all();  // NaN fails
}

Mat3 principal_frame(const AreaMoments& moments) {
    const Vec3 mean = Vec3(moments.first[0], moments.first[1], moments.first[2]) / moments.area;
    Mat3 covariance;
    for (int i = 0, k = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j, ++k)
            covariance(i, j) = covariance(j, i) = moments.second[k] / moments.area - mean[i] * mean[j];
    if (!(moments.area > 0.0) || !covariance.allFinite()) return Mat3::Identity();
    const double scale = covariance.cwiseAbs().maxCoeff();
    if (!(scale > 0.0)) return Mat3::Identity();
    Eigen::SelfAdjointEigenSolver<Mat3> solver;
    solver.computeDirect(covariance / scale);
    Vec3 x = solver.eigenvectors().col(0).normalized();
    Vec3 y = solver.eigenvectors().col(1);
    y = (y - x.dot(y) * x).normalized();
    Mat3 frame;
    frame << x.transpose(), y.transpose(), x.cross(y).transpose();
    const Mat3 rounded = frame.cast<float>().cast<double>();
    return is_nearly_orthonormal(rounded) ? rounded : Mat3::Identity();
}

FrameSamples::FrameSamples(const Mesh& mesh, std::span<const SetRange> sets,
                           FunctionRef<std::uint32_t(std::size_t)> triangle_at)
    : sets_(sets.size()) {
    const Vec3& about = mesh.vertices[mesh.triangles[triangle_at(sets[0].begin)][0]];
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const std::size_t step = (sets[i].size() + kMostTriangles - 1) / kMostTriangles;
        std::array<std::uint32_t, kMostPoints> ids;
        auto end = ids.begin();
        for (std::size_t j = sets[i].begin; j < sets[i].end; j += step)
            end = std::copy_n(mesh.triangles[triangle_at(j)].begin(), 3, end);
        std::sort(ids.begin(), end);
        end = std::unique(ids.begin(), end);
        points_[i].resize(end - ids.begin(), 3);
        for (auto id = ids.begin(); id != end; ++id)
            points_[i].row(id - ids.begin()) = (mesh.vertices[*id] - about).cast<float>().transpose();
    }
}

float FrameSamples::area_of(const Mat3& frame) const {
    const Eigen::Matrix3f axes = frame.cast<float>();
    float area = 0.0f;
    for (std::size_t i = 0; i < sets_; ++i) {
        const auto& p = points_[i];
        float extent[3];
        for (int k = 0; k < 3; ++k) {
            const Projections at = p.col(0) * axes(k, 0) + p.col(1) * axes(k, 1) + p.col(2) * axes(k, 2);
            extent[k] = at.maxCoeff() - at.minCoeff();
        }
        area += extent[0] * extent[1] + extent[1] * extent[2] + extent[2] * extent[0];
    }
    return area;
}

Mat3 tightened(const Mat3& principal, const FrameSamples& samples) {
    Mat3 best = Mat3::Identity();
    float least = samples.area_of(best);
    const auto take = [&](const Mat3& frame) {
        const float area = samples.area_of(frame);
        if (!(area < least)) return false;
        least = area;
        best = frame;
        return true;
    };
    (void)take(principal);
    for (const double turn : kTurns) (void)take(turned(principal, 0, turn));
    for (const double turn : kSmallTurns)
        for (int axis = 0; axis < 3; ++axis)
            if (const Mat3 from = best; !take(turned(from, axis, turn)))
                (void)take(turned(from, axis, -turn));
    const Mat3 rounded = best.cast<float>().cast<double>();
    return is_nearly_orthonormal(rounded) ? rounded : principal;
}

}  // namespace graze
