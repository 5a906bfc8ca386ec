#include "graze/stochastic/shell_bound.h"

#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

// Each line of (1) is some 30 operations on numbers no larger than the lengths that `scale` adds up: 2^-47 of
// it is more than their roundings, also of directions that are not exactly the ones meant.
constexpr double kRoundings = 0x1p-46;

double sigma(const PlacedFacet& f, const Vec3& w) {
    const double length = f.normal.norm();
    return (f.radius * w.cross(f.normal).norm() + f.half_thickness * std::abs(w.dot(f.normal))) / length;
}

double along(const PlacedFacet& a, const PlacedFacet& b, const Vec3& between, const Vec3& w) {
    const double length = w.norm();
    if (!(length > 1e-6)) return -std::numeric_limits<double>::infinity();  // of directions about 1 long
    return (w.dot(between) - sigma(a, w) - sigma(b, w)) / length;
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
    const double scale = a.centre.cwiseAbs().sum() + b.centre.cwiseAbs().sum() + a.radius + b.radius +
                         a.half_thickness + b.half_thickness;
    double best = apart > 0.0 ? along(a, b, between, between / apart) : -scale;
    best = std::max(best, along(a, b, between, a.normal));
    best = std::max(best, along(a, b, between, -b.normal));
    best = std::max(best, along(a, b, between, a.normal - b.normal));
    const double bound = best - (kRoundings * scale + a.error + b.error);
    return bound <= std::numeric_limits<double>::max() ? bound : -std::numeric_limits<double>::infinity();
}

double paper_delta(const PlacedFacet& a, const PlacedFacet& b) {
    const Vec3 w = a.normal - b.normal;
    const double length = w.norm();
    if (!(length > 0.0)) return 0.0;
    const auto reach = [&](const PlacedFacet& f) {
        return f.radius * w.cross(f.normal).norm() / (length * f.normal.norm());
    };
    return w.dot(b.centre - a.centre) / length - reach(a) - reach(b);
}

}  // namespace graze::internal
