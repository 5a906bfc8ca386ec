// All solvers of motion problems against each other and against oracles that share no formula with them.
#include "graze/dynamics/solve/active_set.h"
#include "graze/dynamics/solve/cone.h"
#include "graze/dynamics/solve/contact_space.h"
#include "graze/dynamics/solve/gauss_seidel.h"
#include "oracle/motion_oracle.h"
#include "support/motion_problems.h"
#include "support/slower.h"

#include <gtest/gtest.h>

namespace graze::solvers_test {
namespace {

using test::OwnedMotionProblem;

// Of the problem's length: what the solvers must agree to. Rows that are nearly parallel (1e-5) amplify rounding.
constexpr double kAgreement = 1e-9;
constexpr double kFarAway = 1e6;  // an infeasible problem excludes motions this many times the largest demand

struct Workspaces {
    ActiveSetWorkspace active_set;
    ConeWorkspace cone;
    ContactSpaceWorkspace contact_space;
    GaussSeidelWorkspace gauss_seidel;
};

struct Answered {
    const char* name;
    MotionAnswer answer;
    const MotionResult* result;
};

std::array<Answered, 3> exact_answers(const MotionProblem& problem, Workspaces& w) {
    const MotionAnswer first = project_by_active_set(problem, w.active_set);
    const MotionAnswer second = project_by_cone(problem, w.cone);
    const MotionAnswer third = project_by_lemke(problem, w.contact_space);
    return {{{"active set", first, &w.active_set.result},
             {"cone", second, &w.cone.result},
             {"Lemke", third, &w.contact_space.result}}};
}

double length_of_problem(const oracle::KktErrors& errors) {
    return static_cast<double>(std::max(errors.motion, errors.wanted));
}

void expect_kkt(const MotionProblem& problem, const Answered& got) {
    const oracle::KktErrors errors =
        oracle::kkt_errors(problem, got.result->motion, got.answer.slack, got.result->forces);
    const double length = length_of_problem(errors);
    EXPECT_LE(errors.stationarity, 1e-12 * (length + static_cast<double>(errors.force_size))) << got.name;
    EXPECT_LE(errors.feasibility, kAgreement * length) << got.name;
    EXPECT_LE(errors.complementarity, kAgreement * length) << got.name;
    EXPECT_LE(errors.negative_force, 0) << got.name;
}

void expect_same_motion(const MotionProblem& problem, const Answered& a, const Answered& b, double length) {
    const auto distance = oracle::mass_distance(problem, a.result->motion, b.result->motion);
    EXPECT_LE(distance, kAgreement * length) << a.name << ", " << b.name;
    EXPECT_NEAR(a.answer.slack * problem.slack_weight, b.answer.slack * problem.slack_weight,
                kAgreement * length);
}

// |y - y*|^2 is at most what (D11) says, from forces and residuals of both.
void expect_within_residual(const MotionProblem& problem, const Answered& exact, const Answered& sweeps) {
    long double bound = 0;
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
        const long double over =
            oracle::value_of(problem, problem.rows[i], sweeps.result->motion, sweeps.answer.slack) -
            static_cast<long double>(problem.rows[i].bound);
        bound +=
            std::abs(over) *
            (over > 0 && problem.rows[i].kind == RowKind::AtLeast
                 ? std::abs(sweeps.result->forces[i])
                 : std::abs(exact.result->forces[i]) +
                       (problem.rows[i].kind == RowKind::Equal ? std::abs(sweeps.result->forces[i]) : 0.0));
    }
    const auto errors =
        oracle::kkt_errors(problem, exact.result->motion, exact.answer.slack, exact.result->forces);
    const double rounding = kAgreement * length_of_problem(errors);
    const auto distance = oracle::mass_distance(problem, exact.result->motion, sweeps.result->motion);
    EXPECT_LE(distance, std::sqrt(bound) + rounding);
}

}  // namespace

TEST(Solvers, Reference_MotionsAgreeOnRandomProblems) {
    Rng rng(20260401);
    Workspaces w;
    int active = 0, redundant = 0, joints = 0, slacks = 0, converged = 0, hidden = 0;
    const int trials = 10000 / test::kSlower;
    for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE(trial);
        const OwnedMotionProblem owned = test::random_feasible_problem(rng, 30, 200);
        const MotionProblem problem = owned.view();
        const auto answers = exact_answers(problem, w);
        const std::size_t decided = answers[2].answer.verdict == MotionVerdict::Unfinished ? 2 : 3;
        hidden += decided ==
                  2;  // contact space squares the condition: rounding may hide the answer, and it says so
        for (std::size_t k = 0; k < decided; ++k) {
            ASSERT_EQ(answers[k].answer.verdict, MotionVerdict::Optimal) << answers[k].name;
            expect_kkt(problem, answers[k]);
        }
        const auto errors = oracle::kkt_errors(problem, answers[0].result->motion, answers[0].answer.slack,
                                               answers[0].result->forces);
        for (std::size_t k = 1; k < decided; ++k)
            expect_same_motion(problem, answers[0], answers[k], length_of_problem(errors));
        const MotionAnswer sweeps = project_by_gauss_seidel(problem, w.gauss_seidel, {.most_sweeps = 300});
        expect_within_residual(problem, answers[0], {"Gauss-Seidel", sweeps, &w.gauss_seidel.result});
        converged += sweeps.verdict == MotionVerdict::Optimal;
        active += w.active_set.active.rows.size() > 1;
        redundant += problem.rows.size() > w.active_set.active.rows.size();
        slacks += problem.slack_weight > 0.0;
        joints += std::any_of(problem.rows.begin(), problem.rows.end(),
                              [](const MotionRow& r) { return r.kind == RowKind::Equal; });
        if (HasFailure()) break;
    }
    EXPECT_LE(hidden, trials / 1000);  // 7 of 10,000
    EXPECT_GT(active, trials / 2);
    EXPECT_GT(redundant, trials / 2);
    EXPECT_GT(joints, trials / 10);
    EXPECT_GT(slacks, trials / 10);
    EXPECT_GT(converged, trials / 3);
}

TEST(Solvers, Reference_AllSolversSayInfeasibleWithACertificate) {
    Rng rng(20260402);
    Workspaces w;
    for (int trial = 0; trial < 2000 / test::kSlower; ++trial) {
        SCOPED_TRACE(trial);
        const OwnedMotionProblem owned = test::random_infeasible_problem(rng, 30, 100);
        const MotionProblem problem = owned.view();
        const auto exact = exact_answers(problem, w);
        const MotionAnswer sweeps = project_by_gauss_seidel(problem, w.gauss_seidel, {.most_sweeps = 100000});
        std::vector<Answered> all(exact.begin(), exact.end());
        all.push_back({"Gauss-Seidel", sweeps, &w.gauss_seidel.result});
        for (const Answered& got : all) {
            ASSERT_EQ(got.answer.verdict, MotionVerdict::Infeasible) << got.name;
            const auto excluded = oracle::excluded_radius(problem, got.result->forces);
            ASSERT_GE(excluded, kFarAway * w.active_set.unit.largest_demand) << got.name;
        }
    }
}

TEST(Solvers, Reference_SmallProblemsAgainstAllSetsOfRowsInRationals) {
    Rng rng(20260403);
    Workspaces w;
    int feasible = 0, infeasible = 0;
    const int trials = 400 / test::kSlower;
    for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE(trial);
        oracle::RationalProblem exact;
        OwnedMotionProblem owned;
        owned.bodies.resize(1);
        owned.bodies[0].mass = 0.25;  // its root is exact
        for (int k = 0; k < 3; ++k) owned.bodies[0].inertia(k, k) = std::ldexp(1.0, 2 * k - 2);
        owned.wanted.emplace_back();
        for (int k = 0; k < 6; ++k) {
            owned.wanted[0][k] = static_cast<double>(rng.below(9)) - 4.0;
            exact.wanted.emplace_back(owned.wanted[0][k]);
            exact.inverse.emplace_back(k < 3 ? 0.25 : owned.bodies[0].inertia(k - 3, k - 3));
        }
        for (std::uint64_t i = 0, count = 1 + rng.below(9); i < count; ++i) {
            MotionRow row;
            oracle::Rationals numbers;
            const std::uint64_t used = 2 + rng.below(5);  // few unknowns: rows depend on each other
            for (std::uint64_t k = 0; k < 6; ++k) {
                row.of_a[k] = k < used ? static_cast<double>(rng.below(5)) - 2.0 : 0.0;
                numbers.emplace_back(row.of_a[k]);
            }
            row.bound = static_cast<double>(rng.below(7)) - 4.0;
            owned.rows.push_back(row);
            exact.rows.push_back(numbers);
            exact.bounds.emplace_back(row.bound);
        }
        const MotionProblem problem = owned.view();
        const auto truth = oracle::nearest_motion(exact);
        truth ? ++feasible : ++infeasible;
        for (const Answered& got : exact_answers(problem, w)) {
            ASSERT_EQ(got.answer.verdict, truth ? MotionVerdict::Optimal : MotionVerdict::Infeasible)
                << got.name;
            for (int k = 0; truth && k < 6; ++k)
                ASSERT_NEAR(got.result->motion[0][k], (*truth)[k].get_d(), 1e-12 * 10.0) << got.name;
        }
    }
    EXPECT_GT(feasible, trials / 4);
    EXPECT_GT(infeasible, trials / 20);
}

TEST(Solvers, Degenerate_NoRowsImpossibleRowsAndFixedBodies) {
    Workspaces w;
    OwnedMotionProblem owned;
    owned.bodies = {{0.5, Mat3::Identity()}, {}};
    owned.wanted = {Vec6::Constant(2.0), Vec6::Zero()};
    for (const Answered& got : exact_answers(owned.view(), w)) {
        EXPECT_EQ(got.answer.verdict, MotionVerdict::Optimal);
        EXPECT_EQ(got.result->motion[0], owned.wanted[0]);
    }
    MotionRow row;
    row.a = 1;
    row.of_a[0] = 1.0;
    row.bound = -1.0;
    owned.rows = {row};
    for (const Answered& got : exact_answers(owned.view(), w))
        EXPECT_EQ(got.answer.verdict, MotionVerdict::Optimal);
    owned.rows[0].bound = 1.0;  // a body that nothing moves should move
    for (const Answered& got : exact_answers(owned.view(), w)) {
        EXPECT_EQ(got.answer.verdict, MotionVerdict::Infeasible) << got.name;
        EXPECT_EQ(oracle::excluded_radius(owned.view(), got.result->forces),
                  std::numeric_limits<long double>::infinity());
    }
    EXPECT_EQ(project_by_gauss_seidel(owned.view(), w.gauss_seidel).verdict, MotionVerdict::Infeasible);
    owned.slack_weight = 1.0;
    owned.rows[0].slack = 0.5;
    for (const Answered& got : exact_answers(owned.view(), w)) {
        EXPECT_EQ(got.answer.verdict, MotionVerdict::Optimal) << got.name;
        EXPECT_DOUBLE_EQ(got.answer.slack, 2.0) << got.name;
    }
}

TEST(Solvers, Degenerate_EquationsThatContradict) {
    Workspaces w;
    OwnedMotionProblem owned;
    owned.bodies = {{0.5, 2.0 * Mat3::Identity()}};
    owned.wanted = {Vec6::Zero()};
    MotionRow row;
    row.kind = RowKind::Equal;
    row.of_a << 1.0, 2.0, 0.0, 0.0, 0.5, 0.0;
    for (const double second : {0.25, 1.75}) {
        owned.rows = {row, row};
        owned.rows[0].bound = 1.0;
        owned.rows[1].bound = second;
        for (const Answered& got : exact_answers(owned.view(), w)) {
            EXPECT_EQ(got.answer.verdict, MotionVerdict::Infeasible) << got.name;
            EXPECT_GE(oracle::excluded_radius(owned.view(), got.result->forces), kFarAway) << got.name;
        }
        owned.rows[1].bound = 1.0;
        for (const Answered& got : exact_answers(owned.view(), w))
            EXPECT_EQ(got.answer.verdict, MotionVerdict::Optimal) << got.name;
    }
}

TEST(Solvers, Property_UnitOfLengthAndOfMassDoNotMatter) {
    Rng rng(20260404);
    Workspaces w, scaled;
    for (int trial = 0; trial < 300; ++trial) {
        SCOPED_TRACE(trial);
        OwnedMotionProblem owned = test::random_feasible_problem(rng, 6, 40);
        for (const double unit : {1e-6, 1e6}) {
            OwnedMotionProblem other = owned;
            for (Vec6& wanted : other.wanted) wanted *= unit;
            for (MotionRow& row : other.rows) row.bound *= unit;
            for (InverseMass& body : other.bodies) body.mass /= unit, body.inertia /= unit;
            other.slack_weight *= std::sqrt(unit);  // the metric has grown by `unit`
            const auto here = exact_answers(owned.view(), w);
            const auto there = exact_answers(other.view(), scaled);
            for (std::size_t k = 0; k < here.size(); ++k) {
                ASSERT_EQ(there[k].answer.verdict, here[k].answer.verdict);
                std::vector<Vec6> back = there[k].result->motion;
                for (Vec6& motion : back) motion /= unit;
                const auto errors = oracle::kkt_errors(owned.view(), here[k].result->motion,
                                                       here[k].answer.slack, here[k].result->forces);
                EXPECT_LE(oracle::mass_distance(owned.view(), back, here[k].result->motion),
                          kAgreement * length_of_problem(errors))
                    << here[k].name;
            }
        }
    }
}

TEST(Solvers, Property_OutOfStepsIsUnfinished) {
    Rng rng(20260405);
    Workspaces w;
    int unfinished = 0;
    for (int trial = 0; trial < 100; ++trial) {
        const OwnedMotionProblem owned = test::random_feasible_problem(rng, 10, 100);
        if (project_by_active_set(owned.view(), w.active_set).steps <= 1) continue;
        ++unfinished;
        EXPECT_EQ(project_by_active_set(owned.view(), w.active_set, {.most_steps = 1}).verdict,
                  MotionVerdict::Unfinished);
        EXPECT_EQ(project_by_lemke(owned.view(), w.contact_space, {.most_steps = 1}).verdict,
                  MotionVerdict::Unfinished);
        EXPECT_EQ(project_by_cone(owned.view(), w.cone, {.most_steps = 1}).verdict,
                  MotionVerdict::Unfinished);
    }
    EXPECT_GT(unfinished, 15);
}

}  // namespace graze::solvers_test
