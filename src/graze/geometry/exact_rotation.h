// Quaternions and their matrices over exact integers. q times a constant is the same rotation, so a
// quaternion of doubles is scaled by a power of two of its own; its matrix then is R(q), and R(q) / |q|^2 the
// rotation.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/exact_vector.h"

#include <Eigen/Geometry>

#include <array>

namespace graze::internal {

inline constexpr int kComponentBits = 1088;  // of a unit quaternion: from 2^-1074 to 2^1, and the sign

template <int Bits>
struct WideQuaternion {
    WideInt<Bits> x, y, z, w;
};

template <int Bits>
using WideMat3 = std::array<WideVec3<Bits>, 3>;  // rows

[[nodiscard]] inline BitRange bit_range(const Eigen::Quaterniond& q) {
    BitRange range;
    for (const double component : q.coeffs()) range.add(component);
    return range;
}

/// q / 2^low. Pre: see WideInt::scaled, for each component.
template <int Bits>
[[nodiscard]] inline WideQuaternion<Bits> scaled(const Eigen::Quaterniond& q, int low) {
    return {WideInt<Bits>::scaled(q.x(), low), WideInt<Bits>::scaled(q.y(), low),
            WideInt<Bits>::scaled(q.z(), low), WideInt<Bits>::scaled(q.w(), low)};
}

/// conj(p) q.
template <int Bits>
[[nodiscard]] inline WideQuaternion<2 * Bits + 2> conjugate_product(const WideQuaternion<Bits>& p,
                                                                    const WideQuaternion<Bits>& q) {
    return {(p.w * q.x - p.x * q.w) + (p.z * q.y - p.y * q.z),  //
            (p.w * q.y - p.y * q.w) + (p.x * q.z - p.z * q.x),  //
            (p.w * q.z - p.z * q.w) + (p.y * q.x - p.x * q.y),  //
            (p.w * q.w + p.x * q.x) + (p.y * q.y + p.z * q.z)};
}

/// |q|^2.
template <int Bits>
[[nodiscard]] inline WideInt<2 * Bits + 2> norm_sq(const WideQuaternion<Bits>& q) {
    return (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
}

/// R(q).
template <int Bits>
[[nodiscard]] inline WideMat3<2 * Bits + 2> matrix(const WideQuaternion<Bits>& q) {
    const auto xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, ww = q.w * q.w;
    const auto xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z, xw = q.x * q.w, yw = q.y * q.w, zw = q.z * q.w;
    const auto twice = [](const auto& a) { return a + a; };
    return {{{(ww + xx) - (yy + zz), twice(xy - zw), twice(xz + yw)},
             {twice(xy + zw), (ww + yy) - (xx + zz), twice(yz - xw)},
             {twice(xz - yw), twice(yz + xw), (ww + zz) - (xx + yy)}}};
}

template <int Bits>
[[nodiscard]] inline WideMat3<Bits> transposed(const WideMat3<Bits>& m) {
    return {{{m[0][0], m[1][0], m[2][0]}, {m[0][1], m[1][1], m[2][1]}, {m[0][2], m[1][2], m[2][2]}}};
}

template <int A, int B>
[[nodiscard]] inline WideVec3<A + B + 2> operator*(const WideMat3<A>& m, const WideVec3<B>& v) {
    return {dot(m[0], v), dot(m[1], v), dot(m[2], v)};
}

}  // namespace graze::internal
