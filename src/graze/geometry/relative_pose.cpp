#include "graze/geometry/relative_pose.h"

#include "graze/core/assert.h"

namespace graze {
namespace {

constexpr double kU = std::numeric_limits<double>::epsilon() / 2.0;  // unit roundoff

// Error bounds, all counted with |q| <= 1 + 1e-6 and rounded up generously (each is tested against
// rationals).
//
// Product q = conj(q_a) q_b: a component is a sum of 4 products, error <= 4.01 u sum |q_ai q_bj| <= 4.01 u
// |q_a||q_b|. Matrix of a quaternion p that is off by dp in each component: an entry is e/n, |e| <= n =
// |p|^2, where e and n are sums of 4 products p_i p_j; their error by dp is at most 2 dp sum |p_i| <= 4 dp
// |p|, their rounding at most 4.01 u n. So an entry is off by at most 2 (4 dp + 4.01 u) + u: 9.1 u for dp =
// 0, and 41.2 u for dp = 4.01 u.
constexpr double kEntryOfGiven = 10.0 * kU;
constexpr double kEntryOfProduct = 42.0 * kU;
// Row times vector plus translation: 3 products, 3 additions: 4.01 u (|x|_1 + |t_k|), on entries of at most 1
// + 42 u.
constexpr double kApply = 5.0 * kU;
// t = R^T d with d = t_b - t_a rounded once: u + entry error + 3.01 u for the row, times |d|_1.
constexpr double kTranslation = kEntryOfGiven + 5.0 * kU;
// Above what all products together lose by underflow (at most 40 of them, 2^-1075 each).
constexpr double kUnderflow = std::numeric_limits<double>::min();

struct Quad {
    double w, x, y, z;
};

Quad quad_of(const Eigen::Quaterniond& q) { return {q.w(), q.x(), q.y(), q.z()}; }

Quad conjugate_times(const Quad& p, const Quad& q) {
    return {p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z, p.w * q.x - p.x * q.w - p.y * q.z + p.z * q.y,
            p.w * q.y - p.y * q.w - p.z * q.x + p.x * q.z, p.w * q.z - p.z * q.w - p.x * q.y + p.y * q.x};
}

Mat3 matrix_of(const Quad& q) {
    const double ww = q.w * q.w, xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    const double n = ww + xx + yy + zz;
    Mat3 m;
    m << ww + xx - yy - zz, 2.0 * (q.x * q.y - q.w * q.z), 2.0 * (q.x * q.z + q.w * q.y),  //
        2.0 * (q.x * q.y + q.w * q.z), ww - xx + yy - zz, 2.0 * (q.y * q.z - q.w * q.x),   //
        2.0 * (q.x * q.z - q.w * q.y), 2.0 * (q.y * q.z + q.w * q.x), ww - xx - yy + zz;
    return m / n;
}

}  // namespace

RelativePose relative_pose(const Pose& a, const Pose& b) {
    GRAZE_ASSERT(a.translation.allFinite() && b.translation.allFinite());
    const Quad qa = quad_of(a.rotation), qb = quad_of(b.rotation);
    const bool turned = a.rotation.coeffs() != b.rotation.coeffs();
    const Vec3 d = b.translation - a.translation;
    RelativePose relative;
    relative.rotation = turned ? matrix_of(conjugate_times(qa, qb)) : Mat3(Mat3::Identity());
    relative.translation = matrix_of(qa).transpose() * d;
    const bool moved = (d.array() != 0.0).any();
    if (!moved) relative.translation = Vec3::Zero();
    const double of_apply = turned || moved ? kApply : 0.0;
    relative.error_per_length = (turned ? kEntryOfProduct : 0.0) + of_apply;
    relative.error_constant =
        moved ? kTranslation * d.lpNorm<1>() + kApply * relative.translation.lpNorm<1>() : 0.0;
    if (turned || moved) relative.error_constant += kUnderflow;
    return relative;
}

}  // namespace graze
