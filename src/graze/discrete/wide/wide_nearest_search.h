// The search for the nearest pair of triangles, in pieces that are as small as one likes.
//
// Both trees are searched with float bounds, what looks nearest first (wide_nearest.h); the limit is the best
// upper bound so far. What is left then is measured in double, and at last in 80 bits.
//
// Where surfaces fit, hundreds of pairs are equally far apart but for the last bits. So each is measured by the one
// pair of features that floats found nearest, in double and in 80 bits; all features of a pair are looked at only
// where that leaves a doubt. Of pairs that are equally near but for `slack`, the one of the least ids is the
// result. Why that is the same on every processor: docs/discrete.md, "Same bits everywhere".
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/triangles/triangle_distance.h"
#include "graze/discrete/wide/distance.h"
#include "graze/discrete/wide/wide_meeting.h"
#include "graze/discrete/wide/wide_sight.h"

namespace graze::internal {

struct NearestSearch {
    Sight sight;
    double extent = 0.0;  // above all coordinates of the two bodies seen from a
    PosePair poses;
    FinePlacement fine;
    enum class Stage { Walk, Measure, Choose, Count, Settle, Lower, Done } stage = Stage::Done;
    std::size_t waiting = 0;  // on the stack: Walk
    bool has_begun = false;
    float least_lo = 0.0f;           // of the candidates, in the lengths of the aim: Walk
    std::size_t next = 0, kept = 0;  // candidates: from Measure on
    double best = 0.0;               // least upper bound in double: Measure
    std::size_t first = 0;           // the candidate that has it
    double slack = 0.0;              // what counts as equally near
    // Choose: fine bounds of the least upper bound that any pair has, in 80 bits and by all of its features.
    double least_hi_lo = 0.0, least_hi_hi = 0.0;
    std::size_t equally_near = 0;        // that many, or more than a few: Count
    std::size_t unsettled = 0;           // candidates that may be the result: Settle
    BodyDistance result = {};            // from Settle on
    std::optional<FineTriangle> placed;  // Choose: triangle `placed_id` of b
    std::uint32_t placed_id = 0;
    DiscreteCounters counters = {};
};

/// Pre: valid poses; the bodies do not meet. The memory's `near` and `near_stack` are the search's until it is
///      over.
void begin(NearestSearch& search, const WidePair& of, DiscreteMemory& memory);

/// Goes on with it; returns the work: pairs of nodes opened, and of triangles measured. Stage::Done: over.
///
/// Guarantee: the same result bit by bit, whatever the pieces.
std::uint64_t go_on(NearestSearch& search, const WidePair& of, const MeetingPieceSize& size,
                    DiscreteMemory& memory);

/// The distance lies in [lo, hi]; at the end this is what distance.h promises. Before, points and triangles are
/// not known.
[[nodiscard]] BodyDistance so_far(const NearestSearch& search, const DiscreteMemory& memory);

}  // namespace graze::internal
