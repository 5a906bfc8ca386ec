// Layered shells as [GuyDebunne04, sec. 4.1] has them, on our levels: the baseline, not for use.
//
// They do not enclose: the disk of a triangle has its centre at the barycentre and the radius of the circle
// through its corners, which for every acute or right triangle but the equilateral one is the least that fits
// them, about *another* centre. On coarser levels the radius is the greatest distance to a neighbour's centre.
// docs/papers.md.
#pragma once

#include "graze/core/internal.h"
#include "graze/stochastic/layered_shells.h"

namespace graze::internal {

/// The same levels and links, other facets. Each is moved out along its normal until all of its children's
/// disks are behind it; it has no thickness.
[[nodiscard]] LayeredShells paper_form(const LayeredShells& shells, const Mesh& mesh);

}  // namespace graze::internal
