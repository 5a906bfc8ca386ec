#include "graze/core/assert.h"
#include "graze/discrete/wide/wide_kernels.h"
#include "graze/numeric/ordered_sums.h"

#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

constexpr double kTurnError = 64.0 * kUnitRoundoff;   // docs/discrete.md (1)
constexpr double kShiftError = 64.0 * kUnitRoundoff;  // (2)
constexpr double kSumError = 8.0 * kUnitRoundoff;     // (3)

struct Quaternion {
    double x, y, z, w;
};

Quaternion quaternion_of(const Pose& pose) {
    return {pose.rotation.x(), pose.rotation.y(), pose.rotation.z(), pose.rotation.w()};
}

/// conj(p) q.
Quaternion conjugate_product(const Quaternion& p, const Quaternion& q) {
    return {p.w * q.x - p.x * q.w - p.y * q.z + p.z * q.y, p.w * q.y + p.x * q.z - p.y * q.w - p.z * q.x,
            p.w * q.z - p.x * q.y + p.y * q.x - p.z * q.w, p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z};
}

/// Columns of R(q) / |q|^2.
struct Columns {
    double of[3][3];
};

Columns matrix_of(const Quaternion& q) {
    const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, ww = q.w * q.w;
    const double norm_sq = xx + yy + zz + ww;
    constexpr double kSlack = 1e-5;  // of the square of a product of two accepted quaternions, and then some
    GRAZE_ASSERT(std::abs(norm_sq - 1.0) <= kSlack);  // NaN fails
    const double scale = 1.0 / norm_sq, twice = 2.0 * scale;
    return {
        {{(ww + xx - yy - zz) * scale, (q.x * q.y + q.z * q.w) * twice, (q.x * q.z - q.y * q.w) * twice},
         {(q.x * q.y - q.z * q.w) * twice, (ww + yy - xx - zz) * scale, (q.y * q.z + q.x * q.w) * twice},
         {(q.x * q.z + q.y * q.w) * twice, (q.y * q.z - q.x * q.w) * twice, (ww + zz - xx - yy) * scale}}};
}

/// R(p)^T d / |p|^2 = ((w^2 - v^2) d + 2 (v . d) v - 2 w v x d) / |p|^2, where p = (v, w).
Vec3 turned_back(const Quaternion& p, const Vec3& d) {
    const double v_sq = p.x * p.x + p.y * p.y + p.z * p.z, w_sq = p.w * p.w;
    const double per_norm = 1.0 / (w_sq + v_sq), along = w_sq - v_sq;
    const double twice_dot = 2.0 * (p.x * d.x() + p.y * d.y() + p.z * d.z()), twice_w = 2.0 * p.w;
    const auto entry = [&](double v, double of_d, double cross) {
        return (along * of_d + twice_dot * v - twice_w * cross) * per_norm;
    };
    return {entry(p.x, d.x(), p.y * d.z() - p.z * d.y()), entry(p.y, d.y(), p.z * d.x() - p.x * d.z()),
            entry(p.z, d.z(), p.x * d.y() - p.y * d.x())};
}

/// Rounded up; infinity for what is too large, and for NaN.
float error_in_float(double error) {
    return error < std::numeric_limits<float>::max()
               ? static_cast<float>(error) * (1.0f + 0x1p-20f) + 0x1p-100f
               : std::numeric_limits<float>::infinity();
}

}  // namespace

WidePlacement wide_placement(const Pose& pose_a, const Pose& pose_b, const WideTree& a, const WideTree& b) {
    const Quaternion p = quaternion_of(pose_a);
    const Columns turn = matrix_of(conjugate_product(p, quaternion_of(pose_b)));
    const Vec3 between = pose_b.translation - pose_a.translation;
    const double length = sum_of_magnitudes(between);
    const Vec3 shift = turned_back(p, between);
    WidePlacement x;
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) {
            x.turn[j][i] = turn.of[j][i];
            x.turn_f[j][i] = static_cast<float>(turn.of[j][i]);
        }
        x.turn[j][3] = 0.0;
        x.turn_f[j][3] = 0.0f;
        x.shift[j] = shift[j];
    }
    x.shift[3] = 0.0;
    const double error = (kTurnError + kSumError) * b.farthest + kShiftError * length +
                         kSumError * (sum_of_magnitudes(shift) + a.farthest);
    x.far = error_in_float(4.0 * error);  // (5)
    return x;
}

float wide_clearance(double distance) {
    return error_in_float(distance * (1.0 + 0x1p-18));  // frames stretch lengths by less: kFrameSkew
}

}  // namespace graze::internal
