// The nearest pairs of bodies of a scene, without looking at all of them.
#pragma once

#include "graze/queries/instant/scene_distance.h"

namespace graze {

struct NearestOptions {
    std::size_t count = 1;              // so many pairs, or all if there are fewer; at least 1
    std::optional<double> within = {};  // and none that is farther apart than this
    int threads = 0;
    Progress::Draw progress = Progress::Draw::OnTerminal;
};

/// The nearest first, by upper bound and then by ids; the scene's ignored pairs are left out.
///
/// Guarantee: every pair that is not listed is at least as far apart as the last one, up to the bounds of
///            their distances. Of equally near pairs (many that touch) some are listed.
/// Cost:      boxes are swept with a reach that grows until what was found is within it. Pairs in reach are
///            measured, the nearest boxes first, until no box is nearer than what was found.
/// Errors:    as of find_distances.
[[nodiscard]] Expected<std::vector<PairDistance>> find_nearest(const Scene& scene,
                                                               const NearestOptions& options);

}  // namespace graze
