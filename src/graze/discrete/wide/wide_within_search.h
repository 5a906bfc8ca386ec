// The search for pairs of triangles within a clearance, in pieces that are as small as one likes.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/wide/wide_meeting.h"
#include "graze/discrete/wide/wide_sight.h"
#include "graze/geometry/pose_pair.h"

namespace graze::internal {

struct WithinSearch {
    double clearance = 0.0;
    bool stop_at_first = true;
    Sight sight;
    PosePair poses;
    std::size_t waiting = 0;  // on the stack
    bool has_begun = false;
    bool is_over = true;
    DiscreteCounters counters = {};
};

/// Pre: valid poses; clearance >= 0, finite. The memory's `hits` and `near_stack` are the search's until it is
///      over.
void begin(WithinSearch& search, const WidePair& of, double clearance, bool stop_at_first,
           DiscreteMemory& memory);

/// Goes on with it; returns the work: pairs of nodes opened, and of triangles looked at. The hits are in the
/// memory. At least one pair of leaves is gone through whole.
std::uint64_t go_on(WithinSearch& search, const WidePair& of, const MeetingPieceSize& size,
                    DiscreteMemory& memory);

}  // namespace graze::internal
