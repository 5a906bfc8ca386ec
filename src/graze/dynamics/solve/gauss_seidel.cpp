#include "graze/dynamics/solve/gauss_seidel.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

struct Sweeps {
    const UnitRows& unit;
    GaussSeidelWorkspace& w;
    const GaussSeidelOptions& options;

    // One force, as if the others were right; how much it changed.
    double improve(std::size_t i) {
        const UnitRow& row = unit.rows[i];
        if (row.length == 0.0) return 0.0;
        double& f = w.result.multipliers[i];
        const double wanted = f + row.demand - dot(row, w.result.y);
        const double change = (row.is_equation ? wanted : std::max(0.0, wanted)) - f;
        if (change == 0.0) return 0.0;
        f += change;
        add(row, change, w.result.y);
        return std::abs(change);
    }

    // Since rows have unit length, the change of a force is its natural residual at that moment.
    double sweep() {
        double worst = 0.0;
        for (std::size_t i = 0; i < unit.rows.size(); ++i) worst = std::max(worst, improve(i));
        return worst;
    }

    double residual() const {
        double worst = 0.0;
        for (std::size_t i = 0; i < unit.rows.size(); ++i) {
            const UnitRow& row = unit.rows[i];
            if (row.length == 0.0) continue;
            const double f = w.result.multipliers[i], free = f + row.demand - dot(row, w.result.y);
            worst = std::max(worst, std::abs(f - (row.is_equation ? free : std::max(0.0, free))));
        }
        return worst;
    }

    // y anew from the forces, so that rounding does not add up over sweeps.
    void recompute() {
        w.result.y.setZero();
        for (std::size_t i = 0; i < unit.rows.size(); ++i)
            if (w.result.multipliers[i] != 0.0) add(unit.rows[i], w.result.multipliers[i], w.result.y);
    }

    // Rows that contradict each other make forces grow for ever, in the end along a ray of (D6).
    Contradiction growth() {
        for (std::size_t i = 0; i < unit.rows.size(); ++i) {
            const double grown = w.result.multipliers[i] - w.earlier[i];
            w.ray[i] = unit.rows[i].is_equation ? grown : std::max(0.0, grown);
        }
        return contradiction_of(unit, w.ray, w.sum);
    }

    bool is_contradiction(const Contradiction& found) const {
        return found.share > options.contradiction && found.out_of_reach > options.sure * unit.largest_demand;
    }

    // A row of no length whose demand is not met.
    bool find_impossible_row() {
        for (std::size_t i = 0; i < unit.rows.size(); ++i) {
            const UnitRow& row = unit.rows[i];
            if (row.length > 0.0 || !(violation(row, w.result.y, 0.0) > 0.0)) continue;
            w.ray.assign(unit.rows.size(), 0.0);
            w.ray[i] = row.demand > 0.0 ? 1.0 : -1.0;
            return true;
        }
        return false;
    }

    MotionAnswer run() {
        MotionAnswer answer;
        if (find_impossible_row()) return infeasible(answer);
        int next_look = 16;
        for (; answer.steps < options.most_sweeps; ++answer.steps) {
            const bool may_stop = sweep() <= options.residual * unit.largest_demand;
            if (may_stop) {
                recompute();
                if (residual() <= options.residual * unit.largest_demand) {
                    answer.verdict = MotionVerdict::Optimal;
                    return answer;
                }
            }
            if (answer.steps < next_look) continue;
            recompute();
            if (is_contradiction(growth())) return infeasible(answer);
            w.earlier = w.result.multipliers;
            next_look += std::max(16, next_look / 2);
        }
        return answer;
    }

    MotionAnswer infeasible(MotionAnswer answer) {
        answer.verdict = MotionVerdict::Infeasible;
        answer.out_of_reach = contradiction_of(unit, w.ray, w.sum).out_of_reach;
        w.result.multipliers = w.ray;
        return answer;
    }
};

}  // namespace

MotionAnswer project_by_gauss_seidel(const MotionProblem& problem, GaussSeidelWorkspace& workspace,
                                     const GaussSeidelOptions& options) {
    GaussSeidelWorkspace& w = workspace;
    make_unit_rows(problem, w.unit);
    w.result.multipliers.assign(w.unit.rows.size(), 0.0);
    w.earlier.assign(w.unit.rows.size(), 0.0);
    w.ray.assign(w.unit.rows.size(), 0.0);
    w.result.y.setZero(w.unit.unknowns);
    Sweeps sweeps{w.unit, w, options};
    MotionAnswer answer = sweeps.run();
    write_motion(problem, w.unit, w.result);
    answer.slack = slack_of(problem, w.unit, w.result.y);
    answer.residual = answer.verdict == MotionVerdict::Infeasible ? residual_of(w.unit, w.result.y) : sweeps.residual();
    return answer;
}

}  // namespace graze
