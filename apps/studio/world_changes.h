// Changes of a world that runs: who can move, and what pairs have to keep.
#pragma once

#include "studio/world_state.h"

namespace graze::studio {

/// The same world, with one more body that can move; everything stands where it did. It begins anew where the scene began, so
/// that pairs are seated there and nowhere else.
///
/// Errors: those of make_world: the body overlaps another one that stood as well.
/// Cost:   that of a new world, but for trees.
[[nodiscard]] Expected<World> with_movable(const World& world, std::uint32_t body, const PairRules& rules);

/// Of pairs that are known already, too.
///
/// Errors: BadInput, and nothing changes: two bodies that were left out meet, or a pair is nearer than it has to keep; named.
[[nodiscard]] Expected<void> set_rules(World& world, const PairRules& rules);

/// The factor of security distances. Pre: above 0. Errors: as above.
[[nodiscard]] Expected<void> set_security(World& world, double security);

/// Of all bodies.
void set_friction(World& world, double friction);
void set_restitution(World& world, double restitution);

}  // namespace graze::studio
