// How far triangles are from the CAD surfaces that they stand for: said wherever a verdict is.
#pragma once

#include "command.h"
#include "graze/queries/instant/cad_margin.h"
#include "graze/scene/scene.h"

#include <string>

namespace graze::cli {

/// {"requested", "measured", "proved"}: the last null if there is no bound.
[[nodiscard]] Json deviation_json(const TessellationDeviation& deviation);

/// {"requested", "measured", "proved", "bodies"}: the greatest of all bodies from CAD, and how many these are; null if
/// none is.
[[nodiscard]] Json deviation_json(const Scene& scene);

/// What is said of the CAD surfaces: {"verdict": "clear" or "undecided", "holds_for_cad", "margin", "why",
/// "trusted", "edge_gap", "without_bound"}; null if no body is from CAD. `margin`: how much farther apart than asked
/// triangles have to be, at most.
[[nodiscard]] Json cad_json(const Scene& scene, bool is_clear, HoldsForCad holds, double margin, const std::string& why);

/// One line for people; empty if no body is from CAD.
[[nodiscard]] std::string deviation_text(const Scene& scene);

}  // namespace graze::cli
