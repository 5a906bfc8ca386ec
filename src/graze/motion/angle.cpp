#include "graze/motion/angle.h"

#include "graze/motion/interval_vector.h"

#include "graze/numeric/interval_trig.h"

#include <algorithm>

namespace graze::internal {
namespace {

constexpr double kMostSine = 0.5;     // motion.md (M3) holds up to here
constexpr double kAsinGrowth = 0.25;  // motion.md (M3)

// The arc tangent of z in [0, 1], within 1.1e-5: Abramowitz and Stegun 1964, 4.4.49.
double rough_atan(double z) {
    const double sq = z * z;
    return z * (0.9998660 + sq * (-0.3302995 + sq * (0.1801410 + sq * (-0.0851330 + sq * 0.0208351))));
}

double direction_guess(double y, double x) {
    const double up = magnitude_of(y), aside = magnitude_of(x), far = std::max(up, aside);
    if (!(far > 0.0 && far <= kLargest)) return 0.0;
    const double least = rough_atan(std::min(up, aside) / far);
    const double quarter = up > aside ? 0.5 * midpoint(kPi) - least : least;
    const double half = x < 0.0 ? midpoint(kPi) - quarter : quarter;
    return y < 0.0 ? -half : half;
}

// One step of Newton for sin(angle - guess) = 0, which converges cubically: motion.md (M1). Not a bound; what
// follows is proved for any guess.
double refined_guess(double y, double x) {
    const double length = std::sqrt(x * x + y * y), guess = direction_guess(y, x);
    if (!(length > 0.0 && length <= kLargest)) return guess;
    const auto [sine, cosine] = rounded_sin_cos(guess);
    return guess + (y * cosine - x * sine) / length;
}

// Alternating series in s with decreasing terms, s <= kMostSeries: the partial sums enclose the value. The
// functions are monotone there (motion.md, M5), so the ends of an interval are enough.
constexpr double kMostSeries = 4.0;
constexpr int kTerms = 14;

// sum over n of (-s)^n weight(n) / (2n + first)!, s a point. `weighted`: weight n + 1, else 1.
Interval alternating(double s, int first, bool weighted) {
    Interval power{1.0, 1.0}, sum{0.0, 0.0};
    double factorial = 1.0;
    for (int k = 2; k <= first; ++k) factorial *= k;
    Interval inverse = exactly(1.0) / exactly(factorial);
    Interval term{0.0, 0.0};
    for (int n = 0; n < kTerms; ++n) {
        term = power * inverse * exactly(weighted ? n + 1.0 : 1.0);
        sum = n % 2 == 0 ? sum + term : sum - term;
        power = power * exactly(s);
        const double next = 2.0 * n + first + 1.0;
        inverse = inverse / exactly(next * (next + 1.0));
    }
    return sum + within(magnitude(term));  // more than the first term left out
}

Interval alternating_between(const Interval& s, int first, bool weighted) {
    return hull(alternating(s.lo, first, weighted), alternating(s.hi, first, weighted));
}

RotationSeries by_series(const Interval& s) {
    const Interval minus_two{-2.0, -2.0};
    return {alternating_between(s, 1, false), alternating_between(s, 2, false),
            alternating_between(s, 3, false), minus_two * alternating_between(s, 4, true),
            minus_two * alternating_between(s, 5, true)};
}

// Pre: s.lo > 0.
RotationSeries by_formula(const Interval& s) {
    const Interval theta = sqrt(s);
    const SinCos at = sin_cos(theta);
    const Interval versine = exactly(1.0) - at.cos;
    const Interval a = at.sin / theta, b = versine / s, c = (exactly(1.0) - a) / s;
    return {a, b, c, (a - exactly(2.0) * b) / s,
            (exactly(3.0) * a - at.cos - exactly(2.0)) / sqr(s)};  // motion.md (M6)
}

// What holds for every theta: the series are integrals of a cosine or of sin(x)/x (motion.md, M5).
RotationSeries cut_to_limits(const RotationSeries& p) {
    constexpr double kTwelfth = 0x1.5555555555556p-4, kSixth = 0x1.5555555555556p-3,
                     kSixtieth = 0x1.1111111111112p-6;  // rounded up
    return {cut(p.a, {-1.0, 1.0}), cut(p.b, {0.0, 0.5}), cut(p.c, {0.0, kSixth}),
            cut(p.db, {-kTwelfth, kTwelfth}), cut(p.dc, {-kSixtieth, kSixtieth})};
}

RotationSeries hull(const RotationSeries& p, const RotationSeries& q) {
    return {graze::hull(p.a, q.a), graze::hull(p.b, q.b), graze::hull(p.c, q.c), graze::hull(p.db, q.db),
            graze::hull(p.dc, q.dc)};
}

}  // namespace

Interval angle_of(const Interval& y, const Interval& x) noexcept {
    const double guess = refined_guess(midpoint(y), midpoint(x));
    const SinCos at = sin_cos(exactly(guess));
    const Interval length = sqrt(sqr(x) + sqr(y));
    const Interval sine = (y * at.cos - x * at.sin) / length;  // of the angle less the guess
    const Interval cosine = x * at.cos + y * at.sin;           // its sign
    if (!(certainly_positive(cosine) && magnitude(sine) <= kMostSine)) return kWholeLine;
    return exactly(guess) + sine * (exactly(1.0) + Interval{0.0, kAsinGrowth} * sqr(sine));  // motion.md (M3)
}

RotationSeries rotation_series(const Interval& theta_sq) noexcept {
    if (!is_finite(theta_sq)) return {kWholeLine, kWholeLine, kWholeLine, kWholeLine, kWholeLine};
    const Interval s{theta_sq.lo > 0.0 ? theta_sq.lo : 0.0, theta_sq.hi > 0.0 ? theta_sq.hi : 0.0};
    if (s.hi <= kMostSeries) return cut_to_limits(by_series(s));
    if (s.lo >= kMostSeries) return cut_to_limits(by_formula(s));
    return cut_to_limits(hull(by_series({s.lo, kMostSeries}), by_formula({kMostSeries, s.hi})));
}

}  // namespace graze::internal
