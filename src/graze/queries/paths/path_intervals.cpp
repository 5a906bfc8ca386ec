#include "graze/queries/paths/path_intervals.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace graze::internal {
namespace {

/// `last`: by pair, in proof.intervals. What ends with a segment goes on in the next.
void add_interval(PathProof& proof, std::map<BodyPair, std::size_t>& last, const BodyPair& pair,
                  std::size_t segment, const ContactInterval& interval) {
    const auto before = last.find(pair);
    if (interval.from == 0.0 && before != last.end()) {
        PathTime& until = proof.intervals[before->second].until;
        if (until.segment + 1 == segment && until.t == 1.0) {
            until = {segment, interval.until};
            return;
        }
    }
    last[pair] = proof.intervals.size();
    proof.intervals.push_back({pair, {segment, interval.from}, {segment, interval.until}});
}

ContactTimes times_of_pair(const PathWork& work, std::size_t segment, const MovingPair& pair) {
    ContactTimesWorkspace workspace;
    const PairOnPath bodies = pair_on_path(work, segment, pair);
    if (!nothing_moves(work.moving, segment, pair.bodies)) return contact_times(bodies, workspace);
    if (prove_apart_at(bodies, 0.0, workspace)) return {};
    return {{{0.0, 1.0}}, {}};
}

}  // namespace

Expected<void> list_intervals(const PathWork& work, PathProof& proof) {
    std::map<BodyPair, std::size_t> last;
    for (std::size_t segment = 0; segment < work.moving.segments.size(); ++segment) {
        std::vector<MovingPair> pairs =
            pairs_that_may_meet(boxes_during(work.moving, segment, work.options.threads), work.pairs);
        std::sort(pairs.begin(), pairs.end(),
                  [](const MovingPair& x, const MovingPair& y) { return x.bodies < y.bodies; });
        Progress progress(fmt::format("segment {}: all contacts", segment), pairs.size(),
                          work.options.progress);
        const auto found =
            parallel_map(pairs.size(), {.threads = work.options.threads, .progress = &progress},
                         [&](std::size_t i) { return times_of_pair(work, segment, pairs[i]); });
        if (!found || interrupt_requested()) return path_interrupted();
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            proof.stats.search += (*found)[i].counters;
            for (const ContactInterval& interval : (*found)[i].intervals)
                add_interval(proof, last, pairs[i].bodies, segment, interval);
        }
    }
    return {};
}

}  // namespace graze::internal
