// What a face lies on, as Graze says it (model/analytic_surface.h).
#pragma once

#include "graze/model/analytic_surface.h"

#include <optional>

#include <TopoDS_Face.hxx>

namespace graze::cad {

[[nodiscard]] SurfaceKind kind_of(const TopoDS_Face& face);

/// Splines and others that are exactly such a surface (recognise.h) have it too. None: nothing of that, or
/// degenerate. In the frame in which the face lies, its location applied; `material` by its orientation.
[[nodiscard]] std::optional<AnalyticSurface> analytic_surface_of(const TopoDS_Face& face);

}  // namespace graze::cad
