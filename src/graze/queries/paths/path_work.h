// What all parts of path_proof.h share. Nothing here changes once it is made.
#pragma once

#include "graze/continuous/search/contact_times.h"
#include "graze/core/internal.h"
#include "graze/queries/paths/moving_scene.h"
#include "graze/queries/paths/path_proof.h"

#include <chrono>

namespace graze::internal {

struct PathWork {
    const PathOptions& options;
    MovingScene moving;
    /// That may meet along the paths, by bodies; those that may touch, or interfere up to a depth, among
    /// them.
    std::vector<MovingPair> pairs = {};
    std::vector<PathTime> from = {};  // by pair: judged from there on; empty: all from the start
    SceneModels models = {};          // of their bodies
    std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

/// Pairs that may meet, and models of their bodies. With a proof: all that boxes as the checker of
/// certificates computes them do not keep apart.
[[nodiscard]] Expected<PathWork> make_path_work(const Scene& scene, const PathOptions& options);

/// From when on a pair of work.pairs is judged in this segment; nothing if not at all.
[[nodiscard]] std::optional<double> judged_from(const PathWork& work, std::size_t pair, std::size_t segment);

/// Where the pair stands in work.pairs. Pre: it is there.
[[nodiscard]] std::size_t index_of(const PathWork& work, const BodyPair& bodies);

[[nodiscard]] PairOnPath pair_on_path(const PathWork& work, std::size_t segment, const MovingPair& pair);

[[nodiscard]] Error path_interrupted();

}  // namespace graze::internal
