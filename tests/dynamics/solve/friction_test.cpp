#include "graze/dynamics/solve/friction.h"

#include "graze/dynamics/solve/active_set.h"
#include "support/motion_problems.h"

#include <gtest/gtest.h>

namespace graze::friction_test {
namespace {

constexpr double kStep = 0.01, kGravity = 9.81;

// A box of 2 x 1.4 x 1 on a slope, by four contacts; x is down the slope, z across it. In the slope's frame.
struct Slope {
    std::vector<InverseMass> bodies{{0.5, Vec3(6.0 / 2.96, 6.0 / 5.0, 6.0 / 5.96).asDiagonal()}};
    std::vector<Vec6> wanted;
    std::vector<FrictionContact> contacts;

    Slope(double angle, double friction, const Vec3& velocity = Vec3::Zero()) {
        Vec6 free;
        free << velocity + kStep * kGravity * Vec3(std::sin(angle), 0, -std::cos(angle)), Vec3::Zero();
        wanted.push_back(free);
        for (const double x : {-1.0, 1.0})
            for (const double y : {-0.7, 0.7}) {
                ClosestPair pair{0, kNobody, Vec3(x, y, -0.5), Vec3::Zero(), Vec3::UnitZ(), 0.0};
                pair.friction = friction;
                contacts.push_back(friction_contact(pair, row_along(pair, pair.normal, 0.0)));
            }
    }
    FrictionProblem view() const { return {bodies, wanted, contacts, {}}; }
};

Vec6 after(const Slope& slope, FrictionShape shape) {
    FrictionWorkspace w;
    const FrictionAnswer answer =
        solve_friction(slope.view(), w, {.shape = shape, .residual = 1e-13, .most_sweeps = 20000});
    EXPECT_TRUE(answer.converged) << answer.residual;
    return w.motion[0];
}

}  // namespace

TEST(Friction, Example_ABlockStaysBelowTheFrictionAngle) {
    const double mu = 0.4, angle = std::atan(mu);
    for (const FrictionShape shape : {FrictionShape::Cone, FrictionShape::Pyramid})
        EXPECT_LE(after(Slope(0.99 * angle, mu), shape).norm(), 1e-9);
}

TEST(Friction, Example_ABlockSlidesAboveTheFrictionAngleAsItShould) {
    const double mu = 0.4;
    for (const double angle : {1.05 * std::atan(mu), 0.6, 1.0}) {
        const Vec6 motion = after(Slope(angle, mu), FrictionShape::Cone);
        EXPECT_NEAR(motion[0], kStep * kGravity * (std::sin(angle) - mu * std::cos(angle)), 1e-9);
        EXPECT_LE(motion.tail<5>().norm(), 1e-9);
    }
}

// A contact far ahead may be approached by 10^9: the tolerance of the others must not know of it.
TEST(Friction, Regression_RowsThatHoldByFarDoNotLoosenTheTolerance) {
    Slope slope(0.0, 0.4);
    ClosestPair ahead{0, kNobody, Vec3(1.0, 0.0, 0.0), Vec3::Zero(), -Vec3::UnitX(), 0.0};
    slope.contacts.push_back(friction_contact(ahead, row_along(ahead, ahead.normal, -1e9)));
    FrictionWorkspace w;
    const FrictionAnswer answer = solve_friction(slope.view(), w, {.residual = 1e-7, .most_sweeps = 20000});
    EXPECT_TRUE(answer.converged);
    EXPECT_LE(w.motion[0].norm(), 1e-5 * kStep * kGravity);
}

// Forces that were right are right at once, and where nothing lacks none is left over.
TEST(Friction, Property_WhoBeginsWithTheAnswerHasIt) {
    const Slope slope(0.2, 0.4);
    FrictionWorkspace w;
    const FrictionAnswer cold = solve_friction(slope.view(), w, {.residual = 1e-12, .most_sweeps = 20000});
    const FrictionAnswer warm = solve_friction(slope.view(), w, {.residual = 1e-10, .warm = true});
    EXPECT_GT(cold.sweeps, 10);
    EXPECT_LE(warm.sweeps, 2);
    EXPECT_LE(w.motion[0].norm(), 1e-9);
    Slope rising(0.2, 0.4);
    rising.wanted[0] << 0.0, 0.0, 5.0, Vec3::Zero();
    EXPECT_TRUE(solve_friction(rising.view(), w, {.warm = true}).converged);
    EXPECT_EQ(w.motion[0], rising.wanted[0]);
}

// Sliding in any direction: the cone brakes against it, with mu g cos; a pyramid's strength depends on it.
TEST(Friction, Property_TheConeBrakesAgainstTheMotionWhateverItsDirection) {
    const double mu = 0.3;
    for (int k = 0; k < 12; ++k) {
        const Vec3 velocity(std::cos(0.5 * k), std::sin(0.5 * k), 0.0);
        const Vec6 motion = after(Slope(0.0, mu, velocity), FrictionShape::Cone);
        EXPECT_LE((motion.head<3>() - (1.0 - kStep * kGravity * mu) * velocity).norm(), 1e-9);
    }
}

TEST(Friction, Property_ForcesStayInTheirCones) {
    Rng rng(20260421);
    FrictionWorkspace w;
    int sliding = 0, sticking = 0;
    for (int trial = 0; trial < 300; ++trial) {
        SCOPED_TRACE(trial);
        std::vector<InverseMass> bodies;
        std::vector<Vec6> wanted;
        for (int i = 0; i < 4; ++i)
            bodies.push_back(test::random_mass(rng)), wanted.push_back(test::random_motion(rng, 1.0));
        std::vector<FrictionContact> contacts;
        for (int i = 0; i < 6; ++i) {
            ClosestPair pair{i % 4,
                             i % 2 == 0 ? kNobody : (i + 1) % 4,
                             test::random_vector(rng, 1.0),
                             test::random_vector(rng, 1.0),
                             test::random_unit(rng),
                             0.0};
            pair.friction = rng.uniform(0.0, 1.0);
            contacts.push_back(friction_contact(pair, row_along(pair, pair.normal, 0.0)));
        }
        const FrictionShape shape = trial % 2 == 0 ? FrictionShape::Cone : FrictionShape::Pyramid;
        (void)solve_friction({bodies, wanted, contacts, {}}, w, {.shape = shape, .most_sweeps = 2000});
        for (std::size_t i = 0; i < contacts.size(); ++i) {
            const double n = w.forces[3 * i], t0 = w.forces[3 * i + 1], t1 = w.forces[3 * i + 2],
                         mu = contacts[i].friction;
            ASSERT_GE(n, 0.0);
            const double tangential =
                shape == FrictionShape::Cone ? std::hypot(t0, t1) : std::max(std::abs(t0), std::abs(t1));
            ASSERT_LE(tangential, mu * n * (1.0 + 1e-12));
            if (n > 1e-6) (tangential < 0.999 * mu * n ? sticking : sliding) += 1;
        }
    }
    EXPECT_GT(sliding, 100);
    EXPECT_GT(sticking, 100);
}

TEST(Friction, Reference_WithoutFrictionItIsTheProjection) {
    Rng rng(20260422);
    FrictionWorkspace w;
    ActiveSetWorkspace exact;
    for (int trial = 0; trial < 100; ++trial) {
        SCOPED_TRACE(trial);
        std::vector<InverseMass> bodies{{1.0, Mat3::Identity()}, {0.5, 2.0 * Mat3::Identity()}};
        std::vector<Vec6> wanted{test::random_motion(rng, 1.0), test::random_motion(rng, 1.0)};
        std::vector<FrictionContact> contacts;
        std::vector<MotionRow> rows;
        for (int i = 0; i < 3; ++i) {
            ClosestPair pair{0,
                             i == 0 ? kNobody : 1,
                             test::random_vector(rng, 1.0),
                             test::random_vector(rng, 1.0),
                             test::random_unit(rng),
                             0.0};
            rows.push_back(row_along(pair, pair.normal, rng.uniform(-0.5, 0.5)));
            contacts.push_back(friction_contact(pair, rows.back()));
        }
        const FrictionAnswer answer =
            solve_friction({bodies, wanted, contacts, {}}, w, {.residual = 1e-13, .most_sweeps = 100000});
        ASSERT_TRUE(answer.converged);
        ASSERT_EQ(project_by_active_set({bodies, wanted, rows}, exact).verdict, MotionVerdict::Optimal);
        for (int i = 0; i < 2; ++i) EXPECT_LE((w.motion[i] - exact.result.motion[i]).norm(), 1e-8);
    }
}

TEST(Friction, Property_WarmForcesNeedFewerSweeps) {
    const Slope slope(0.3, 0.4);
    FrictionWorkspace w;
    const FrictionAnswer cold = solve_friction(slope.view(), w),
                         warm = solve_friction(slope.view(), w, {.warm = true});
    EXPECT_TRUE(cold.converged && warm.converged);
    EXPECT_LT(2 * warm.sweeps, cold.sweeps);
}

}  // namespace graze::friction_test
