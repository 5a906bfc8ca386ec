// What to do if rows contradict each other by no more than rounding, or if rounding led a solver astray: ask
// again for a little less.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/solve/active_rows.h"

namespace graze::internal {

struct SolveEnd {
    MotionVerdict verdict;
    int steps;
};

/// Every inequality asks for about this much less, of the largest demand; none for just as much less as
/// another, so that no more rows meet in one point than must.
void relax(UnitRows& unit, double share);

/// Do all rows hold, and do forces that only push make this motion? Or: do the multipliers exclude every motion
/// that is not absurdly long? `sum` is scratch.
[[nodiscard]] bool is_certain(const UnitRows& unit, const MotionResult& result, MotionVerdict verdict,
                              Eigen::VectorXd& sum);

/// The least by which rows are relaxed, of the largest demand: some roundings.
inline constexpr double kLeastRelaxation = 0x1p-50;

/// Runs a solver, which writes y and multipliers of `unit` to `result`; again with relaxed rows, up to the
/// tolerance, until its answer is certain. The rows that it finds are then solved for what was asked.
template <class Run>
MotionAnswer solve_or_relax(const MotionProblem& problem, UnitRows& unit, ActiveRows& active,
                            MotionResult& result, const MotionOptions& options, Run&& run) {
    SolveEnd end = run();
    Contradiction found;
    bool certain = false;
    for (double share = kLeastRelaxation;; share *= 8.0) {
        found = end.verdict == MotionVerdict::Infeasible
                    ? contradiction_of(unit, result.multipliers, active.g)
                    : Contradiction{};
        certain = is_certain(unit, result, end.verdict, active.g) &&
                  (end.verdict != MotionVerdict::Infeasible || found.share > options.contradiction);
        if (certain || end.verdict == MotionVerdict::Unfinished || share > 8.0 * options.contradiction) break;
        relax(unit, share);
        end = run();
        make_unit_rows(problem, unit);
        if (end.verdict == MotionVerdict::Optimal) polish(active, unit, result);
    }
    write_motion(problem, unit, result);
    MotionAnswer answer;
    answer.verdict = certain ? end.verdict : MotionVerdict::Unfinished;
    answer.steps = end.steps;
    answer.slack = slack_of(problem, unit, result.y);
    answer.residual = residual_of(unit, result.y);
    answer.out_of_reach = answer.verdict == MotionVerdict::Infeasible ? found.out_of_reach : 0.0;
    return answer;
}

}  // namespace graze::internal
