// When a pair of boxes needs no direction but one axis: at the beginning or at the end of a window. For
// walk_prover.h.
#pragma once

#include "graze/continuous/proof/axis_proofs.h"
#include "graze/core/internal.h"

namespace graze::internal {

/// Child i of a and child j of b.
struct Cell {
    int i, j;
};

/// Where axes take time from a window of two boxes: at its beginning, and at its end.
struct TimeCut {
    double begin = 0.0, end = 1.0;  // fractions; apart before, and after
    unsigned first = 0, last = 0;   // bits of the axes that cut: axis_proofs.h
};

/// Guarantee: with 2^-20 added outward to the fractions, the axes are leaves of a certificate for what they
///            cut off. Pre: the pair is open.
[[nodiscard]] TimeCut cut_of(const AxisProofs& proofs, const Cell& cell);

}  // namespace graze::internal
