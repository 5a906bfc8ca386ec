#include "graze/queries/paths/path_seats.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze {
namespace {

/// For seats that move during the segment that is entered: when they are first clear.
Expected<void> find_clear_times(PathStage& stage, std::size_t segment, std::span<const std::size_t> moving) {
    PathProof& proof = stage.proof;
    Progress progress(fmt::format("segment {}: seated pairs", segment), moving.size(),
                      stage.options.progress);
    const auto found = parallel_map(
        moving.size(), {.threads = stage.options.threads, .progress = &progress}, [&](std::size_t i) {
            ContactTimesWorkspace workspace;
            return next_clear_stretch(pair_on_path(stage, index_of(stage, proof.seated[moving[i]].bodies)),
                                      0.0, workspace);
        });
    if (!found || interrupt_requested()) return path_interrupted();
    for (std::size_t i = 0; i < moving.size(); ++i) {
        PathSeat& seat = proof.seated[moving[i]];
        seat.moves = true;
        if (!(*found)[i]) continue;
        seat.clear_from = PathTime{segment, (*found)[i]->from};
        add_counters(stage, (*found)[i]->counters);
    }
    return {};
}

/// `last`: by pair, in proof.intervals. What ends with a segment goes on in the next.
void add_interval(PathProof& proof, std::map<std::size_t, std::size_t>& last, std::size_t pair,
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
    proof.intervals.push_back(
        {proof.pairs[pair].bodies, {segment, interval.from}, {segment, interval.until}});
}

ContactTimes times_of_pair(const PathStage& stage, std::size_t pair) {
    ContactTimesWorkspace workspace;
    const PairOnPath bodies = pair_on_path(stage, pair);
    if (!nothing_moves(stage, pair)) return contact_times(bodies, workspace);
    if (prove_apart_at(bodies, 0.0, workspace)) return {};
    return {{{0.0, 1.0}}, {}};
}

}  // namespace

Expected<void> seat_pairs(PathStage& stage, PathSeats& seats) {
    PathProof& proof = stage.proof;
    seats.at_start = std::move(proof.contacts);
    proof.contacts.clear();
    proof.verdict = PathVerdict::Undecided;
    std::vector<std::size_t> open;  // in proof.seated
    for (const PathContact& contact : seats.at_start) {
        if (seats.of_pair.try_emplace(index_of(stage, contact.bodies), proof.seated.size()).second) {
            open.push_back(proof.seated.size());
            proof.seated.push_back({contact.bodies, contact.kind, false, std::nullopt});
        }
    }
    for (std::size_t segment = 0; segment < segments_of(stage.scene) && !open.empty(); ++segment) {
        if (auto entered = enter_segment(stage, segment); !entered) return entered.error();
        std::vector<std::size_t> moving;
        for (const std::size_t seat : open)
            if (!nothing_moves(stage, index_of(stage, proof.seated[seat].bodies))) moving.push_back(seat);
        if (auto found = find_clear_times(stage, segment, moving); !found) return found.error();
        std::erase_if(open, [&](std::size_t seat) { return proof.seated[seat].clear_from.has_value(); });
    }
    return {};
}

std::optional<double> judged_from(const PathStage& stage, const PathSeats& seats, std::size_t pair,
                                  std::size_t segment) {
    const auto found = seats.of_pair.find(pair);
    if (found == seats.of_pair.end()) return 0.0;
    const auto& clear_from = stage.proof.seated[found->second].clear_from;
    if (!clear_from || clear_from->segment > segment) return std::nullopt;
    return clear_from->segment == segment ? clear_from->t : 0.0;
}

Expected<void> list_intervals(PathStage& stage) {
    std::map<std::size_t, std::size_t> last;
    for (std::size_t segment = 0; segment < segments_of(stage.scene); ++segment) {
        if (auto entered = enter_segment(stage, segment); !entered) return entered.error();
        std::vector<std::size_t> pairs;
        for (const PathCandidate& candidate : find_candidates(stage)) pairs.push_back(candidate.pair);
        std::sort(pairs.begin(), pairs.end(), [&](std::size_t i, std::size_t j) {
            return stage.proof.pairs[i].bodies < stage.proof.pairs[j].bodies;
        });
        Progress progress(fmt::format("segment {}: all contacts", segment), pairs.size(),
                          stage.options.progress);
        const auto found =
            parallel_map(pairs.size(), {.threads = stage.options.threads, .progress = &progress},
                         [&](std::size_t i) { return times_of_pair(stage, pairs[i]); });
        if (!found || interrupt_requested()) return path_interrupted();
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            add_counters(stage, (*found)[i].counters);
            for (const ContactInterval& interval : (*found)[i].intervals)
                add_interval(stage.proof, last, pairs[i], segment, interval);
        }
    }
    return {};
}

}  // namespace graze
