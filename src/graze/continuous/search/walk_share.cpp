#include "graze/continuous/search/walk_share.h"

#include <emmintrin.h>

namespace graze::internal {
namespace {

constexpr int kLooks = 2000;  // before a walk that waits falls asleep: some 40 us, about what waking up takes
constexpr std::size_t kFewTriangles = 8;  // pairs: not worth waking another for

/// One pair of each `among`, the earliest first.
void take_share(std::vector<WalkEntry>& pool, std::size_t among, WalkQueue& share) {
    std::sort(pool.begin(), pool.end(), is_earlier);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < pool.size(); ++i)
        if (i % among == 0)
            share.push(pool[i]);
        else
            pool[kept++] = pool[i];
    pool.resize(kept);
}

}  // namespace

void WalkShare::cut_at(Tick last) {
    Tick known = last_.load(std::memory_order_relaxed);
    while (last < known && !last_.compare_exchange_weak(known, last, std::memory_order_relaxed)) {
    }
}

bool WalkShare::take(WalkQueue& nodes, WalkQueue& triangles, bool is_back) {
    std::unique_lock lock(mutex_);
    if (is_back) {
        --at_work_;
        ++idle_;
    }
    const auto is_empty = [this] { return nodes_.empty() && triangles_.empty(); };
    while (is_empty() && at_work_ > 0) {
        is_hungry_.store(true, std::memory_order_relaxed);
        lock.unlock();
        for (int i = 0; i < kLooks && is_hungry(); ++i) _mm_pause();
        lock.lock();
        if (is_empty() && at_work_ > 0) changed_.wait(lock);
    }
    if (is_empty()) {
        is_hungry_.store(false, std::memory_order_relaxed);
        changed_.notify_all();
        return false;
    }
    take_share(nodes_, static_cast<std::size_t>(idle_), nodes);
    take_share(triangles_, static_cast<std::size_t>(idle_), triangles);
    ++at_work_;
    --idle_;
    return true;
}

void WalkShare::give(std::vector<WalkEntry>& stack, WalkQueue& nodes, WalkQueue& triangles) {
    const auto half = stack.begin() + static_cast<std::ptrdiff_t>(stack.size() / 2);
    const bool has_nodes = half != stack.begin() || nodes.size() >= 2;
    if (!has_nodes && triangles.size() < kFewTriangles) return;
    {
        const std::scoped_lock lock(mutex_);
        is_hungry_.store(false, std::memory_order_relaxed);  // who waits takes a while to wake up
        nodes_.insert(nodes_.end(), stack.begin(), half);
        if (has_nodes)
            nodes.give_half(nodes_);
        else
            triangles.give_half(triangles_);
    }
    stack.erase(stack.begin(), half);
    changed_.notify_all();
}

void WalkShare::abandon() {
    const std::scoped_lock lock(mutex_);
    nodes_.clear();
    triangles_.clear();
    --at_work_;
    ++idle_;
    changed_.notify_all();
}

}  // namespace graze::internal
