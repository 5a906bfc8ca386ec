// Rows that hold with equality, with their factor, and the motion that they alone determine. What every
// solver that looks for a set of rows ends with.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/solve/normal_factor.h"
#include "graze/dynamics/solve/unit_rows.h"

namespace graze::internal {

struct ActiveRows {
    NormalFactor factor;
    std::vector<std::int32_t> rows;  // in the factor's order
    std::vector<double> u;           // their multipliers
    Eigen::VectorXd g, demands, solved;
};

/// No row is active. Cost: allocates only to grow.
void reset(ActiveRows& active, const UnitRows& unit);

/// Splits g_i into what the active rows span and the rest; the factor keeps both.
void split_row(ActiveRows& active, const UnitRows& unit, std::int32_t row);

/// Does the row of the last split depend on the active ones, as far as rounding lets us see?
[[nodiscard]] bool depends(const ActiveRows& active, const UnitRows& unit);

/// Adds the row of the last split. Pre: it does not depend on the active ones.
void append_row(ActiveRows& active, std::int32_t row);

void drop_row(ActiveRows& active, int place);

/// y and u of the active rows from their factor alone, so that rounding does not add up over steps.
void settle(ActiveRows& active, const UnitRows& unit, Eigen::VectorXd& y);

/// Makes all equations active; those that depend on others are left out if they agree with them up to
/// `contradiction` of the largest demand. False: they do not, and result.multipliers are Farkas'.
/// Pre: no row is active; multipliers are zero, one a row.
[[nodiscard]] bool take_equations(ActiveRows& active, const UnitRows& unit, double contradiction,
                                  MotionResult& result);

/// What `row` of the last split, times `sign`, and the active rows prove if it depends on them (dynamics.md, G6).
void write_farkas(const ActiveRows& active, const UnitRows& unit, std::int32_t row, double sign,
                  MotionResult& result);

/// Computes y anew from the rows whose multiplier is not zero, as equations; rows that depend on others among
/// them are left out. Multipliers follow.
void polish(ActiveRows& active, const UnitRows& unit, MotionResult& result);

}  // namespace graze::internal
