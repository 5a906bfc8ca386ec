#include "graze/queries/paths/path_proof.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/queries/paths/path_contacts.h"
#include "graze/queries/paths/path_seats.h"
#include "graze/queries/paths/path_stage.h"
#include "graze/queries/paths/path_strands.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace graze {
namespace {

constexpr std::uint64_t kQuickParts = 1;
constexpr std::uint64_t kShortWork = 500;  // of a search, before a proof is tried, and divided
constexpr std::size_t kRound = 128;        // pairs that are searched before the earliest contact is passed on
constexpr std::size_t kGrain = 8;          // of them, by one thread

struct FoundContact {
    ContactVerdict verdict = ContactVerdict::Undecided;
    double until = 0.0;
    FirstContactCounters counters;
    bool is_cut = false;  // by kShortWork
};

FoundContact search_pair(const PathStage& stage, std::size_t pair, const Interval& time, int threads,
                         FirstContactWorkspace& workspace, std::uint64_t most_work = ~std::uint64_t{0}) {
    const PairOnPath bodies = pair_on_path(stage, pair);
    const FirstContact contact = first_contact(bodies.a, bodies.b,
                                               {.clearance = bodies.clearance,
                                                .tolerance = bodies.tolerance,
                                                .most_work = most_work,
                                                .from = time.lo,
                                                .until = time.hi,
                                                .threads = threads},
                                               workspace);
    return {contact.verdict, contact.clear_until, contact.counters};
}

/// A pair that is to be searched in a segment, and from when on.
struct JudgedPair {
    std::size_t pair;
    double from;
};

/// One segment: searched, then proved.
class SegmentSearch {
  public:
    /// Pre: the segment is entered.
    SegmentSearch(PathStage& stage, const PathSeats& seats) : stage_(stage), seats_(seats) {}

    Expected<SegmentEnding> run() {
        const auto found = search();
        if (!found) return found.error();
        const SegmentEnding ending = found->value_or(SegmentEnding{});
        if (*found && !stage_.options.with_proof) return ending;
        prepare_all_meshes(stage_);
        auto tasks = strands_up_to(ending, found->has_value());
        if (!tasks) return tasks.error();
        return prove_up_to(stage_, ending, *std::move(tasks), kept_);
    }

    [[nodiscard]] std::span<const PathCandidate> candidates() const { return candidates_; }

  private:
    /// Those that move; the others stay as far apart as they are.
    std::vector<JudgedPair> pairs_to_search() const {
        std::vector<JudgedPair> moving;
        for (const PathCandidate& candidate : candidates_) {
            const auto from = judged_from(stage_, seats_, candidate.pair, *stage_.entered);
            if (from && *from < 1.0 && !nothing_moves(stage_, candidate.pair))
                moving.push_back({candidate.pair, *from});
        }
        return moving;
    }

    /// The earliest first contact of all pairs; nothing if the search cannot tell. Rounds of pairs are the
    /// same for any number of threads, and so is all that they find.
    Expected<std::optional<SegmentEnding>> search() {
        if (!stage_.models) return std::optional<SegmentEnding>();
        candidates_ = find_candidates(stage_);
        const std::vector<JudgedPair> moving = pairs_to_search();
        Progress progress(fmt::format("segment {}", *stage_.entered), moving.size(), stage_.options.progress);
        if (stage_.options.with_proof) prepare_all_meshes(stage_);
        SegmentEnding ending;
        double undecided = kInfinity;
        for (std::size_t begin = 0; begin < moving.size() && ending.time > 0.0; begin += kRound) {
            const auto round = std::span(moving).subspan(begin, std::min(kRound, moving.size() - begin));
            if (auto searched = search_round(round, ending.time, progress); !searched)
                return searched.error();
            if (auto finished = finish_cut(round, ending.time); !finished) return finished.error();
            for (const FoundContact& pair : std::span(found_).first(round.size())) {
                add_counters(stage_, pair.counters);
                if (pair.verdict == ContactVerdict::Contact && pair.until <= ending.time)
                    ending = {pair.until, PathVerdict::Contact};
                if (pair.verdict == ContactVerdict::Undecided) undecided = std::min(undecided, pair.until);
            }
        }
        stage_.proof.stats.searched += moving.size();
        if (undecided < ending.time || (undecided <= 1.0 && ending.why == PathVerdict::Clear))
            return seats_.of_pair.empty() ? std::optional<SegmentEnding>()  // the prover knows no seats
                                          : std::optional(SegmentEnding{undecided, PathVerdict::Undecided});
        return std::optional(ending);
    }

    /// Each pair of the round, into found_; if a proof is wanted, only for kShortWork.
    Expected<void> search_round(std::span<const JudgedPair> round, double until, Progress& progress) {
        // Pairs for one thread only are searched one after the other, each by all threads.
        const int threads_each = round.size() <= kGrain ? stage_.options.threads : 1;
        const LoopEnd end = parallel_ranges(
            round.size(), {.threads = stage_.options.threads, .grain = kGrain, .progress = &progress},
            [&](std::size_t first, std::size_t last) {
                for (std::size_t i = first; i < last; ++i) {
                    const auto [pair, from] = round[i];
                    found_[i] = {ContactVerdict::Clear, until, {}};
                    if (from >= until) continue;
                    const bool is_short = stage_.options.with_proof && can_walk(stage_, pair);
                    found_[i] =
                        search_pair(stage_, pair, {from, until}, threads_each, workspaces_[first / kGrain],
                                    is_short ? kShortWork : ~std::uint64_t{0});
                    found_[i].is_cut = is_short && found_[i].verdict == ContactVerdict::Undecided;
                }
            });
        if (end == LoopEnd::Interrupted || interrupt_requested()) return path_interrupted();
        return {};
    }

    /// What was cut short: by a proof, if one can be had, or by a longer search.
    Expected<void> finish_cut(std::span<const JudgedPair> round, double until) {
        std::vector<std::size_t> cut, hopeful;
        for (std::size_t i = 0; i < round.size(); ++i) {
            if (!found_[i].is_cut) continue;
            add_counters(stage_, found_[i].counters);
            cut.push_back(i);
            long_searches_.insert(round[i].pair);
            if (found_[i].counters.elementary == 0) hopeful.push_back(round[i].pair);
        }
        if (auto tried = try_proofs(stage_, hopeful, until, kept_); !tried) return tried.error();
        const int threads_each = cut.size() == 1 ? stage_.options.threads : 1;
        const LoopEnd end = parallel_for(cut.size(), {.threads = stage_.options.threads}, [&](std::size_t k) {
            const auto [pair, from] = round[cut[k]];
            found_[cut[k]] = {ContactVerdict::Clear, until, {}};
            if (kept_.contains(pair)) return;
            FirstContactWorkspace workspace;
            found_[cut[k]] = search_pair(stage_, pair, {from, until}, threads_each, workspace);
        });
        if (end == LoopEnd::Interrupted || interrupt_requested()) return path_interrupted();
        return {};
    }

    /// What is to be proved: pairs that the search was done with soon, or that are far from each other, at
    /// one stroke; the others in strands.
    Expected<std::vector<StrandTask>> strands_up_to(const SegmentEnding& ending, bool is_searched) {
        const std::size_t count = stage_.proof.pairs.size();
        std::vector<StrandTask> whole, tasks;
        std::vector<char> is_short(count, 0);
        for (std::size_t pair = 0; pair < count && ending.time > 0.0; ++pair) {
            const bool walks = can_walk(stage_, pair);
            is_short[pair] =
                !kept_.contains(pair) &&
                (nothing_moves(stage_, pair) || (is_searched && walks && !long_searches_.contains(pair)));
            if (!is_short[pair] && !walks) whole.push_back({pair, 0.0, ending.time});
        }
        const auto quick =
            prove_all(stage_, whole, kQuickParts, fmt::format("segment {}: far pairs", *stage_.entered));
        if (!quick) return quick.error();
        for (std::size_t i = 0; i < whole.size(); ++i)
            is_short[whole[i].pair] = (*quick)[i].verdict == StrandVerdict::Clear;
        for (std::size_t pair = 0; pair < count; ++pair)
            add_strands(tasks, pair,
                        is_short[pair]           ? 1
                        : can_walk(stage_, pair) ? kWalkStrands
                                                 : kProverStrands,
                        ending.time);
        return tasks;
    }

    PathStage& stage_;
    const PathSeats& seats_;
    std::vector<PathCandidate> candidates_;  // if there are models
    std::set<std::size_t> long_searches_;    // pairs: above kShortWork
    KeptStrands kept_;
    std::vector<FirstContactWorkspace> workspaces_{kRound / kGrain};
    std::vector<FoundContact> found_{kRound};
};

/// Seats that were never found apart: nothing that could be judged.
void judge_seats(PathProof& proof, const PathSeats& seats) {
    for (const PathSeat& seat : proof.seated)
        if (seat.moves && !seat.clear_from)
            for (const PathContact& contact : seats.at_start)
                if (contact.bodies == seat.bodies) proof.contacts.push_back(contact);
    if (proof.contacts.empty()) return;
    proof.verdict = PathVerdict::OverlapAtStart;
    proof.segment = 0, proof.clear_until = 0.0;
}

Expected<void> prove_segments(PathStage& stage, const PathSeats& seats) {
    PathProof& proof = stage.proof;
    for (std::size_t segment = 0; segment < segments_of(stage.scene); ++segment) {
        proof.segment = segment;
        if (auto entered = enter_segment(stage, segment); !entered) return entered.error();
        SegmentSearch search(stage, seats);
        const auto ending = search.run();
        if (!ending) return ending.error();
        if (interrupt_requested()) return path_interrupted();
        proof.clear_until = ending->time;
        proof.verdict = ending->why;
        if (ending->why == PathVerdict::Contact)
            list_contacts(stage, seats, search.candidates(), ending->time);
        if (ending->why != PathVerdict::Clear) return {};  // perhaps at t = 1 only
    }
    proof.verdict = PathVerdict::Clear;
    judge_seats(proof, seats);
    return {};
}

Expected<void> prove_stage(PathStage& stage) {
    if (auto entered = enter_segment(stage, 0); !entered) return entered.error();
    for (std::size_t segment = 1; segment < segments_of(stage.scene); ++segment)
        if (const auto motion = motion_of_segment(stage.scene, segment, "path"); !motion)
            return motion.error();
    list_pairs(stage);
    if (auto built = prepare_search(stage); !built) return built.error();
    const auto overlaps = find_overlaps(stage);
    if (!overlaps) return overlaps.error();
    PathSeats seats;
    if (*overlaps && stage.options.start_contact == StartContact::Allow)
        if (auto seated = seat_pairs(stage, seats); !seated) return seated.error();
    if (stage.proof.verdict != PathVerdict::OverlapAtStart) {
        if (auto proved = prove_segments(stage, seats); !proved) return proved.error();
    } else if (stage.options.with_proof) {
        prepare_all_meshes(stage);  // the certificate names them
    }
    return stage.options.all_contacts ? list_intervals(stage) : Expected<void>();
}

}  // namespace

const char* name_of(PathVerdict verdict) {
    switch (verdict) {
        case PathVerdict::Clear:
            return "clear";
        case PathVerdict::Contact:
            return "contact";
        case PathVerdict::OverlapAtStart:
            return "overlap_at_start";
        case PathVerdict::Undecided:
            break;
    }
    return "undecided";
}

Expected<PathProof> prove_paths(const Scene& scene, const PathOptions& options) {
    if (scene.paths.empty())
        return make_error(ErrorCode::BadInput, "path", "the scene has no paths, so nothing moves",
                          "`graze clash` tells about one instant");
    const bool asks_for_times = options.start_contact == StartContact::Allow || options.all_contacts;
    if (asks_for_times && options.budget_s)
        return make_error(ErrorCode::Unsupported, "path",
                          "contacts from the start on, and lists of all, take no budget", "leave it out");
    if (options.start_contact == StartContact::Allow && options.with_proof)
        return make_error(ErrorCode::Unsupported, "path",
                          "a certificate is about the path from its very start",
                          "leave one out, or ignore the pairs that begin seated");
    PathStage stage{scene, options, {}};
    if (options.budget_s) {
        using WallClock = std::chrono::steady_clock;
        const std::chrono::duration<double> budget(*options.budget_s);
        stage.deadline = WallClock::now() + std::chrono::duration_cast<WallClock::duration>(budget);
    }
    if (auto proved = prove_stage(stage); !proved) return proved.error();
    return std::move(stage.proof);
}

}  // namespace graze
