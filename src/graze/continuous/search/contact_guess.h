// When two moving bodies probably first meet.
//
// A search that knows an end of the time that counts looks at shorter windows, in which paths hardly bend:
// knowing the contact time would halve the work. Nothing is proved here: the caller divides its time at the
// guess, and goes on after it if nothing was found before it.
#pragma once

#include "graze/continuous/relative/relative_motion.h"
#include "graze/continuous/search/walk_queue.h"
#include "graze/core/internal.h"

#include <vector>

namespace graze::internal {

struct GuessTask {
    const RelativeMotion& motion;
    const WideTree& a;
    const WideTree& b;
    double contact_distance;             // bodies this near count as meeting
    std::span<const WalkEntry> waiting;  // pairs of nodes: all others are apart while these wait
    double from;                         // where they are supposed to be apart
    double until;                        // where they are supposed to meet
    int tests;                           // of the bodies at one time
};

/// Bisection by discrete walks: a time in (from, until]; infinity if they do not meet at its end.
///
/// Cost: some us a test; no allocation once `stack` has grown.
[[nodiscard]] double guess_contact_time(const GuessTask& task, std::vector<WideEntry>& stack);

}  // namespace graze::internal
