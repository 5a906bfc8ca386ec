// Vectors over exact integers: the few operations of which the exact stages of predicates are made.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/wide_int.h"

#include <array>

namespace graze::internal {

template <int Bits>
using WideVec3 = std::array<WideInt<Bits>, 3>;

/// v / 2^low. Pre: see WideInt::scaled, for each coordinate.
template <int Bits>
[[nodiscard]] inline WideVec3<Bits> scaled(const Vec3& v, int low) {
    return {WideInt<Bits>::scaled(v.x(), low), WideInt<Bits>::scaled(v.y(), low),
            WideInt<Bits>::scaled(v.z(), low)};
}

template <int A, int B>
[[nodiscard]] inline WideVec3<std::max(A, B) + 1> operator+(const WideVec3<A>& a, const WideVec3<B>& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

template <int A, int B>
[[nodiscard]] inline WideVec3<std::max(A, B) + 1> operator-(const WideVec3<A>& a, const WideVec3<B>& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

template <int A, int B>
[[nodiscard]] inline WideVec3<A + B> operator*(const WideInt<A>& scale, const WideVec3<B>& v) {
    return {scale * v[0], scale * v[1], scale * v[2]};
}

/// a0 b1 - a1 b0.
template <int A, int B>
[[nodiscard]] inline WideInt<A + B + 1> minor_of(const WideInt<A>& a0, const WideInt<A>& a1,
                                                 const WideInt<B>& b0, const WideInt<B>& b1) {
    return a0 * b1 - a1 * b0;
}

template <int A, int B>
[[nodiscard]] inline WideVec3<A + B + 1> cross(const WideVec3<A>& a, const WideVec3<B>& b) {
    return {minor_of(a[1], a[2], b[1], b[2]), minor_of(a[2], a[0], b[2], b[0]),
            minor_of(a[0], a[1], b[0], b[1])};
}

template <int A, int B>
[[nodiscard]] inline WideInt<A + B + 2> dot(const WideVec3<A>& a, const WideVec3<B>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <int Bits>
[[nodiscard]] inline bool is_zero(const WideVec3<Bits>& v) {
    return v[0].sign() == Sign::Zero && v[1].sign() == Sign::Zero && v[2].sign() == Sign::Zero;
}

}  // namespace graze::internal
