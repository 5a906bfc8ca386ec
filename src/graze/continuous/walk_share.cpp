#include "graze/continuous/walk_share.h"

namespace graze {

void WalkShare::cut_at(Tick last) {
    Tick known = last_.load(std::memory_order_relaxed);
    while (last < known && !last_.compare_exchange_weak(known, last, std::memory_order_relaxed)) {
    }
}

bool WalkShare::take(WalkEntry& entry, bool is_back) {
    std::unique_lock lock(mutex_);
    if (is_back) --at_work_;
    while (pool_.empty() && at_work_ > 0) {
        waiting_.fetch_add(1, std::memory_order_relaxed);
        changed_.wait(lock);
        waiting_.fetch_sub(1, std::memory_order_relaxed);
    }
    if (pool_.empty()) {
        changed_.notify_all();
        return false;
    }
    const auto earliest = std::min_element(pool_.begin(), pool_.end(), is_earlier);
    entry = *earliest;
    *earliest = pool_.back();
    pool_.pop_back();
    ++at_work_;
    return true;
}

void WalkShare::give(std::vector<WalkEntry>& stack, WalkQueue& nodes) {
    const auto half = stack.begin() + static_cast<std::ptrdiff_t>(stack.size() / 2);
    if (half == stack.begin() && nodes.size() < 2) return;
    {
        const std::scoped_lock lock(mutex_);
        pool_.insert(pool_.end(), stack.begin(), half);
        nodes.give_half(pool_);
    }
    stack.erase(stack.begin(), half);
    changed_.notify_all();
}

void WalkShare::abandon() {
    const std::scoped_lock lock(mutex_);
    pool_.clear();
    --at_work_;
    changed_.notify_all();
}

}  // namespace graze
