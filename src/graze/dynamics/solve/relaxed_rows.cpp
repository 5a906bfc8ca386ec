#include "graze/dynamics/solve/relaxed_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

// What an answer must keep to, of its length and the largest demand: a thousandth of what callers may notice.
constexpr double kCertain = 1e-10;
// A contradiction must exclude motions up to so many times the largest demand.
constexpr double kFarAway = 1e6;
// Rounding of a sum of rows, of the sizes of what is summed.
constexpr double kSumError = 16.0 * std::numeric_limits<double>::epsilon();

}  // namespace

void relax(UnitRows& unit, double share) {
    double part = 0.0;
    for (UnitRow& row : unit.rows) {
        part += 0.6180339887498949;  // the golden ratio: parts are spread evenly, and no two are the same
        part -= std::floor(part);
        if (!row.is_equation && row.length > 0.0) row.demand -= (1.0 + part) * share * unit.largest_demand;
    }
}

bool is_certain(const UnitRows& unit, const MotionResult& result, MotionVerdict verdict,
                Eigen::VectorXd& sum) {
    if (verdict == MotionVerdict::Unfinished) return false;
    const Contradiction found = contradiction_of(unit, result.multipliers, sum);
    if (verdict == MotionVerdict::Infeasible) return found.out_of_reach > kFarAway * unit.largest_demand;
    double size = 0.0;
    for (const double multiplier : result.multipliers) size += std::abs(multiplier);
    const double allowed = kCertain * (unit.largest_demand + result.y.norm());
    return residual_of(unit, result.y) <= allowed && (sum - result.y).norm() <= allowed + kSumError * size;
}

}  // namespace graze::internal
