#include "graze/core/assert.h"
#include "graze/discrete/wide_kernels.h"

#include <cmath>
#include <limits>

namespace graze {
namespace {

constexpr double kUnitRoundoff = 0x1p-53;
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

/// Rounded up; infinity for what is too large, and for NaN.
float error_in_float(double error) {
    return error < std::numeric_limits<float>::max()
               ? static_cast<float>(error) * (1.0f + 0x1p-20f) + 0x1p-100f
               : std::numeric_limits<float>::infinity();
}

}  // namespace

WidePlacement wide_placement(const Pose& pose_a, const Pose& pose_b, const WideTree& a, const WideTree& b) {
    const Quaternion qa = quaternion_of(pose_a);
    const Columns turn = matrix_of(conjugate_product(qa, quaternion_of(pose_b))), of_a = matrix_of(qa);
    double between[3], length = 0.0, placed = 0.0;
    for (int k = 0; k < 3; ++k) {
        between[k] = pose_b.translation[k] - pose_a.translation[k];
        length += std::abs(between[k]);
    }
    WidePlacement x;
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i) {
            if (j == 3) {
                x.shift[i] = i == 3 ? 0.0
                                    : of_a.of[i][0] * between[0] + of_a.of[i][1] * between[1] +
                                          of_a.of[i][2] * between[2];
                placed += std::abs(x.shift[i]);
                continue;
            }
            x.turn[j][i] = i == 3 ? 0.0 : turn.of[j][i];
            x.turn_f[j][i] = static_cast<float>(x.turn[j][i]);
        }
    const double error =
        (kTurnError + kSumError) * b.farthest + kShiftError * length + kSumError * (placed + a.farthest);
    x.far = error_in_float(4.0 * error);  // (5)
    return x;
}

float wide_clearance(double distance) {
    return error_in_float(distance * (1.0 + 0x1p-18));  // frames stretch lengths by less: kFrameSkew
}

}  // namespace graze
