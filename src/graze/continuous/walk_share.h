// How several walks share one query: what each has left to open, and the earliest contact of them all. Not
// for users.
#pragma once

#include "graze/continuous/walk_queue.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace graze {

/// A pool of pairs of nodes. A walk takes one, opens all below it, and gives back of what it has left while
/// another waits. Which walk opens what is a matter of luck; what all of them open together is everything.
class WalkShare {
  public:
    WalkShare(std::vector<WalkEntry> start, Tick last) : pool_(std::move(start)), last_(last) {}

    /// Nothing after this tick matters to any walk: only ever earlier.
    [[nodiscard]] Tick last() const { return last_.load(std::memory_order_relaxed); }
    void cut_at(Tick last);

    /// Takes the earliest pair of nodes; waits while there is none and others are at work. False: all is
    /// done. `is_back`: the caller has opened all that it took before.
    [[nodiscard]] bool take(WalkEntry& entry, bool is_back);
    /// True while a walk waits.
    [[nodiscard]] bool is_hungry() const { return waiting_.load(std::memory_order_relaxed) > 0; }
    /// Takes the older half of a stack, where what lies at the bottom is the largest, and half of a queue.
    void give(std::vector<WalkEntry>& stack, WalkQueue& nodes);
    /// A walk failed: all others are to end.
    void abandon();

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<WalkEntry> pool_;
    int at_work_ = 0;
    std::atomic<int> waiting_ = 0;
    std::atomic<Tick> last_;
};

}  // namespace graze
