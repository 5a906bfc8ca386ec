// Splines that are exactly a plane, a cylinder, a cone, a sphere or a torus: many CAD systems write all faces as
// splines, and a pin is a pin all the same.
//
// At points p of the surface with unit normals n:
//   plane     n is the same everywhere
//   cylinder  n is at right angles to the axis; p - r n is on it
//   sphere    p - r n is its centre
//   cone      n has the same angle to the axis everywhere; (p - apex) . n = 0
//   torus     the lines along n meet the axis (a linear complex); in the half-plane of the axis a circle
// Each is a linear problem. What it gives is believed only if every sample agrees with it.
#pragma once

#include "graze/model/analytic_surface.h"

#include <optional>
#include <vector>

namespace graze::cad {

struct SurfaceSample {
    Vec3 point;
    Vec3 normal;  // unit; zero where the surface has none (a pole)
};

/// The surface on which all samples lie, within `tolerance`, with normals within kNormalSlack; the simplest that
/// there is. `material` is Within; a plane's axis is the normal of the samples. None: no such surface.
[[nodiscard]] std::optional<AnalyticSurface> recognise(const std::vector<SurfaceSample>& samples,
                                                       double tolerance);

/// Whether all samples do.
[[nodiscard]] bool lies_on(const AnalyticSurface& surface, const std::vector<SurfaceSample>& samples,
                           double tolerance);

/// Radians. A patch of a cylinder that is flat within the tolerance still has normals that turn.
inline constexpr double kNormalSlack = 1e-4;

/// Out of what the surface encloses, at a point of it; not of unit length.
[[nodiscard]] Vec3 outward_of(const AnalyticSurface& surface, const Vec3& point);

}  // namespace graze::cad
