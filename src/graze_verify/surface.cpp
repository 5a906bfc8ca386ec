#include "graze_verify/surface.h"

#include "graze_verify/spline.h"
#include "graze_verify/trigonometry.h"

#include <algorithm>

namespace graze::verify {
namespace {

using Kind = CertificateSurfaceKind;
using CurveKind = CertificateCurveKind;

constexpr double kAxisSlack = 1e-6;  // how much the square of an axis may differ from 1

double up(const Bound& a) { return a.hi; }
double size_of(const Bound& a) { return std::max(std::abs(a.lo), std::abs(a.hi)); }
double larger(double a, double b) { return b <= a ? a : b; }  // NaN stays, or comes
double product(double a, double b) { return up(exact(a) * exact(b)); }

bool is_conic(Kind kind) { return kind <= Kind::Torus; }

/// How much longer than its coordinates a vector x X + y Y + z Z is at most: the root of a row sum of the products of
/// X, Y and Z.
double stretch_of(const CertificateFrame& f) {
    const std::array<BoundVec, 3> axes{exact(f.x), exact(f.y), exact(f.z)};
    double most = 0.0;
    for (const BoundVec& a : axes) {
        double sum = 0.0;
        for (const BoundVec& b : axes) sum = above(sum + size_of(dot(a, b)));
        most = larger(most, sum);
    }
    return up(root(exact(most)));
}

/// The cosine over an interval: its ends, and 1 and -1 at multiples of pi.
Bound cosine_over(const Bound& angle) {
    const Bound from = sine_cosine(exact(angle.lo)).cosine, to = sine_cosine(exact(angle.hi)).cosine;
    Bound range{std::min(from.lo, to.lo), std::max(from.hi, to.hi)};
    const Bound turns_lo = exact(angle.lo) / kPi, turns_hi = exact(angle.hi) / kPi;
    const double first = std::ceil(turns_lo.lo), last = std::floor(turns_hi.hi);
    if (!(last - first < 1.0)) {  // two multiples or more, or NaN
        if (!(last < first)) return {-1.0, 1.0};
    } else if (first <= last) {
        (std::fmod(first, 2.0) == 0.0 ? range.hi : range.lo) = std::fmod(first, 2.0) == 0.0 ? 1.0 : -1.0;
    }
    return range;
}
double most_cosine(const Span& v) { return size_of(cosine_over({v.lo, v.hi})); }
double most_sine(const Span& v) {
    const Bound quarter = exact(0.5) * kPi;
    return size_of(cosine_over({(exact(v.lo) - quarter).lo, (exact(v.hi) - quarter).hi}));
}

BoundVec in_frame(const CertificateFrame& f, const Bound& x, const Bound& y, const Bound& z) {
    return exact(f.origin) + x * exact(f.x) + y * exact(f.y) + z * exact(f.z);
}

/// What is left of a point's way from the axis' origin: along the axis, and across.
struct AlongAcross {
    BoundVec along, across;
};
AlongAcross about_axis(const CertificateFrame& f, const BoundVec& p) {
    const BoundVec axis = exact(f.z), from = p - exact(f.origin), along = dot(from, axis) * axis;
    return {along, from - along};
}

/// By how much |axis|^2 differs from 1.
double off_unit(const CertificateFrame& f) { return size_of(dot(exact(f.z), exact(f.z)) - exact(1.0)); }

Slopes scaled(Slopes s, double by) {
    return {product(s.u, by), product(s.v, by), product(s.uu, by), product(s.uv, by), product(s.vv, by)};
}

/// Derivatives by the coordinates in the frame.
Slopes conic_slopes(const CertificateSurface& s, const Span& v) {
    const double big = std::abs(s.radius), small = std::abs(s.tube_radius);
    switch (s.kind) {
        case Kind::Plane:
            return {1.0, 1.0, 0.0, 0.0, 0.0};
        case Kind::Cylinder:
            return {big, 1.0, big, 0.0, 0.0};
        case Kind::Cone: {
            const Bound sine = sine_cosine(exact(s.half_angle)).sine;
            const double radius = larger(size_of(exact(s.radius) + exact(v.lo) * sine),
                                         size_of(exact(s.radius) + exact(v.hi) * sine));
            return {radius, 1.0, radius, size_of(sine), 0.0};
        }
        case Kind::Sphere: {
            const double around = product(big, most_cosine(v));
            return {around, big, around, product(big, most_sine(v)), big};
        }
        default: {
            const double radius = size_of(exact(s.radius) + exact(s.tube_radius) * cosine_over({v.lo, v.hi}));
            return {radius, small, radius, product(small, most_sine(v)), small};
        }
    }
}

Slopes revolved_slopes(const CertificateSurface& s, const Span& v) {
    const CurveSlopes c = slopes_over(s.curve, v);
    const double middle = 0.5 * v.lo + 0.5 * v.hi;
    const Bound half = exact(0.5000001) * (exact(v.hi) - exact(v.lo));  // the middle is rounded
    const Bound across = length(about_axis(s.frame, point_at(s.curve, middle)).across);
    const double radius = up(across + half * exact(c.first_length));
    return scaled({radius, c.first_length, radius, c.first_length, c.second_length},
                  up(exact(1.0) + exact(4.0) * exact(off_unit(s.frame))));
}

}  // namespace

std::string problem_with(const CertificateCurve& curve) {
    return curve.kind == CurveKind::Spline ? problem_with(curve.spline) : std::string();
}

std::string problem_with(const CertificateSurface& s) {
    if (s.kind == Kind::Offset) return "an offset surface";
    if (s.kind == Kind::Spline) return problem_with(s.spline);
    if (s.kind == Kind::Revolution && !(off_unit(s.frame) < kAxisSlack))
        return "an axis that is not of length 1";
    return is_conic(s.kind) ? std::string() : problem_with(s.curve);
}

BoundVec point_at(const CertificateCurve& c, double t) {
    if (c.kind == CurveKind::Spline) return point_at(c.spline, t, c.spline.v.values.front());
    if (c.kind == CurveKind::Line) return exact(c.frame.origin) + exact(t) * exact(c.frame.x);
    const SineCosine at = sine_cosine(exact(t));
    return in_frame(c.frame, exact(c.major) * at.cosine, exact(c.minor) * at.sine, exact(0.0));
}

BoundVec point_at(const CertificateSurface& s, double u, double v) {
    if (s.kind == Kind::Spline) return point_at(s.spline, u, v);
    if (s.kind == Kind::Plane) return in_frame(s.frame, exact(u), exact(v), exact(0.0));
    if (s.kind == Kind::Extrusion) return point_at(s.curve, u) + exact(v) * exact(s.frame.z);
    const SineCosine around = sine_cosine(exact(u));
    if (s.kind == Kind::Revolution) {
        const auto [along, across] = about_axis(s.frame, point_at(s.curve, v));
        return exact(s.frame.origin) + along + around.cosine * across +
               around.sine * cross(exact(s.frame.z), across);
    }
    Bound radius = exact(s.radius), height = exact(v);
    if (s.kind == Kind::Cone) {
        const SineCosine half = sine_cosine(exact(s.half_angle));
        radius = radius + exact(v) * half.sine, height = exact(v) * half.cosine;
    } else if (s.kind == Kind::Sphere) {
        const SineCosine up_to = sine_cosine(exact(v));
        height = radius * up_to.sine, radius = radius * up_to.cosine;
    } else if (s.kind == Kind::Torus) {
        const SineCosine up_to = sine_cosine(exact(v));
        height = exact(s.tube_radius) * up_to.sine, radius = radius + exact(s.tube_radius) * up_to.cosine;
    }
    return in_frame(s.frame, radius * around.cosine, radius * around.sine, height);
}

CurveSlopes slopes_over(const CertificateCurve& c, const Span& t) {
    CurveSlopes slopes;
    if (c.kind == CurveKind::Spline) {
        const SplineSlopes own =
            slopes_over(c.spline, t, {c.spline.v.values.front(), c.spline.v.values.back()});
        return {own.each[0], own.each[2], own.length[0], own.length[2]};
    }
    if (c.kind == CurveKind::Line) {
        for (std::size_t k = 0; k < 3; ++k) slopes.first[k] = std::abs(c.frame.x[k]);
        slopes.first_length = up(length(exact(c.frame.x)));
        return slopes;
    }
    const BoundVec x = exact(c.major) * exact(c.frame.x), y = exact(c.minor) * exact(c.frame.y);
    for (std::size_t k = 0; k < 3; ++k) slopes.first[k] = up(root(square(x[k]) + square(y[k])));
    // |a x + b y|^2 <= max(|x|^2, |y|^2) + |x.y| if a^2 + b^2 = 1.
    slopes.first_length = up(root(exact(larger(up(dot(x, x)), up(dot(y, y)))) + exact(size_of(dot(x, y)))));
    slopes.second = slopes.first, slopes.second_length = slopes.first_length;
    return slopes;
}

Slopes slopes_over(const CertificateSurface& s, const Span& u, const Span& v) {
    if (s.kind == Kind::Spline) {
        const SplineSlopes own = slopes_over(s.spline, u, v);
        return {own.length[0], own.length[1], own.length[2], own.length[3], own.length[4]};
    }
    if (s.kind == Kind::Extrusion) {
        const CurveSlopes c = slopes_over(s.curve, u);
        return {c.first_length, up(length(exact(s.frame.z))), c.second_length, 0.0, 0.0};
    }
    if (s.kind == Kind::Revolution) return revolved_slopes(s, v);
    return scaled(conic_slopes(s, v), stretch_of(s.frame));
}

std::vector<double> creases_of(const CertificateCurve& curve) {
    return curve.kind == CurveKind::Spline ? creases_of(curve.spline.u) : std::vector<double>();
}

std::array<std::vector<double>, 2> creases_of(const CertificateSurface& s) {
    if (s.kind == Kind::Spline) return {creases_of(s.spline.u), creases_of(s.spline.v)};
    if (s.kind == Kind::Extrusion) return {creases_of(s.curve), {}};
    if (s.kind == Kind::Revolution) return {std::vector<double>(), creases_of(s.curve)};
    return {};
}

}  // namespace graze::verify
