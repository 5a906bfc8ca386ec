#include "graze_papers/harmonic_range.h"

#include "graze/core/assert.h"
#include "graze/motion/angle.h"
#include "graze/numeric/interval_trig.h"

#include <cmath>

namespace graze::papers {
namespace {

constexpr double kMostCountedTurns = 0x1p40;  // whole turns are counted in doubles, exactly

Interval slope_at(const Harmonic& f, const Interval& t) {
    const SinCos at = sin_cos(f.angle * t);
    return f.c1 + f.angle * (f.b * at.cos - f.a * at.sin);
}

// The value at the extreme of this kind that is `turn` turns on from angle `first` (papers.md, K2), if it may
// be in the window.
Interval with_extreme(const Harmonic& f, const Interval& time, const Interval& extreme_angle, bool is_maximum,
                      const Interval& height, const Interval& so_far) {
    const Interval t = extreme_angle / f.angle;
    const auto inside = intersection(t, time);
    if (!inside) return so_far;
    const Interval value = f.c0 + f.c1 * *inside + (is_maximum ? height : -height);
    return hull(so_far, value);
}

// Extremes of one kind: at angles first + 2 pi k. Only the first and the last k in the window matter.
Interval with_extremes(const Harmonic& f, const Interval& time, const Interval& first, bool is_maximum,
                       const Interval& height, const Interval& so_far) {
    const Interval turns = (f.angle * time - first) / kTwoPi;
    if (!(magnitude(turns) < kMostCountedTurns)) return kWholeLine;
    const double k_lo = std::ceil(turns.lo), k_hi = std::floor(turns.hi);
    Interval result = so_far;
    for (const double k : {k_lo, k_hi}) {
        if (k_lo > k_hi) break;
        result = with_extreme(f, time, first + exactly(k) * kTwoPi, is_maximum, height, result);
    }
    return result;
}

}  // namespace

Harmonic harmonic_of(const SteadyTurn& motion, const Vec3& point, const Vec3& n) {
    GRAZE_ASSERT(!motion.is_small_turn);
    const MotionJet start = jet_over(motion, kZero);
    const IntervalVec3 direction = exactly(n);
    const Interval& w = motion.angle;
    // f''(0) = -w^2 a and f'(0) = c1 + w b.
    const Interval a = -(dot(direction, acceleration_at(start, point)) / sqr(w));
    const Interval c1 = dot(direction, motion.slide);
    const Interval b = dot(direction, velocity_at(start, point) - motion.slide) / w;
    return {dot(direction, point_at(start, point)) - a, c1, a, b, w};
}

Interval value_at(const Harmonic& f, const Interval& t) {
    const SinCos at = sin_cos(f.angle * t);
    return f.c0 + f.c1 * t + f.a * at.cos + f.b * at.sin;
}

Interval range_over(const Harmonic& f, const Interval& time) {
    const Interval ends = hull(value_at(f, exactly(time.lo)), value_at(f, exactly(time.hi)));
    const Interval slope = slope_at(f, time);
    if (certainly_positive(slope) || certainly_negative(slope)) return ends;
    // f' = c1 - w A sin(w t - p) = 0 where sin(w t - p) = q, q = c1 / (w A): maxima where the cosine is
    // positive, minima where it is negative; both have A cos(w t - p) = +-sqrt(A^2 - (c1/w)^2) (papers.md,
    // K2).
    const Interval amplitude_sq = sqr(f.a) + sqr(f.b);
    const Interval lift = f.c1 / f.angle;  // w A q / w = A q
    const Interval rest = amplitude_sq - sqr(lift);
    if (certainly_negative(rest)) return ends;
    const Interval height = sqrt(rest);
    const Interval phase = angle_of(f.b, f.a), offset = angle_of(lift, height);
    const Interval maximum = phase + offset, minimum = phase + kPi - offset;
    if (!is_finite(maximum)) return hull(ends, value_at(f, time));
    return with_extremes(f, time, minimum, false, height,
                         with_extremes(f, time, maximum, true, height, ends));
}

Interval projection_range(const SteadyTurn& motion, const Interval& time, const Vec3& point, const Vec3& n) {
    const Interval taylor = range(projection(point_over(window_over(motion, time), point), n));
    if (motion.is_small_turn) return taylor;
    const auto common = intersection(taylor, range_over(harmonic_of(motion, point, n), time));
    return common ? *common : taylor;
}

}  // namespace graze::papers
