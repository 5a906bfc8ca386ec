#include "graze/queries/instant/scene_distance.h"

#include "graze/core/assert.h"
#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/queries/instant/pair_distance.h"

#include <cmath>

#include <fmt/format.h>

namespace graze {
namespace {

std::vector<BodyPair> all_pairs(std::size_t bodies) {
    std::vector<BodyPair> pairs;
    for (std::uint32_t i = 0; i < bodies; ++i)
        for (std::uint32_t j = i + 1; j < bodies; ++j) pairs.push_back({i, j});
    return pairs;
}

}  // namespace

Expected<std::vector<PairDistance>> find_distances(const Scene& scene, const SceneDistanceOptions& options) {
    GRAZE_ASSERT(!options.within || (*options.within >= 0.0 && std::isfinite(*options.within)));
    const std::size_t bodies = scene.bodies.size();
    if (!options.within && bodies > 1 && bodies * (bodies - 1) / 2 > kMostDistances)
        return make_error(ErrorCode::Unsupported, "distance",
                          fmt::format("{} bodies make more than {} pairs", bodies, kMostDistances),
                          "ask for pairs within a distance (--within)");
    std::vector<BodyPair> pairs =
        options.within ? pairs_within(posed_boxes(scene), *options.within) : all_pairs(bodies);
    const PairRules rules(scene, 0.0);
    std::erase_if(pairs, [&](const BodyPair& pair) {
        return rules.of(pair[0], pair[1]).allowed == Allowed::Everything;
    });
    const auto models =
        build_models(scene, pairs, {.threads = options.threads, .progress = options.progress});
    if (!models) return models.error();
    Progress progress("measuring distances", pairs.size(), options.progress);
    const auto found = parallel_map(
        pairs.size(), {.threads = options.threads, .progress = &progress},
        [&](std::size_t i) { return distance_of_pair(pairs[i], scene, *models, options.within); });
    if (!found || interrupt_requested())
        return make_error(ErrorCode::Interrupted, "measuring distances", "interrupted");
    std::vector<PairDistance> result;
    for (const auto& pair : *found)
        if (pair) result.push_back(*pair);
    return result;
}

}  // namespace graze
