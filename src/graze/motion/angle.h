// Angles from their sine and cosine, and the series that rotation vectors need: proved bounds without libm.
//
// Derivations: docs/mathematics/motion.md, section 1.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/interval.h"

namespace graze::internal {

inline constexpr Interval kPi{0x1.921fb54442d18p+1, 0x1.921fb54442d19p+1};
inline constexpr Interval kTwoPi{0x1.921fb54442d18p+2, 0x1.921fb54442d19p+2};

/// Contains an angle of every point (x, y) != 0 of the two intervals: if the box has a point (x, y) at angle
/// a, the interval contains a or a plus a whole turn, the same whole turn for all points. About [-pi, pi].
///
/// Guarantee: a box around the origin, or so wide that it is seen under more than 30 degrees to either side
///            of its middle, gives the whole line. Relative precision of an angle near zero is that of y.
/// Cost:      two sines; no libm: the same bits everywhere.
[[nodiscard]] Interval angle_of(const Interval& y, const Interval& x) noexcept;

/// The functions of theta >= 0 by which a rotation vector acts; all are entire functions of theta^2.
struct RotationSeries {
    Interval a;   // sin(theta) / theta
    Interval b;   // (1 - cos(theta)) / theta^2
    Interval c;   // (theta - sin(theta)) / theta^3
    Interval db;  // b'(theta) / theta
    Interval dc;  // c'(theta) / theta
};

/// Guarantee: contains the values at every theta >= 0 whose square is in the interval.
[[nodiscard]] RotationSeries rotation_series(const Interval& theta_sq) noexcept;

}  // namespace graze::internal
