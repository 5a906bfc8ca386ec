// What to do if rows contradict each other by no more than rounding: ask again for a little less.
#pragma once

#include "graze/dynamics/solve/active_rows.h"

#include <algorithm>

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

/// The least by which rows are relaxed, of the largest demand: some roundings.
inline constexpr double kLeastRelaxation = 0x1p-50;

/// Runs a solver, which writes y and multipliers of `unit` to `result`; again with relaxed rows as long as what it
/// calls infeasible is within the tolerance. Then the rows that were found are solved for what was asked.
template <class Run>
MotionAnswer solve_or_relax(const MotionProblem& problem, UnitRows& unit, ActiveRows& active, MotionResult& result,
                            const MotionOptions& options, Run&& run) {
    SolveEnd end = run();
    Contradiction found;
    double share = kLeastRelaxation;
    for (; end.verdict == MotionVerdict::Infeasible; share *= 64.0) {
        found = contradiction_of(unit, result.multipliers, active.g);
        if (found.share > options.contradiction || share > 64.0 * options.contradiction) break;
        share = std::max(share, 4.0 * found.share);
        relax(unit, share);
        end = run();
        make_unit_rows(problem, unit);
    }
    if (share > kLeastRelaxation && end.verdict == MotionVerdict::Optimal) polish(active, unit, result);
    write_motion(problem, unit, result);
    MotionAnswer answer;
    answer.verdict = end.verdict;
    answer.steps = end.steps;
    answer.slack = slack_of(problem, unit, result.y);
    answer.residual = residual_of(unit, result.y);
    answer.out_of_reach = end.verdict == MotionVerdict::Infeasible ? found.out_of_reach : 0.0;
    return answer;
}

}  // namespace graze
