// How many pairs the rules of a scene are about, without listing them.
#pragma once

#include "graze/core/function_ref.h"
#include "graze/core/internal.h"
#include "graze/queries/broad/broad_phase.h"

namespace graze::internal {

/// How many pairs of a scene have a rule of which `counts` is true, and how many of them are at rest against
/// each other. Of pairs that groups name, only those are counted whose carriers differ.
struct RuleCounts {
    std::uint64_t pairs = 0, at_rest = 0;
};

/// Pre:  the scene is valid; a carrier for each body (scene_motion.h). `counts` is false without a rule.
/// Cost: rules that name two bodies; and the square of how many different sets of groups and carriers bodies
///       have. Pairs are not listed.
[[nodiscard]] RuleCounts count_rules(const Scene& scene, std::span<const std::uint32_t> carriers,
                                     FunctionRef<bool(const PairRule&)> counts);

}  // namespace graze::internal
