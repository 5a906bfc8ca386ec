// Levers of the search for first contact (first_contact.h): the answer is the same, only the time differs.
#pragma once

#include "graze/continuous/boxes/box_times.h"
#include "graze/continuous/search/first_contact.h"
#include "graze/core/internal.h"

#include <cstddef>
#include <cstdint>

namespace graze::internal {

/// EarliestFirst:      depth first until a long query has found a contact, then best first by the beginning
///                     of the window.
/// EarliestChildFirst: always depth first, the earliest child before the others.
enum class VisitOrder { EarliestFirst, EarliestChildFirst, AsTheyCome };

struct FirstContactTuning {
    BoxBounds bounds = BoxBounds::Fused;  // under a budget Simd: then all machines do the same work
    TimeClipping clipping = TimeClipping::On;
    BendBounds bends = BendBounds::Directional;
    LeafFilter leaf_filter = LeafFilter::Planes;
    VisitOrder order = VisitOrder::EarliestFirst;
    std::uint64_t long_after = 512;  // work, some 0.25 ms: then queues and threads are worth it
    std::size_t most_waiting = std::size_t{1} << 16;  // pairs of nodes in a queue; then depth first again
    int guesses = 3;          // discrete tests that guess when bodies meet that seem to; 0: none
    float most_bend = 0.04f;  // of the larger node: where paths bend more, time is divided
};

inline constexpr FirstContactTuning kDefaultTuning{};
[[nodiscard]] inline const FirstContactTuning& tuning_of(const FirstContactOptions& options) {
    return options.tuning != nullptr ? *options.tuning : kDefaultTuning;
}

}  // namespace graze::internal
