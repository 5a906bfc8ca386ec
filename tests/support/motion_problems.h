// Random motion problems: redundant, duplicated, opposed, nearly parallel and degenerate rows, mass ratios of
// 10^6, bodies that nothing moves, joints, slacks; feasible or infeasible by construction.
#pragma once

#include "graze/core/random.h"
#include "graze/dynamics/solve/joint_rows.h"
#include "support/random_vector.h"

#include <algorithm>
#include <cmath>

namespace graze::test {

struct OwnedMotionProblem {
    std::vector<InverseMass> bodies;
    std::vector<Vec6> wanted;
    std::vector<MotionRow> rows;
    double slack_weight = 0.0;

    [[nodiscard]] MotionProblem view() const { return {bodies, wanted, rows, slack_weight}; }
};

[[nodiscard]] inline Vec3 random_unit(Rng& rng) {
    for (;;)
        if (const Vec3 v = random_vector(rng, 1.0); v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
}

[[nodiscard]] inline Vec6 random_motion(Rng& rng, double size) {
    Vec6 made;
    made << random_vector(rng, size), random_vector(rng, size);
    return made;
}

/// Mass of 10^-3 to 10^3 and a solid's inertia.
[[nodiscard]] inline InverseMass random_mass(Rng& rng) {
    const double mass = std::pow(10.0, rng.uniform(-3.0, 3.0));
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(rng.uniform(0.0, 3.0), random_unit(rng)));
    const Vec3 inverse(rng.uniform(0.5, 20.0), rng.uniform(0.5, 20.0), rng.uniform(0.5, 20.0));
    const Mat3 axes = turn.toRotationMatrix();
    const Mat3 inertia = axes * inverse.asDiagonal() * axes.transpose() / mass;
    return {1.0 / mass, 0.5 * (inertia + inertia.transpose())};
}

struct RandomRows {
    Rng& rng;
    OwnedMotionProblem& problem;
    std::vector<Vec6> feasible;  // a motion that all rows allow

    double along(const MotionRow& row) const {
        return row.of_a.dot(feasible[row.a]) + (row.b == kNobody ? 0.0 : row.of_b.dot(feasible[row.b]));
    }

    // Three rows of ten hold with equality at the common motion: vertices where many rows meet.
    double margin() { return rng.below(10) < 3 ? 0.0 : rng.uniform(0.0, 1.0); }

    void append(MotionRow row) {
        row.bound = along(row) - margin();
        problem.rows.push_back(row);
    }

    ClosestPair random_pair() {
        ClosestPair pair;
        const auto count = problem.bodies.size();
        pair.a = static_cast<std::int32_t>(rng.below(count));
        pair.b = static_cast<std::int32_t>(rng.below(count));
        if (pair.a == pair.b || rng.below(10) < 3) pair.b = kNobody;
        pair.arm_a = random_vector(rng, 1.0);
        pair.arm_b = random_vector(rng, 1.0);
        pair.normal = random_unit(rng);
        return pair;
    }

    void append_contact() { append(row_along(random_pair(), random_unit(rng), 0.0)); }

    MotionRow earlier() { return problem.rows[rng.below(problem.rows.size())]; }

    void append_copy() {
        MotionRow row = earlier();
        const double factor = rng.below(2) == 0 ? 1.0 : rng.uniform(0.1, 5.0);
        row.of_a *= factor;
        row.of_b *= factor;
        row.bound *= factor;
        problem.rows.push_back(row);
    }

    // The other side of a slot; one of no width in half of the cases where the row is tight.
    void append_opposed() {
        MotionRow row = earlier();
        row.kind = RowKind::AtLeast;
        row.of_a = -row.of_a;
        row.of_b = -row.of_b;
        const double width = along(row) + row.bound;  // bound of the other side is -row.bound
        row.bound = width <= 1e-12 || rng.below(2) == 0 ? along(row) : along(row) - rng.uniform(0.0, 0.1);
        problem.rows.push_back(row);
    }

    void append_nearly_parallel() {
        MotionRow row = earlier();
        row.kind = RowKind::AtLeast;
        const double angle = std::pow(10.0, rng.uniform(-5.0, -1.0)), side = rng.below(3) == 0 ? -1.0 : 1.0;
        row.of_a = side * (row.of_a + angle * random_motion(rng, 1.0));
        if (row.b != kNobody) row.of_b = side * (row.of_b + angle * random_motion(rng, 1.0));
        append(row);
    }

    // Says nothing that two others do not say.
    void append_sum() {
        const MotionRow first = earlier(), second = earlier();
        if (first.a != second.a || first.b != second.b) return append_contact();
        MotionRow row = first;
        row.kind = second.kind == first.kind ? first.kind : RowKind::AtLeast;
        row.of_a += second.of_a;
        row.of_b += second.of_b;
        row.bound += second.bound;
        if (row.of_a.norm() + row.of_b.norm() < 1e-3)
            return append_contact();  // opposed: what is left is rounding
        problem.rows.push_back(row);
    }

    void append_any() {
        switch (problem.rows.empty() ? 0 : rng.below(12)) {
            case 1:
                return append_copy();
            case 2:
                return append_opposed();
            case 3:
                return append_nearly_parallel();
            case 4:
                return append_sum();
            default:
                return append_contact();
        }
    }
};

/// 1 to `most`, small ones more often.
[[nodiscard]] inline std::size_t skewed(Rng& rng, std::size_t most) {
    const double u = rng.unit();
    return 1 + static_cast<std::size_t>(u * u * u * static_cast<double>(most));
}

[[nodiscard]] inline RandomRows random_bodies(Rng& rng, OwnedMotionProblem& problem, std::size_t count) {
    RandomRows random{rng, problem, {}};
    for (std::size_t i = 0; i < count; ++i) {
        const bool moves = i == 0 || rng.below(8) > 0;
        problem.bodies.push_back(moves ? random_mass(rng) : InverseMass{});
        problem.wanted.push_back(moves ? random_motion(rng, 1.0) : Vec6::Zero().eval());
        random.feasible.push_back(moves ? random_motion(rng, 1.0) : Vec6::Zero().eval());
    }
    return random;
}

inline void add_joints(RandomRows& random) {
    std::vector<MotionRow>& rows = random.problem.rows;
    for (std::size_t i = 1; i < random.problem.bodies.size(); ++i) {
        if (random.rng.below(3) > 0) continue;
        JointState joint;
        joint.kind =
            std::array{JointKind::Fixed, JointKind::Revolute, JointKind::Prismatic}[random.rng.below(3)];
        joint.a = static_cast<std::int32_t>(i);
        joint.b = static_cast<std::int32_t>(random.rng.below(i));
        joint.arm_a = random_vector(random.rng, 1.0);
        joint.arm_b = random_vector(random.rng, 1.0);
        joint.axis = random_unit(random.rng);
        const std::size_t before = rows.size();
        append_joint_rows(joint, {}, rows);
        for (std::size_t k = before; k < rows.size(); ++k) rows[k].bound = random.along(rows[k]);
    }
    if (!rows.empty() && random.rng.below(3) == 0) rows.push_back(rows.front());  // a redundant equation
}

/// One slack that all contacts share, and demands that need it.
inline void add_slack(RandomRows& random) {
    random.problem.slack_weight = std::pow(10.0, random.rng.uniform(-1.0, 2.0));
    for (MotionRow& row : random.problem.rows) {
        if (row.kind == RowKind::Equal || random.rng.below(4) == 0) continue;
        row.slack = random.rng.uniform(0.1, 1.0);
        row.bound += random.rng.uniform(0.0, 1.0);
    }
}

[[nodiscard]] inline OwnedMotionProblem random_feasible_problem(Rng& rng, std::size_t most_bodies,
                                                                std::size_t most_rows) {
    OwnedMotionProblem problem;
    RandomRows random = random_bodies(rng, problem, skewed(rng, most_bodies));
    if (rng.below(5) == 0) add_joints(random);
    const std::size_t rows = problem.rows.size() + skewed(rng, most_rows);
    while (problem.rows.size() < rows) random.append_any();
    if (rng.below(5) == 0) add_slack(random);
    return problem;
}

/// Rows of a feasible problem and one that contradicts some of them, by 10^-6 to 1 of about one.
[[nodiscard]] inline OwnedMotionProblem random_infeasible_problem(Rng& rng, std::size_t most_bodies,
                                                                  std::size_t most_rows) {
    OwnedMotionProblem problem;
    RandomRows random = random_bodies(rng, problem, skewed(rng, most_bodies));
    if (rng.below(5) == 0) add_joints(random);
    const std::size_t rows = problem.rows.size() + skewed(rng, most_rows);
    while (problem.rows.size() < rows) random.append_any();
    const ClosestPair pair = random.random_pair();
    MotionRow sum = row_along(pair, Vec3::Zero(), 0.0);
    sum.bound = std::pow(10.0, rng.uniform(-6.0, 0.0));
    for (std::uint64_t k = 0, count = 1 + rng.below(4); k < count; ++k) {
        ClosestPair other = pair;
        other.arm_a = random_vector(rng, 1.0);
        other.arm_b = random_vector(rng, 1.0);
        random.append(row_along(other, random_unit(rng), 0.0));
        const MotionRow& row = problem.rows.back();
        const double z = rng.uniform(0.2, 2.0);
        sum.of_a -= z * row.of_a;
        sum.of_b -= z * row.of_b;
        sum.bound -= z * row.bound;
    }
    problem.rows.push_back(sum);
    std::swap(problem.rows.back(), problem.rows[rng.below(problem.rows.size())]);
    return problem;
}

}  // namespace graze::test
