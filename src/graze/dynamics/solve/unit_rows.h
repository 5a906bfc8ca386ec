// The problem of motion_problem.h in coordinates in which its metric is the common one and every row has
// length one (dynamics.md, G2 and D3):
//
//     minimise |y|^2   subject to   g_i . y >= h_i (or =),   |g_i| = 1
//
// All solvers work on these rows; y = 0 is the wanted motion. h_i is the *demand* of row i: how far, in the
// mass norm, it moves the bodies if it is alone.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/solve/motion_problem.h"

#include <vector>

namespace graze::internal {

/// g_i: zero but for the six unknowns of a, the six of b, and the slack.
struct UnitRow {
    std::int32_t a = 0, b = kNobody;
    Vec6 of_a, of_b;
    double slack = 0.0;
    double demand = 0.0;        // h_i
    double demand_error = 0.0;  // bound of what rounding did to h_i
    double length = 0.0;        // of the row before; 0: no unknown can satisfy it, and g_i = 0
    bool is_equation = false;
};

struct UnitRows {
    std::vector<UnitRow> rows;
    std::vector<Mat3> half_inertia;  // per body: L with L L^T = inverse inertia
    std::vector<double> half_mass;   // sqrt(1 / mass)
    int unknowns = 0;                // 6 a body, and one for the slack
    bool has_slack = false;
    double largest_demand = 0.0;
};

/// Pre: problem_with(problem) is empty. Cost: O(bodies + rows); allocates only to grow.
void make_unit_rows(const MotionProblem& problem, UnitRows& unit);

/// g_i . y.
[[nodiscard]] double dot(const UnitRow& row, const Eigen::VectorXd& y);

/// y += factor g_i.
void add(const UnitRow& row, double factor, Eigen::VectorXd& y);

/// g_i . g_j, an entry of the matrix of contact space.
[[nodiscard]] double dot(const UnitRow& row, const UnitRow& other);

/// How much of g_i . y < h_i is not rounding: <= 0 if the row holds. |.| for an equation.
[[nodiscard]] double violation(const UnitRow& row, const Eigen::VectorXd& y, double length_of_y);

/// What solvers hand back: x and forces of the caller's problem, and what they are in these coordinates.
struct MotionResult {
    std::vector<Vec6> motion;         // x, one a body
    std::vector<double> forces;       // f, one a row: M (x - x0) = J^T f; if Infeasible, Farkas' multipliers
    Eigen::VectorXd y;                // the motion
    std::vector<double> multipliers;  // of the unit rows
};

/// Fills motion and forces from y and multipliers. Cost: O(bodies + rows).
void write_motion(const MotionProblem& problem, const UnitRows& unit, MotionResult& result);

/// sigma of y.
[[nodiscard]] double slack_of(const MotionProblem& problem, const UnitRows& unit, const Eigen::VectorXd& y);

/// The largest |h_i - g_i . y| of rows that do not hold.
[[nodiscard]] double residual_of(const UnitRows& unit, const Eigen::VectorXd& y);

/// What multipliers z >= 0 (free for equations) prove (dynamics.md, G6). `sum` is scratch and then G^T z.
struct Contradiction {
    double share = 0.0;         // z . h / |z|_1, of the largest demand
    double out_of_reach = 0.0;  // z . h / |G^T z|
};
[[nodiscard]] Contradiction contradiction_of(const UnitRows& unit, const std::vector<double>& z,
                                             Eigen::VectorXd& sum);

}  // namespace graze::internal
