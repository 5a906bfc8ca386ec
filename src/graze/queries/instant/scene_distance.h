// How far apart the bodies of a scene are, pair by pair.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/progress.h"
#include "graze/discrete/wide/distance.h"
#include "graze/queries/broad/broad_phase.h"

#include <optional>
#include <vector>

namespace graze {

struct SceneDistanceOptions {
    std::optional<double> within = {};  // only pairs that are not farther apart than this; finite, >= 0
    int threads = 0;
    Progress::Draw progress = Progress::Draw::OnTerminal;
};

struct PairDistance {
    BodyPair bodies{};
    BodyDistance distance;
};

/// More pairs than this are refused: the answer would not fit anywhere.
inline constexpr std::size_t kMostDistances = 10'000'000;

/// Distances between skins (a body inside another has one), of all pairs that the scene does not ignore,
/// ordered by body ids. The comparison with `within` is exact.
///
/// Pre:    a valid scene.
/// Errors: Interrupted; Unsupported for more than kMostDistances pairs, or a mesh of 2^30 triangles and more.
[[nodiscard]] Expected<std::vector<PairDistance>> find_distances(const Scene& scene,
                                                                 const SceneDistanceOptions& options);

}  // namespace graze
