// The nearest motion by the nearest point of a cone, the method of the paper [Redon04, sec. 3; Wilhelmsen76].
//
// With demands of zero, x - x0 = M^-1 J^T f is the point of the cone of normals that is nearest to -x0. Other
// demands add one dimension: the generators become (g_i, h_i / rho), the point (0, ..., 0, 1) (dynamics.md, G9).
// The paper's own solver, kept as the baseline; active_set.h answers the same questions in fewer steps.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/solve/active_rows.h"

namespace graze::internal {

/// Memory of the solver, and its result. Keep it from call to call: then nothing is allocated.
struct ConeWorkspace {
    MotionResult result;
    UnitRows unit;
    ActiveRows active;    // for the last step
    NormalFactor factor;  // of the generators in use
    std::vector<std::int32_t> used;
    std::vector<std::int32_t> again;
    std::vector<std::uint8_t> uses;
    std::vector<double> u;
    Eigen::VectorXd generator, apex, next, gap;
};

/// Pre, Guarantee: as project_by_active_set.
/// Cost: as project_by_active_set, in one dimension more; usually more steps.
[[nodiscard]] MotionAnswer project_by_cone(const MotionProblem& problem, ConeWorkspace& workspace,
                                           const MotionOptions& options = {});

}  // namespace graze::internal
