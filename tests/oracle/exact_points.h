// What the predicates really are, in GMP: slow, obvious, and sharing no formula with the library. Points
// become integers over a common power of two, or rationals; signs come from determinants of homogeneous rows.
#pragma once

#include "graze/numeric/sign.h"
#include "graze/numeric/vector.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gmpxx.h>

namespace graze::oracle {

using Rational = mpq_class;

template <class Number>
using Point = std::array<Number, 3>;

[[nodiscard]] inline Sign sign_of(int gmp_sign) {
    return gmp_sign > 0 ? Sign::Positive : gmp_sign < 0 ? Sign::Negative : Sign::Zero;
}

template <class Number>
[[nodiscard]] Number det3(const Point<Number>& a, const Point<Number>& b, const Point<Number>& c) {
    return a[0] * b[1] * c[2] + a[1] * b[2] * c[0] + a[2] * b[0] * c[1] - a[2] * b[1] * c[0] -
           a[1] * b[0] * c[2] - a[0] * b[2] * c[1];
}

/// Determinant of the rows (1, a), (1, b), (1, c), (1, d), by the column of ones.
template <class Number>
[[nodiscard]] inline Sign orient3d(const Point<Number>& a, const Point<Number>& b, const Point<Number>& c,
                                   const Point<Number>& d) {
    const Number det = det3(b, c, d) - det3(a, c, d) + det3(a, b, d) - det3(a, b, c);
    return sign_of(sgn(det));
}

/// Determinant of the rows (1, a), (1, b), (1, c) in coordinates i, j.
template <class Number>
[[nodiscard]] inline Sign orient2d(int i, int j, const Point<Number>& a, const Point<Number>& b,
                                   const Point<Number>& c) {
    const Number det = b[i] * c[j] - b[j] * c[i] - (a[i] * c[j] - a[j] * c[i]) + (a[i] * b[j] - a[j] * b[i]);
    return sign_of(sgn(det));
}

template <class Number>
[[nodiscard]] Number distance_sq(const Point<Number>& a, const Point<Number>& b) {
    Number sum = 0;
    for (int i = 0; i < 3; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

/// By the law of cosines: 2 (p - o).(q - o) = |op|^2 + |oq|^2 - |pq|^2.
template <class Number>
[[nodiscard]] Sign dot_sign(const Point<Number>& o, const Point<Number>& p, const Point<Number>& q) {
    const Number twice = distance_sq(o, p) + distance_sq(o, q) - distance_sq(p, q);
    return sign_of(sgn(twice));
}

template <class Number>
[[nodiscard]] Sign compare_lengths(const Point<Number>& a, const Point<Number>& b, const Point<Number>& c,
                                   const Point<Number>& d) {
    return sign_of(cmp(distance_sq(a, b), distance_sq(c, d)));
}

template <class Number>
[[nodiscard]] bool are_collinear(const Point<Number>& a, const Point<Number>& b, const Point<Number>& c) {
    return orient2d(0, 1, a, b, c) == Sign::Zero && orient2d(1, 2, a, b, c) == Sign::Zero &&
           orient2d(0, 2, a, b, c) == Sign::Zero;
}

[[nodiscard]] inline int exponent_of(double x) {
    int exponent = 0;
    std::frexp(x, &exponent);
    return exponent;
}

/// The points as integers, all multiplied by one power of two.
[[nodiscard]] inline std::array<Point<mpz_class>, 4> integers(const std::array<Vec3, 4>& points) {
    int least = 2000;  // exponent of the last bit that may be set
    for (const Vec3& p : points)
        for (const double x : p)
            if (x != 0.0) least = std::min(least, exponent_of(x) - 53);
    std::array<Point<mpz_class>, 4> result;
    for (std::size_t i = 0; i < 4; ++i)
        for (int k = 0; k < 3; ++k) {
            const double x = points[i][k];
            if (x == 0.0) continue;
            mpz_class mantissa(std::ldexp(x, 53 - exponent_of(x)));
            result[i][k] = mantissa << static_cast<unsigned long>(exponent_of(x) - 53 - least);
        }
    return result;
}

[[nodiscard]] inline Point<Rational> rationals(const Vec3& point) {
    return {Rational(point.x()), Rational(point.y()), Rational(point.z())};
}

}  // namespace graze::oracle
