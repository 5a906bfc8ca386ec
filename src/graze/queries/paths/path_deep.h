// Times at which a seated pair is deeper in each other than it may be, proved: a part of path_proof.h.
//
// Copies that meet prove nothing. From there on the bodies themselves are looked at, at one instant after the
// other, until a point of one is proved to lie deeper than D in the other.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/paths/path_work.h"

namespace graze::internal {

/// Proof that the pair is deeper than its D at this time; nothing if there is none.
///
/// Pre: `work` has models of both bodies, which are solids.
[[nodiscard]] std::optional<PathDeep> prove_deep_at(const PathWork& work, const PathSeat& seat,
                                                    const PathTime& at);

/// Looks for such a time at and after `from`: in steps that grow, and at some instants of every later segment;
/// then back by bisection, so that it is nearly the first.
///
/// Cost: some 100 measurements of depth at most; fewer if one succeeds soon.
[[nodiscard]] std::optional<PathDeep> find_deep(const PathWork& work, const PathSeat& seat,
                                                const PathTime& from);

/// What to say of a pair of which neither is proved.
[[nodiscard]] std::string not_decided(const PathSeat& seat);

}  // namespace graze::internal
