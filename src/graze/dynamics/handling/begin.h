// How the bodies of a world stand before anything moves: apart, seated, or refused.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/handling/world_memory.h"

namespace graze::internal {

/// For messages: its name, or its number.
[[nodiscard]] std::string body_name(const WorldMemory& memory, std::uint32_t body);

/// Looks at all pairs that are within their margin, exactly. Those apart are listed with a proved distance. Those
/// that touch, or are nearer than their depth, become seats, if both bodies are solid: the pair is handled as
/// copies, each with its skin half the depth inside.
///
/// Errors: BadInput for bodies that overlap by more than their depth, that are nearer than the clearance that the
///         scene demands, or that touch without an inside; each names the pair.
[[nodiscard]] Expected<void> begin_pairs(WorldMemory& memory);

}  // namespace graze::internal
