// Time in whole numbers, so that windows can be divided and compared exactly, and moments be found again.
#pragma once

#include "graze/core/internal.h"

#include <cstdint>

namespace graze::internal {

using Tick = std::uint32_t;
inline constexpr Tick kEndOfTime = Tick{1} << 30;
[[nodiscard]] constexpr double time_of(Tick tick) { return static_cast<double>(tick) * 0x1p-30; }

/// The last tick that is not after time t.
[[nodiscard]] inline Tick tick_below(double t) { return static_cast<Tick>(t * 0x1p30); }

/// The last tick of interest if nothing after time t is: above t, unless t is the end of time.
[[nodiscard]] inline Tick last_tick(double t) {
    const Tick below = tick_below(t);
    return below < kEndOfTime ? below + 1 : kEndOfTime;
}

struct TickWindow {
    Tick begin, end;  // begin < end
};

}  // namespace graze::internal
