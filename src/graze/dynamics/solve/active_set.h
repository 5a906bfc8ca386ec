// The nearest motion by a dual active set [GoldfarbIdnani83]: begins at the wanted motion, takes the row that is
// violated most, moves to the nearest motion that satisfies it together with those taken before, and drops
// those whose force would become negative. In production: exact up to rounding, and never more rows active
// than there are unknowns.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/solve/active_rows.h"

namespace graze::internal {

/// Memory of the solver, and its result. Keep it from call to call: then nothing is allocated.
struct ActiveSetWorkspace {
    MotionResult result;
    UnitRows unit;
    ActiveRows active;
    std::vector<std::uint8_t> taken;  // per row: active
};

/// Pre:       problem_with(problem) is empty.
/// Guarantee: Optimal: the motion of (1) up to rounding times the condition of the active rows; at most
///            `unknowns` forces are not zero. Infeasible: forces >= 0 (any sign for equations) with
///            J^T f = 0 and f . (b - J x0) > 0, the first up to rounding. Same bits for the same input.
/// Cost:      a step is O(12 rows + unknowns * active); as many steps as rows become active, and some more:
///            a few microseconds for one body, O(unknowns^3) for many. Memory: unknowns^2.
[[nodiscard]] MotionAnswer project_by_active_set(const MotionProblem& problem, ActiveSetWorkspace& workspace,
                                                 const MotionOptions& options = {});

}  // namespace graze::internal
