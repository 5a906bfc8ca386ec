#include "graze/continuous/features/lasting_gap.h"

#include "graze/numeric/ordered_sums.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr double kLeastTurn = 1.0;  // radians: then (M31) covers the roundings of (F7), too

// Where a feature is along n at both ends of time, from least to most, wherever its turn takes it.
struct Slab {
    std::array<double, 2> lo{kInfinity, kInfinity}, hi{-kInfinity, -kInfinity};
};

Slab slab_along(const RoundedFeature& feature, const Vec3& n) {
    Slab slab;
    for (int i = 0; i < feature.count; ++i) {
        const RoundedPoint& p = feature.vertices[i];
        double centre = dot(n, p.start), radius = 0.0;
        if (feature.angle != 0.0) {
            const double out = dot(n, p.out), across = dot(n, p.across);
            centre -= out;
            radius = std::sqrt(out * out + across * across) * kUnitLength;
        }
        const double slide = dot(n, p.slide);
        for (int end = 0; end < 2; ++end) {
            const double c = centre + end * slide;
            slab.lo[end] = std::min(slab.lo[end], c - radius);
            slab.hi[end] = std::max(slab.hi[end], c + radius);
        }
    }
    return slab;
}

bool is_beyond(const Slab& a, const Slab& b, double least_gap) {
    return a.lo[0] - b.hi[0] > least_gap && a.lo[1] - b.hi[1] > least_gap;  // NaN: no
}

bool are_apart_along(const RoundedFeature& a, const RoundedFeature& b, const Vec3& direction,
                     double least_gap) {
    const double length_sq = dot(direction, direction);
    if (!(length_sq >= kLeastSquare && length_sq <= kLargest)) return false;
    const Vec3 n = direction * (1.0 / std::sqrt(length_sq));
    const Slab of_a = slab_along(a, n), of_b = slab_along(b, n);
    return is_beyond(of_a, of_b, least_gap) || is_beyond(of_b, of_a, least_gap);
}

}  // namespace

bool prove_apart_all_the_time(const RoundedFeature& a, const RoundedFeature& b, double least_gap) {
    if ((a.angle != 0.0) == (b.angle != 0.0) || a.chain != nullptr || b.chain != nullptr) return false;
    const RoundedFeature &turning = a.angle != 0.0 ? a : b, &other = a.angle != 0.0 ? b : a;
    if (turning.wandering != nullptr || magnitude_of(turning.angle) < kLeastTurn) return false;
    const Vec3& s = turning.axis;
    if (are_apart_along(a, b, s, least_gap)) return true;
    Vec3 to_other = other.vertices[0].start;
    for (int i = 1; i < other.count; ++i) to_other += other.vertices[i].start;
    to_other = to_other / other.count - (turning.vertices[0].start - turning.vertices[0].out);
    return are_apart_along(a, b, to_other - dot(to_other, s) * s, least_gap);
}

}  // namespace graze::internal
