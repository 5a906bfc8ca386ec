#include "graze/dynamics/solve/contact_space.h"

#include "graze/dynamics/solve/relaxed_rows.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace graze::internal {
namespace {

template <class Real>
Real exact_dot(const UnitRow& row, const UnitRow& other) {
    if constexpr (std::is_same_v<Real, double>) return dot(row, other);
    const auto part = [](const Vec6& x, const Vec6& y) { return x.cast<Real>().dot(y.cast<Real>()); };
    Real sum = Real(row.slack) * Real(other.slack);
    if (row.a == other.a) sum += part(row.of_a, other.of_a);
    if (row.b != kNobody && row.b == other.b) sum += part(row.of_b, other.of_b);
    if (row.a == other.b) sum += part(row.of_a, other.of_b);
    if (row.b != kNobody && row.b == other.a) sum += part(row.of_b, other.of_a);
    return sum;
}

template <class Real>
struct Space {
    const UnitRows& unit;
    ContactSpaceWorkspace& w;
    ContactMatrix<Real>& m;

    const UnitRow& row(std::size_t k) const { return unit.rows[w.rows[k]]; }

    void choose_rows() {
        w.rows.clear();
        for (std::size_t i = 0; i < unit.rows.size(); ++i)
            if (!unit.rows[i].is_equation) w.rows.push_back(static_cast<std::int32_t>(i));
        m.q.resize(static_cast<Eigen::Index>(w.rows.size()));
        m.a.resize(m.q.size(), m.q.size());
    }

    void fill_sparse() {
        for (std::size_t i = 0; i < w.rows.size(); ++i) {
            m.q[i] = -row(i).demand;
            for (std::size_t j = 0; j <= i; ++j) m.a(i, j) = m.a(j, i) = exact_dot<Real>(row(i), row(j));
        }
    }

    // Takes from m.g what the first `columns` of m.joints span; twice, so that rounding leaves nothing of it.
    void leave_out(Eigen::Index columns) {
        const auto q = m.joints.leftCols(columns);
        for (int pass = 0; pass < 2; ++pass) {
            m.along.noalias() = q.transpose() * m.g;
            m.g.noalias() -= q * m.along;
        }
    }

    void load(std::int32_t row) {
        w.sum.setZero(unit.unknowns);
        add(unit.rows[row], 1.0, w.sum);
        m.g = w.sum.template cast<Real>();
    }

    void span_joints() {
        const auto count = static_cast<Eigen::Index>(w.active.rows.size());
        m.joints.resize(unit.unknowns, count);
        for (Eigen::Index k = 0; k < count; ++k) {
            load(w.active.rows[static_cast<std::size_t>(k)]);
            leave_out(k);
            m.joints.col(k) = m.g / m.g.norm();
        }
    }

    // With joints: rows without what the joints' equations span, which leaves no sparse form.
    void fill_dense() {
        span_joints();
        m.dense.resize(unit.unknowns, m.q.size());
        for (std::size_t i = 0; i < w.rows.size(); ++i) {
            split_row(w.active, unit, w.rows[i]);
            load(w.rows[i]);
            leave_out(m.joints.cols());
            m.dense.col(i) = m.g;
            if (depends(w.active, unit)) m.dense.col(i).setZero();
            m.q[i] = violation(row(i), w.result.y, w.result.y.norm()) > 0.0 ||
                             row(i).demand < dot(row(i), w.result.y)
                         ? dot(row(i), w.result.y) - row(i).demand
                         : 0.0;
        }
        m.a.noalias() = m.dense.transpose() * m.dense;
    }

    void write_multipliers() {
        std::fill(w.result.multipliers.begin(), w.result.multipliers.end(), 0.0);
        w.sum.setZero(unit.unknowns);
        for (std::size_t k = 0; k < w.rows.size(); ++k) {
            w.result.multipliers[w.rows[k]] = m.lemke.f[k];
            if (m.lemke.f[k] != 0.0) add(row(k), m.lemke.f[k], w.sum);
        }
    }

    // Multipliers of equations are those that make G^T z vanish.
    void write_ray_of_equations() {
        w.active.factor.split(w.sum);
        for (std::size_t k = 0; k < w.active.rows.size(); ++k)
            w.result.multipliers[w.active.rows[k]] = -w.active.factor.weight(static_cast<int>(k));
    }

    void mark_equations() {
        for (const std::int32_t i : w.active.rows)
            w.result.multipliers[i] = 1.0;  // not zero: polish() takes them
    }

    SolveEnd run(LemkeLimits limits, double contradiction) {
        reset(w.active, unit);
        w.result.multipliers.assign(unit.rows.size(), 0.0);
        w.result.y.setZero(unit.unknowns);
        if (!take_equations(w.active, unit, contradiction, w.result)) return {MotionVerdict::Infeasible, 0};
        choose_rows();
        w.active.rows.empty() ? fill_sparse() : fill_dense();
        const LcpVerdict verdict = solve_by_lemke(m.a, m.q, limits, m.lemke);
        write_multipliers();
        if (verdict == LcpVerdict::Ray) {
            write_ray_of_equations();
            return {MotionVerdict::Infeasible, m.lemke.pivots};
        }
        mark_equations();
        polish(w.active, unit, w.result);
        return {verdict == LcpVerdict::Solved ? MotionVerdict::Optimal : MotionVerdict::Unfinished,
                m.lemke.pivots};
    }
};

// Do all rows hold, but for some hundred roundings? Where rows are so nearly parallel that forces are 10^7, a
// row that is left out by mistake fails by no more than 1e-10 of the demands, and the motion is off by a
// thousandth.
bool rows_hold(const UnitRows& unit, const MotionResult& result) {
    return residual_of(unit, result.y) <= 1e-12 * (unit.largest_demand + result.y.norm());
}

}  // namespace

MotionAnswer project_by_lemke(const MotionProblem& problem, ContactSpaceWorkspace& workspace,
                              const MotionOptions& options) {
    ContactSpaceWorkspace& w = workspace;
    make_unit_rows(problem, w.unit);
    const int most =
        options.most_steps > 0 ? options.most_steps : 50 + 20 * static_cast<int>(w.unit.rows.size());
    int cover = -1;
    MotionAnswer answer = solve_or_relax(problem, w.unit, w.active, w.result, options, [&] {
        ++cover;  // rows that are relaxed get another way, too
        const SolveEnd end = Space<double>{w.unit, w, w.plain}.run({most, cover}, options.contradiction);
        if (is_certain(w.unit, w.result, end.verdict, w.sum) &&
            (end.verdict == MotionVerdict::Infeasible || rows_hold(w.unit, w.result)))
            return end;
        return Space<long double>{w.unit, w, w.fine}.run({most, cover}, options.contradiction);
    });
    if (answer.verdict == MotionVerdict::Optimal && !rows_hold(w.unit, w.result))
        answer.verdict = MotionVerdict::Unfinished;
    return answer;
}

}  // namespace graze::internal
