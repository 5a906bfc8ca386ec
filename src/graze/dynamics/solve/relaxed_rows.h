// What to do if rows contradict each other by no more than rounding: ask again for a little less.
#pragma once

#include "graze/dynamics/solve/active_rows.h"

namespace graze {

struct SolveEnd {
    MotionVerdict verdict;
    int steps;
};

/// Every inequality asks for this much less, of the largest demand.
inline void relax(UnitRows& unit, double share) {
    for (UnitRow& row : unit.rows)
        if (!row.is_equation && row.length > 0.0) row.demand -= share * unit.largest_demand;
}

/// Runs a solver, which writes y and multipliers of `unit` to `result`; once more with relaxed rows if what it
/// calls infeasible is within the tolerance. Then the rows that were found are solved for what was asked.
template <class Run>
MotionAnswer solve_or_relax(const MotionProblem& problem, UnitRows& unit, ActiveRows& active, MotionResult& result,
                            const MotionOptions& options, Run&& run) {
    MotionAnswer answer;
    SolveEnd end = run();
    Contradiction found;
    if (end.verdict == MotionVerdict::Infeasible) found = contradiction_of(unit, result.multipliers, active.g);
    if (end.verdict == MotionVerdict::Infeasible && !(found.share > options.contradiction)) {
        relax(unit, 2.0 * options.contradiction);
        end = run();
        make_unit_rows(problem, unit);
        if (end.verdict == MotionVerdict::Infeasible) found = contradiction_of(unit, result.multipliers, active.g);
        if (end.verdict == MotionVerdict::Optimal) polish(active, unit, result);
    }
    write_motion(problem, unit, result);
    answer.verdict = end.verdict;
    answer.steps = end.steps;
    answer.slack = slack_of(problem, unit, result.y);
    answer.residual = residual_of(unit, result.y);
    answer.out_of_reach = end.verdict == MotionVerdict::Infeasible ? found.out_of_reach : 0.0;
    return answer;
}

}  // namespace graze
