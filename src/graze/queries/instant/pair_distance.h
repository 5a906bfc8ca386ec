// The distance of one pair of a scene's bodies: what the lists of scene_distance.h and nearest_pairs.h share.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/broad/scene_models.h"
#include "graze/queries/instant/scene_distance.h"

#include <optional>

namespace graze::internal {

/// Nothing if the pair is farther apart than the limit. Pre: `models` has both bodies.
[[nodiscard]] std::optional<PairDistance> distance_of_pair(const BodyPair& pair, const Scene& scene,
                                                           const SceneModels& models,
                                                           const std::optional<double>& limit);

}  // namespace graze::internal
