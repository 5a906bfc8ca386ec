// Degenerate queries whose truth is known by construction, in exact arithmetic.
//
// Coordinates are small multiples of powers of two, times of contact are eighths, and everything is then put
// through an integer matrix of full rank: no operation rounds, and an affine map keeps touching features
// touching and others apart. So a contact here is a contact of the very doubles that are written to the file.
#pragma once

#include "elementary/query.h"

#include "graze/core/random.h"

namespace graze::bench {

enum class HardFamily {
    CoplanarSliding,  // all four vertices in one plane at all times, or in two parallel ones
    ParallelEdges,    // collinear ones too
    ZeroLengthEdges,
    ZeroAreaFaces,
    ContactAtStart,
    TouchAndLeave,  // through a corner or an edge
    Tangential,     // the volume of the four vertices has a double root
    General,        // random motions through a planted point
};
inline constexpr int kHardFamilies = 8;
[[nodiscard]] const char* name_of(HardFamily family);

/// A query of the family; a contact or not, about as often. Those that are no contact pass each other at
/// 2^-6 to 2^-17, and once in fifty at 2^-26, before the matrix.
[[nodiscard]] LinearQuery hard_linear_query(HardFamily family, Rng& rng);

struct HardRigidQuery {
    RigidQuery query;
    RigidTruth truth;
};

/// The same families for bodies that turn: a point at (r, 0, z) turned about z passes (0, r, z) exactly,
/// whatever the time is called in doubles. Pre: not General.
[[nodiscard]] HardRigidQuery hard_rigid_query(HardFamily family, Rng& rng);

}  // namespace graze::bench
