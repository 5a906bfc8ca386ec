#include "graze/dynamics/solve/unit_rows.h"

#include "graze/core/assert.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();
// Rounding of a dot product of 13 terms, and of making the row: each coefficient sums up to 3 products, is
// divided by a length that was rounded 14 times. 13 + 3 + 14 roundings, each half of kRounding, rounded up.
constexpr double kDotError = 16.0 * kRounding;

struct RawRow {
    double length_sq = 0.0, wanted = 0.0, wanted_size = 0.0;
};

void take_side(const MotionProblem& problem, const UnitRows& unit, std::int32_t body, Vec6& coefficients,
               RawRow& raw) {
    const Vec6& x0 = problem.wanted[body];
    raw.wanted += coefficients.dot(x0);
    raw.wanted_size += coefficients.cwiseAbs().dot(x0.cwiseAbs());
    coefficients.head<3>() *= unit.half_mass[body];
    coefficients.tail<3>() = (unit.half_inertia[body].transpose() * coefficients.tail<3>()).eval();
    raw.length_sq += coefficients.squaredNorm();
}

void scale(UnitRow& row, double factor) {
    row.of_a *= factor;
    row.of_b *= factor;
    row.slack *= factor;
    row.demand *= factor;
    row.demand_error *= factor;
}

UnitRow unit_row(const MotionProblem& problem, const UnitRows& unit, const MotionRow& row) {
    UnitRow made{row.a, row.b, row.of_a, Vec6::Zero(), 0.0, 0.0, 0.0, 0.0, row.kind == RowKind::Equal};
    RawRow raw;
    take_side(problem, unit, row.a, made.of_a, raw);
    if (row.b != kNobody) {
        made.of_b = row.of_b;
        take_side(problem, unit, row.b, made.of_b, raw);
    }
    if (unit.has_slack) made.slack = row.slack / problem.slack_weight;
    made.length = std::sqrt(raw.length_sq + made.slack * made.slack);
    made.demand = row.bound - raw.wanted;
    made.demand_error = kDotError * (std::abs(row.bound) + raw.wanted_size);
    if (made.length > 0.0) scale(made, 1.0 / made.length);
    return made;
}

void factor_masses(const MotionProblem& problem, UnitRows& unit) {
    const std::size_t bodies = problem.bodies.size();
    unit.half_mass.resize(bodies);
    unit.half_inertia.resize(bodies);
    for (std::size_t i = 0; i < bodies; ++i) {
        unit.half_mass[i] = std::sqrt(problem.bodies[i].mass);
        unit.half_inertia[i].setZero();
        if (!problem.bodies[i].inertia.isZero(0.0))
            unit.half_inertia[i] = problem.bodies[i].inertia.llt().matrixL();
    }
}

}  // namespace

void make_unit_rows(const MotionProblem& problem, UnitRows& unit) {
    GRAZE_AUDIT(*problem_with(problem) == '\0');
    factor_masses(problem, unit);
    unit.has_slack = problem.slack_weight > 0.0;
    unit.unknowns = 6 * static_cast<int>(problem.bodies.size()) + (unit.has_slack ? 1 : 0);
    unit.largest_demand = 0.0;
    unit.rows.clear();
    for (const MotionRow& row : problem.rows) {
        unit.rows.push_back(unit_row(problem, unit, row));
        if (unit.rows.back().length > 0.0)
            unit.largest_demand = std::max(unit.largest_demand, std::abs(unit.rows.back().demand));
    }
}

double dot(const UnitRow& row, const Eigen::VectorXd& y) {
    double sum = row.of_a.dot(y.segment<6>(6 * row.a));
    if (row.b != kNobody) sum += row.of_b.dot(y.segment<6>(6 * row.b));
    return row.slack == 0.0 ? sum : sum + row.slack * y[y.size() - 1];
}

void add(const UnitRow& row, double factor, Eigen::VectorXd& y) {
    y.segment<6>(6 * row.a) += factor * row.of_a;
    if (row.b != kNobody) y.segment<6>(6 * row.b) += factor * row.of_b;
    if (row.slack != 0.0) y[y.size() - 1] += factor * row.slack;
}

double dot(const UnitRow& row, const UnitRow& other) {
    double sum = row.slack * other.slack;
    if (row.a == other.a) sum += row.of_a.dot(other.of_a);
    if (row.b != kNobody && row.b == other.b) sum += row.of_b.dot(other.of_b);
    if (row.a == other.b) sum += row.of_a.dot(other.of_b);
    if (row.b != kNobody && row.b == other.a) sum += row.of_b.dot(other.of_a);
    return sum;
}

double violation(const UnitRow& row, const Eigen::VectorXd& y, double length_of_y) {
    const double missing = row.demand - dot(row, y);
    const double error = row.demand_error + kDotError * (std::abs(row.demand) + length_of_y);
    return (row.is_equation ? std::abs(missing) : missing) - error;
}

void write_motion(const MotionProblem& problem, const UnitRows& unit, MotionResult& result) {
    result.motion.resize(problem.bodies.size());
    for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
        const auto at = static_cast<Eigen::Index>(6 * i);
        result.motion[i].head<3>() =
            problem.wanted[i].head<3>() + unit.half_mass[i] * result.y.segment<3>(at);
        result.motion[i].tail<3>() =
            problem.wanted[i].tail<3>() + unit.half_inertia[i] * result.y.segment<3>(at + 3);
    }
    result.forces.resize(unit.rows.size());
    for (std::size_t i = 0; i < unit.rows.size(); ++i) {
        const double length = unit.rows[i].length;
        result.forces[i] = length > 0.0 ? result.multipliers[i] / length : result.multipliers[i];
    }
}

double slack_of(const MotionProblem& problem, const UnitRows& unit, const Eigen::VectorXd& y) {
    return unit.has_slack ? y[y.size() - 1] / problem.slack_weight : 0.0;
}

double residual_of(const UnitRows& unit, const Eigen::VectorXd& y) {
    double worst = 0.0;
    for (const UnitRow& row : unit.rows) {
        const double missing = row.demand - dot(row, y);
        worst = std::max(worst, row.is_equation ? std::abs(missing) : missing);
    }
    return worst;
}

Contradiction contradiction_of(const UnitRows& unit, const std::vector<double>& z, Eigen::VectorXd& sum) {
    sum.setZero(unit.unknowns);
    double demand = 0.0, size = 0.0, largest = unit.largest_demand;
    for (std::size_t i = 0; i < z.size(); ++i) {
        if (z[i] == 0.0) continue;
        add(unit.rows[i], z[i], sum);
        demand += z[i] * unit.rows[i].demand;
        size += std::abs(z[i]);
        largest = std::max(largest, std::abs(unit.rows[i].demand));
    }
    const double length = sum.norm();
    if (!(demand > 0.0)) return {};
    return {demand / (size * largest),
            length > 0.0 ? demand / length : std::numeric_limits<double>::infinity()};
}

}  // namespace graze::internal
