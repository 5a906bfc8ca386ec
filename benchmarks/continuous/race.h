// All methods on the same queries of two bodies, as one table.
#pragma once

#include "continuous/contest.h"
#include "continuous/judge.h"

#include <string>
#include <vector>

namespace graze::bench {

struct Lane {
    NamedPeer peer;
    double seconds;  // of the first round: no new query once it has spent this; at least three
};

struct LaneResult {
    std::string name;
    std::vector<double> us;  // by query, the first ones only if it is slow
    double mean = 0.0;
    double our_mean = 0.0;  // on the same queries
    double steps = 0.0;     // a query
    Judgement judgement;
};

struct RaceResult {
    std::vector<double> us;  // ours, by query
    std::size_t contacts = 0, undecided = 0, unconfirmed = 0, refuted = 0;
    std::vector<LaneResult> lanes;
};

/// Prints the table.
RaceResult race(const ContinuousBodies& bodies, const std::vector<ContinuousQuery>& queries,
                std::vector<Lane> lanes);

/// Advancement on FCL's distance, and pair by pair on its trees.
void add_advancements(const ContinuousBodies& bodies, double seconds, std::vector<Lane>& lanes);

/// The fastest of these on the same queries as ours: times as slow. NaN if there is none.
[[nodiscard]] double best_ratio(const RaceResult& result, const std::string& name_begins);

}  // namespace graze::bench
