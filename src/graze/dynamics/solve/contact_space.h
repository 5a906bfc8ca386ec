// The nearest motion through its forces: the complementarity problem of [Redon04, eq. 5] with
// A = J M^-1 J^T and q = J x0 - b, one unknown a row, whose matrix is dense in the contacts of one body.
// For comparison: it grows with the square of the contacts, where motion space grows with their number.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/solve/active_rows.h"
#include "graze/dynamics/solve/lemke.h"

namespace graze::internal {

/// The matrix and the vector of the complementarity problem, and memory to solve it.
template <class Real>
struct ContactMatrix {
    Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic> a, joints,
        dense;  // an orthonormal basis of the joints' equations; rows without what that spans
    Eigen::Matrix<Real, Eigen::Dynamic, 1> q, g, along;
    LemkeWorkspace<Real> lemke;
};

/// Memory of the solver, and its result. Keep it from call to call: then nothing is allocated.
struct ContactSpaceWorkspace {
    MotionResult result;
    UnitRows unit;
    ActiveRows active;               // equations first; then for the last step
    std::vector<std::int32_t> rows;  // of the complementarity problem: inequalities
    ContactMatrix<double> plain;
    ContactMatrix<long double> fine;  // where double fails
    Eigen::VectorXd sum;
};

/// Pre, Guarantee: as project_by_active_set, but Unfinished also where rounding in contact space hides the
/// answer. Equations (joints) are eliminated first. The condition of A is the square of that of the rows:
/// what doubles cannot solve is solved in long double. Cost: O(rows^2) to make A and per pivot. Memory: 2
/// rows^2.
[[nodiscard]] MotionAnswer project_by_lemke(const MotionProblem& problem, ContactSpaceWorkspace& workspace,
                                            const MotionOptions& options = {});

}  // namespace graze::internal
