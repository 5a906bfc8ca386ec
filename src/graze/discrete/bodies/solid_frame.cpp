#include "graze/discrete/bodies/solid_frame-inl.h"

#include "graze/core/assert.h"
#include "graze/geometry/placement.h"
#include "graze/numeric/dyadic.h"

#include <cmath>

namespace graze::internal {
namespace {

struct IntQuaternion {
    Int x, y, z, w;
};

IntQuaternion integers_of(const Eigen::Quaterniond& q) {
    BitRange bits;
    for (const double component : q.coeffs()) bits.add(component);
    const int low = bits.low();
    return {on_grid(q.x(), low), on_grid(q.y(), low), on_grid(q.z(), low), on_grid(q.w(), low)};
}

Int norm_sq(const IntQuaternion& q) { return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w; }

/// conj(p) q.
IntQuaternion conjugate_product(const IntQuaternion& p, const IntQuaternion& q) {
    return {Int(p.w * q.x - p.x * q.w + p.z * q.y - p.y * q.z),
            Int(p.w * q.y - p.y * q.w + p.x * q.z - p.z * q.x),
            Int(p.w * q.z - p.z * q.w + p.y * q.x - p.x * q.y),
            Int(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z)};
}

/// Rows of R(q).
std::array<Int3, 3> matrix(const IntQuaternion& q) {
    const Int xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, ww = q.w * q.w;
    const Int xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z, xw = q.x * q.w, yw = q.y * q.w, zw = q.z * q.w;
    return {{{Int(ww + xx - yy - zz), Int(2 * (xy - zw)), Int(2 * (xz + yw))},
             {Int(2 * (xy + zw)), Int(ww + yy - xx - zz), Int(2 * (yz - xw))},
             {Int(2 * (xz - yw)), Int(2 * (yz + xw)), Int(ww + zz - xx - yy)}}};
}

Int3 times(const std::array<Int3, 3>& rows, const Int3& v) {
    return {dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)};
}
Int3 transposed_times(const std::array<Int3, 3>& rows, const Int3& v) {
    Int3 result;
    for (int k = 0; k < 3; ++k) result[k] = rows[0][k] * v[0] + rows[1][k] * v[1] + rows[2][k] * v[2];
    return result;
}
Int3 times(const Int& scale, const Int3& v) {
    return {Int(scale * v[0]), Int(scale * v[1]), Int(scale * v[2])};
}

constexpr int kQuotientBits = 62;           // of interval_of: more than a double has, fewer than a word
constexpr int kTop = 1023, kBottom = -960;  // exponents that ldexp treats exactly, with room to spare

/// [q, q + 1] 2^exponent, rounded outward.
Interval scaled(std::uint64_t q, int exponent) {
    const int top = exponent + kQuotientBits + 2;
    if (top > kTop) return {0.0, kInfinity};
    if (exponent < kBottom) return {0.0, std::ldexp(1.0, kBottom + kQuotientBits + 2)};
    return {std::ldexp(just_below(static_cast<double>(q)), exponent),
            std::ldexp(just_above(static_cast<double>(q + 1)), exponent)};
}

}  // namespace

Int on_grid(double x, int low) {
    const OddForm form = odd_form(x);
    if (form.mantissa == 0) return 0;
    GRAZE_ASSERT(form.exponent >= low);
    const Int magnitude = Int(form.mantissa) << static_cast<unsigned>(form.exponent - low);
    return form.negative ? Int(-magnitude) : magnitude;
}

Int3 on_grid(const Vec3& x, int low) {
    return {on_grid(x.x(), low), on_grid(x.y(), low), on_grid(x.z(), low)};
}

Interval interval_of(const Int& numerator, const Int& denominator, int exponent) {
    if (numerator == 0) return {0.0, 0.0};
    const bool negative = numerator.sign() < 0;
    const Int n = abs(numerator);
    const int shift = kQuotientBits - (static_cast<int>(msb(n)) - static_cast<int>(msb(denominator)));
    const Int quotient = shift >= 0 ? Int((n << static_cast<unsigned>(shift)) / denominator)
                                    : Int(n / (denominator << static_cast<unsigned>(-shift)));
    const Interval magnitude = scaled(static_cast<std::uint64_t>(quotient), exponent - shift);
    return negative ? -magnitude : magnitude;
}

SolidFrame::SolidFrame(const Pose& a, const Pose& b, int low) : low_(low) {
    const Eigen::Quaterniond of_a = reduced(a.rotation), of_b = reduced(b.rotation);
    const IntQuaternion p = integers_of(of_a), q = integers_of(of_b);
    const Int3 between = on_grid(b.translation, low) - on_grid(a.translation, low);
    const Int norm_p = norm_sq(p), norm_q = norm_sq(q);
    if (of_a.coeffs() == of_b.coeffs()) {  // (1) with a common factor |p|^2 left out
        scale_ = norm_p;
        turn_ = {{{scale_, 0, 0}, {0, scale_, 0}, {0, 0, scale_}}};
        shift_ = transposed_times(matrix(p), between);
        return;
    }
    scale_ = norm_p * norm_q;
    turn_ = matrix(conjugate_product(p, q));
    shift_ = times(norm_q, transposed_times(matrix(p), between));
}

Int3 SolidFrame::from_a(const Vec3& vertex) const { return times(scale_, on_grid(vertex, low_)); }

Int3 SolidFrame::from_b(const Vec3& vertex) const {
    const Int3 turned = times(turn_, on_grid(vertex, low_));
    return {Int(turned[0] + shift_[0]), Int(turned[1] + shift_[1]), Int(turned[2] + shift_[2])};
}

GridPoint SolidFrame::in_a(const GridPoint& common) const {
    return {common.numerator, common.denominator * scale_};
}

GridPoint SolidFrame::in_b(const GridPoint& common) const {
    return {transposed_times(turn_, common.numerator - times(common.denominator, shift_)),
            common.denominator * scale_ * scale_};
}

}  // namespace graze::internal
