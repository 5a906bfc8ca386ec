// relative_motion.h for bodies that are carried by chains of motions: joints, and parts of piecewise motions.
//
// Seen from a, b is at the end of one chain: the links of a backwards, from the innermost to the outermost,
// then those of b. With s_j the axis, W_j the rate, D_j the slide of link j of that chain and r_j the
// distance of a point from its axis,
//
//     |n.q''| <= sum over j of |n x s_j| K_j
//         K_j =  W_j^2 r_j + 2 W_j sum over i inside of j (W_i r_i + |D_i|)
//
// for a unit direction n fixed in a (docs/mathematics/relative.md, section 2). Distances are bounded by
// lengths of links, which no turn changes. Only the two dominant axes are kept; axes nearly parallel to one
// of them are folded into it, all others are bounded isotropically.
#pragma once

#include "graze/continuous/relative/relative_motion.h"
#include "graze/core/internal.h"
#include "graze/motion/rounded_chain.h"

namespace graze::internal {

/// One of the two axes that bends are directional for, and how it is seen.
struct ChainSlot {
    bool is_used = false;
    bool is_of_a = false;
    std::size_t link = 0;
    double turns_in_a = 0.0, turns_in_b = 0.0;  // at least how fast it turns, as seen from a and from b
};

/// What a link counts as: the slot, or none (-1), and how far its axis may be from that of the slot.
struct SlotOfLink {
    int slot = -1;
    double off = 0.0;
    double along = 0.0;  // the axes of two links that turn are never farther apart than these differ by
    Vec3 axis_t0 = Vec3::Zero();
};

struct PairedChains {
    RoundedChain a, b;
    std::array<ChainSlot, 2> slots;
    std::vector<SlotOfLink> of_a, of_b;  // by link
};

/// Chooses the slots. Pre: both chains are made; root nodes of the two bodies.
void pair_chains(PairedChains& chains, const WideNode& a, const WideNode& b);

/// At least the distance of a point of the body from the axis of a link (its reference point if it has none),
/// at all times.
[[nodiscard]] double arm_of(const RoundedChain& chain, std::size_t link, const Vec3& point);

/// As moment_at and bends_of of relative_motion.h.
[[nodiscard]] Moment moment_of_chains(const PairedChains& chains, const WideTree& a, const WideTree& b,
                                      double t);
[[nodiscard]] PairBends bends_of_chains(const PairedChains& chains, const BendQuery& query);

}  // namespace graze::internal
