#include "graze/surface/parametric.h"

#include "graze/numeric/interval_trig.h"
#include "graze/numeric/outward.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

namespace graze::surface {
namespace {

/// As in curve.cpp: each component is a sum of at most four products of at most four factors within 3 u each.
constexpr double kConicError = 48.0 * kUnitRoundoff;
/// A turned point goes through about twenty operations of its coordinates; generous.
constexpr double kTurnError = 128.0 * kUnitRoundoff;
constexpr double kRoundUp = 1.0 + 0x1p-40;
/// Frames are at right angles and of length 1 within this: more is a fault.
constexpr double kFrameSlack = 1e-9;
constexpr double kFrameFactor = (1.0 + 4.0 * kFrameSlack) * kRoundUp;

bool is_frame(const Frame& f) {
    const auto is_unit = [](const Vec3& v) { return std::abs(v.squaredNorm() - 1.0) <= kFrameSlack; };
    return f.origin.allFinite() && is_unit(f.x) && is_unit(f.y) && is_unit(f.z) &&
           std::abs(f.x.dot(f.y)) <= kFrameSlack && std::abs(f.y.dot(f.z)) <= kFrameSlack &&
           std::abs(f.z.dot(f.x)) <= kFrameSlack;
}

RoundedPoint in_frame(const Frame& f, double x, double y, double z, double size) {
    return {f.origin + x * f.x + y * f.y + z * f.z, kConicError * (f.origin.norm() + size)};
}

RoundedPoint turned(const Frame& f, const RoundedPoint& p, double angle) {
    const auto [sine, cosine] = rounded_sin_cos(angle);
    const Vec3 from = p.at - f.origin;
    const double along = from.dot(f.z);
    const Vec3 radial = from - along * f.z;
    const Vec3 at = f.origin + along * f.z + cosine * radial + sine * f.z.cross(radial);
    return {at, kFrameFactor * 2.0 * p.error + kTurnError * (f.origin.norm() + p.at.norm())};
}

double most_cosine(const Range& v) { return magnitude(cos(Interval{v.lo, v.hi})); }
double most_sine(const Range& v) { return magnitude(sin(Interval{v.lo, v.hi})); }

ParametricBounds scaled(ParametricBounds b, double factor) {
    return {b.u * factor, b.v * factor, b.uu * factor, b.uv * factor, b.vv * factor};
}

/// Of the curve, over a range: how far from the axis, at most.
double most_radius(const Parametric& s, const Range& v, const CurveBounds& curve) {
    const RoundedPoint middle = point(s.curve, v.middle());
    const Vec3 from = middle.at - s.frame.origin;
    const Vec3 radial = from - from.dot(s.frame.z) * s.frame.z;
    const double rounding = middle.error + kTurnError * (s.frame.origin.norm() + middle.at.norm());
    return radial.norm() + rounding + 0.5000001 * v.width() * curve.first_norm;
}

bool is_conic(ParametricKind kind) { return kind <= ParametricKind::Torus; }

}  // namespace

const char* name_of(ParametricKind kind) {
    constexpr std::array<const char*, 8> kNames{"plane", "cylinder", "cone",      "sphere",
                                                "torus", "spline",   "extrusion", "revolution"};
    return kNames[static_cast<std::size_t>(kind)];
}

const char* fault_of(const Parametric& s) {
    if (s.kind == ParametricKind::Spline) return fault_of(s.spline);
    if (!is_conic(s.kind))
        if (const char* fault = fault_of(s.curve)) return fault;
    if (s.kind == ParametricKind::Extrusion)
        return s.frame.z.allFinite() ? nullptr : "a number that is not finite";
    if (!is_frame(s.frame)) return "a frame that is not at right angles";
    if (!std::isfinite(s.radius) || !std::isfinite(s.tube_radius) || !std::isfinite(s.half_angle))
        return "a number that is not finite";
    return nullptr;
}

RoundedPoint point(const Parametric& s, const Vec2& uv) {
    const double u = uv.x(), v = uv.y();
    if (s.kind == ParametricKind::Spline) return point(s.spline, u, v);
    if (s.kind == ParametricKind::Plane) return in_frame(s.frame, u, v, 0.0, std::abs(u) + std::abs(v));
    if (s.kind == ParametricKind::Revolution) return turned(s.frame, point(s.curve, v), u);
    if (s.kind == ParametricKind::Extrusion) {
        const RoundedPoint p = point(s.curve, u);
        return {p.at + v * s.frame.z,
                2.0 * p.error + kConicError * (p.at.norm() + std::abs(v) * s.frame.z.norm())};
    }
    const RoundedSinCos at_u = rounded_sin_cos(u);
    const auto around = [&](double radius, double height, double size) {
        return in_frame(s.frame, radius * at_u.cos, radius * at_u.sin, height, size);
    };
    if (s.kind == ParametricKind::Cylinder) return around(s.radius, v, std::abs(s.radius) + std::abs(v));
    if (s.kind == ParametricKind::Cone) {
        const auto [sine, cosine] = rounded_sin_cos(s.half_angle);
        return around(s.radius + v * sine, v * cosine, std::abs(s.radius) + 2.0 * std::abs(v));
    }
    const auto [sine, cosine] = rounded_sin_cos(v);
    const double size = 2.0 * (std::abs(s.radius) + std::abs(s.tube_radius));
    if (s.kind == ParametricKind::Sphere) return around(s.radius * cosine, s.radius * sine, size);
    return around(s.radius + s.tube_radius * cosine, s.tube_radius * sine, size);
}

ParametricBounds bounds_over(const Parametric& s, const UvBox& box) {
    const double big = std::abs(s.radius), small = std::abs(s.tube_radius);
    switch (s.kind) {
        case ParametricKind::Plane:
            return scaled({1.0, 1.0, 0.0, 0.0, 0.0}, kFrameFactor);
        case ParametricKind::Cylinder:
            return scaled({big, 1.0, big, 0.0, 0.0}, kFrameFactor);
        case ParametricKind::Cone: {
            const double sine = std::abs(rounded_sin_cos(s.half_angle).sin);
            const double radius =
                std::max(std::abs(s.radius + box.v.lo * rounded_sin_cos(s.half_angle).sin),
                         std::abs(s.radius + box.v.hi * rounded_sin_cos(s.half_angle).sin)) +
                kConicError * (big + std::abs(box.v.lo) + std::abs(box.v.hi));
            return scaled({radius, 1.0, radius, sine, 0.0}, kFrameFactor);
        }
        case ParametricKind::Sphere: {
            const double cosine = most_cosine(box.v), sine = most_sine(box.v);
            return scaled({big * cosine, big, big * cosine, big * sine, big}, kFrameFactor);
        }
        case ParametricKind::Torus: {
            const double radius =
                magnitude(exactly(s.radius) + exactly(s.tube_radius) * cos(Interval{box.v.lo, box.v.hi}));
            return scaled({radius, small, radius, small * most_sine(box.v), small}, kFrameFactor);
        }
        case ParametricKind::Extrusion: {
            const CurveBounds c = bounds_over(s.curve, box.u);
            return {c.first_norm, kRoundUp * s.frame.z.norm(), c.second_norm, 0.0, 0.0};
        }
        case ParametricKind::Revolution: {
            const CurveBounds c = bounds_over(s.curve, box.v);
            const double radius = most_radius(s, box.v, c);
            return scaled({radius, c.first_norm, radius, c.first_norm, c.second_norm}, kFrameFactor);
        }
        case ParametricKind::Spline:
            break;
    }
    const SplineBounds b = bounds_over(s.spline, box);
    return {b.first_norm[0], b.first_norm[1], b.second_norm[0], b.second_norm[1], b.second_norm[2]};
}

std::array<std::vector<double>, 2> creases_of(const Parametric& s) {
    std::array<std::vector<double>, 2> creases;
    if (s.kind == ParametricKind::Spline) creases = {creases_of(s.spline.u), creases_of(s.spline.v)};
    if (s.kind == ParametricKind::Extrusion) creases[0] = creases_of(s.curve);
    if (s.kind == ParametricKind::Revolution) creases[1] = creases_of(s.curve);
    return creases;
}

}  // namespace graze::surface
