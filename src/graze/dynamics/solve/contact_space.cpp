#include "graze/dynamics/solve/contact_space.h"

#include "graze/dynamics/solve/relaxed_rows.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

struct Space {
    const UnitRows& unit;
    ContactSpaceWorkspace& w;

    const UnitRow& row(std::size_t k) const { return unit.rows[w.rows[k]]; }

    void choose_rows() {
        w.rows.clear();
        for (std::size_t i = 0; i < unit.rows.size(); ++i)
            if (!unit.rows[i].is_equation) w.rows.push_back(static_cast<std::int32_t>(i));
        w.q.resize(static_cast<Eigen::Index>(w.rows.size()));
        w.a.resize(w.q.size(), w.q.size());
    }

    void fill_sparse() {
        for (std::size_t i = 0; i < w.rows.size(); ++i) {
            w.q[i] = -row(i).demand;
            for (std::size_t j = 0; j <= i; ++j) w.a(i, j) = w.a(j, i) = dot(row(i), row(j));
        }
    }

    // With joints: rows without what the joints' equations span, which leaves no sparse form.
    void fill_dense() {
        w.dense.resize(unit.unknowns, w.q.size());
        for (std::size_t i = 0; i < w.rows.size(); ++i) {
            split_row(w.active, unit, w.rows[i]);
            w.dense.col(i) = w.active.factor.outside();
            if (depends(w.active, unit)) w.dense.col(i).setZero();
            w.q[i] = dot(row(i), w.result.y) - row(i).demand;
            if (std::abs(w.q[i]) <= row(i).demand_error) w.q[i] = 0.0;
        }
        w.a.noalias() = w.dense.transpose() * w.dense;
    }

    // Multipliers of equations are those that make G^T z what it is outside of their span.
    void write_multipliers() {
        std::fill(w.result.multipliers.begin(), w.result.multipliers.end(), 0.0);
        w.sum.setZero(unit.unknowns);
        for (std::size_t k = 0; k < w.rows.size(); ++k) {
            w.result.multipliers[w.rows[k]] = w.lemke.f[k];
            if (w.lemke.f[k] != 0.0) add(row(k), w.lemke.f[k], w.sum);
        }
    }

    void write_ray_of_equations() {
        w.active.factor.split(w.sum);
        for (std::size_t k = 0; k < w.active.rows.size(); ++k)
            w.result.multipliers[w.active.rows[k]] = -w.active.factor.weight(static_cast<int>(k));
    }

    void mark_equations() {
        for (const std::int32_t i : w.active.rows) w.result.multipliers[i] = 1.0;  // not zero: polish() takes them
    }

    SolveEnd run(int most_pivots, double contradiction) {
        if (!take_equations(w.active, unit, contradiction, w.result)) return {MotionVerdict::Infeasible, 0};
        choose_rows();
        w.active.rows.empty() ? fill_sparse() : fill_dense();
        const LcpVerdict verdict = solve_by_lemke(w.a, w.q, most_pivots, w.lemke);
        write_multipliers();
        if (verdict == LcpVerdict::Ray) {
            write_ray_of_equations();
            return {MotionVerdict::Infeasible, w.lemke.pivots};
        }
        mark_equations();
        polish(w.active, unit, w.result);
        return {verdict == LcpVerdict::Solved ? MotionVerdict::Optimal : MotionVerdict::Unfinished, w.lemke.pivots};
    }
};

void begin(ContactSpaceWorkspace& w) {
    w.result.multipliers.assign(w.unit.rows.size(), 0.0);
    w.result.y.setZero(w.unit.unknowns);
    reset(w.active, w.unit);
}

}  // namespace

MotionAnswer project_by_lemke(const MotionProblem& problem, ContactSpaceWorkspace& workspace,
                              const MotionOptions& options) {
    ContactSpaceWorkspace& w = workspace;
    make_unit_rows(problem, w.unit);
    const int most = options.most_steps > 0 ? options.most_steps : 50 + 20 * static_cast<int>(w.unit.rows.size());
    return solve_or_relax(problem, w.unit, w.active, w.result, options, [&] {
        begin(w);
        return Space{w.unit, w}.run(most, options.contradiction);
    });
}

}  // namespace graze
