#include "graze/queries/paths/path_seats.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace graze {
namespace {

/// For seats that move during the segment: when they are first clear.
Expected<void> find_clear_times(const PathWork& work, std::size_t segment, std::span<PathSeat* const> moving,
                                FirstContactCounters& counters) {
    Progress progress(fmt::format("segment {}: seated pairs", segment), moving.size(), work.options.progress);
    const auto found = parallel_map(
        moving.size(), {.threads = work.options.threads, .progress = &progress}, [&](std::size_t i) {
            ContactTimesWorkspace workspace;
            const MovingPair& pair = work.pairs[index_of(work, moving[i]->bodies)];
            return next_clear_stretch(pair_on_path(work, segment, pair), 0.0, workspace);
        });
    if (!found || interrupt_requested()) return path_interrupted();
    for (std::size_t i = 0; i < moving.size(); ++i) {
        if (!(*found)[i]) continue;
        moving[i]->clear_from = PathTime{segment, (*found)[i]->from};
        counters += (*found)[i]->counters;
    }
    return {};
}

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

Expected<void> seat_pairs(const PathWork& work, std::span<const BodyOverlap> overlaps, PathProof& proof) {
    for (const BodyOverlap& overlap : overlaps)
        proof.seated.push_back({overlap.bodies, overlap.meeting, std::nullopt});
    for (std::size_t segment = 0; segment < work.moving.segments.size(); ++segment) {
        std::vector<PathSeat*> moving;
        for (PathSeat& seat : proof.seated)
            if (!seat.clear_from && !nothing_moves(work.moving, segment, seat.bodies))
                moving.push_back(&seat);
        if (auto found = find_clear_times(work, segment, moving, proof.stats.search); !found)
            return found.error();
    }
    return {};
}

std::optional<double> judged_from(const PathProof& proof, const BodyPair& bodies, std::size_t segment) {
    const auto seat =
        std::lower_bound(proof.seated.begin(), proof.seated.end(), bodies,
                         [](const PathSeat& known, const BodyPair& wanted) { return known.bodies < wanted; });
    if (seat == proof.seated.end() || seat->bodies != bodies) return 0.0;
    if (!seat->clear_from || seat->clear_from->segment > segment) return std::nullopt;
    return seat->clear_from->segment == segment ? seat->clear_from->t : 0.0;
}

void judge_seats(PathProof& proof, const SeatsAtStart& at_start) {
    const auto is_never_apart = [&](const BodyPair& bodies) {
        return std::any_of(proof.seated.begin(), proof.seated.end(),
                           [&](const PathSeat& seat) { return seat.bodies == bodies && !seat.clear_from; });
    };
    for (const BodyOverlap& overlap : at_start.overlaps)
        if (is_never_apart(overlap.bodies)) proof.overlaps.push_back(overlap);
    for (const BodyContact& contact : at_start.contacts)
        if (is_never_apart(contact.bodies)) proof.contacts.push_back(contact);
    if (proof.overlaps.empty()) return;
    proof.verdict = ContactVerdict::OverlapAtStart;
    proof.segment = 0;
    proof.clear_until = 0.0;
}

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

}  // namespace graze
