// How several walks share one query: what each has left to open, and the earliest contact of them all. Not
// for users.
#pragma once

#include "graze/continuous/search/walk_queue.h"
#include "graze/core/internal.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace graze::internal {

/// Pools of pairs of nodes and of triangles. A walk takes some, looks at all below them, and gives back of
/// what it has left while another waits. Which thread visits which pair is not deterministic; the set of
/// visited pairs is, up to those after the earliest contact.
class WalkShare {
  public:
    WalkShare(std::vector<WalkEntry> nodes, Tick last, int walks)
        : nodes_(std::move(nodes)), idle_(walks), last_(last) {}

    /// Nothing after this tick matters to any walk: only ever earlier.
    [[nodiscard]] Tick last() const { return last_.load(std::memory_order_relaxed); }
    void cut_at(Tick last);

    /// Takes a fair part of the pairs that nobody has: as many, and as early ones, as each of the others that
    /// are not at work will find. Waits while there is nothing and others are at work. False: all is done.
    /// `is_back`: the caller has looked at all that it took before.
    [[nodiscard]] bool take(WalkQueue& nodes, WalkQueue& triangles, bool is_back);
    /// True while a walk waits and nobody has given anything.
    [[nodiscard]] bool is_hungry() const { return is_hungry_.load(std::memory_order_relaxed); }
    /// Takes the older half of a stack, where what lies at the bottom is the largest, and half of the nodes
    /// in a queue; if there are none to spare, half of the triangles.
    void give(std::vector<WalkEntry>& stack, WalkQueue& nodes, WalkQueue& triangles);
    /// A walk failed: all others are to end.
    void abandon();

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<WalkEntry> nodes_, triangles_;
    int idle_;  // walks that are not at work
    int at_work_ = 0;
    std::atomic<bool> is_hungry_ = false;
    std::atomic<Tick> last_;
};

}  // namespace graze::internal
