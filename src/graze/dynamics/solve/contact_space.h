// The nearest motion through its forces: the complementarity problem of [Redon04, eq. 5] with
// A = J M^-1 J^T and q = J x0 - b, one unknown a row, whose matrix is dense in the contacts of one body.
// For comparison: it grows with the square of the contacts, where motion space grows with their number.
#pragma once

#include "graze/dynamics/solve/active_rows.h"
#include "graze/dynamics/solve/lemke.h"

namespace graze {

/// Memory of the solver, and its result. Keep it from call to call: then nothing is allocated.
struct ContactSpaceWorkspace {
    MotionResult result;
    UnitRows unit;
    ActiveRows active;  // equations first; then for the last step
    LemkeWorkspace lemke;
    std::vector<std::int32_t> rows;  // of the complementarity problem: inequalities
    Eigen::MatrixXd a, dense;        // dense: rows without what equations determine; only if there are equations
    Eigen::VectorXd q, sum;
};

/// Pre, Guarantee: as project_by_active_set. Equations (joints) are eliminated first.
/// Cost: O(rows^2) to make A and per pivot. Memory: 2 rows^2.
[[nodiscard]] MotionAnswer project_by_lemke(const MotionProblem& problem, ContactSpaceWorkspace& workspace,
                                            const MotionOptions& options = {});

}  // namespace graze
