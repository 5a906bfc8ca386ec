// The closest facet of the other body, and the closest of this one to that: a new pair from a seed, in pieces
// ([GuyDebunne04, sec. 3.1 and 3.2]).
#pragma once

#include "graze/core/internal.h"
#include "graze/stochastic/facet_pair.h"

#include <optional>
#include <vector>

namespace graze::internal {

struct SeedSearch {
    std::uint32_t pair = 0;  // of bodies, in the tracker's list
    bool of_b = false;       // the seed is a facet of b
    FacetId seed;
    std::uint32_t begun = 0;  // the call
    std::uint32_t finest = 0;  // seeds of that level go down to it
    /// After the first part: no facet of the other body's coarsest level may meet the seed. Means something if
    /// all of it was compared in one call.
    bool all_apart = true;

    bool is_back = false;     // the second part
    std::uint32_t next = 0;   // facet of the coarsest level
    FacetId best, other;      // `other`: what the first part found
    double best_rank = 0.0;
    std::optional<FacetPair> found;
    /// Other pairs that the first part met on the coarsest level and that may meet: the seed's facet touches more
    /// than one region.
    std::vector<FacetPair> others;
};
inline constexpr std::size_t kMostOthers = 16;

/// Compares up to about `most` pairs; returns how many. Pre: not found yet.
[[nodiscard]] std::uint64_t go_on(SeedSearch& search, const ShellView& view, std::uint64_t most);

}  // namespace graze::internal
