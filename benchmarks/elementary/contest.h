// The parts of `graze-bench elementary`.
#pragma once

#include "elementary/query.h"
#include "elementary/query_table.h"

#include <string>
#include <vector>

namespace graze::bench {

inline constexpr double kContestTolerance = 1e-6;
inline constexpr int kRedonBudget = 1 << 13;  // evaluations: as published it has none, and runs for seconds

struct ElementaryWishes {
    bool quick = false;
    std::string queries;  // a folder of linear queries; empty: our own
};

/// A line of the list of targets.
struct ElementaryTarget {
    std::string what, wanted;
    double measured;
    bool is_met;
};
using ElementaryTargets = std::vector<ElementaryTarget>;

/// Swept-box candidates of the screw in its nut.
void contest_rigid(const ElementaryWishes& wishes, ElementaryTargets& targets);

/// Vertices on straight lines. False: the folder could not be read, and the reason was printed.
[[nodiscard]] bool contest_linear(const ElementaryWishes& wishes, ElementaryTargets& targets);

/// The rejections of [KimRossignac03], one by one, and the cost of rounding outward.
void contest_rejections(const ElementaryWishes& wishes, ElementaryTargets& targets);

}  // namespace graze::bench
