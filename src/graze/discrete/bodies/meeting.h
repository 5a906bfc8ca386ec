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
#pragma once

#include "graze/discrete/wide/intersections.h"

namespace graze {

enum class BodyMeeting { Apart, Touching, Intersecting, AInB, BInA };

/// Pre:       valid poses.
/// Guarantee: exact, but for one case that no input of ours has reached: should 256 samples of a part of a
///            face all lie on vertices of the skins, Intersecting is reported.
/// Cost:      finding the triangles that meet; then in hard cases some work for each part of a face in
///            contact. Allocates where bodies meet, or one may be inside the other; without a workspace every
///            call makes a new one.
[[nodiscard]] BodyMeeting meeting_of(const PosedBody& a, const PosedBody& b,
                                     DiscreteWorkspace* workspace = nullptr);

}  // namespace graze
