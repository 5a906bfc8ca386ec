// Pairs that touch when a path begins, or that the scene allows to: a part of path_proof.h.
//
// Each gets a copy of both bodies, a little smaller (model/inset_copy.h). The copies become further bodies of
// the scene, which move as their originals do: so the search and the provers need to know nothing of them.
// What copies prove: docs/mathematics/depth.md.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/paths/path_work.h"

namespace graze::internal {

/// D where nobody names one: twice the sum of both deviations from CAD plus 1e-5 of the larger size.
[[nodiscard]] double default_depth(const SceneBody& a, const SceneBody& b, double larger_size);

/// The pairs of a scene with its copies. `scene` is borrowed by `work`: it does not move.
struct SeatedWork {
    Scene scene;                               // copies stand behind the bodies of the given one
    std::vector<std::uint32_t> original = {};  // by body: itself, or what it is a copy of
    std::vector<PathCopy> copies = {};
    std::optional<PathWork> work = {};  // ordinary pairs, copies, and clearances of seated pairs
};

/// Which pairs are not apart at the start, and which of them may be so: fills seated, not_judged, undecided,
/// overlaps, contacts and deep of the proof.
///
/// Nothing: no pair is seated, or some overlap; then `work` is all there is to search.
/// Guarantee: seated pairs have copies that are proved apart at t = 0, and neither inside the other.
[[nodiscard]] Expected<std::unique_ptr<SeatedWork>> seat_pairs(const PathWork& work, PathProof& proof);

}  // namespace graze::internal
