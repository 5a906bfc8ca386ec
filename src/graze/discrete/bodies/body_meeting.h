// How two posed models meet, given the triangles that do (meeting.h).
//
// The easy cases come first: two triangles that pass through each other where nothing else is, or a plane of
// a face that has one body on each side. The rest is decided by looking at every part of the skins
// (solid_overlap-inl.h), in exact integers.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/bodies/meeting.h"
#include "graze/model/body_model.h"

#include <span>

namespace graze::internal {

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

/// The same for at most `most` pieces (first those of a, then those of b), from number `next` on, which moves
/// on. When it is pieces_of(a, b), all were looked at.
[[nodiscard]] bool some_piece_is_inside(const PosedModel& a, const PosedModel& b, std::size_t& next,
                                        std::size_t most);
[[nodiscard]] inline std::size_t pieces_of(const BodyModel& a, const BodyModel& b) {
    return a.piece_samples.size() + b.piece_samples.size();
}

/// How far bodies go through each other where two triangles cross: the greatest, over such pairs, of how far the
/// one or the other would have to go back; a double, rounded. 0 if none cross. Of solids that are Touching this
/// is a skin without a thickness (a sheet of two sides at the same place) that the other body goes through.
/// Pre: as for meeting_of.
[[nodiscard]] double crossing_depth(const PosedModel& a, const PosedModel& b,
                                    std::span<const IdPair> contacts);

/// True if this one pair of triangles that meet settles it: Intersecting. False says nothing.
[[nodiscard]] bool proves_intersecting(const PosedModel& a, const PosedModel& b, const IdPair& contact);

}  // namespace graze::internal
