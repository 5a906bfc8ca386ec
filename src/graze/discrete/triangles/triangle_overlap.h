// Do two posed triangles meet, and how? Exact (contract C2), triangles of zero area included.
//
// The test of [GuigueDevillers03, sec. 3]: each triangle against the plane of the other by three
// orientations, then two more that compare the intervals which the triangles cut from the common line of the
// planes. Nothing is ever constructed, so the answer follows from signs alone, which are exact
// (geometry/posed_predicates.h). Where the published test ends we go on: coplanar sets (projected on a
// coordinate plane) and triangles that are segments or points. Deviations: docs/papers.md.
//
// Triangles are closed sets: touching is meeting. The kinds are told apart so:
//   Crossing  the relative interiors of the two sets share a point, and the directions within the one and
//             within the other together span space (the meeting is transversal): each passes through the
//             other. Two segments never cross.
//   Touching  any other meeting: a corner or an edge on the other's surface, all that is coplanar, points.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/pose_pair.h"

#include <array>

namespace graze::internal {

enum class TriangleMeeting { Apart, Touching, Crossing };

using Corners = std::array<Vec3, 3>;

/// A triangle of b seen from a, made once for use against many triangles of a.
struct MovedTriangle {
    std::array<PairPoint, 3> corner;
    double error;  // the largest of the corners
};

[[nodiscard]] MovedTriangle move_into_a(const PosePair& poses, const Corners& b);

struct TriangleDecision {
    TriangleMeeting meeting;
    bool needed_exact;  // the filter left at least one sign open
};

/// Pre:       corners finite; `b` made by move_into_a of the same `poses`.
/// Guarantee: the meeting of the exact rational triangles, for any finite doubles.
/// Cost:      20 to 40 ns for triangles that a plane parts, some 60 ns for others; where signs have to be
///            taken from integers 2 to 11 us. No allocation.
[[nodiscard]] TriangleDecision meeting_of(const Corners& a, const MovedTriangle& b, const PosePair& poses);

/// True if the triangles share at least one point. For a pair or two; loops keep the PosePair and the
/// MovedTriangle.
[[nodiscard]] bool triangles_meet(const Corners& a, const Pose& pose_a, const Corners& b, const Pose& pose_b);

}  // namespace graze::internal
