// Points and derivatives of CAD surfaces and curves, in the checker's own intervals (docs/certificates.md, 4.10).
//
// Splines are blossoms: the piece over [a, b] of a spline of degree p has the control points f(a, .., a, b, .., b),
// each got by p rows of interpolations between poles. Differences of control points bound derivatives.
#pragma once

#include "graze/io/certificate/certificate_surfaces.h"
#include "graze_verify/bound.h"

#include <string>
#include <vector>

namespace graze::verify {

/// A closed interval of parameters.
struct Span {
    double lo, hi;
};

/// At least the lengths of derivatives, and of each component of a curve's; not finite: nothing is known.
struct Slopes {
    double u = 0.0, v = 0.0, uu = 0.0, uv = 0.0, vv = 0.0;
};
struct CurveSlopes {
    Point first{}, second{};
    double first_length = 0.0, second_length = 0.0;
};

/// Empty, or why nothing can be said of it: torn between two knots, a frame that is not one.
[[nodiscard]] std::string problem_with(const CertificateSurface& surface);
[[nodiscard]] std::string problem_with(const CertificateCurve& curve);

// Pre of all that follows: no problem with it.

/// Guarantee: holds the point that the formula gives for these numbers.
[[nodiscard]] BoundVec point_at(const CertificateSurface& surface, double u, double v);
[[nodiscard]] BoundVec point_at(const CertificateCurve& curve, double t);

/// Guarantee: holds wherever the derivative exists in the box, one-sided ones included.
[[nodiscard]] Slopes slopes_over(const CertificateSurface& surface, const Span& u, const Span& v);
[[nodiscard]] CurveSlopes slopes_over(const CertificateCurve& curve, const Span& t);

/// Where the first derivative may jump: u = x, v = x; t = x.
[[nodiscard]] std::array<std::vector<double>, 2> creases_of(const CertificateSurface& surface);
[[nodiscard]] std::vector<double> creases_of(const CertificateCurve& curve);

}  // namespace graze::verify
