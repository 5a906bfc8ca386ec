// Where bodies meet on a path, at its start and where what is clear ends: parts of path_proof.h. Not for
// users.
#pragma once

#include "graze/queries/paths/path_seats.h"

namespace graze {

/// The exact answer at t = 0: pairs within their clearance are proof.contacts, and the verdict says so. True
/// if there are any.
///
/// Pre: the first segment is entered.
[[nodiscard]] Expected<bool> find_overlaps(PathStage& stage);

/// Triangles within reach of each other at time t of the segment that is entered are proof.contacts.
/// `candidates`: of that segment.
void list_contacts(PathStage& stage, const PathSeats& seats, std::span<const PathCandidate> candidates,
                   double t);

}  // namespace graze
