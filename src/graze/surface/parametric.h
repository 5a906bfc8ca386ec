// Parametric surfaces as data: the kinds of which CAD is made, in the parametrisation of STEP and OpenCASCADE.
//
//   plane       O + u X + v Y
//   cylinder    O + R (cos u X + sin u Y) + v Z
//   cone        O + (R + v sin a)(cos u X + sin u Y) + v cos a Z
//   sphere      O + R cos v (cos u X + sin u Y) + R sin v Z
//   torus       O + (R + r cos v)(cos u X + sin u Y) + r sin v Z
//   spline      spline.h
//   extrusion   C(u) + v Z
//   revolution  C(v), turned by u about the axis through O along Z
#pragma once

#include "graze/surface/curve.h"

#include <array>
#include <cstdint>

namespace graze::surface {

enum class ParametricKind : std::uint8_t {
    Plane,
    Cylinder,
    Cone,
    Sphere,
    Torus,
    Spline,
    Extrusion,
    Revolution
};

struct Parametric {
    ParametricKind kind = ParametricKind::Plane;
    Frame frame = {};
    double radius = 0.0;       // R
    double tube_radius = 0.0;  // r of a torus
    double half_angle = 0.0;   // a of a cone
    Spline spline = {};
    Curve curve = {};  // C
};

/// Lengths of derivatives, at most; `uv` is of the mixed one.
struct ParametricBounds {
    double u, v, uu, uv, vv;
};

[[nodiscard]] const char* name_of(ParametricKind kind);

/// Empty, or what is wrong with it as data.
[[nodiscard]] const char* fault_of(const Parametric& surface);

/// Pre: no fault; u, v finite. Guarantee: within `error` of the surface that the formula gives for these numbers.
[[nodiscard]] RoundedPoint point(const Parametric& surface, const Vec2& uv);

/// Guarantee: holds at every point of the box at which the derivative exists. Infinite or NaN: not known.
[[nodiscard]] ParametricBounds bounds_over(const Parametric& surface, const UvBox& box);

/// Lines u = x (`[0]`) and v = x (`[1]`) at which the first derivatives may jump.
[[nodiscard]] std::array<std::vector<double>, 2> creases_of(const Parametric& surface);

}  // namespace graze::surface
