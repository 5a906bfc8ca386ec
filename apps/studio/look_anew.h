// What a world knows of its pairs, found out anew after a change that no motion made.
#pragma once

#include "graze/dynamics/handling/world.h"

#include <vector>

namespace graze::studio {

/// Lists all pairs that are near as bodies stand, tests them exactly, and measures them. Contacts of the frame before are
/// forgotten; pairs that the rules leave out, too.
///
/// Guarantee: what the world then knows of each pair is true where bodies stand (docs/handling.md, step 1 of the induction).
/// Errors:    BadInput: two bodies meet, or are nearer than they have to keep; named. What is known is then wrong: see `remember`.
[[nodiscard]] Expected<void> look_anew(World& world);

/// To undo a change that failed: what was known of each pair, for where bodies stood then.
struct KnownPair {
    BodyPair bodies;
    double apart, part, base, clearance;
};
[[nodiscard]] std::vector<KnownPair> known_pairs(const World& world);
void remember(World& world, const std::vector<KnownPair>& known);

}  // namespace graze::studio
