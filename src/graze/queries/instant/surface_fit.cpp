#include "graze/queries/instant/surface_fit.h"

#include "graze/queries/instant/contact_depth.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze::internal {
namespace {

constexpr std::array kOrder{SurfaceKind::Cylinder, SurfaceKind::Cone, SurfaceKind::Torus, SurfaceKind::Sphere,
                            SurfaceKind::Plane};

struct Tolerance {
    double place;     // of axes and centres
    double radius;    // of radii
    double size;      // of the larger body: how far directions reach
    double rounding;  // of the numbers themselves
};

/// The two surfaces, as one sees them along the other.
struct Compared {
    double off;     // how far axes, centres or planes are apart, over the size
    double radius;  // the radius of the hole less that of the pin; 0 if there is none
};

/// The sine of the angle between two lines.
double skew(const Vec3& p, const Vec3& q) { return p.cross(q).norm(); }

double off_axis(const AnalyticSurface& a, const AnalyticSurface& b) {
    return (b.origin - a.origin).cross(a.axis).norm();
}

/// Nothing if they cannot be one surface from two sides.
std::optional<Compared> compared(const AnalyticSurface& a, const AnalyticSurface& b, double size) {
    if (a.kind != b.kind) return std::nullopt;
    if (a.kind == SurfaceKind::Plane) {
        if (a.axis.dot(b.axis) > 0.0) return std::nullopt;
        return Compared{skew(a.axis, b.axis) * size, a.axis.dot(b.origin - a.origin)};
    }
    if (a.material == b.material) return std::nullopt;
    const AnalyticSurface &pin = a.material == MaterialSide::Within ? a : b, &hole = &pin == &a ? b : a;
    const double tilt = skew(a.axis, b.axis) * size, apart = (b.origin - a.origin).norm();
    switch (a.kind) {
        case SurfaceKind::Cylinder:
            return Compared{off_axis(a, b) + tilt, hole.radius - pin.radius};
        case SurfaceKind::Sphere:
            return Compared{apart, hole.radius - pin.radius};
        case SurfaceKind::Torus:
            return Compared{apart + tilt + std::abs(a.radius - b.radius), hole.tube_radius - pin.tube_radius};
        case SurfaceKind::Cone:
            if (a.axis.dot(b.axis) < 0.0) return std::nullopt;
            return Compared{apart + tilt + std::abs(a.half_angle - b.half_angle) * size, 0.0};
        default:
            return std::nullopt;
    }
}

double radius_of(const AnalyticSurface& surface) {
    switch (surface.kind) {
        case SurfaceKind::Cylinder:
        case SurfaceKind::Sphere:
            return surface.radius;
        case SurfaceKind::Torus:
            return surface.tube_radius;
        case SurfaceKind::Cone:
            return surface.half_angle;
        default:
            return 0.0;
    }
}

std::optional<PairFit> fit_of(const AnalyticSurface& a, const AnalyticSurface& b,
                              const Tolerance& tolerance) {
    const auto found = compared(a, b, tolerance.size);
    if (!found || !(found->off <= tolerance.place)) return std::nullopt;
    const double limit = a.kind == SurfaceKind::Plane ? tolerance.place : tolerance.radius;
    if (!(std::abs(found->radius) <= limit)) return std::nullopt;
    const double slop = found->off + tolerance.rounding;
    return PairFit{a.kind, {radius_of(a), radius_of(b)}, found->radius - slop, found->radius + slop, {}};
}

bool is_alike(const PairFit& p, const PairFit& q, double within) {
    return p.kind == q.kind && std::abs(p.radii[0] - q.radii[0]) <= within &&
           std::abs(p.radii[1] - q.radii[1]) <= within;
}

std::size_t rank(SurfaceKind kind) {
    return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), kind) - kOrder.begin());
}

}  // namespace

std::optional<PairFit> find_fit(const PosedModel& a, const PosedModel& b, std::span<const IdPair> surfaces) {
    const ContactDepths depths = contact_depths(a, b);
    const double size = std::max(a.model.size, b.model.size);
    const double far = std::max(a.pose.translation.norm(), b.pose.translation.norm()) + size;
    const Tolerance tolerance{depths.rounding, depths.error, size, 0x1p-44 * far};
    std::optional<PairFit> best;
    for (const IdPair& ids : surfaces) {
        const auto &of_a = a.model.mesh->surfaces[ids.a].analytic,
                   &of_b = b.model.mesh->surfaces[ids.b].analytic;
        if (!of_a || !of_b) continue;
        auto fit = fit_of(placed(*of_a, a.pose), placed(*of_b, b.pose), tolerance);
        if (!fit) continue;
        const bool is_first = !best || rank(fit->kind) < rank(best->kind);
        if (is_first) best = std::move(fit);
        if (is_first || is_alike(*fit, *best, tolerance.place)) best->faces.push_back(ids);
    }
    return best;
}

const char* name_of_fit(SurfaceKind kind) {
    switch (kind) {
        case SurfaceKind::Cylinder:
            return "coaxial cylinders";
        case SurfaceKind::Cone:
            return "coaxial cones";
        case SurfaceKind::Torus:
            return "concentric tori";
        case SurfaceKind::Sphere:
            return "concentric spheres";
        default:
            return "flush planes";
    }
}

}  // namespace graze::internal
