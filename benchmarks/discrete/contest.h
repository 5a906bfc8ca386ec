// The sections of the discrete benchmark, and what they collect: cells in which we have a target.
#pragma once

#include "discrete/scenes.h"

#include <string>
#include <vector>

namespace graze::bench {

/// A figure of ours against the fastest Debian package that answers the same question.
struct TargetCell {
    std::string name;
    double ours = 0.0;  // microseconds
    double best = 0.0;
    std::string peer;
    double wanted = 0.0;  // times faster
};

struct Contest {
    bool quick = false;    // a tenth of the queries
    std::string pictures;  // folder for plots; empty: none
    std::vector<TargetCell> targets;
    [[nodiscard]] int queries(int full) const { return quick ? std::max(full / 10, 5) : full; }
};

/// One contestant that takes part.
struct Entry {
    std::string name;
    bool from_debian;
    std::unique_ptr<Contestant> contestant;
};

/// Graze first, then the peers that take the model.
[[nodiscard]] std::vector<Entry> entries_for(const Model& model);

void contest_proximity(const Model& model, Contest& contest);  // boolean by distance, penetrating, distance
void contest_interlocked(Contest& contest);
void contest_plates(Contest& contest);
void contest_builds(const std::vector<Model>& models, Contest& contest);
void contest_growth(Contest& contest);
void contest_instructions(const Model& model, Contest& contest);
void contest_plant();
void print_targets(const Contest& contest);

}  // namespace graze::bench
