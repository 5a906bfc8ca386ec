// The walk over two trees and time behind first_contact.h. Not for users.
#pragma once

#include "graze/continuous/first_contact.h"
#include "graze/core/function_ref.h"

#include <array>
#include <vector>

namespace graze {

/// Time in whole numbers, so that windows can be divided and compared exactly, and moments be found again.
using Tick = std::uint32_t;
inline constexpr Tick kEndOfTime = Tick{1} << 30;
[[nodiscard]] constexpr double time_of(Tick tick) { return static_cast<double>(tick) * 0x1p-30; }

/// The last tick of interest if nothing after time t is: above t, unless t is the end of time.
[[nodiscard]] inline Tick last_tick(double t) {
    const Tick below = static_cast<Tick>(t * 0x1p30);
    return below < kEndOfTime ? below + 1 : kEndOfTime;
}

struct TickWindow {
    Tick begin, end;  // begin < end
};

/// A pair of nodes, or of triangles, and when it may matter.
struct WalkEntry {
    std::uint32_t a, b;
    TickWindow window;
};

struct KnownMoment {
    Moment moment;
    Tick tick = 0;
    std::uint64_t epoch = 0;
};

struct WalkMemory {
    std::vector<WalkEntry> stack;
    std::array<KnownMoment, 256> moments;
    std::uint64_t epoch = 0;
};

/// What FirstContactOptions::most_work bounds.
[[nodiscard]] inline std::uint64_t work_done(const FirstContactCounters& counters) {
    return counters.node_pairs + counters.triangle_pairs + counters.feature_steps;
}

struct WalkTask {
    const BodyModel& a;
    const BodyModel& b;
    const PairedMotion& motion;
    double reach;  // pairs that stay farther apart than this are left out
    const FirstContactOptions& options;
};

class SpaceTimeWalk {
  public:
    SpaceTimeWalk(const WalkTask& task, WalkMemory& memory, FirstContactCounters& counters);

    /// Nothing after this tick matters. May be called by the visitor; only ever earlier.
    void cut_at(Tick last) { last_ = last; }

    /// Visits all pairs of triangles that are not proved farther apart than `reach`, with a window outside of
    /// which they are.
    ///
    /// Guarantee: returns where the walk stopped: every pair not visited is farther apart up to that tick.
    ///            Before the last tick of the window only if the budget ran out.
    Tick run(const TickWindow& window, FunctionRef<void(const WalkEntry&)> visit);

    /// True if the boxes of all of a and all of b are proved apart at t = 0.
    [[nodiscard]] bool prove_apart_at_start();

  private:
    void open(const WalkEntry& entry, FunctionRef<void(const WalkEntry&)> visit);
    [[nodiscard]] const Moment& moment(Tick tick);
    [[nodiscard]] BoxTask box_task(const WalkEntry& entry, const Moment& begin, const Moment& end) const;
    int gather(const BoxTimes& times, const WalkEntry& from);

    const WalkTask& task_;
    WalkMemory& memory_;
    FirstContactCounters& counters_;
    float reach_;
    Tick last_ = kEndOfTime;
    std::array<WalkEntry, 64> found_;
};

}  // namespace graze
