// Products of vectors whose sums run in the order of the text. Eigen's order is its own: it depends on the
// instruction set, and error bounds that count roundings, and answers that are the same bits everywhere,
// cannot have that.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/outward.h"
#include "graze/numeric/vector.h"

namespace graze::internal {

[[nodiscard]] inline double dot(const Vec3& a, const Vec3& b) {
    return a.x() * b.x() + a.y() * b.y() + a.z() * b.z();
}

[[nodiscard]] inline Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}

[[nodiscard]] inline double sum_of_magnitudes(const Vec3& v) {
    return magnitude_of(v.x()) + magnitude_of(v.y()) + magnitude_of(v.z());
}

/// m v.
[[gnu::always_inline, nodiscard]] inline Vec3 turned(const Mat3& m, const Vec3& v) {
    return {m(0, 0) * v.x() + m(0, 1) * v.y() + m(0, 2) * v.z(),
            m(1, 0) * v.x() + m(1, 1) * v.y() + m(1, 2) * v.z(),
            m(2, 0) * v.x() + m(2, 1) * v.y() + m(2, 2) * v.z()};
}

/// m^T v.
[[gnu::always_inline, nodiscard]] inline Vec3 turned_back(const Mat3& m, const Vec3& v) {
    return {m(0, 0) * v.x() + m(1, 0) * v.y() + m(2, 0) * v.z(),
            m(0, 1) * v.x() + m(1, 1) * v.y() + m(2, 1) * v.z(),
            m(0, 2) * v.x() + m(1, 2) * v.y() + m(2, 2) * v.z()};
}

}  // namespace graze::internal
