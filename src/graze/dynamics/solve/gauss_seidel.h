// The nearest motion by projected Gauss-Seidel: force by force, again and again, each as if it were alone. No
// matrix is made; forces that are not exact leave a motion that is not, and the residual says by how much.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/solve/active_set.h"

namespace graze::internal {

/// Memory of the solver, and its result. Keep it from call to call: then nothing is allocated.
struct GaussSeidelWorkspace {
    MotionResult result;
    UnitRows unit;
    std::vector<double> earlier;  // forces some sweeps ago
    std::vector<double> ray;
    std::vector<std::int32_t> growing;  // rows whose forces grow
    Eigen::VectorXd sum;
    ActiveSetWorkspace judge;  // of what did not converge
};

struct GaussSeidelOptions {
    double residual = 1e-12;  // tolerance: of the largest demand; see MotionAnswer::residual
    int most_sweeps = 10000;
    /// Sweeps cannot tell slow from contradictory: what is unfinished is asked of the active set, for its
    /// certificate alone.
    bool ask_for_certificate = true;
    bool look_for_contradictions = true;  // between sweeps; for callers who know that there is none
    double contradiction = 1e-10;  // as in MotionOptions
    double sure = 1e6;             // a ray counts if motions up to this times the largest demand are excluded
};

/// Pre:       problem_with(problem) is empty.
/// Guarantee: x - x0 = M^-1 J^T f with f >= 0 (any sign for equations), whatever the verdict. Optimal: the
///            natural residual max |f_i - max(0, f_i - w_i)| of unit rows is at most the tolerance (dynamics.md,
///            D11 says how far the motion can then be from the true one). Infeasible: as project_by_active_set.
/// Cost:      O(12 rows) a sweep; the number of sweeps grows with the condition of the rows, without bound. After
///            32 sweeps it looks for a contradiction now and then: that allocates, and takes O(unknowns * rows^2).
[[nodiscard]] MotionAnswer project_by_gauss_seidel(const MotionProblem& problem,
                                                   GaussSeidelWorkspace& workspace,
                                                   const GaussSeidelOptions& options = {});

}  // namespace graze::internal
