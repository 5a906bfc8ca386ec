#include "graze/dynamics/solve/contact_rows.h"

#include "graze/dynamics/solve/active_set.h"
#include "support/motion_problems.h"

#include <gtest/gtest.h>
#include <Eigen/LU>

namespace graze::contact_rows_test {
namespace {

// A body that moves with constant acceleration and angular acceleration; its turn is integrated in small steps.
struct Flight {
    Vec3 place, velocity, acceleration, turning, turning_rate;

    Vec3 centre(double t) const { return place + t * velocity + 0.5 * t * t * acceleration; }
    // Rotation vector of w t + alpha t^2 / 2: right up to t^3, as second derivatives at 0 need.
    Vec3 turned(const Vec3& v, double t) const {
        const Vec3 by = t * turning + 0.5 * t * t * turning_rate;
        return by.norm() == 0.0 ? v : Eigen::AngleAxisd(by.norm(), by.normalized()) * v;
    }
    Vec6 motion() const { return (Vec6() << velocity, turning).finished(); }
    Vec6 accelerations() const { return (Vec6() << acceleration, turning_rate).finished(); }
};

Flight random_flight(Rng& rng) {
    return {test::random_vector(rng, 1.0), test::random_vector(rng, 1.0), test::random_vector(rng, 1.0),
            test::random_vector(rng, 1.0), test::random_vector(rng, 1.0)};
}

template <class Function>
double second_derivative(Function&& f) {
    constexpr double h = 1e-3;
    return (-f(2 * h) + 16 * f(h) - 30 * f(0) + 16 * f(-h) - f(-2 * h)) / (12 * h * h);
}

constexpr double kDifferenceError = 1e-7;  // h^4 and rounding / h^2

}  // namespace

TEST(ContactRows, Example_ArmsAndSigns) {
    ClosestPair pair{0, 1, Vec3(0, 2, 0), Vec3(0, 0, 3), Vec3(1, 0, 0), 0.5};
    const MotionRow row = row_along(pair, pair.normal, 7.0);
    EXPECT_EQ(row.of_a, (Vec6() << 1, 0, 0, 0, 0, -2).finished());
    EXPECT_EQ(row.of_b, (Vec6() << -1, 0, 0, 0, -3, 0).finished());
    EXPECT_EQ(row.bound, 7.0);
}

// d'' of a vertex of a over a face of b, of two edges, of two vertices: the row's J x - bound is d''.
TEST(ContactRows, Reference_AccelerationRowIsTheSecondDerivativeOfTheDistance) {
    Rng rng(20260411);
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE(trial);
        const Flight a = random_flight(rng), b = random_flight(rng);
        const std::vector<Vec6> velocities{a.motion(), b.motion()};
        const Vec3 arm_a = test::random_vector(rng, 1.0), edge_a = test::random_unit(rng),
                   edge_b = test::random_unit(rng);
        const auto point_a = [&](double t) -> Vec3 { return a.centre(t) + a.turned(arm_a, t); };
        const auto acceleration = [&](const MotionRow& row) {
            return row.of_a.dot(a.accelerations()) + row.of_b.dot(b.accelerations()) - row.bound;
        };
        {  // vertex and vertex
            const Vec3 arm_b = test::random_vector(rng, 1.0);
            const auto between = [&](double t) -> Vec3 {
                return point_a(t) - b.centre(t) - b.turned(arm_b, t);
            };
            ClosestPair pair{0, 1, arm_a, arm_b, between(0).normalized(), between(0).norm()};
            if (pair.distance < 0.3) continue;
            const NormalRate rate = rate_of_points(pair, relative_velocity(pair, velocities));
            EXPECT_NEAR(acceleration(acceleration_row(pair, velocities, rate)),
                        second_derivative([&](double t) { return between(t).norm(); }),
                        100 * kDifferenceError);
        }
        {  // vertex of a over a face of b: the foot of the perpendicular is the point of b
            const Vec3 normal = test::random_unit(rng);
            const double distance = rng.uniform(0.0, 0.5);
            const Vec3 arm_b = point_a(0) - distance * normal - b.centre(0);
            ClosestPair pair{0, 1, arm_a, arm_b, normal, distance};
            EXPECT_NEAR(acceleration(acceleration_row(pair, velocities, rate_of_face(normal, b.turning))),
                        second_derivative([&](double t) {
                            return b.turned(normal, t).dot(point_a(t) - b.centre(t) - b.turned(arm_b, t));
                        }),
                        100 * kDifferenceError);
        }
        {  // two edges
            Vec3 normal = edge_a.cross(edge_b);
            if (normal.norm() < 0.5) continue;
            normal.normalize();
            if (rng.below(2) == 0) normal = -normal;
            const Vec3 arm_b = point_a(0) - b.centre(0);  // they touch
            ClosestPair pair{0, 1, arm_a, arm_b, normal, 0.0};
            const NormalRate rate = rate_of_edges(normal, {edge_a, edge_b, a.turning, b.turning});
            EXPECT_NEAR(acceleration(acceleration_row(pair, velocities, rate)),
                        second_derivative([&](double t) {
                            Vec3 n = a.turned(edge_a, t).cross(b.turned(edge_b, t)).normalized();
                            if (n.dot(normal) < 0) n = -n;
                            return n.dot(point_a(t) - b.centre(t) - b.turned(arm_b, t));
                        }),
                        100 * kDifferenceError);
        }
    }
}

TEST(ContactRows, Example_RestitutionAndWhatSeparatesAlready) {
    const std::vector<Vec6> before{(Vec6() << -2, 0, 0, 0, 0, 0).finished()};
    ClosestPair pair{0, kNobody, Vec3::Zero(), Vec3::Zero(), Vec3::UnitX(), 0.0, 0.5};
    EXPECT_EQ(impact_row(pair, before).bound, 1.0);
    pair.normal = -Vec3::UnitX();  // separates
    EXPECT_EQ(impact_row(pair, before).bound, 0.0);
    EXPECT_EQ(impact_row(pair, before, ImpactForm::Published).bound,
              -1.0);  // lets it come back at half its speed
}

TEST(ContactRows, Example_SecurityDistancePushesBackAndDampingBrakes) {
    const std::vector<Vec6> velocities{(Vec6() << -2, 0, 0, 0, 0, 0).finished()};
    const ClosestPair pair{0, kNobody, Vec3::Zero(), Vec3::Zero(), Vec3::UnitX(), 0.01};
    EXPECT_DOUBLE_EQ(acceleration_row(pair, velocities, {}, {0.03, 100.0, 0.0}).bound, 2.0);
    EXPECT_DOUBLE_EQ(acceleration_row(pair, velocities, {}, {0.03, 100.0, 5.0}).bound, 12.0);
    EXPECT_DOUBLE_EQ(acceleration_row(pair, velocities, {}, {0.01, 100.0, 5.0}).bound, 0.0);  // far enough
}

// Elastic bounces keep the energy; head-on equal masses swap velocities.
TEST(ContactRows, Property_ElasticImpactsKeepTheEnergy) {
    Rng rng(20260412);
    ActiveSetWorkspace w;
    int hits = 0;
    for (int trial = 0; trial < 500; ++trial) {
        SCOPED_TRACE(trial);
        const std::vector<InverseMass> bodies{test::random_mass(rng), test::random_mass(rng)};
        const std::vector<Vec6> before{test::random_motion(rng, 1.0), test::random_motion(rng, 1.0)};
        ClosestPair pair{
            0,   1,  test::random_vector(rng, 1.0), test::random_vector(rng, 1.0), test::random_unit(rng),
            0.0, 1.0};
        const std::vector<MotionRow> rows{impact_row(pair, before)};
        ASSERT_EQ(project_by_active_set({bodies, before, rows}, w).verdict, MotionVerdict::Optimal);
        const auto energy = [&](const std::vector<Vec6>& v) {
            double sum = 0;
            for (int i = 0; i < 2; ++i)
                sum += v[i].head<3>().squaredNorm() / bodies[i].mass +
                       v[i].tail<3>().dot(bodies[i].inertia.inverse() * v[i].tail<3>());
            return sum;
        };
        EXPECT_NEAR(energy(w.result.motion) / energy(before), 1.0, 1e-10);
        hits += w.result.forces[0] > 0.0;
    }
    EXPECT_GT(hits, 150);
    EXPECT_LT(hits, 350);
}

// A slot narrower than twice eps_s: infeasible without the slack, centred with it; at rest with sigma = 1 always.
TEST(ContactRows, Example_TheSlackCentresABodyInASlot) {
    const SecurityDistances eps{0.4, 1.0, 2.3};
    const std::vector<InverseMass> bodies{{1.0, Mat3::Identity()}};
    const std::vector<Vec6> wanted{Vec6::Zero()};
    ClosestPair left{0, kNobody, Vec3::Zero(), Vec3::Zero(), Vec3::UnitX(), 0.5}, right = left;
    right.normal = -Vec3::UnitX();
    right.distance = 0.9;
    std::vector<MotionRow> rows{speculative_row(left, eps), speculative_row(right, eps)};
    ActiveSetWorkspace w;
    EXPECT_EQ(project_by_active_set({bodies, wanted, rows}, w).verdict, MotionVerdict::Infeasible);
    const MotionAnswer answer = project_by_active_set({bodies, wanted, rows, 10.0}, w);
    EXPECT_EQ(answer.verdict, MotionVerdict::Optimal);
    EXPECT_NEAR(w.result.motion[0][0], 0.2, 1e-12);  // the middle
    EXPECT_NEAR(answer.slack, 0.5, 1e-12);
    for (const MotionRow& row : rows) EXPECT_GE(row.slack, row.bound);  // x = 0, sigma = 1
    left.distance = 1.5;
    EXPECT_EQ(speculative_row(left, eps).bound, -0.5);  // may come as near as eps_s
    EXPECT_EQ(speculative_row(left, eps).slack, 0.0);
    EXPECT_EQ(literal_row(left, eps).bound, 0.0);
    EXPECT_EQ(repositioning_row(left, 2.0).bound, 0.5);
}

}  // namespace graze::contact_rows_test
