// B-splines as data: curves (one row) and surfaces, polynomial or rational, Bezier pieces among them. Points with
// an a-priori error bound, and bounds of derivatives over a box of parameters.
//
// Everything is a blossom: the piece of a spline over [a, b] has the control points f(a, .., a, b, .., b), and each
// step towards them is a convex combination. One step is off by at most 9 u of the largest control point (the
// weight 3 u, its complement 4 u, two products, one sum), so p + q steps by 9 (p + q) u; kStepError says 16.
#pragma once

#include "graze/numeric/vector.h"

#include <array>
#include <vector>

namespace graze::surface {

/// One direction of a spline.
struct Knots {
    int degree = 0;
    std::vector<double> values =
        {};  // each as often as its multiplicity; degree + 1 more than there are poles

    [[nodiscard]] int poles() const { return static_cast<int>(values.size()) - degree - 1; }
    /// Where the spline is defined. Beyond, its last piece goes on.
    [[nodiscard]] double first() const { return values[static_cast<std::size_t>(degree)]; }
    [[nodiscard]] double last() const { return values[static_cast<std::size_t>(poles())]; }
};

/// A curve has degree 0 and the knots {0, 1} in v.
struct Spline {
    Knots u, v;
    std::vector<Vec3> poles;           // pole (i, j) at i * v.poles() + j
    std::vector<double> weights = {};  // empty: polynomial; else one for each pole, all above 0
};

/// A closed interval of parameters.
struct Range {
    double lo, hi;
    [[nodiscard]] double width() const { return hi - lo; }
    [[nodiscard]] double middle() const { return 0.5 * lo + 0.5 * hi; }
};

struct UvBox {
    Range u, v;
};

/// A point, and how far it is from the true one at most.
struct RoundedPoint {
    Vec3 at;
    double error;
};

/// What derivatives are at most over a box, each component by itself; `first[0]` by u, `first[1]` by v.
/// `second`: by uu, uv, vv. Infinite where nothing is known.
struct SplineBounds {
    std::array<Vec3, 2> first;
    std::array<Vec3, 3> second;
    std::array<double, 2> first_norm;
    std::array<double, 3> second_norm;
};

/// The largest degree that is known; OpenCASCADE's.
inline constexpr int kMostDegree = 25;

/// Empty, or what is wrong with it as data: counts, order of knots, weights, degrees, numbers that are not finite.
[[nodiscard]] const char* fault_of(const Spline& spline);

/// Pre: no fault; u, v finite. Guarantee: within `error`; infinite error if not known.
[[nodiscard]] RoundedPoint point(const Spline& spline, double u, double v);

/// Pre: no fault. Guarantee: holds at every point of the box where the derivative exists, and for one-sided
/// derivatives elsewhere. Cost: about 1 us for a bicubic within one cell.
[[nodiscard]] SplineBounds bounds_over(const Spline& spline, const UvBox& box);

/// Knots strictly between the ends at which the first derivative may jump: multiplicity at least the degree.
[[nodiscard]] std::vector<double> creases_of(const Knots& knots);

}  // namespace graze::surface
