// How deep the skin of one body is in another: sound bounds, by cutting the skin into pieces, the deepest first.
//
// The skin is a surface, so this needs far fewer pieces than a search of space: docs/discrete.md, "Penetration".
// Not for users.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/bodies/depth_solid.h"

namespace graze::internal::depth {

struct SkinDepth {
    double hi = 0.0;             // no point of the skin that is inside the other body is deeper there
    double lo = 0.0;             // one is proved to be that deep, if > 0:
    Vec3 at = Vec3::Zero();      // up to rounding, as cells see it
    std::uint32_t triangle = 0;  // on which it is
    std::uint64_t pieces = 0;    // looked at
};

struct SkinDepthOptions {
    /// Done when hi <= it, or lo > it. None: when hi is within 2 % of lo.
    std::optional<double> wanted = {};
    std::uint64_t most_pieces = 2000;  // work limit: hi holds still, and is wider
};

/// Pre:       both are solids and seen from the same cells.
/// Guarantee: hi and lo hold in real arithmetic. A pure function of its arguments.
/// Cost:      some us a piece; allocates.
[[nodiscard]] SkinDepth depth_of_skin(const DepthSolid& skin, DepthSolid& in,
                                      const SkinDepthOptions& options);

}  // namespace graze::internal::depth
