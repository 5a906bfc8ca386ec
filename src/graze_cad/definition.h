// The numbers that define OpenCASCADE's surfaces and curves, as Graze's own data (graze/surface). OpenCASCADE
// computes nothing here: it hands over poles, knots, weights, frames and radii.
#pragma once

#include "graze/surface/parametric.h"

#include <string>
#include <variant>

#include <Geom2d_Curve.hxx>
#include <Geom_Surface.hxx>

namespace graze::cad {

/// What is needed of a periodic spline: it is unrolled that far.
using surface::UvBox;

/// The surface in its own frame; or what kind it is of that has no definition there ("offset surface").
[[nodiscard]] std::variant<surface::Parametric, std::string> definition_of(const Handle(Geom_Surface) &
                                                                               surface,
                                                                           const UvBox& box);

/// The same of a curve in a parameter plane, over a range of its parameter.
[[nodiscard]] std::variant<surface::Curve, std::string> definition_of(const Handle(Geom2d_Curve) & curve,
                                                                      const surface::Range& range);

}  // namespace graze::cad
