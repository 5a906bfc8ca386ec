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

/// The same of b on its way between two instants, if all of its points go straight: if it bends by up to some
/// length, the bound is that much less. Along one direction, (1) changes linearly then, so the lesser of its two ends
/// holds in between. Cost: some 150 ns.
[[nodiscard]] double lower_bound_between(const PlacedFacet& a, const PlacedFacet& b_before, const PlacedFacet& b_now);

/// What the paper calls Delta of a facet: how far its disk is from the average plane, halfway between the centres;
/// negative if beyond it. Without thickness, and not a bound. For its literal form only.
struct PaperDeltas {
    double a = 0.0, b = 0.0;
};
/// Zeros if the normals are equal, where there is no such plane.
[[nodiscard]] PaperDeltas paper_deltas(const PlacedFacet& a, const PlacedFacet& b);
/// Their sum, which does not depend on where the plane lies.
[[nodiscard]] double paper_delta(const PlacedFacet& a, const PlacedFacet& b);

}  // namespace graze::internal
