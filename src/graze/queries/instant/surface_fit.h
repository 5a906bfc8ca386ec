// Which faces of two bodies are the same analytic surface, seen from its two sides.
//
// The surfaces are what the CAD file says (model/analytic_surface.h), placed in doubles. Two of them count as
// one if, over the size of the larger body, the one leaves the other nowhere by more than rounding
// (kRoundingOfSize of that size: what CAD systems write is good to about 1e-6 of it); radii may differ by what
// the deviations of the facets explain (contact_depth.h), so that press and running fits are named, too. This
// is as true as the file, not proved.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/body_model.h"
#include "graze/queries/instant/clash.h"

#include <optional>
#include <span>

namespace graze::internal {

/// Of several, the first of: cylinder, cone, torus, sphere, plane; with all faces that fit alike.
///
/// Pre:       `surfaces` are pairs of surfaces of a and b that meet.
/// Guarantee: gap_lo <= gap_hi: the nominal gap, less and more what axes are off and doubles are rounded.
[[nodiscard]] std::optional<PairFit> find_fit(const PosedModel& a, const PosedModel& b,
                                              std::span<const IdPair> surfaces);

/// "coaxial cylinders", "flush planes", ...
[[nodiscard]] const char* name_of_fit(SurfaceKind kind);

}  // namespace graze::internal
