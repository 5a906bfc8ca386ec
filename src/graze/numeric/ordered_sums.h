// Products of vectors whose sums run in the order of the text. Eigen's order is its own: it depends on the
// instruction set, and error bounds that count roundings, and answers that are the same bits everywhere,
// cannot have that.
#pragma once

#include "graze/numeric/vector.h"

namespace graze {

[[nodiscard]] inline double dot(const Vec3& a, const Vec3& b) {
    return a.x() * b.x() + a.y() * b.y() + a.z() * b.z();
}

[[nodiscard]] inline Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}

/// m v.
[[nodiscard]] inline Vec3 turned(const Mat3& m, const Vec3& v) {
    const auto row = [&](int i) { return m(i, 0) * v.x() + m(i, 1) * v.y() + m(i, 2) * v.z(); };
    return {row(0), row(1), row(2)};
}

/// m^T v.
[[nodiscard]] inline Vec3 turned_back(const Mat3& m, const Vec3& v) {
    const auto column = [&](int j) { return m(0, j) * v.x() + m(1, j) * v.y() + m(2, j) * v.z(); };
    return {column(0), column(1), column(2)};
}

}  // namespace graze
