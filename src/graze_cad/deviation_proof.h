// How far a tessellation is from its faces, at most: proved (graze/surface/deviation_bound.h).
#pragma once

#include "graze_cad/tessellate.h"

namespace graze::cad {

/// Sets the proved deviation of each surface and of the whole mesh, how far faces are from their common edges, and
/// the cover, from the definitions in `covers`; none where a face has no bound, which its `fault` then says.
/// Guarantee: the same for any number of threads.
void prove_deviation(Tessellation& result, int threads);

}  // namespace graze::cad
