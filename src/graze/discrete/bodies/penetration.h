// How deep two solids that overlap are in each other: sound bounds.
//
// Inside a solid is what its skin winds around (meeting.h). The *depth* of a point in a solid is its distance
// to that solid's skin. The penetration of two posed solids is the greatest depth, in either of them, of a
// point that is inside both:
//
//     penetration = max over x inside a and b of max(distance(x, skin of a), distance(x, skin of b))      (1)
//
// and 0 if no point is inside both. The lower bound is the depth of a point that is proved inside both. The
// upper bound comes from a search over cells of space, best bound first: docs/discrete.md, "Penetration".
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/wide/intersections.h"
#include "graze/geometry/pose_pair.h"
#include "graze/model/body_model.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace graze::internal {

struct PenetrationOptions {
    double relative_gap = 0.05;         // done when hi <= (1 + relative_gap) lo; > 0
    std::optional<double> enough = {};  // done as well when lo > enough, or hi <= enough
    std::uint64_t most_cells = 4000;    // work limit: hi holds still, and is wider
    /// The skins are searched until it is known on which side of this their depth is: skin_hi.
    std::optional<double> decide = {};
    std::uint64_t most_pieces = 4000;  // of each skin, for that
    double slack = 0.0;  // each body is known up to this only: its points may be that far from where its pose
                         // puts them. Finite, >= 0
    /// Pairs of triangles that meet, if they are known: guesses where to look first.
    std::span<const IdPair> contacts = {};
};

/// The deepest point found in one of the bodies, of those proved inside both.
struct DepthIn {
    double lo = 0.0;         // it is at least that deep
    Vec3 at = Vec3::Zero();  // if lo > 0; world, rounded
    double wall = 0.0;  // how deep this body is itself, going up from there: half the thickness of its wall.
                        // Proved from below; a guess from above
};

struct Penetration {
    double lo = 0.0, hi = 0.0;  // of (1)
    /// No point of either skin that is inside the other body is deeper there. Below (1) only if a whole core of
    /// one body is inside the other.
    double skin_hi = 0.0;
    Side deep_in = Side::A;               // the body of the greater depth: lo is its lo
    std::array<DepthIn, 2> in = {};       // by body
    std::uint64_t cells = 0, pieces = 0;  // looked at: of space, of the skins
};

/// Pre:       valid poses; both are solids.
/// Guarantee: lo and hi hold in real arithmetic, for all poses within the slack. A pure function of its
///            arguments.
/// Cost:      some 3 us a cell; 0.1 to 10 ms with the work limit as it is. Allocates.
[[nodiscard]] Penetration penetration(const PosedModel& a, const PosedModel& b,
                                      const PenetrationOptions& options = {});

/// How deep the middle of a triangle of one body is proved to be in the other: that of the first one found that is
/// deeper than `limit`, else 0. Of solids that are Touching this is a skin without a thickness (a sheet of two sides at
/// the same place) that lies inside the other, its rim on that one's skin.
///
/// Pre:  as for penetration. Cost: some ns a triangle, some us for those in both boxes.
[[nodiscard]] double sunk_depth(const PosedModel& a, const PosedModel& b, double limit);

/// True if one body reaches the middle of a wall of the other (nearly): then it goes through it, however thin
/// the wall and small the depth.
[[nodiscard]] bool reaches_middle(const Penetration& found);

}  // namespace graze::internal
