// The exact range of a projection under a steady turn, in closed form.
//
// The projection on a fixed direction of a point that turns steadily is [KimRossignac03, "Vertex/face"]
//     f(t) = c0 + c1 t + a cos(w t) + b sin(w t) = c0 + c1 t + A cos(w t - p),    A^2 = a^2 + b^2. (K1)
// Its extremes over a window are at the ends or where f' = 0; local maxima of (K1) are a turn apart and
// differ by c1 2 pi / w each, so that only the first and the last in the window count. docs, section 5.
#pragma once

#include "graze/motion/motion_window.h"

namespace graze::papers {

/// f of (K1), all coefficients as intervals.
struct Harmonic {
    Interval c0, c1, a, b;
    Interval angle;  // w
};

/// The projection of `point` on `n`; n need not be unit. Pre: the turn is not small (`is_small_turn`).
[[nodiscard]] Harmonic harmonic_of(const SteadyTurn& motion, const Vec3& point, const Vec3& n);

[[nodiscard]] Interval value_at(const Harmonic& f, const Interval& t);

/// Guarantee: contains f(t) for every t of `time`; wider than the true range only by rounding.
[[nodiscard]] Interval range_over(const Harmonic& f, const Interval& time);

/// The range of the projection of a point over a window, by the closed form or, for small turns, by Taylor's,
/// which is as good there.
[[nodiscard]] Interval projection_range(const SteadyTurn& motion, const Interval& time, const Vec3& point,
                                        const Vec3& n);

}  // namespace graze::papers
