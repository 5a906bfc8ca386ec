#include "graze/discrete/exact_corners.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace graze {
namespace {

using Point = ExactCorners::Point;
constexpr int kMantissaBits = std::numeric_limits<double>::digits;

/// Collects the lowest bit that some doubles use, so that all of them are integers times 2^low.
class LowestBit {
  public:
    void add(double x) {
        if (x == 0.0) return;
        int exponent = 0;
        const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), kMantissaBits));
        low_ =
            std::min(low_, exponent - kMantissaBits + std::countr_zero(static_cast<std::uint64_t>(mantissa)));
    }
    void add(const Vec3& v) {
        for (const double x : v) add(x);
    }
    [[nodiscard]] int low() const { return low_ == kNone ? 0 : low_; }

  private:
    static constexpr int kNone = std::numeric_limits<int>::max();
    int low_ = kNone;
};

/// x / 2^low. Pre: x is a multiple of 2^low.
BigInt scaled(double x, int low) {
    if (x == 0.0) return 0;
    int exponent = 0;
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), kMantissaBits));
    const int shift = exponent - kMantissaBits - low;
    return shift >= 0 ? BigInt(mantissa) << shift : BigInt(mantissa >> -shift);
}

Point scaled(const Vec3& v, int low) { return {scaled(v.x(), low), scaled(v.y(), low), scaled(v.z(), low)}; }

Sign sign_of_big(const BigInt& x) { return static_cast<Sign>(x.sign()); }

Point minus(const Point& p, const Point& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
Point plus(const Point& p, const Point& q) { return {p[0] + q[0], p[1] + q[1], p[2] + q[2]}; }
Point times(const BigInt& s, const Point& p) { return {s * p[0], s * p[1], s * p[2]}; }
BigInt dot(const Point& p, const Point& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }

BigInt cross_component(int axis, const Point& p, const Point& q) {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    return p[i] * q[j] - p[j] * q[i];
}

/// |q|^2 and the columns of R(q), where q is any multiple of the quaternion; R(q) / |q|^2 is the rotation.
struct BigRotation {
    std::array<Point, 3> column;
    BigInt norm_sq;
};

BigRotation big_rotation(const Eigen::Quaterniond& q) {
    LowestBit bits;
    for (const double component : q.coeffs()) bits.add(component);
    const int low = bits.low();
    const BigInt w = scaled(q.w(), low), x = scaled(q.x(), low), y = scaled(q.y(), low),
                 z = scaled(q.z(), low);
    const BigInt ww = w * w, xx = x * x, yy = y * y, zz = z * z;
    const BigInt xy = x * y, xz = x * z, yz = y * z, wx = w * x, wy = w * y, wz = w * z;
    BigRotation r;
    r.column[0] = {ww + xx - yy - zz, 2 * (xy + wz), 2 * (xz - wy)};
    r.column[1] = {2 * (xy - wz), ww - xx + yy - zz, 2 * (yz + wx)};
    r.column[2] = {2 * (xz + wy), 2 * (yz - wx), ww - xx - yy + zz};
    r.norm_sq = ww + xx + yy + zz;
    return r;
}

Point rotate(const BigRotation& r, const Point& p) {
    return plus(plus(times(p[0], r.column[0]), times(p[1], r.column[1])), times(p[2], r.column[2]));
}

Point rotate_back(const BigRotation& r, const Point& p) {
    return {dot(r.column[0], p), dot(r.column[1], p), dot(r.column[2], p)};
}

}  // namespace

ExactCorners::ExactCorners(const std::array<Vec3, 3>& a, const Pose& pose_a, const std::array<Vec3, 3>& b,
                           const Pose& pose_b) {
    LowestBit bits;
    for (const Vec3& corner : a) bits.add(corner);
    for (const Vec3& corner : b) bits.add(corner);
    bits.add(pose_a.translation);
    bits.add(pose_b.translation);
    const int low = bits.low();
    const Point offset = minus(scaled(pose_b.translation, low), scaled(pose_a.translation, low));
    const BigRotation ra = big_rotation(pose_a.rotation);
    if (pose_a.rotation.coeffs() ==
        pose_b.rotation.coeffs()) {  // the rotations cancel: W = |q_a|^2 is enough
        const Point shift = rotate_back(ra, offset);
        for (int i = 0; i < 3; ++i) corner_[i] = times(ra.norm_sq, scaled(a[i], low));
        for (int j = 0; j < 3; ++j) corner_[3 + j] = plus(times(ra.norm_sq, scaled(b[j], low)), shift);
        return;
    }
    const BigRotation rb = big_rotation(pose_b.rotation);
    const BigInt w = ra.norm_sq * rb.norm_sq;
    const Point shift = times(rb.norm_sq, offset);
    for (int i = 0; i < 3; ++i) corner_[i] = times(w, scaled(a[i], low));
    for (int j = 0; j < 3; ++j) corner_[3 + j] = rotate_back(ra, plus(rotate(rb, scaled(b[j], low)), shift));
}

Sign ExactCorners::orient3d(int i, int j, int k, int l) const {
    const Point p = minus(corner_[j], corner_[i]), q = minus(corner_[k], corner_[i]),
                r = minus(corner_[l], corner_[i]);
    const Point normal = {cross_component(0, p, q), cross_component(1, p, q), cross_component(2, p, q)};
    return sign_of_big(dot(normal, r));
}

Sign ExactCorners::orient2d(int axis, int i, int j, int k) const {
    return sign_of_big(cross_component(axis, minus(corner_[j], corner_[i]), minus(corner_[k], corner_[i])));
}

Sign ExactCorners::compare(int axis, int i, int j) const {
    return sign_of_big(corner_[i][axis] - corner_[j][axis]);
}

}  // namespace graze
