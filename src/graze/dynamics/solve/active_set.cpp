#include "graze/dynamics/solve/active_set.h"

#include "graze/dynamics/solve/relaxed_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// One solve. Letters as in [GoldfarbIdnani83, sec. 3]: u multipliers, r and z the parts of a new normal, t a step.
struct Solve {
    const UnitRows& unit;
    ActiveRows& active;
    MotionResult& result;
    std::vector<std::uint8_t>& taken;
    double contradiction;
    int steps_left;
    int steps = 0;

    const UnitRow& active_row(int k) const { return unit.rows[active.rows[k]]; }

    // The active row whose force is the first to vanish, and after what step.
    std::pair<int, double> first_to_vanish() const {
        int first = -1;
        double least = kNever;
        for (int k = 0; k < active.factor.columns(); ++k) {
            const double rate = active.factor.weight(k);
            if (active_row(k).is_equation || !(rate > active.factor.outside_error())) continue;
            if (const double t = active.u[k] / rate; t < least) first = k, least = t;
        }
        return {first, least};
    }

    void take(std::int32_t p) {
        append_row(active, p);
        taken[p] = 1;
        settle(active, unit, result.y);
    }

    void drop(int k) {
        taken[active.rows[k]] = 0;
        drop_row(active, k);
    }

    // Moves until row p holds: Optimal.
    MotionVerdict satisfy(std::int32_t p) {
        const UnitRow& row = unit.rows[p];
        for (; steps_left > 0; --steps_left, ++steps) {
            split_row(active, unit, p);
            const bool stuck = depends(active, unit);
            const double z = active.factor.outside_length();
            const double full = stuck ? kNever : (row.demand - dot(row, result.y)) / (z * z);
            const auto [k, partial] = first_to_vanish();
            if (stuck && k < 0) {
                write_farkas(active, unit, p, 1.0, result);
                return MotionVerdict::Infeasible;
            }
            if (full <= partial) {
                take(p);
                return MotionVerdict::Optimal;
            }
            for (int j = 0; j < active.factor.columns(); ++j)
                active.u[j] -= partial * active.factor.weight(j);
            if (!stuck) result.y += partial * active.factor.outside();
            drop(k);
        }
        return MotionVerdict::Unfinished;
    }

    // -1: all rows hold. Ties go to the first.
    std::int32_t most_violated() const {
        std::int32_t worst = -1;
        double most = 0.0;
        const double length = result.y.norm();
        for (std::size_t i = 0; i < unit.rows.size(); ++i) {
            if (taken[i] != 0 || unit.rows[i].is_equation) continue;
            const double violated = violation(unit.rows[i], result.y, length);
            if (violated > most) worst = static_cast<std::int32_t>(i), most = violated;
        }
        return worst;
    }

    MotionVerdict run() {
        if (!take_equations(active, unit, contradiction, result)) return MotionVerdict::Infeasible;
        MotionVerdict verdict = MotionVerdict::Optimal;
        while (verdict == MotionVerdict::Optimal) {
            const std::int32_t p = most_violated();
            if (p < 0) break;
            verdict = satisfy(p);
        }
        if (verdict == MotionVerdict::Infeasible) return verdict;
        for (std::size_t k = 0; k < active.rows.size(); ++k) result.multipliers[active.rows[k]] = active.u[k];
        return verdict;
    }
};

void begin(ActiveSetWorkspace& w) {
    reset(w.active, w.unit);
    w.taken.assign(w.unit.rows.size(), 0);
    w.result.multipliers.assign(w.unit.rows.size(), 0.0);
    w.result.y.setZero(w.unit.unknowns);
}

}  // namespace

MotionAnswer project_by_active_set(const MotionProblem& problem, ActiveSetWorkspace& workspace,
                                   const MotionOptions& options) {
    make_unit_rows(problem, workspace.unit);
    const int own_bound = 50 + 20 * (workspace.unit.unknowns + static_cast<int>(workspace.unit.rows.size()));
    int left = options.most_steps > 0 ? options.most_steps : own_bound;
    int steps = 0;
    return solve_or_relax(problem, workspace.unit, workspace.active, workspace.result, options, [&] {
        begin(workspace);
        Solve solve{workspace.unit,  workspace.active,      workspace.result,
                    workspace.taken, options.contradiction, left};
        const MotionVerdict verdict = solve.run();
        left = solve.steps_left;
        return SolveEnd{verdict, steps += solve.steps};
    });
}

}  // namespace graze::internal
