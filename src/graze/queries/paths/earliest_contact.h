// When the first of many pairs of moving bodies meet: the one search that steps of simulators
// (first_contacts.h) and paths of scenes (path_proof.h) stand on.
//
// Three questions, one after the other: which pairs may meet at all, by boxes that hold bodies while they
// move; when the earliest of these do; and what is near what at that time.
#pragma once

#include "graze/continuous/search/model_contact.h"
#include "graze/core/function_ref.h"
#include "graze/core/internal.h"
#include "graze/core/progress.h"
#include "graze/queries/broad/body_contacts.h"
#include "graze/queries/broad/swept_boxes.h"

#include <span>
#include <vector>

namespace graze::internal {

/// What is asked of pairs.
struct PairLimits {
    const PairRules& rules;
    std::span<const double> sizes;    // by body
    std::optional<double> tolerance;  // none: 1e-6 of the larger size
    bool with_depths = false;         // pairs that may touch, or interfere up to a depth, are not left out

    /// Nothing if the rules leave the pair out.
    [[nodiscard]] std::optional<MovingPair> of(const BodyPair& bodies) const;
};

/// All pairs that may come within d + e of each other, those that may do so early first. Bodies with the same
/// carrier never move against each other: they are left out (none: all pairs count).
///
/// Guarantee: every other pair that the rules do not leave out is proved farther apart than d + e at all times
///            that the boxes stand for.
/// Cost:      broad_phase.h; never lists more pairs than it returns.
[[nodiscard]] std::vector<MovingPair> pairs_that_may_meet(const SweptBoxes& boxes, const PairLimits& limits,
                                                          std::span<const std::uint32_t> carriers = {});

/// A body's group for these: bodies that stand still are one, so that no pair of them is looked at.
[[nodiscard]] inline std::uint32_t group_of(const MotionRef& motion, std::size_t body) {
    return is_at_rest(motion) ? 0 : static_cast<std::uint32_t>(body + 1);
}

/// Of these pairs, those that may do so while the boxes hold.
[[nodiscard]] std::vector<MovingPair> pairs_that_may_meet(const SweptBoxes& boxes,
                                                          std::span<const MovingPair> pairs);

/// A body by its id. Called from several threads.
using BodyOfId = FunctionRef<MovingModel(std::uint32_t)>;

/// Pairs whose search is long are handed over once, all of a round together: true for those that are found to
/// be clear up to the time given by other means, as by a proof. The others are searched on.
struct LongPair {
    MovingPair pair;
    bool is_near = false;   // two features came near each other: it will hardly be clear
    bool is_clear = false;  // the answer
};
struct PauseForProof {
    std::uint64_t after_work;
    FunctionRef<void(std::span<LongPair> pairs, double until)> prove;
};

struct EarliestContactOptions {
    int threads = 1;  // 0: all cores
    std::span<const PairMemo> last = {};
    std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
    const PauseForProof* pause = nullptr;
    Progress* progress = nullptr;  // advanced by one per pair
};

struct EarliestContact {
    bool was_interrupted = false;       // then nothing is known
    bool has_contact = false;           // at clear_until, within d + e
    double clear_until = 1.0;           // all pairs are farther apart than d from their `from` on, up to here
    std::vector<MovingPair> undecided;  // pairs of which this is not known from their new `from` on
    std::vector<BodyOverlap> overlaps;  // at the start; then clear_until is 0
    std::vector<BodyContact> witnesses;  // of these; none if one body is inside the other
    std::vector<PairMemo> memos;
    FirstContactCounters counters;
};

/// Pre:       pairs in the order of pairs_that_may_meet.
/// Guarantee: contract C1 for all of these pairs. Same bits for any number of threads, but for counters and
///            memos.
[[nodiscard]] EarliestContact earliest_contact(std::span<const MovingPair> pairs, BodyOfId body_of,
                                               const EarliestContactOptions& options,
                                               EarliestContactWorkspace& workspace);

/// Every pair of features within d + e of each other at time t, of pairs that are judged then, by bodies,
/// triangles and features; pairs beyond that by no more than rounding may be among them. Nothing if
/// interrupted.
[[nodiscard]] std::optional<std::vector<BodyContact>> contacts_at(double t, std::span<const MovingPair> pairs,
                                                                  BodyOfId body_of, int threads,
                                                                  EarliestContactWorkspace& workspace);

}  // namespace graze::internal
