// Along which axes the boxes below two nodes stay apart during a window, as leaves of a certificate: the node
// test of the prover in walk_prover.h.
//
// The test is that of box_times.h, with the bends of proof_bends.h. It tells for each pair of children *all*
// axes that separate it throughout, as bits: what is common to the bits of many pairs separates them all at
// once, so large leaves are found by `and`. A child of b and all children of a that have a direction in
// common are one row, and their pairs are not looked at.
#pragma once

#include "graze/continuous/boxes/box_times.h"
#include "graze/continuous/proof/proof_bends.h"
#include "graze/core/internal.h"

namespace graze::internal {

struct AxisTask {
    const BoxTask& box;
    const ProofMotion& proof;
    const ProofWindow& window;
    double distance;  // centre_distance at the beginning of the window
};

/// Directions along which a pair stays apart throughout, as bits; k = 0, 1, 2. n points from b to a.
/// The last four are of two triangles.
inline constexpr unsigned kAlongA = 0;    // n = axis k of the node of a, fixed in a
inline constexpr unsigned kAgainstA = 3;  // n = - axis k
inline constexpr unsigned kAlongB = 6;    // of b, fixed in b
inline constexpr unsigned kAgainstB = 9;
inline constexpr unsigned kNormalB = 12;  // the normal of the triangle of b, fixed in b; then its negative
inline constexpr unsigned kNormalA = 14;  // of a, in a; then its negative
inline constexpr unsigned kAxisBits = 0x0FFF;   // bits that mean the same for all pairs
inline constexpr unsigned kForAllOfA = 0x3FFF;  // for all pairs with the same child of b

/// Boxes of one node, or its whole box as the only one: along its own axes, and as the other node sees them
/// at both ends of the window, there widened by all that a leaf needs.
struct alignas(64) PosedBoxes {
    float centre[3][kWide], half[3][kWide];
    float posed_centre[3][2 * kWide], posed_half[3][2 * kWide];  // at the beginning, then at the end
};

struct alignas(64) AxisProofs {
    PosedBoxes a, b;                                    // where pairs are left open
    alignas(32) std::int32_t rows[kWide];               // child of b and all of a: bits, 0 if none
    alignas(32) std::int32_t separators[kWide][kWide];  // where there is none: child of b, child of a
    std::uint64_t open;                                 // pairs that nothing separates: bit 8 j + i
    unsigned whole;                                     // bits of the whole boxes
    BoxOutcome outcome;
    Opened opened;
    float bends_a[3], bends_b[3];  // M l^2 / 8 along the axes of the two nodes
    float largest_bend;
    // Two leaves: normals, and directions from b to a across an edge of each, fixed in a or in b; in
    // coordinates of the bodies.
    alignas(32) float normal_a[3][kWide];
    alignas(32) float normal_b[3][kWide];
    std::uint64_t apart_across, across_in_b;  // pairs that have such a direction: bit 8 j + i
    float across[64][3];
};

/// Apart:       the bits of `whole` are leaves for the two nodes and the window, by the sets of
///              docs/certificates.md (not only for the boxes).
/// Children:    so are all bits and directions for the children; a pair without bits may be near.
/// Divide:      nothing is proved.
/// Determinism: the same bits on every instruction set.
/// Cost:        at most 64 pairs of boxes along 16 directions; no allocation.
void find_axis_proofs(const AxisTask& task, AxisProofs& proofs);

}  // namespace graze::internal
