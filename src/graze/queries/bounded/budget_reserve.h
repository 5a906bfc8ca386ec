// What a call takes beyond its budget of processor time, kept back from the next one: the last piece and what stands
// after it. Learnt from call to call; a limit of work knows nothing of it.
#pragma once

#include "graze/core/internal.h"
#include "graze/core/time_budget.h"

#include <algorithm>

namespace graze::internal {

class BudgetReserve {
  public:
    /// To be taken off the processor time of this budget: no more than a quarter of it.
    [[nodiscard]] std::chrono::nanoseconds of(const TimeBudget& budget) const {
        return budget.cpu ? std::min(beyond_, *budget.cpu / 4) : std::chrono::nanoseconds(0);
    }
    /// `given`: less what was kept back. A single late call, of which the system may be the cause, counts little.
    void learn(const TimeBudget& given, std::chrono::nanoseconds taken) {
        if (!given.cpu || taken <= *given.cpu) return;
        const std::chrono::nanoseconds beyond = taken - *given.cpu;
        beyond_ +=
            beyond > beyond_ ? std::min((beyond - beyond_) / 4, *given.cpu / 50) : (beyond - beyond_) / 16;
    }

  private:
    std::chrono::nanoseconds beyond_{0};
};

}  // namespace graze::internal
