// Vectors of any kind of number: Eigen's would drag in traits for integers of any size.
#pragma once

#include "graze/core/internal.h"

#include <array>

namespace graze::internal {

/// Three numbers of any kind: float types for the bounds, integers for the comparison.
template <class T>
struct Triple {
    T x, y, z;
};
template <class T>
Triple<T> operator+(const Triple<T>& a, const Triple<T>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
Triple<T> operator-(const Triple<T>& a, const Triple<T>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
Triple<T> operator*(const T& s, const Triple<T>& a) {
    return {s * a.x, s * a.y, s * a.z};
}
template <class T>
T dot(const Triple<T>& a, const Triple<T>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
Triple<T> cross(const Triple<T>& a, const Triple<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class T>
using Corners3 = std::array<Triple<T>, 3>;

}  // namespace graze::internal
