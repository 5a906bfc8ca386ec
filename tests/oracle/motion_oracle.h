// Is a motion the nearest that the rows allow? The conditions of Karush, Kuhn and Tucker in long double, from
// the caller's numbers (masses, not their roots), and for small whole-number problems the answer itself, by trying all sets
// of rows in rational numbers.
#pragma once

#include "graze/dynamics/solve/motion_problem.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include <gmpxx.h>

namespace graze::oracle {

using Real = long double;
using Real3 = Eigen::Matrix<Real, 3, 1>;
using Real6 = Eigen::Matrix<Real, 6, 1>;

struct KktErrors {
    Real stationarity = 0;     // |M (x - x0) - J^T f| in the dual of the mass norm
    Real feasibility = 0;      // largest violation of a row, over the row's length in that norm
    Real complementarity = 0;  // largest |J x + s sigma - b| of a row with a force, over the row's length
    Real negative_force = 0;
    Real motion = 0;      // |x - x0|_M with the slack
    Real wanted = 0;      // |x0|_M
    Real force_size = 0;  // sum of |f_i| times the row's length: what cancels in J^T f
};

inline Real6 inverse_mass_times(const InverseMass& body, const Real6& force) {
    Real6 made;
    made << Real(body.mass) * force.head<3>(), body.inertia.cast<Real>() * force.tail<3>();
    return made;
}

/// |v|_M^2 of a body; zero for one that nothing moves.
inline Real mass_norm_sq(const InverseMass& body, const Real6& v) {
    Real sum = 0;
    if (body.mass > 0) sum += v.head<3>().squaredNorm() / Real(body.mass);
    if (!body.inertia.isZero(0.0)) {
        const Eigen::Matrix<Real, 3, 3> inertia = body.inertia.cast<Real>().inverse();
        sum += v.tail<3>().dot(inertia * v.tail<3>());
    }
    return sum;
}

inline Real length_of(const MotionProblem& problem, const MotionRow& row) {
    const auto of = [&](std::int32_t body, const Vec6& coefficients) {
        const Real6 j = coefficients.cast<Real>();
        return j.dot(inverse_mass_times(problem.bodies[body], j));
    };
    Real sum = of(row.a, row.of_a);
    if (row.b != kNobody) sum += of(row.b, row.of_b);
    if (problem.slack_weight > 0) sum += std::pow(Real(row.slack) / Real(problem.slack_weight), 2);
    return std::sqrt(sum);
}

inline Real value_of(const MotionProblem& problem, const MotionRow& row, std::span<const Vec6> x,
                     Real sigma) {
    Real sum = row.of_a.cast<Real>().dot(x[row.a].cast<Real>());
    if (row.b != kNobody) sum += row.of_b.cast<Real>().dot(x[row.b].cast<Real>());
    return problem.slack_weight > 0 ? sum + Real(row.slack) * sigma : sum;
}

/// J^T f, body by body; the slack's part last.
inline std::vector<Real6> generalised_forces(const MotionProblem& problem, std::span<const double> f,
                                             Real& slack) {
    std::vector<Real6> sum(problem.bodies.size(), Real6::Zero());
    slack = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
        const MotionRow& row = problem.rows[i];
        sum[row.a] += Real(f[i]) * row.of_a.cast<Real>();
        if (row.b != kNobody) sum[row.b] += Real(f[i]) * row.of_b.cast<Real>();
        if (problem.slack_weight > 0) slack += Real(f[i]) * Real(row.slack);
    }
    return sum;
}

inline Real mass_norm(const MotionProblem& problem, std::span<const Vec6> v) {
    Real sum = 0;
    for (std::size_t i = 0; i < v.size(); ++i) sum += mass_norm_sq(problem.bodies[i], v[i].cast<Real>());
    return std::sqrt(sum);
}

inline Real mass_distance(const MotionProblem& problem, std::span<const Vec6> x,
                          std::span<const Vec6> other) {
    Real sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        sum += mass_norm_sq(problem.bodies[i], x[i].cast<Real>() - other[i].cast<Real>());
    return std::sqrt(sum);
}

/// How far (x, sigma, f) is from the conditions.
inline KktErrors kkt_errors(const MotionProblem& problem, std::span<const Vec6> x, double sigma,
                            std::span<const double> f) {
    KktErrors errors;
    Real slack_force = 0;
    const std::vector<Real6> forces = generalised_forces(problem, f, slack_force);
    Real rest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Real6 change = x[i].cast<Real>() - problem.wanted[i].cast<Real>();
        rest += mass_norm_sq(problem.bodies[i], change - inverse_mass_times(problem.bodies[i], forces[i]));
    }
    const Real weight = problem.slack_weight;
    if (weight > 0) rest += std::pow(weight * Real(sigma) - slack_force / weight, 2);
    errors.stationarity = std::sqrt(rest);
    errors.motion = std::hypot(mass_distance(problem, x, problem.wanted), weight * Real(sigma));
    errors.wanted = mass_norm(problem, problem.wanted);
    for (std::size_t i = 0; i < f.size(); ++i) {
        const MotionRow& row = problem.rows[i];
        const bool equal = row.kind == RowKind::Equal;
        const Real length = length_of(problem, row),
                   over = value_of(problem, row, x, sigma) - Real(row.bound);
        const Real unit = length > 0 ? length : Real(1);
        errors.force_size += std::abs(Real(f[i])) * length;
        errors.feasibility = std::max(errors.feasibility, (equal ? std::abs(over) : -over) / unit);
        if (f[i] != 0.0) errors.complementarity = std::max(errors.complementarity, std::abs(over) / unit);
        if (!equal) errors.negative_force = std::max(errors.negative_force, -Real(f[i]));
    }
    return errors;
}

/// Farkas: forces >= 0 (any sign for equations) whose sum of rows is shorter than what they demand together.
/// Returns the least |x - x0|_M, with the slack, that the forces leave possible; < 0: they prove nothing.
inline Real excluded_radius(const MotionProblem& problem, std::span<const double> f) {
    Real demand = 0, slack_force = 0, length = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
        const MotionRow& row = problem.rows[i];
        if (row.kind != RowKind::Equal && f[i] < 0.0) return -1;
        demand += Real(f[i]) * (Real(row.bound) - value_of(problem, row, problem.wanted, 0));
    }
    const std::vector<Real6> forces = generalised_forces(problem, f, slack_force);
    for (std::size_t i = 0; i < forces.size(); ++i)
        length += forces[i].dot(inverse_mass_times(problem.bodies[i], forces[i]));
    if (problem.slack_weight > 0) length += std::pow(slack_force / Real(problem.slack_weight), 2);
    if (!(demand > 0)) return -1;
    return length > 0 ? demand / std::sqrt(length) : std::numeric_limits<Real>::infinity();
}

using Rationals = std::vector<mpq_class>;

/// One body with inverse mass `inverse[k]` for unknown k; rows J x >= b. All in rational numbers.
struct RationalProblem {
    Rationals inverse, wanted;
    std::vector<Rationals> rows;
    Rationals bounds;
};

inline mpq_class product(const Rationals& a, const Rationals& b) {
    mpq_class sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
    return sum;
}

/// Solves a system in place; false if it is singular.
inline bool solve(std::vector<Rationals>& a, Rationals& b) {
    for (std::size_t k = 0; k < b.size(); ++k) {
        std::size_t pivot = k;
        while (pivot < b.size() && a[pivot][k] == 0) ++pivot;
        if (pivot == b.size()) return false;
        std::swap(a[k], a[pivot]);
        std::swap(b[k], b[pivot]);
        for (std::size_t i = 0; i < b.size(); ++i) {
            if (i == k || a[i][k] == 0) continue;
            const mpq_class factor = a[i][k] / a[k][k];
            for (std::size_t j = k; j < b.size(); ++j) a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (std::size_t k = 0; k < b.size(); ++k) b[k] /= a[k][k];
    return true;
}

/// The motion at which exactly these rows push, if all rows hold there and none pulls.
inline std::optional<Rationals> motion_of_set(const RationalProblem& problem,
                                              const std::vector<std::size_t>& set) {
    std::vector<Rationals> a(set.size(), Rationals(set.size()));
    Rationals f(set.size());
    for (std::size_t i = 0; i < set.size(); ++i) {
        f[i] = problem.bounds[set[i]] - product(problem.rows[set[i]], problem.wanted);
        for (std::size_t j = 0; j < set.size(); ++j)
            for (std::size_t k = 0; k < problem.inverse.size(); ++k)
                a[i][j] += problem.rows[set[i]][k] * problem.inverse[k] * problem.rows[set[j]][k];
    }
    if (!solve(a, f)) return std::nullopt;
    Rationals x = problem.wanted;
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (f[i] < 0) return std::nullopt;
        for (std::size_t k = 0; k < x.size(); ++k)
            x[k] += problem.inverse[k] * problem.rows[set[i]][k] * f[i];
    }
    for (std::size_t i = 0; i < problem.rows.size(); ++i)
        if (product(problem.rows[i], x) < problem.bounds[i]) return std::nullopt;
    return x;
}

/// The nearest motion; none: the rows contradict each other. Exact. Cost: 2^rows.
inline std::optional<Rationals> nearest_motion(const RationalProblem& problem) {
    for (std::size_t bits = 0; bits < std::size_t(1) << problem.rows.size(); ++bits) {
        std::vector<std::size_t> set;
        for (std::size_t i = 0; i < problem.rows.size(); ++i)
            if ((bits >> i & 1) != 0) set.push_back(i);
        if (set.size() > problem.inverse.size()) continue;
        if (auto x = motion_of_set(problem, set)) return x;
    }
    return std::nullopt;
}

}  // namespace graze::oracle
