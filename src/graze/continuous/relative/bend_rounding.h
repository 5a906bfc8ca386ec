// What bounds of bends are rounded by, always upward.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/ordered_sums.h"

#include <cmath>
#include <limits>

namespace graze::internal {

inline constexpr double kBendUp = 1.0 + 0x1p-20;  // more than all roundings of a bend, of doubles and floats
inline constexpr double kAcross = 0x1p-18;        // what |n x s| may be too small by: relative.md (R2)
inline constexpr double kArmSlack = 0x1p-40;      // of lengths: more than they are rounded by
inline constexpr double kSmallest = 0x1p-100;     // above all that underflow can take

/// At least |v|.
[[nodiscard]] inline double bend_length_hi(const Vec3& v) {
    return std::sqrt(dot(v, v)) * kBendUp + kSmallest;
}

/// At least x.
[[nodiscard]] inline float bend_in_float(double x) {
    return x < std::numeric_limits<float>::max() ? static_cast<float>(x * kBendUp + kSmallest)
                                                 : std::numeric_limits<float>::infinity();
}

}  // namespace graze::internal
