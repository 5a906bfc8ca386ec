// Gauss' principle of least constraint, as numbers: of all motions that the constraints allow, bodies take the
// one nearest to what they would do freely, in the metric of their masses [Redon04, sec. 3].
//
//     minimise |x - x0|_M^2 + (W sigma)^2   subject to   J x + s sigma >= b,   E x = e                      (1)
//
// x: 6 unknowns a body, (velocity of the centre, angular velocity), or displacements, or accelerations: the
// caller's choice; x0: what is wanted; M: mass metric; sigma: one slack that all rows share, if W > 0. Why the
// solvers of this room answer (1): docs/mathematics/dynamics.md.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/vector.h"

#include <cstdint>
#include <span>
#include <vector>

namespace graze::internal {

using Vec6 = Eigen::Matrix<double, 6, 1>;  // linear part, then angular part about the centre of mass

/// The inverse of a body's mass, so that zero is a body that nothing moves.
struct InverseMass {
    double mass = 0.0;  // 1 / mass, >= 0
    Mat3 inertia =
        Mat3::Zero();  // inverse about the centre, in the world's axes; positive definite unless zero
};

inline constexpr std::int32_t kNobody = -1;

enum class RowKind : std::uint8_t { AtLeast, Equal };

/// of_a . x_a + of_b . x_b + slack sigma >= bound, or = bound.
struct MotionRow {
    std::int32_t a = 0, b = kNobody;  // places in MotionProblem::bodies; different
    Vec6 of_a = Vec6::Zero(), of_b = Vec6::Zero();
    double bound = 0.0;
    double slack = 0.0;  // >= 0; 0 for Equal
    RowKind kind = RowKind::AtLeast;
};

struct MotionProblem {
    std::span<const InverseMass> bodies;
    std::span<const Vec6> wanted;  // x0, one a body
    std::span<const MotionRow> rows;
    double slack_weight = 0.0;  // W; 0: there is no slack, and slacks of rows do not count
};

enum class MotionVerdict : std::uint8_t {
    Optimal,     // the motion is the nearest that the rows allow
    Infeasible,  // no motion satisfies the rows: the forces are Farkas' multipliers
    Unfinished,  // the budget of steps ran out; `residual` says how far it got
};

/// What is common to the answers of all solvers. The motion itself is in the workspace.
struct MotionAnswer {
    MotionVerdict verdict = MotionVerdict::Unfinished;
    double slack = 0.0;     // sigma
    double residual = 0.0;  // largest violation of a row, as a length of the mass norm (dynamics.md, G4)
    /// Infeasible: no x with |x - x0|_M below this satisfies the rows (dynamics.md, G6); may be infinite.
    double out_of_reach = 0.0;
    int steps = 0;  // rows taken and dropped, pivots, or sweeps
};

struct MotionOptions {
    /// Tolerance: rows that contradict each other by less than this share of the largest demand agree.
    double contradiction = 1e-10;
    int most_steps = 0;  // 0: the solver's own bound
};

/// Pre: sizes agree, ids are in range, numbers are finite, inertias positive definite or zero. What is wrong?
/// Empty: nothing. Cost: O(bodies + rows).
[[nodiscard]] const char* problem_with(const MotionProblem& problem);

}  // namespace graze::internal
