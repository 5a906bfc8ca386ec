// Moments of two motions that were looked at lately: pairs of nodes look at the same ticks. Not for users.
#pragma once

#include "graze/continuous/relative/relative_motion.h"
#include "graze/continuous/relative/ticks.h"
#include "graze/core/internal.h"

#include <array>
#include <cstdint>

namespace graze::internal {

struct KnownMoment {
    Moment moment;
    Tick tick = 0;
    std::uint64_t epoch = 0;
};

/// Fibonacci hashing, in a table of 256 places.
[[nodiscard]] inline std::size_t place_of(Tick tick) { return (tick * 2654435769u) >> 24; }

/// Then the moment at the beginning has to be kept before that at the end is asked for.
[[nodiscard]] inline bool share_a_place(const TickWindow& window) {
    return place_of(window.begin) == place_of(window.end);
}

/// One entry to a place: what is kept is what would be computed again. `Known` is a KnownMoment, or one with
/// more to it.
template <class Known>
class KnownMoments {
  public:
    /// From now on it is about other motions.
    void forget() { ++epoch_; }

    /// The entry of a tick, which `find` fills in if it is not known. Valid until a tick of the same place.
    template <class Find>
    [[nodiscard]] const Known& at(Tick tick, Find find) {
        Known& known = entries_[place_of(tick)];
        if (known.tick != tick || known.epoch != epoch_) {
            find(known);
            known.tick = tick;
            known.epoch = epoch_;
        }
        return known;
    }

  private:
    std::array<Known, 256> entries_;
    std::uint64_t epoch_ = 0;
};

}  // namespace graze::internal
