// When a bounded query has to stop (contract C4): after so much work, so much time on the processor, or at a
// moment.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace graze {

/// Whatever comes first. Nothing set: no end.
struct TimeBudget {
    /// In the units of the query. With it alone the answer is the same on every machine (C5).
    std::uint64_t most_work = ~std::uint64_t{0};
    std::optional<std::chrono::nanoseconds> cpu = std::nullopt;  // of the calling thread, from now on
    std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
};

/// Runs from when it is made, on the thread that made it.
///
/// Queries work in small pieces and look at it between them. The wall clock is read then (some 25 ns); the
/// thread's own, which takes a call into the system, only where by the wall's the budget could be spent.
class BudgetClock {
  public:
    explicit BudgetClock(const TimeBudget& budget);

    void spend(std::uint64_t work) { work_ += work; }
    /// Once true, always true.
    [[nodiscard]] bool is_over();

    /// A piece of work that is wished for, cut to what is left. At least 1.
    [[nodiscard]] std::uint64_t piece(std::uint64_t wished) const;
    [[nodiscard]] std::uint64_t work() const { return work_; }
    /// Work has a limit, and so has to be the same on every processor.
    [[nodiscard]] bool counts_work() const { return budget_.most_work != ~std::uint64_t{0}; }
    /// Of this thread, since the beginning.
    [[nodiscard]] std::chrono::nanoseconds cpu() const;

  private:
    TimeBudget budget_;
    std::uint64_t work_ = 0;
    std::chrono::nanoseconds cpu_begin_{0};
    std::chrono::steady_clock::time_point look_again_;  // before that moment `cpu` cannot be spent
    bool is_over_ = false;
};

}  // namespace graze
