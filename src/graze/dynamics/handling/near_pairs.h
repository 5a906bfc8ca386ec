// Which bodies of a world are near each other, and their contacts.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/handling/world_memory.h"

namespace graze::internal {

/// What holds for a pair now: what was said since the world began, else the rules.
[[nodiscard]] PairRule rule_of(const WorldMemory& memory, const BodyPair& bodies);

/// What its security distances are parts of, in full.
[[nodiscard]] double security_length(const WorldMemory& memory, const BodyPair& bodies);

/// How near a pair has to come to be listed: its scene's clearance and eps_b of full size.
[[nodiscard]] double margin_of(const NearPair& pair);

/// Friction and restitution of the pair, by its bodies.
void set_surfaces(const WorldMemory& memory, NearPair& pair);

/// Bodies as the pair knows them: themselves, unless it begins in contact.
struct PairShapes {
    std::shared_ptr<const ContactBody> a, b;
    bool are_copies = false;
};
/// A pair for the table. `apart`: what is proved. Pre: bodies rise; not both stand for ever.
NearPair& add_pair(WorldMemory& memory, const BodyPair& bodies, const PairShapes& shapes, double apart);

/// Lists all pairs that may come within their margin while bodies go as `memory.going` says (or stand, where it
/// is zero), but for those that the rules leave out, and those of which neither moves nor may be pushed.
///
/// Guarantee: every other pair that the rules do not leave out stays farther apart than its margin.
void list_pairs(WorldMemory& memory);

/// Contacts of listed pairs as the bodies stand, nearer than eps_b: in pair.list, and in memory.contacts.
/// Bodies asleep that others touch wake up.
void find_contacts(WorldMemory& memory);

/// Forgets pairs that were not near for long.
void forget_far_pairs(WorldMemory& memory);

}  // namespace graze::internal
