#include "graze/dynamics/solve/motion_problem.h"

#include <Eigen/Cholesky>
#include <cmath>

namespace graze::internal {
namespace {

bool is_valid(const InverseMass& body) {
    if (!(body.mass >= 0.0 && std::isfinite(body.mass) && body.inertia.allFinite())) return false;
    if (body.inertia.isZero(0.0)) return true;
    return body.inertia == body.inertia.transpose() && body.inertia.llt().info() == Eigen::Success;
}

const char* problem_with_row(const MotionRow& row, std::int32_t bodies) {
    if (row.a < 0 || row.a >= bodies || row.b < kNobody || row.b >= bodies)
        return "a row names a body that is not there";
    if (row.a == row.b) return "a row joins a body with itself";
    if (!row.of_a.allFinite() || !row.of_b.allFinite() || !std::isfinite(row.bound))
        return "a row is not finite";
    if (!(row.slack >= 0.0 && std::isfinite(row.slack)))
        return "the slack of a row is negative or not finite";
    if (row.kind == RowKind::Equal && row.slack != 0.0) return "an equation has a slack";
    return "";
}

}  // namespace

const char* problem_with(const MotionProblem& problem) {
    if (problem.bodies.size() != problem.wanted.size()) return "there is not one wanted motion a body";
    if (!(problem.slack_weight >= 0.0 && std::isfinite(problem.slack_weight)))
        return "the weight of the slack is negative";
    for (const InverseMass& body : problem.bodies)
        if (!is_valid(body)) return "an inverse mass is not finite, symmetric and positive";
    for (const Vec6& wanted : problem.wanted)
        if (!wanted.allFinite()) return "a wanted motion is not finite";
    for (const MotionRow& row : problem.rows)
        if (const char* problem_of_row =
                problem_with_row(row, static_cast<std::int32_t>(problem.bodies.size()));
            *problem_of_row != '\0')
            return problem_of_row;
    return "";
}

}  // namespace graze::internal
