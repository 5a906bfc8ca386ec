// The walk over two trees and time behind first_contact.h.
#pragma once

#include "graze/continuous/relative/known_moments.h"
#include "graze/continuous/search/tuning.h"
#include "graze/continuous/search/walk_share.h"
#include "graze/core/function_ref.h"
#include "graze/core/internal.h"

#include <array>
#include <vector>

namespace graze::internal {

struct WalkMemory {
    std::vector<WalkEntry> stack;  // pairs of nodes, depth first
    WalkQueue nodes, triangles;    // of a long query that knows a contact: the earliest first
    KnownMoments<KnownMoment> moments;
};

/// What FirstContactOptions::most_work bounds.
[[nodiscard]] inline std::uint64_t work_done(const FirstContactCounters& counters) {
    return counters.node_pairs + counters.triangle_pairs + counters.feature_steps;
}

/// Under a budget every walk is to do the same work, whatever the threads and the instruction set.
[[nodiscard]] inline bool is_unlimited(const FirstContactOptions& options) {
    return options.most_work == ~std::uint64_t{0};
}

struct WalkTask {
    const BodyModel& a;
    const BodyModel& b;
    const RelativeMotion& motion;
    double contact_distance;  // pairs that stay farther apart than this are left out
    const FirstContactOptions& options;
    const FirstContactTuning& tuning = tuning_of(options);
};

enum class WalkBegin { AtTheTop, WhereItStopped };

class SpaceTimeWalk {
  public:
    SpaceTimeWalk(const WalkTask& task, WalkMemory& memory, FirstContactCounters& counters);

    /// Nothing after this tick matters. May be called by the visitor; only ever earlier.
    void cut_at(Tick last) {
        last_ = last;
        has_contact_ = true;
        if (share_ != nullptr) share_->cut_at(last);
    }

    /// Visits all pairs of triangles that are not proved farther apart than `contact_distance`, with a window outside of
    /// which they are.
    ///
    /// Guarantee: returns where the walk stopped: every pair not visited is farther apart up to that tick.
    ///            Before the last tick of the window only if the budget ran out, or, if some are to be
    ///            `left` for others to open, once it is long.
    Tick run(const TickWindow& window, FunctionRef<void(const WalkEntry&)> visit,
             std::vector<WalkEntry>* left = nullptr);

    /// The rest of a walk that stopped because its budget ran out, by another object with the same memory.
    /// Guarantee: as `run`.
    struct Progress {
        Tick last;
        bool has_contact;
    };
    Tick go_on(const Progress& known, FunctionRef<void(const WalkEntry&)> visit,
               std::vector<WalkEntry>* left = nullptr);

    /// Opens what others leave to it, until nothing is left. `has_contact`: one is known. False: the deadline
    /// passed, and all walks end.
    [[nodiscard]] bool help(WalkShare& share, bool has_contact, FunctionRef<void(const WalkEntry&)> visit);

    /// The pair of nodes that is being opened, and those that wait, the next one first; into `entries`.
    void list_waiting(std::vector<WalkEntry>& entries) const;

    /// The pair of nodes that was opened last.
    [[nodiscard]] const WalkEntry& opened() const { return opened_; }

    /// When the earliest of what waits may matter.
    [[nodiscard]] Tick earliest_left() const;

    /// True if the boxes of all of a and all of b are proved apart at t = 0.
    [[nodiscard]] bool prove_apart_at_start();

  private:
    struct Children {
        std::span<const WalkEntry> of;  // into found_
        bool are_triangles;
    };
    [[nodiscard]] Children open(const WalkEntry& whole);
    void visit_triangles(const WalkEntry& pair, FunctionRef<void(const WalkEntry&)> visit);
    void queue(const Children& children);
    [[nodiscard]] bool go_down(const WalkEntry& entry, FunctionRef<void(const WalkEntry&)> visit);
    [[nodiscard]] bool has_work_left() {
        return work_done(counters_) < task_.options.most_work && !has_run_out();
    }
    /// Reading the clock takes a tenth of what opening a pair does.
    [[nodiscard]] bool has_run_out() {
        constexpr std::uint32_t kBetweenLooks = 16;
        if (!task_.options.deadline || ++steps_ % kBetweenLooks != 0) return has_run_out_;
        return has_run_out_ = std::chrono::steady_clock::now() >= *task_.options.deadline;
    }
    [[nodiscard]] bool is_long() const {
        return share_ != nullptr || work_done(counters_) >= task_.tuning.long_after;
    }
    [[nodiscard]] bool takes_earliest() const;
    void join_others();
    void bound_bends();
    void forget_all();
    Tick walk_on(FunctionRef<void(const WalkEntry&)> visit);
    Tick walk_and_leave(FunctionRef<void(const WalkEntry&)> visit, std::vector<WalkEntry>* left);
    [[nodiscard]] const Moment& moment(Tick tick) {
        return memory_.moments.at(tick, [&](KnownMoment& known) { find(tick, known.moment); }).moment;
    }
    void find(Tick tick, Moment& to);
    [[nodiscard]] BoxTask box_task(const WalkEntry& entry, const Moment& begin, const Moment& end) const;
    int gather(const BoxTimes& times, const WalkEntry& from);

    const WalkTask& task_;
    WalkMemory& memory_;
    FirstContactCounters& counters_;
    BoxTimesKernel find_times_;
    BoxSearch search_;
    Tick last_ = kEndOfTime;
    bool has_contact_ = false;
    bool leaves_rest_ = false;
    bool has_run_out_ = false;  // of time
    std::uint32_t steps_ = 0;
    WalkShare* share_ = nullptr;
    WalkEntry opened_{};  // the last one
    Moment kept_;         // at the beginning of its window, if the one at the end took its place
    std::array<WalkEntry, 64> found_;
};

}  // namespace graze::internal
