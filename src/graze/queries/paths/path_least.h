// The least distance that pairs come to along the paths, roughly: a part of path_proof.h.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/paths/path_work.h"

namespace graze::internal {

/// Looks at the pairs of the work but the seated ones, at some instants of the time that is covered. Nothing if
/// none is near enough to be in the work, or no time is covered.
///
/// Guarantee: at every covered time all judged pairs, but seated ones, are farther apart than lo; at the time
///            that is named the bodies are no farther apart than hi.
/// Cost:      a distance for each pair that is near at an instant, at some 64 instants.
[[nodiscard]] std::optional<LeastClearance> least_clearance(const PathWork& work, const PathProof& proof);

}  // namespace graze::internal
