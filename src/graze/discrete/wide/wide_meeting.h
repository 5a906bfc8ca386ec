// Do two bodies meet? The first pair of find_intersections (wide_query.h), in pieces that are as small as one
// likes. What is left between pieces is a list of pairs of nodes: eight bytes each, so that many searches can
// wait for their turn.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/wide/wide_query.h"

#include <optional>
#include <vector>

namespace graze::internal {

/// A search that has stopped. Fresh: nothing is left.
struct WaitingMeeting {
    /// Pairs of nodes, next last: whatever meets and was not found lies below one of them.
    std::vector<IdPair> left;
    std::uint32_t tested = 0;  // pairs of triangles of the leaves `left.back()` that do not meet
};

/// Forgets what was, and begins.
void begin(WaitingMeeting& search);

/// What one piece found, and its work: pairs of nodes opened and pairs of triangles tested.
struct MeetingPiece {
    std::optional<IdPair> triangles;  // that meet
    std::uint64_t work = 0;
    DiscreteCounters counters = {};
};

struct MeetingPieceSize {
    std::uint64_t most = ~std::uint64_t{0};  // of each kind of work; at least 1
    bool same_work = false;                  // WideTask::same_work
};

/// Two bodies at their poses.
struct WidePair {
    WideBody a;
    const Pose& pose_a;
    WideBody b;
    const Pose& pose_b;
};

/// Goes on with a search: it is over if a pair was found, or nothing is left. Whatever the pieces, the pair is
/// that of find_intersections.
///
/// Pre:  as find_intersections; `search` was begun, is not over, and went on with the same bodies, poses and
///       `same_work`.
/// Cost: no allocation once the memories have grown.
[[nodiscard]] MeetingPiece go_on(WaitingMeeting& search, const WidePair& of, const MeetingPieceSize& size,
                                 DiscreteMemory& workspace);

}  // namespace graze::internal
