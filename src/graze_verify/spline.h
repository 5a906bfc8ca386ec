// Splines in the checker's own intervals: see surface.h.
#pragma once

#include "graze_verify/surface.h"

namespace graze::verify {

/// At least what derivatives are over a box: each component, and the length. By u, v, uu, uv, vv.
struct SplineSlopes {
    std::array<Point, 5> each{};
    std::array<double, 5> length{};
};

[[nodiscard]] std::string problem_with(const CertificateSpline& spline);
[[nodiscard]] BoundVec point_at(const CertificateSpline& spline, double u, double v);
[[nodiscard]] SplineSlopes slopes_over(const CertificateSpline& spline, const Span& u, const Span& v);
[[nodiscard]] std::vector<double> creases_of(const CertificateKnots& knots);

}  // namespace graze::verify
