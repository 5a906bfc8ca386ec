#include "graze/core/time_budget.h"

#include <algorithm>
#include <ctime>

namespace graze {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

nanoseconds thread_time() {
    std::timespec now{};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
}

/// No later than the last moment that there is.
steady_clock::time_point later(steady_clock::time_point from, nanoseconds by) {
    return by > steady_clock::time_point::max() - from ? steady_clock::time_point::max() : from + by;
}

}  // namespace

BudgetClock::BudgetClock(const TimeBudget& budget) : budget_(budget) {
    if (!budget.cpu) return;
    cpu_begin_ = thread_time();
    look_again_ = later(steady_clock::now(), *budget.cpu);
}

bool BudgetClock::is_over() {
    if (is_over_ || work_ >= budget_.most_work) return is_over_ = true;
    if (!budget_.cpu && !budget_.deadline) return false;
    const auto now = steady_clock::now();
    if (budget_.deadline && now >= *budget_.deadline) return is_over_ = true;
    if (!budget_.cpu || now < look_again_) return false;
    const nanoseconds left = *budget_.cpu - cpu();
    if (left <= nanoseconds(0)) return is_over_ = true;
    look_again_ = later(now, left);  // the thread stood still for a while
    return false;
}

std::uint64_t BudgetClock::piece(std::uint64_t wished) const {
    const std::uint64_t left = budget_.most_work > work_ ? budget_.most_work - work_ : 1;
    return std::clamp<std::uint64_t>(wished, 1, left);
}

nanoseconds BudgetClock::cpu() const { return budget_.cpu ? thread_time() - cpu_begin_ : nanoseconds(0); }

}  // namespace graze
