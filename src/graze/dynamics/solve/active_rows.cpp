#include "graze/dynamics/solve/active_rows.h"

#include <algorithm>

namespace graze::internal {

void reset(ActiveRows& active, const UnitRows& unit) {
    const int most = std::min(unit.unknowns, static_cast<int>(unit.rows.size()));
    active.factor.reset(unit.unknowns, most);
    active.rows.clear();
    active.u.clear();
    if (active.demands.size() < most) active.demands.resize(most);
}

void split_row(ActiveRows& active, const UnitRows& unit, std::int32_t row) {
    active.g.setZero(unit.unknowns);
    add(unit.rows[row], 1.0, active.g);
    active.factor.split(active.g);
}

bool depends(const ActiveRows& active, const UnitRows& unit) {
    return !(active.factor.outside_length() > active.factor.outside_error()) ||
           active.factor.columns() == unit.unknowns;
}

void append_row(ActiveRows& active, std::int32_t row) {
    active.factor.append();
    active.rows.push_back(row);
    active.u.push_back(0.0);
}

void drop_row(ActiveRows& active, int place) {
    active.factor.remove(place);
    active.rows.erase(active.rows.begin() + place);
    active.u.erase(active.u.begin() + place);
}

void settle(ActiveRows& active, const UnitRows& unit, Eigen::VectorXd& y) {
    const int count = active.factor.columns();
    for (int k = 0; k < count; ++k) active.demands[k] = unit.rows[active.rows[k]].demand;
    active.factor.solve(active.demands, y, active.solved);
    for (int k = 0; k < count; ++k) {
        const bool free = unit.rows[active.rows[k]].is_equation;
        active.u[k] = free ? active.solved[k] : std::max(0.0, active.solved[k]);
    }
}

void write_farkas(const ActiveRows& active, const UnitRows& unit, std::int32_t row, double sign,
                  MotionResult& result) {
    std::fill(result.multipliers.begin(), result.multipliers.end(), 0.0);
    result.multipliers[row] = sign;
    for (std::size_t k = 0; k < active.rows.size(); ++k) {
        const double z = -sign * active.factor.weight(static_cast<int>(k));
        result.multipliers[active.rows[k]] = unit.rows[active.rows[k]].is_equation ? z : std::max(0.0, z);
    }
}

bool take_equations(ActiveRows& active, const UnitRows& unit, double contradiction, MotionResult& result) {
    for (std::size_t i = 0; i < unit.rows.size(); ++i) {
        if (!unit.rows[i].is_equation) continue;
        const auto row = static_cast<std::int32_t>(i);
        split_row(active, unit, row);
        if (!depends(active, unit)) {
            append_row(active, row);
            settle(active, unit, result.y);
        } else if (violation(unit.rows[i], result.y, result.y.norm()) > contradiction * unit.largest_demand) {
            write_farkas(active, unit, row, unit.rows[i].demand < dot(unit.rows[i], result.y) ? -1.0 : 1.0,
                         result);
            return false;
        }
    }
    return true;
}

void polish(ActiveRows& active, const UnitRows& unit, MotionResult& result) {
    reset(active, unit);
    for (std::size_t i = 0; i < unit.rows.size(); ++i) {
        if (result.multipliers[i] == 0.0) continue;
        split_row(active, unit, static_cast<std::int32_t>(i));
        if (!depends(active, unit)) append_row(active, static_cast<std::int32_t>(i));
    }
    settle(active, unit, result.y);
    std::fill(result.multipliers.begin(), result.multipliers.end(), 0.0);
    for (std::size_t k = 0; k < active.rows.size(); ++k) result.multipliers[active.rows[k]] = active.u[k];
}

}  // namespace graze::internal
