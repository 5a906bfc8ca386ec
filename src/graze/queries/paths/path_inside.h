// Bodies that may be inside of an open mesh when a path begins, or when one of its segments ends.
//
// An open mesh has no inside. Its skin may still be that of a solid with holes in it, and then a body that never
// crosses the skin is in the middle of metal all the while.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/paths/path_proof.h"
#include "graze/queries/paths/path_work.h"

namespace graze::internal {

/// Pairs of the work that are not known to meet, and of which one body may be inside of the other, an open
/// mesh (open_containment.h), however its holes are closed: the first time looked at at which that is so.
/// Cost: some us per pair of boxes that meet; else as open_containment.h says. Nothing after Ctrl-C.
[[nodiscard]] std::vector<PathInside> may_be_inside(const PathWork& work, const PathProof& proof);

}  // namespace graze::internal
