// A second opinion on a step that was made: every segment with every triangle and every other segment, by another search.
//
// prove_step finds pairs by boxes and separates them as sets. Here nothing is left out, and each pair of features is
// asked for its first contact (continuous/features/feature_contact.h), whose formulas and roundings are others. What
// both share: the ways of bodies (soft_body.h), and the proofs about one rod's neighbours (prove_step.h, 3 and 4).
#pragma once

#include "graze/soft/soft_pairs.h"

namespace graze::soft {

struct StepAudit {
    bool is_clear = true;
    std::uint64_t pairs = 0;       // of a segment with a triangle or a segment
    std::uint32_t segment = 0;     // the first that is not clear
};

/// Guarantee: is_clear: as prove_step's, but for neighbours of a rod. Cost: some us for each of n (n + triangles) pairs.
[[nodiscard]] StepAudit audit_step(const SoftModel& model, const SoftWays& ways);

}  // namespace graze::soft
