// When pairs are in contact along the paths of a scene: a part of path_proof.h.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/paths/path_work.h"

namespace graze::internal {

/// Every pair in contact, and when, into proof.intervals.
[[nodiscard]] Expected<void> list_intervals(const PathWork& work, PathProof& proof);

}  // namespace graze::internal
