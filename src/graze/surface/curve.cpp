#include "graze/surface/curve.h"

#include "graze/numeric/interval_trig.h"
#include "graze/numeric/outward.h"

#include <algorithm>
#include <cmath>

namespace graze::surface {
namespace {

/// A component is a sum of three products of at most three factors, each within 3 u: 12 u of the sum of their
/// magnitudes, and times sqrt(3) for three of them.
constexpr double kConicError = 32.0 * kUnitRoundoff;
constexpr double kRoundUp = 1.0 + 0x1p-40;

bool is_finite(const Frame& frame) {
    return frame.origin.allFinite() && frame.x.allFinite() && frame.y.allFinite() && frame.z.allFinite();
}

}  // namespace

const char* fault_of(const Curve& curve) {
    if (curve.kind == CurveKind::Spline) return fault_of(curve.spline);
    if (!is_finite(curve.frame) || !std::isfinite(curve.major) || !std::isfinite(curve.minor))
        return "a number that is not finite";
    return nullptr;
}

RoundedPoint point(const Curve& curve, double t) {
    const auto& [origin, x, y, z] = curve.frame;
    switch (curve.kind) {
        case CurveKind::Line:
            return {origin + t * x, kConicError * (origin.norm() + std::abs(t) * x.norm())};
        case CurveKind::Ellipse: {
            const RoundedSinCos at = rounded_sin_cos(t);
            const double size =
                origin.norm() + std::abs(curve.major) * x.norm() + std::abs(curve.minor) * y.norm();
            return {origin + (curve.major * at.cos) * x + (curve.minor * at.sin) * y, kConicError * size};
        }
        case CurveKind::Spline:
            break;
    }
    return point(curve.spline, t, 0.0);
}

CurveBounds bounds_over(const Curve& curve, const Range& range) {
    const Frame& frame = curve.frame;
    if (curve.kind == CurveKind::Line)
        return {frame.x.cwiseAbs(), Vec3::Zero(), kRoundUp * frame.x.norm(), 0.0};
    if (curve.kind == CurveKind::Ellipse) {
        const Vec3 x = curve.major * frame.x, y = curve.minor * frame.y;
        const Vec3 each = kRoundUp * (x.array().square() + y.array().square()).sqrt().matrix();
        // x and y are at right angles only up to rounding: that is within the factor.
        const double norm =
            kRoundUp * kRoundUp * std::sqrt(std::max(x.squaredNorm(), y.squaredNorm()) + std::abs(x.dot(y)));
        return {each, each, norm, norm};
    }
    const SplineBounds most = bounds_over(curve.spline, {range, {0.0, 1.0}});
    return {most.first[0], most.second[0], most.first_norm[0], most.second_norm[0]};
}

std::vector<double> creases_of(const Curve& curve) {
    return curve.kind == CurveKind::Spline ? creases_of(curve.spline.u) : std::vector<double>{};
}

}  // namespace graze::surface
