#include "graze/soft/straight_sets.h"

#include "graze/continuous/features/feature_distance.h"
#include "graze/continuous/features/lasting_gap.h"
#include "graze/numeric/ordered_sums.h"

#include <algorithm>
#include <cmath>

namespace graze::soft {
namespace {

constexpr int kMostDirections = 64;
constexpr double kLeastProgress = 1e-7;
// Below, u = 2^-53. A difference of coordinates, its product with n_k and two sums: off by at most 4 u (1 + u)^4 of the
// sum of magnitudes; that sum itself is rounded, by less than 2^-50 of it.
constexpr double kGapError = 0x1p-50;
// (1 - t) g + t h: 4 roundings, of the sum of both magnitudes.
constexpr double kMixError = 0x1p-50;
constexpr double kTiny = 1e-250;  // more than all that underflow can take away

/// n.(a - b) at both ends of time, and what roundings may have done to them.
struct Gap {
    double from, to, error;

    [[nodiscard]] double at(double t) const { return (1.0 - t) * from + t * to; }
};

double sum_of_products(const Vec3& n, const Vec3& d) {
    return magnitude_of(n.x() * d.x()) + magnitude_of(n.y() * d.y()) + magnitude_of(n.z() * d.z());
}

Gap gap_along(const Vec3& n, const StraightSet& a, int i, const StraightSet& b, int j) {
    const auto k = static_cast<std::size_t>(i), l = static_cast<std::size_t>(j);
    const Vec3 d0 = a.from[k] - b.from[l], d1 = a.to[k] - b.to[l];
    const double from = dot(n, d0), to = dot(n, d1);
    const double error = kGapError * (sum_of_products(n, d0) + sum_of_products(n, d1)) +
                         kMixError * (magnitude_of(from) + magnitude_of(to)) + kTiny;
    return {from, to, error};
}

std::array<Vec3, 3> places_at(const StraightSet& set, double t) {
    std::array<Vec3, 3> places;
    for (std::size_t i = 0; i < static_cast<std::size_t>(set.count); ++i) places[i] = set.from[i] + t * (set.to[i] - set.from[i]);
    return places;
}

/// How far beyond t one direction proves it: < t if not even at t.
double proved_along(const Vec3& n, const StraightSet& a, const StraightSet& b, double clearance, double t) {
    const double wanted = (clearance + a.error + b.error) * kUnitLength * kUnitLength;
    double until = 1.0;
    for (int i = 0; i < a.count; ++i)
        for (int j = 0; j < b.count; ++j) {
            const Gap gap = gap_along(n, a, i, b, j);
            const double least = wanted + gap.error;
            if (!(gap.at(t) > least)) return -1.0;
            if (gap.to > least) continue;  // at both ends: all the time between
            const double fall = (gap.at(t) - least) / (gap.from - gap.to);  // guessed, and then looked at
            double end = std::min(until, t + (1.0 - 1e-9) * fall);
            while (end > t && !(gap.at(end) > least)) end = t + 0.5 * (end - t) - kTiny;
            until = std::min(until, std::max(end, t));
        }
    return until;
}

void offer(ClosePoints& best, double& least, const ClosestFeatures& found, const std::array<std::array<double, 3>, 2>& weights) {
    const double d = dot(found.separation, found.separation);
    if (!(d < least)) return;
    least = d;
    best = {found.separation, weights[0], weights[1]};
}

std::array<double, 3> on_edge(std::size_t i, std::size_t j, double share) {
    std::array<double, 3> weights{0.0, 0.0, 0.0};
    weights[i] += 1.0 - share;
    weights[j] += share;
    return weights;
}

}  // namespace

ClosePoints closest_points(std::span<const Vec3> a, std::span<const Vec3> b) {
    if (a.size() > b.size()) {
        const ClosePoints swapped = closest_points(b, a);
        return {-swapped.separation, swapped.on_b, swapped.on_a};
    }
    ClosePoints best{Vec3::Zero(), {1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    double least = kInfinity;
    const std::size_t edges = b.size() == 3 ? 3 : 1;
    for (std::size_t k = 0; k < edges; ++k) {
        const std::size_t next = (k + 1) % b.size();
        const std::array<Vec3, 2> edge{b[k], b[next]};
        const auto found = nearly_closest_features(a, edge);
        offer(best, least, found, {on_edge(0, 1, found.on_a.u), on_edge(k, next, found.on_b.u)});
    }
    for (std::size_t i = 0; b.size() == 3 && i < a.size(); ++i) {
        const auto found = nearly_closest_features(a.subspan(i, 1), b);
        const double u = found.on_b.u, v = found.on_b.v;
        offer(best, least, found, {on_edge(i, i, 0.0), {std::max(0.0, 1.0 - u - v), u, v}});
    }
    return best;
}

double prove_apart_until(const StraightSet& a, const StraightSet& b, double clearance) {
    double reached = 0.0;
    bool is_begun = false;
    for (int k = 0; k < kMostDirections; ++k) {
        const auto of_a = places_at(a, reached), of_b = places_at(b, reached);
        const Vec3 way = closest_points({of_a.data(), static_cast<std::size_t>(a.count)},
                                        {of_b.data(), static_cast<std::size_t>(b.count)}).separation;
        const double square = dot(way, way);
        if (!(square > kLeastSquare)) break;  // NaN: nothing is proved
        const Vec3 n = way / std::sqrt(square);
        const double next = proved_along(n, a, b, clearance, reached);
        if (!(next >= reached)) break;
        is_begun = true;
        if (next >= 1.0) return 1.0;
        const bool goes_on = next > reached + kLeastProgress;
        reached = next;
        if (!goes_on) break;
    }
    return is_begun ? reached : -1.0;
}

}  // namespace graze::soft
