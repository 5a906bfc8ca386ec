#include "graze/model/analytic_surface.h"

#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace graze {
namespace {

/// Of the length of an axis: what turning and rounding may take from it.
constexpr double kUnitSlack = 1e-9;

/// Above 0 outside of what the surface encloses.
double distance_from_within(const AnalyticSurface& surface, const Vec3& point) {
    const Vec3 v = point - surface.origin;
    const double along = v.dot(surface.axis);
    const double from_axis = (v - along * surface.axis).norm();
    switch (surface.kind) {
        case SurfaceKind::Plane:
            return along;
        case SurfaceKind::Cylinder:
            return from_axis - surface.radius;
        case SurfaceKind::Cone:
            return from_axis * std::cos(surface.half_angle) - along * std::sin(surface.half_angle);
        case SurfaceKind::Sphere:
            return v.norm() - surface.radius;
        case SurfaceKind::Torus:
            return std::hypot(from_axis - surface.radius, along) - surface.tube_radius;
        default:
            return 0.0;
    }
}

}  // namespace

const char* name_of(SurfaceKind kind) {
    constexpr std::array<const char*, kSurfaceKinds> kNames{"unknown", "plane", "cylinder", "cone",
                                                            "sphere",  "torus", "spline",   "other"};
    return kNames[static_cast<std::size_t>(kind)];
}

double signed_distance(const AnalyticSurface& surface, const Vec3& point) {
    const double distance = distance_from_within(surface, point);
    return surface.material == MaterialSide::Within ? distance : -distance;
}

AnalyticSurface placed(const AnalyticSurface& surface, const Pose& pose) {
    AnalyticSurface there = surface;
    there.origin = apply(pose, surface.origin);
    there.axis = (pose.rotation * surface.axis).normalized();
    return there;
}

AnalyticSurface scaled(const AnalyticSurface& surface, double factor) {
    AnalyticSurface larger = surface;
    larger.origin *= factor;
    larger.radius *= factor;
    larger.tube_radius *= factor;
    return larger;
}

Expected<void> validate(const AnalyticSurface& surface, const std::string& where) {
    const auto bad = [&](const std::string& what) {
        return make_error(ErrorCode::BadInput, where, what, "give a surface of a CAD face, or none");
    };
    if (surface.kind < SurfaceKind::Plane || surface.kind > SurfaceKind::Torus)
        return bad(fmt::format("'{}' has no formula", name_of(surface.kind)));
    if (!surface.origin.allFinite() || !(std::abs(surface.axis.norm() - 1.0) <= kUnitSlack))
        return bad("an origin that is not finite or an axis that is not of length 1");
    for (const double length : {surface.radius, surface.tube_radius})
        if (!(length >= 0.0 && std::isfinite(length))) return bad(fmt::format("a radius of {}", length));
    const bool is_cone = surface.kind == SurfaceKind::Cone;
    if (!(is_cone ? surface.half_angle > 0.0 && surface.half_angle < std::numbers::pi / 2
                  : surface.half_angle == 0.0))
        return bad(fmt::format("half an angle of {}", surface.half_angle));
    return {};
}

}  // namespace graze
