#include "graze/dynamics/solve/gauss_seidel.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

// Rows of unit length that differ by less are one, when contradictions are looked for.
constexpr double kSameRow = 1e-10;
constexpr int kFirstLook = 32;  // sweeps

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

    // Rows that contradict each other make forces grow for ever, in the end along a ray of (G6). What is not yet
    // along it is taken out: the nearest z with G^T z = 0 among the rows that grow, and again without those that
    // would have to shrink for it.
    Contradiction growth() {
        std::fill(w.ray.begin(), w.ray.end(), 0.0);
        w.growing.clear();
        for (std::size_t i = 0; i < unit.rows.size(); ++i)
            if (w.result.multipliers[i] > w.earlier[i] || unit.rows[i].is_equation)
                w.growing.push_back(static_cast<std::int32_t>(i));
        for (std::size_t before = w.growing.size() + 1; !w.growing.empty() && w.growing.size() < before;) {
            before = w.growing.size();
            write_ray();
            std::erase_if(w.growing, [&](std::int32_t i) { return w.ray[i] == 0.0; });
        }
        return contradiction_of(unit, w.ray, w.sum);
    }

    void write_ray() {
        const auto count = static_cast<Eigen::Index>(w.growing.size());
        Eigen::MatrixXd normals = Eigen::MatrixXd::Zero(unit.unknowns, count);
        Eigen::VectorXd z(count);
        for (Eigen::Index k = 0; k < count; ++k) {
            const std::int32_t i = w.growing[k];
            w.sum.setZero(unit.unknowns);
            add(unit.rows[i], 1.0, w.sum);
            normals.col(k) = w.sum;
            z[k] = w.result.multipliers[i] - w.earlier[i];
        }
        Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factor;
        factor.setThreshold(kSameRow);
        factor.compute(normals);
        z -= factor.solve(normals * z);
        std::fill(w.ray.begin(), w.ray.end(), 0.0);
        const double least = kSameRow * z.cwiseAbs().maxCoeff();
        for (Eigen::Index k = 0; k < count; ++k) {
            const bool free = unit.rows[w.growing[k]].is_equation;
            if (free ? z[k] != 0.0 : z[k] > least) w.ray[w.growing[k]] = z[k];
        }
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
        int next_look = kFirstLook;
        for (; answer.steps < options.most_sweeps; ++answer.steps) {
            const bool may_stop = sweep() <= options.residual * unit.largest_demand;
            if (may_stop) {
                recompute();
                if (residual() <= options.residual * unit.largest_demand) {
                    answer.verdict = MotionVerdict::Optimal;
                    return answer;
                }
            }
            if (!options.look_for_contradictions || answer.steps < next_look) continue;
            recompute();
            if (is_contradiction(growth())) return infeasible(answer);
            w.earlier = w.result.multipliers;
            next_look += next_look / 2;
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
    if (answer.verdict == MotionVerdict::Unfinished && options.ask_for_certificate) {
        const MotionAnswer judged =
            project_by_active_set(problem, w.judge, {.contradiction = options.contradiction});
        if (judged.verdict == MotionVerdict::Infeasible) {
            w.ray = w.judge.result.multipliers;
            answer = sweeps.infeasible(answer);
        }
    }
    write_motion(problem, w.unit, w.result);
    answer.slack = slack_of(problem, w.unit, w.result.y);
    answer.residual =
        answer.verdict == MotionVerdict::Infeasible ? residual_of(w.unit, w.result.y) : sweeps.residual();
    return answer;
}

}  // namespace graze::internal
