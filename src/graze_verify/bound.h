// The checker's own arithmetic: a real number known to lie in [lo, hi]. Shares nothing with graze/numeric.
//
// Each operation rounds to nearest and then steps outward by |r| 2^-52 + 2^-1022, which is at least one unit
// in the last place of r; the true result is at most half a unit away (docs/certificates.md, section 5).
// Infinities and NaN are allowed to appear: every comparison that accepts something is false for them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace graze::verify {

struct Bound {
    double lo = 0.0;
    double hi = 0.0;
};

[[nodiscard]] inline Bound exact(double x) { return {x, x}; }
[[nodiscard]] inline double middle(const Bound& a) { return 0.5 * (a.lo + a.hi); }

[[nodiscard]] inline double step(double r) {
    return std::abs(r) * 0x1p-52 + std::numeric_limits<double>::min();
}
[[nodiscard]] inline double below(double r) { return r - step(r); }
[[nodiscard]] inline double above(double r) { return r + step(r); }

[[nodiscard]] inline Bound operator-(const Bound& a) { return {-a.hi, -a.lo}; }
[[nodiscard]] inline Bound operator+(const Bound& a, const Bound& b) {
    return {below(a.lo + b.lo), above(a.hi + b.hi)};
}
[[nodiscard]] inline Bound operator-(const Bound& a, const Bound& b) { return a + (-b); }

/// The least and greatest of four; NaN if one is NaN.
[[nodiscard]] inline Bound outward(double p, double q, double r, double s) {
    const double poison = (p + q + r + s) * 0.0;  // 0, or NaN if one of them is not finite
    const double lo = std::min(std::min(p, q), std::min(r, s)) + poison;
    const double hi = std::max(std::max(p, q), std::max(r, s)) + poison;
    return {below(lo), above(hi)};
}
[[nodiscard]] inline Bound operator*(const Bound& a, const Bound& b) {
    return outward(a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi);
}
[[nodiscard]] inline Bound operator/(const Bound& a, const Bound& b) {
    if (!(b.lo > 0.0 || b.hi < 0.0)) {  // NaN too
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        return {-kInfinity, kInfinity};
    }
    return outward(a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi);
}
[[nodiscard]] inline Bound square(const Bound& a) {
    const Bound product = a * a;
    const bool has_zero = a.lo <= 0.0 && a.hi >= 0.0;
    return {has_zero ? 0.0 : std::max(product.lo, 0.0), product.hi};
}
/// Of what is not negative: the negative part of `a` is rounding and is dropped.
[[nodiscard]] inline Bound root(const Bound& a) {
    const double lo = a.lo > 0.0 ? below(std::sqrt(a.lo)) : 0.0;
    return {std::max(lo, 0.0), above(std::sqrt(a.hi < 0.0 ? 0.0 : a.hi))};
}
/// What is known to lie in [least, most] besides.
[[nodiscard]] inline Bound cut(const Bound& a, double least, double most) {
    return {a.lo > least ? std::min(a.lo, most) : least, a.hi < most ? std::max(a.hi, least) : most};
}

using BoundVec = std::array<Bound, 3>;
using BoundMat = std::array<BoundVec, 3>;  // rows
using Point = std::array<double, 3>;

[[nodiscard]] inline BoundVec exact(const Point& p) { return {exact(p[0]), exact(p[1]), exact(p[2])}; }

[[nodiscard]] inline BoundVec operator+(const BoundVec& a, const BoundVec& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
[[nodiscard]] inline BoundVec operator-(const BoundVec& a, const BoundVec& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
[[nodiscard]] inline BoundVec operator*(const Bound& c, const BoundVec& a) {
    return {c * a[0], c * a[1], c * a[2]};
}
[[nodiscard]] inline Bound dot(const BoundVec& a, const BoundVec& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
[[nodiscard]] inline BoundVec cross(const BoundVec& a, const BoundVec& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
[[nodiscard]] inline Bound length(const BoundVec& a) {
    return root(square(a[0]) + square(a[1]) + square(a[2]));
}
[[nodiscard]] inline BoundVec operator*(const BoundMat& m, const BoundVec& v) {
    return {dot(m[0], v), dot(m[1], v), dot(m[2], v)};
}
[[nodiscard]] inline BoundVec column(const BoundMat& m, int j) { return {m[0][j], m[1][j], m[2][j]}; }
[[nodiscard]] inline BoundVec transposed_times(const BoundMat& m, const BoundVec& v) {
    return {dot(column(m, 0), v), dot(column(m, 1), v), dot(column(m, 2), v)};
}

/// [-r, r]^3. Pre: r >= 0, or NaN.
[[nodiscard]] inline BoundVec cube(double r) { return {{{-r, r}, {-r, r}, {-r, r}}}; }

}  // namespace graze::verify
