// How the bodies of a world stand before anything moves: apart, seated, or refused.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/handling/world_memory.h"

#include <functional>

namespace graze::internal {

/// Errors: BadInput for numbers that are none.
[[nodiscard]] Expected<void> check(const WorldBody& body, const std::string& where);

/// The body as a world begins with it. Its joints, if any, are added later.
[[nodiscard]] BodyState body_state_of(WorldBody given, std::shared_ptr<const ContactBody> shape, std::uint32_t group);

/// For messages: its name, or its number.
[[nodiscard]] std::string body_name(const WorldMemory& memory, std::uint32_t body);

/// Looks at all pairs that are within their margin, exactly. Those apart are listed with a proved distance. Those
/// that touch, or are nearer than their depth, become seats, if both bodies are solid: the pair is handled as
/// copies, each with its skin half the depth inside.
///
/// Errors: BadInput for bodies that overlap by more than their depth, that are nearer than the clearance that the
///         scene demands, or that touch without an inside; each names the pair.
[[nodiscard]] Expected<void> begin_pairs(WorldMemory& memory);

/// The same later on, of those pairs about which something changed. Pairs that are known are begun anew; seats
/// remain seats.
///
/// Pre:    nobody sleeps.
/// Errors: as above; then pairs and seats are as they were.
struct ChangedPairs {
    std::function<bool(const BodyPair&)> has;
    SeatsAtStart seats = SeatsAtStart::Touching;
};
[[nodiscard]] Expected<void> begin_again(WorldMemory& memory, const ChangedPairs& changed);

}  // namespace graze::internal
