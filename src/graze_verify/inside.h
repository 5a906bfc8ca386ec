// Whether a piece of one body begins inside another (docs/certificates.md, section 4.7).
//
// Skins that do not meet cannot tell by themselves: a ball in a closed box is as far from the box's skin as
// one beside it. One point of each piece is enough, for a piece hangs together and never crosses the other
// skin. Inside means that the other skin winds around the point, counted by the crossings of a ray:
//
//        .------.
//    p --+-->   |     +1 - 1 = 0: outside         Signs come from the checker's own bounds. A ray that may
//        |  q --+-->  +1: inside                  pass through an edge tells nothing, and another is taken.
//        '------'
#pragma once

#include "graze_verify/bound.h"
#include "graze_verify/motion.h"

#include <cstdint>
#include <span>
#include <vector>

namespace graze::verify {

/// The triangles of a body or of a copy of it, and how they hang together. Vertices and triangles are borrowed.
struct Skin {
    std::span<const Point> vertices;
    std::span<const std::array<std::uint32_t, 3>> triangles;
    BoundVec box = {};         // of all vertices, exactly
    bool is_solid = false;     // no rim: sides run as often from one vertex to another as back
    std::uint32_t pieces = 0;  // sets of triangles that hang together by vertices
    std::vector<std::uint32_t> piece_of = {};  // by vertex; kNoPiece if no triangle has it
};
inline constexpr std::uint32_t kNoPiece = ~std::uint32_t{0};

/// Pre:  there is a vertex; vertices are finite, and triangles name vertices that exist.
/// Cost: O(n log n); memory of 36 bytes per triangle while it runs, and 4 per vertex after it.
[[nodiscard]] Skin skin_of(std::span<const Point> vertices,
                           std::span<const std::array<std::uint32_t, 3>> triangles);

/// A skin where its links carry it at t = 0.
struct StandingSkin {
    const Skin& skin;
    std::span<const PreparedLink> links;  // outermost first; what two skins share at the head may be left out
};

/// False only if the boxes of the two are apart at t = 0: then no piece of one is inside the other.
[[nodiscard]] bool boxes_may_meet(const BoundVec& box_a, std::span<const PreparedLink> links_a,
                                  const BoundVec& box_b, std::span<const PreparedLink> links_b);

enum class Inside { None, Some, Unknown };

/// Whether a piece of one skin lies inside the other at t = 0. Of skins with a rim nothing lies inside.
///
/// Pre:       the skins do not meet at t = 0.
/// Guarantee: None and Some are so. Unknown if rounding hides it, or numbers are not finite.
/// Cost:      proportional to vertices and triangles, times the logarithm of the pieces; memory of some
///            hundred bytes per piece.
[[nodiscard]] Inside some_piece_inside(const StandingSkin& a, const StandingSkin& b);

}  // namespace graze::verify
