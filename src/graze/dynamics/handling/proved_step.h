// As much of a common step as can be proved: own clocks, one proof.
//
// Every body is to move along a motion of its own over [0, 1]. Each pair of bodies near each other is asked for
// its first contact; then contacts are looked at in order of time. Whoever takes part in one is *stopped* a
// little before it: from then on it stands. Only its own pairs are asked again. So with stops f_a and f_b of a
// pair, both move during [0, min f], one stands during [min f, max f], and then both do; each part has a proof
// of its own. Bodies that meet nobody go all the way, and no island has to be found for the proof.
//
// A stop only ever moves to earlier times, and a body that is stopped for the fifth time stands from the
// beginning: so there are at most 5 stops a body, and if all stand, there is nothing left to prove.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/handling/world_memory.h"

namespace graze::internal {

struct StepLimits {
    std::uint64_t most_work;  // of each query
    std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

struct StepProof {
    int events = 0;
    int undecided = 0;
    std::uint64_t queries = 0;
    std::uint64_t work = 0;
    double least_apart = std::numeric_limits<double>::infinity();  // proved, of pairs that moved and are no seats
};

/// Pre:       memory.going has a displacement for every body (none for those that stand); memory.listed are all
///            pairs that may come within their margin (near_pairs.h) on the way.
/// Guarantee: lives[i] is how far body i goes, and where it is then. Up to there every listed pair is proved
///            farther apart than NearPair::apart says afterwards, also at the rounded poses. Same bits for any
///            number of threads, unless there is a deadline.
StepProof prove_step(WorldMemory& memory, const StepLimits& limits);

}  // namespace graze::internal
