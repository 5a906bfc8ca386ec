#include "graze/queries/paths/path_proof.h"

#include "graze/core/interrupt.h"
#include "graze/queries/paths/path_seats.h"
#include "graze/queries/paths/path_strands.h"
#include "graze/queries/paths/path_work.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze {
namespace {

/// Units of search: a longer one pauses for a proof to be tried, which mostly replaces it.
constexpr std::uint64_t kWorkBeforeProof = 500;

std::string reason_of(Allowed allowed) {
    switch (allowed) {
        case Allowed::Everything:
            return "the scene ignores it";
        case Allowed::Touching:
            return "the scene allows touching";
        case Allowed::Interference:
            break;
    }
    return "the scene allows interference";
}

std::vector<PathIgnored> ignored_of(const MovingScene& moving) {
    const PairRules rules(moving.scene, 0.0);
    std::vector<PathIgnored> ignored;
    for (const BodyPair& pair : named_pairs(moving.scene, moving.carriers))
        if (const auto allowed = rules.of(pair[0], pair[1]).allowed)
            ignored.push_back({pair, reason_of(*allowed)});
    return ignored;
}

/// Segment by segment: searched, then proved.
class PathSearch {
  public:
    PathSearch(const PathWork& work, PathProof& proof) : work_(work), proof_(proof) {
        if (work.options.with_proof) strands_.emplace(work, proof.stats);
    }

    Expected<void> run() {
        for (std::size_t segment = 0; segment < work_.moving.segments.size(); ++segment) {
            proof_.segment = segment;
            const auto ending = run_segment(segment);
            if (!ending) return ending.error();
            if (interrupt_requested()) return path_interrupted();
            proof_.clear_until = ending->time;
            proof_.verdict = ending->why;
            if (ending->why == ContactVerdict::Contact)
                if (!list_contacts(segment, ending->time)) return path_interrupted();
            if (ending->why != ContactVerdict::Clear) break;  // perhaps at t = 1 only
        }
        if (proof_.verdict == ContactVerdict::Clear) judge_seats(proof_, at_start_);
        if (strands_) proof_.orders = strands_->orders();
        return {};
    }

  private:
    [[nodiscard]] MovingModel body_of(std::size_t segment, std::uint32_t body) const {
        return body_during(work_.moving, work_.models, segment, body);
    }

    /// Those that may meet during the segment, and are judged then.
    [[nodiscard]] std::vector<MovingPair> pairs_during(std::size_t segment) const {
        std::vector<MovingPair> judged;
        for (const MovingPair& pair : work_.pairs) {
            const auto from = judged_from(proof_, pair.bodies, segment);
            if (!from || *from >= 1.0 || nothing_moves(work_.moving, segment, pair.bodies)) continue;
            judged.push_back(pair);
            judged.back().from = *from;
        }
        return pairs_that_may_meet(boxes_during(work_.moving, segment, work_.options.threads), judged);
    }

    Expected<SegmentEnding> run_segment(std::size_t segment) {
        if (strands_) strands_->enter(segment);
        pairs_ = pairs_during(segment);
        auto ending = search(segment);
        if (!ending) return ending.error();
        if (!proof_.overlaps.empty() && work_.options.start_contact == StartContact::Allow) {
            at_start_ = {std::move(proof_.overlaps), std::move(proof_.contacts)};
            proof_.overlaps.clear();
            proof_.contacts.clear();
            if (auto seated = seat_pairs(work_, at_start_.overlaps, proof_); !seated) return seated.error();
            pairs_ = pairs_during(segment);
            ending = search(segment);
            if (!ending) return ending.error();
        }
        if (!strands_ || ending->why == ContactVerdict::OverlapAtStart) return ending;
        return strands_->prove_up_to(*ending, proof_.strands);
    }

    /// The earliest first contact of all pairs.
    Expected<SegmentEnding> search(std::size_t segment) {
        Progress progress(fmt::format("segment {}", segment), pairs_.size(), work_.options.progress);
        const auto prove = [&](std::span<LongPair> pairs, double until) {
            strands_->try_proofs(pairs, until);
        };
        const PauseForProof pause{kWorkBeforeProof, prove};
        EarliestContact found = earliest_contact(
            pairs_, [&](std::uint32_t body) { return body_of(segment, body); },
            {.threads = work_.options.threads,
             .deadline = work_.deadline,
             .pause = strands_ ? &pause : nullptr,
             .progress = &progress},
            workspace_);
        if (found.was_interrupted) return path_interrupted();
        proof_.stats.searched += pairs_.size();
        proof_.stats.search += found.counters;
        proof_.overlaps = std::move(found.overlaps);
        if (!proof_.overlaps.empty()) {
            proof_.contacts = std::move(found.witnesses);
            sort_overlaps();
            return SegmentEnding{0.0, ContactVerdict::OverlapAtStart};
        }
        return ending_of(segment, found);
    }

    /// What the search leaves undecided, because rounding is in the way, the reference prover may decide.
    Expected<SegmentEnding> ending_of(std::size_t segment, const EarliestContact& found) const {
        SegmentEnding ending{found.clear_until,
                             found.has_contact ? ContactVerdict::Contact : ContactVerdict::Clear};
        for (const MovingPair& pair : found.undecided) {
            if (pair.from > ending.time) continue;
            const SegmentEnding slow = work_.deadline || pair.from == ending.time
                                           ? SegmentEnding{pair.from, ContactVerdict::Undecided}
                                           : decide_slowly(work_, segment, pair, ending.time);
            if (interrupt_requested()) return path_interrupted();
            if (slow.why != ContactVerdict::Clear && slow.time <= ending.time) ending = slow;
        }
        return ending;
    }

    void sort_overlaps() {
        const auto is_before = [](const auto& x, const auto& y) { return x.bodies < y.bodies; };
        std::sort(proof_.overlaps.begin(), proof_.overlaps.end(), is_before);
        std::sort(proof_.contacts.begin(), proof_.contacts.end(), is_before);
    }

    bool list_contacts(std::size_t segment, double t) {
        auto contacts = contacts_at(
            t, pairs_, [&](std::uint32_t body) { return body_of(segment, body); }, work_.options.threads,
            workspace_);
        if (contacts) proof_.contacts = *std::move(contacts);
        return contacts.has_value();
    }

    const PathWork& work_;
    PathProof& proof_;
    std::optional<StrandProver> strands_;  // if a proof is wanted
    std::vector<MovingPair> pairs_;        // of the segment
    SeatsAtStart at_start_;
    EarliestContactWorkspace workspace_;
};

}  // namespace

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
    auto work = make_path_work(scene, options);
    if (!work) return work.error();
    PathProof proof;
    proof.counts = count_pairs(work->moving);
    proof.clearance = options.clearance;
    if (auto searched = PathSearch(*work, proof).run(); !searched) return searched.error();
    if (options.all_contacts)
        if (auto listed = list_intervals(*work, proof); !listed) return listed.error();
    if (options.with_proof) {
        proof.ignored = ignored_of(work->moving);
        proof.pairs = std::move(work->pairs);
        proof.mesh_of_body = std::move(work->moving.mesh_of_body);
        proof.motions = std::make_shared<const std::vector<SceneMotion>>(std::move(work->moving.segments));
    }
    return proof;
}

}  // namespace graze
