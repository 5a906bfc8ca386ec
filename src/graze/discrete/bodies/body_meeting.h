// How two posed bodies meet, exactly (contract C2).
//
// For two *solids* (skins without a rim) their interiors count, that is, the points that the skin winds
// around (not 0 times: a cavity whose skin faces inward is outside; a body inside out is as good as one
// facing outward):
//   Intersecting   the interiors overlap; also if a part of one lies within the other and another does not
//   AInB, BInA     one lies inside the other and the skins share no point
//   Touching       the skins share points, the interiors do not overlap
// If one of the two is a soup: Intersecting if two triangles cross (triangle_overlap.h), Touching if they
// meet otherwise. A soup inside a solid, without contact, is AInB or BInA; Intersecting if only some pieces
// of it are.
//
// The easy cases come first: two triangles that pass through each other where nothing else is, or a plane of
// a face that has one body on each side. The rest is decided by looking at every part of the skins
// (solid_overlap-inl.h), in exact integers.
#pragma once

#include "graze/discrete/wide/intersections.h"
#include "graze/model/body_model.h"

#include <span>

namespace graze {

enum class BodyMeeting { Apart, Touching, Intersecting, AInB, BInA };

/// Pre:       valid poses; `contacts` are all pairs of triangles that meet, sorted (find_intersections);
///            threads as in core/parallel.h, for bodies that touch in many places.
/// Guarantee: exact, but for one case that no input of ours has reached: should 256 samples of a part of a
///            face all lie on vertices of the skins, Intersecting is reported. After Ctrl-C
///            (core/interrupt.h) the answer means nothing.
/// Cost:      easy cases: some us to some 10 ms. Else some 10 us for each part of a face in contact;
///            allocates.
[[nodiscard]] BodyMeeting meeting_of(const PosedModel& a, const PosedModel& b,
                                     std::span<const IdPair> contacts, int threads = 1);

/// True if a piece of one body lies inside the other, a solid: if not, bodies whose triangles do not meet are
/// Apart. (meeting_of asks this first.)
///
/// Pre:  valid poses; no two triangles meet.
/// Cost: some ns for a piece outside the other's box, else some us.
[[nodiscard]] bool some_piece_is_inside(const PosedModel& a, const PosedModel& b);

/// True if this one pair of triangles that meet settles it: Intersecting. False says nothing.
[[nodiscard]] bool proves_intersecting(const PosedModel& a, const PosedModel& b, const IdPair& contact);

}  // namespace graze
