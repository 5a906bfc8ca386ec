// How far apart two facets of layered shells are at least.
//
// For any direction w, with C the thick disk of a facet and sigma(w) = r |w x n| / |n| + h |w . n| / |n| how far
// it reaches from its centre along w (times |w|),
//
//     ( w . (m_B - m_A) - sigma_A(w) - sigma_B(w) ) / |w|  <=  dist(C_A, C_B)                        (1)
//
// and what is below the facets is farther still. Four directions are tried: from centre to centre, both normals,
// and their difference, the *average plane* of [GuyDebunne04, sec. 4.2], which alone misses many.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/placement.h"
#include "graze/stochastic/layered_shells.h"

namespace graze::internal {

/// A facet seen from another frame, and how far off its centre may be.
struct PlacedFacet {
    Vec3 centre, normal;
    double radius, half_thickness;
    double error;  // of all points of the disk, any direction
};

[[nodiscard]] PlacedFacet as_it_is(const ShellFacet& facet);
[[nodiscard]] PlacedFacet placed(const Placement& placement, const ShellFacet& facet);

/// Guarantee: at most the distance of any two points of the true disks; may be negative. A NaN or an overflow
///            gives minus infinity.
/// Cost:      some 40 ns.
[[nodiscard]] double lower_bound_distance(const PlacedFacet& a, const PlacedFacet& b);

/// What the paper calls Delta_A + Delta_B: along the average plane alone, without thickness, and not a bound.
/// For its literal form only.
[[nodiscard]] double paper_delta(const PlacedFacet& a, const PlacedFacet& b);

}  // namespace graze::internal
