#include "graze/stochastic/shell_bound.h"

#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

// Each line of (1) is some 30 operations on numbers no larger than the lengths that `scale` adds up, and of normals
// about 1 long: this much of it is more than their roundings, also of directions that are not exactly the ones meant.
constexpr double kRoundings = 0x1p-45;
constexpr double kLeastSquare = 0.25;  // of n_A - n_B: shorter ones would magnify roundings

double sigma(const PlacedFacet& f, const Vec3& w) {
    const double length = f.normal.norm();
    return (f.radius * w.cross(f.normal).norm() + f.half_thickness * std::abs(w.dot(f.normal))) / length;
}

double along(const PlacedFacet& a, const PlacedFacet& b, const Vec3& between, const Vec3& w) {
    const double length = w.norm();
    if (!(length * length > kLeastSquare)) return -std::numeric_limits<double>::infinity();
    return (w.dot(between) - sigma(a, w) - sigma(b, w)) / length;
}

/// Of all lengths that a bound is computed from.
double scale_of(const PlacedFacet& a, const PlacedFacet& b) {
    return a.centre.cwiseAbs().sum() + b.centre.cwiseAbs().sum() + a.radius + b.radius + a.half_thickness +
           b.half_thickness;
}

/// NaN and overflow become nothing.
double proved(double bound) {
    return bound <= std::numeric_limits<double>::max() ? bound : -std::numeric_limits<double>::infinity();
}

}  // namespace

PlacedFacet as_it_is(const ShellFacet& f) {
    return {Vec3(f.centre[0], f.centre[1], f.centre[2]), Vec3(f.normal[0], f.normal[1], f.normal[2]),
            double(f.radius), double(f.half_thickness), 0.0};
}

PlacedFacet placed(const Placement& placement, const ShellFacet& facet) {
    PlacedFacet f = as_it_is(facet);
    const PosedPoint centre = place(placement, f.centre);
    // Normals turn by entries that are off by rotation_error: the rim moves by no more than 3 of that, twice.
    constexpr double kMostOfATurn = 8.0;
    f.error = 2.0 * centre.error +
              kMostOfATurn * (placement.rotation_error + kRoundings) * (f.radius + f.half_thickness);
    f.centre = centre.near;
    f.normal = placement.rotation * f.normal;
    return f;
}

double lower_bound_distance(const PlacedFacet& a, const PlacedFacet& b) {
    const Vec3 between = b.centre - a.centre;
    const double apart = between.norm();
    double best = apart > 0.0 ? along(a, b, between, between / apart) : -scale_of(a, b);
    // (1) along normals: of what crosses what only |n_A x n_B| is needed.
    const double sine = a.normal.cross(b.normal).norm(), cosine = a.normal.dot(b.normal);
    const double sq_a = a.normal.squaredNorm(), sq_b = b.normal.squaredNorm();
    const double length_a = std::sqrt(sq_a), length_b = std::sqrt(sq_b);
    const double far_a = a.normal.dot(between), far_b = -b.normal.dot(between);
    const double reach_a = a.radius * sine / length_a, reach_b = b.radius * sine / length_b;
    const double thick_a = a.half_thickness / length_a, thick_b = b.half_thickness / length_b;
    best = std::max(best, (far_a - reach_b - thick_b * std::abs(cosine)) / length_a - a.half_thickness);
    best = std::max(best, (far_b - reach_a - thick_a * std::abs(cosine)) / length_b - b.half_thickness);
    const double sq_both = sq_a + sq_b - 2.0 * cosine;  // of n_A - n_B
    if (sq_both > kLeastSquare)
        best = std::max(best, (far_a + far_b - reach_a - reach_b - thick_a * std::abs(sq_a - cosine) -
                               thick_b * std::abs(sq_b - cosine)) / std::sqrt(sq_both));
    return proved(best - (kRoundings * scale_of(a, b) + a.error + b.error));
}

double lower_bound_between(const PlacedFacet& a, const PlacedFacet& b_before, const PlacedFacet& b_now) {
    const Vec3 was = b_before.centre - a.centre, is = b_now.centre - a.centre;
    const Vec3 middle = was + is;
    double best = -std::numeric_limits<double>::infinity();
    const auto look_along = [&](const Vec3& w) {
        best = std::max(best, std::min(along(a, b_before, was, w), along(a, b_now, is, w)));
    };
    if (middle.norm() > 0.0) look_along(middle.normalized());
    look_along(a.normal);
    look_along(-b_now.normal);
    look_along(a.normal - b_now.normal);
    return proved(best - (kRoundings * (scale_of(a, b_before) + scale_of(a, b_now)) + a.error + b_before.error +
                          b_now.error));
}

PaperDeltas paper_deltas(const PlacedFacet& a, const PlacedFacet& b) {
    const Vec3 w = a.normal - b.normal;
    const double length = w.norm();
    if (!(length > 0.0)) return {};
    const auto reach = [&](const PlacedFacet& f) {
        return f.radius * w.cross(f.normal).norm() / (length * f.normal.norm());
    };
    const double half = 0.5 * w.dot(b.centre - a.centre) / length;
    return {half - reach(a), half - reach(b)};
}

double paper_delta(const PlacedFacet& a, const PlacedFacet& b) {
    const PaperDeltas deltas = paper_deltas(a, b);
    return deltas.a + deltas.b;
}

}  // namespace graze::internal
