// Curves as data, in space and in parameter planes (pcurves: z is 0).
#pragma once

#include "graze/surface/spline.h"

#include <cstdint>
#include <vector>

namespace graze::surface {

/// A place: where, and three directions as the file gives them, at right angles and of length 1 up to rounding.
struct Frame {
    Vec3 origin = Vec3::Zero();
    Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
};

enum class CurveKind : std::uint8_t { Line, Ellipse, Spline };

/// Line: origin + t x. Ellipse: origin + major cos t x + minor sin t y; a circle has two equal radii.
struct Curve {
    CurveKind kind = CurveKind::Line;
    Frame frame = {};
    double major = 0.0, minor = 0.0;
    Spline spline = {};
};

/// What derivatives by t are at most over a range: each component, and the length.
struct CurveBounds {
    Vec3 first, second;
    double first_norm, second_norm;
};

[[nodiscard]] const char* fault_of(const Curve& curve);

/// Pre: no fault; t finite. Guarantee: within `error`.
[[nodiscard]] RoundedPoint point(const Curve& curve, double t);

/// Guarantee: holds at every t of the range at which the derivative exists.
[[nodiscard]] CurveBounds bounds_over(const Curve& curve, const Range& range);

/// Where the first derivative may jump.
[[nodiscard]] std::vector<double> creases_of(const Curve& curve);

}  // namespace graze::surface
