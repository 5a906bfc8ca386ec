#include "graze/dynamics/solve/cone.h"

#include "graze/dynamics/solve/relaxed_rows.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

// The height of generators is h_i / rho, and |y| = rho sqrt(1 / height of the gap - 1): a rho near |y| keeps the
// gap near 1/2. A gap that is lower than this costs too many digits of y, and rho is chosen anew.
constexpr double kLowGap = 1.0 / 64.0;
// Motions this many times as long as the largest demand are not looked for: the apex is in the cone.
constexpr double kFarthest = 1e12;

enum class Use : std::uint8_t { No, Yes, Refused };

// One solve: `apex` is the point (0, ..., 0, 1), `gap` the way from the nearest point found so far to it.
struct Nearest {
    const UnitRows& unit;
    ConeWorkspace& w;
    double rho;
    int steps_left;
    int steps = 0;

    void make_generator(std::int32_t i) {
        w.generator.setZero(unit.unknowns + 1);
        const UnitRow& row = unit.rows[i];
        w.generator.segment<6>(6 * row.a) = row.of_a;
        if (row.b != kNobody) w.generator.segment<6>(6 * row.b) = row.of_b;
        if (unit.has_slack) w.generator[unit.unknowns - 1] = row.slack;
        w.generator[unit.unknowns] = row.demand / rho;
    }

    // False: it depends on those in use.
    bool use(std::int32_t i) {
        make_generator(i);
        w.factor.split(w.generator);
        if (!(w.factor.outside_length() > w.factor.outside_error()) || w.factor.columns() > unit.unknowns)
            return false;
        w.factor.append();
        w.used.push_back(i);
        w.u.push_back(0.0);
        w.uses[i] = static_cast<std::uint8_t>(Use::Yes);
        return true;
    }

    void stop_using(int k, Use as) {
        w.uses[w.used[k]] = static_cast<std::uint8_t>(as);
        w.factor.remove(k);
        w.used.erase(w.used.begin() + k);
        w.u.erase(w.u.begin() + k);
    }

    // Which multiplier vanishes first on the way from u to `next`, and after which part of the way; -1: none.
    std::pair<int, double> first_to_vanish() const {
        int first = -1;
        double part = 1.0;
        for (int k = 0; k < w.factor.columns(); ++k) {
            if (unit.rows[w.used[k]].is_equation || w.next[k] > 0.0) continue;
            const double t = w.u[k] > 0.0 ? w.u[k] / (w.u[k] - w.next[k]) : 0.0;
            if (first < 0 || t < part) first = k, part = t;
        }
        return {first, part};
    }

    // To the point nearest to the apex in the cone of the generators in use, of which some are dropped on the way.
    bool go_to_nearest() {
        for (; steps_left > 0; --steps_left, ++steps) {
            w.factor.nearest(w.apex, w.next, w.gap);
            const auto [k, part] = first_to_vanish();
            for (int j = 0; j < w.factor.columns(); ++j) w.u[j] += part * (w.next[j] - w.u[j]);
            if (k < 0) return true;
            stop_using(k, w.u[k] == 0.0 && part == 0.0 ? Use::Refused : Use::No);
        }
        return false;
    }

    bool apex_is_inside() const {
        const double height = w.gap[unit.unknowns];
        return !(height > 0.0) || !(w.factor.outside_length() > w.factor.outside_error()) ||
               !(rho < kFarthest * std::sqrt(height) * unit.largest_demand);
    }

    void write_y() { w.result.y = w.gap.head(unit.unknowns) * (-rho / w.gap[unit.unknowns]); }

    // The same generators, with heights over the length of y. False: they depend on each other now.
    bool rescale() {
        rho = w.result.y.norm();
        w.factor.reset(unit.unknowns + 1, most_columns(unit));
        w.again.swap(w.used);
        w.used.clear();
        w.u.clear();
        for (const std::int32_t i : w.again)
            if (!use(i)) return false;
        for (std::size_t k = 0; k < w.u.size(); ++k) w.u[k] = 1.0;
        return true;
    }

    static int most_columns(const UnitRows& rows) {
        return std::min(rows.unknowns + 1, static_cast<int>(rows.rows.size()));
    }

    std::int32_t most_violated() const {
        std::int32_t worst = -1;
        double most = 0.0;
        const double length = w.result.y.norm();
        for (std::size_t i = 0; i < unit.rows.size(); ++i) {
            if (unit.rows[i].is_equation || w.uses[i] != static_cast<std::uint8_t>(Use::No)) continue;
            const double violated = violation(unit.rows[i], w.result.y, length);
            if (violated > most) worst = static_cast<std::int32_t>(i), most = violated;
        }
        return worst;
    }

    void forget_refusals() {
        for (std::uint8_t& use_of_row : w.uses)
            if (use_of_row == static_cast<std::uint8_t>(Use::Refused))
                use_of_row = static_cast<std::uint8_t>(Use::No);
    }

    void write_multipliers() {
        std::fill(w.result.multipliers.begin(), w.result.multipliers.end(), 0.0);
        for (std::size_t k = 0; k < w.used.size(); ++k) w.result.multipliers[w.used[k]] = w.u[k];
    }

    // The best y of the generators in use. Optimal: it is there.
    MotionVerdict advance() {
        if (!go_to_nearest()) return MotionVerdict::Unfinished;
        if (apex_is_inside()) return MotionVerdict::Infeasible;
        write_y();
        return MotionVerdict::Optimal;
    }

    MotionVerdict run() {
        for (const std::int32_t i : w.active.rows)
            if (!use(i)) return MotionVerdict::Unfinished;
        MotionVerdict verdict = advance();
        while (verdict == MotionVerdict::Optimal) {
            if (w.gap[unit.unknowns] < kLowGap && rescale()) {
                verdict = advance();
                continue;
            }
            const std::int32_t p = most_violated();
            if (p < 0) break;
            const std::size_t before = w.used.size();
            if (!use(p)) {
                w.uses[p] = static_cast<std::uint8_t>(Use::Refused);
                continue;
            }
            verdict = advance();
            if (w.used.size() != before || w.uses[p] == static_cast<std::uint8_t>(Use::Yes))
                forget_refusals();
        }
        write_multipliers();
        return verdict;
    }
};

void begin(ConeWorkspace& w) {
    w.result.multipliers.assign(w.unit.rows.size(), 0.0);
    w.result.y.setZero(w.unit.unknowns);
    reset(w.active, w.unit);
    w.factor.reset(w.unit.unknowns + 1, Nearest::most_columns(w.unit));
    w.used.clear();
    w.u.clear();
    w.uses.assign(w.unit.rows.size(), static_cast<std::uint8_t>(Use::No));
    w.apex.setZero(w.unit.unknowns + 1);
    w.apex[w.unit.unknowns] = 1.0;
}

// A row that no unknown can satisfy; -1: none.
std::int32_t impossible_row(const UnitRows& unit) {
    for (std::size_t i = 0; i < unit.rows.size(); ++i)
        if (unit.rows[i].length == 0.0 && !unit.rows[i].is_equation &&
            unit.rows[i].demand > unit.rows[i].demand_error)
            return static_cast<std::int32_t>(i);
    return -1;
}

}  // namespace

MotionAnswer project_by_cone(const MotionProblem& problem, ConeWorkspace& workspace,
                             const MotionOptions& options) {
    ConeWorkspace& w = workspace;
    make_unit_rows(problem, w.unit);
    const int own_bound = 50 + 50 * (w.unit.unknowns + static_cast<int>(w.unit.rows.size()));
    int left = options.most_steps > 0 ? options.most_steps : own_bound;
    int steps = 0;
    return solve_or_relax(problem, w.unit, w.active, w.result, options, [&] {
        begin(w);
        if (const std::int32_t i = impossible_row(w.unit); i >= 0) {
            w.result.multipliers[i] = 1.0;
            return SolveEnd{MotionVerdict::Infeasible, steps};
        }
        if (!take_equations(w.active, w.unit, options.contradiction, w.result))
            return SolveEnd{MotionVerdict::Infeasible, steps};
        if (w.unit.largest_demand == 0.0) return SolveEnd{MotionVerdict::Optimal, steps};
        Nearest nearest{w.unit, w, w.unit.largest_demand, left};
        const MotionVerdict verdict = nearest.run();
        left = nearest.steps_left;
        if (verdict == MotionVerdict::Optimal) polish(w.active, w.unit, w.result);
        return SolveEnd{verdict, steps += nearest.steps};
    });
}

}  // namespace graze::internal
