// The proof that a step of rods among bodies is free: from stored doubles to stored doubles, all the time between.
//
// What is proved is about the skin: rings of radius r about the nodes, in the planes that halve the angle between
// neighbouring segments. Every triangle between two rings lies within r of its segment, so clearances of segments are all
// that is asked (docs/soft.md, section 3).
#pragma once

#include "graze/soft/soft_pairs.h"

#include <optional>

namespace graze::soft {

enum class Obstacle { None, Body, Rod, Bend, Fold };

/// What could not be proved free.
struct StepProof {
    double clear_until = 1.0;  // 1: all of the step is proved
    Obstacle obstacle = Obstacle::None;
    std::uint32_t a = 0;  // Body, Rod: a segment; Bend: a node; Fold: a segment
    std::uint32_t b = 0;  // Body: that body; Rod, Fold: the other segment
    std::uint64_t queries = 0;

    [[nodiscard]] bool is_proved() const { return clear_until >= 1.0; }
};

/// Guarantee: on [0, clear_until) the skin of no rod meets a body that it is not excused from, another rod or itself.
/// Cost:      some 0.3 us for each pair whose boxes meet.
[[nodiscard]] StepProof prove_step(const SoftModel& model, const SoftWays& ways);

/// (3) at every time: r (tan of half the bend at the segment's first node + at its last) < its length.
[[nodiscard]] bool prove_rings_apart(const SoftModel& model, std::uint32_t segment, const SoftWays& ways);

/// (4): two segments of one rod, not neighbours, whose stretches of skin a plane separates all the time.
[[nodiscard]] bool prove_unfolded(const SoftModel& model, const RodCandidate& pair, const SoftWays& ways);

}  // namespace graze::soft
