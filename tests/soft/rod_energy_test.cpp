// Rods against the theory of elastic rods: the elastica, the catenary, torsion, the buckling of a twisted rod; and
// slopes against differences.
#include "graze/soft/rod_energy.h"

#include "graze/core/random.h"
#include "soft/statics.h"
#include "support/random_vector.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <numbers>

namespace graze::rod_energy_test {

using namespace graze::test;
using namespace graze::soft;

HeldEnd held_along(const Vec3& tangent, const Vec3& material) { return {tangent.normalized(), material}; }

struct Bent {
    Rod rod;
    RodState state;
    HeldEnds held;
};

Bent random_rod(Rng& rng, int segments) {
    RodDrawing drawing = straight_drawing(10.0, 0.05, segments);
    drawing.material.young = 1e5;
    for (int i = 0; i < 4; ++i) drawing.points.push_back(drawing.points.back() + Vec3(2.0, 0.0, 0.0) + random_vector(rng, 1.5));
    drawing.is_preformed = rng.below(2) == 0;
    const auto nodes = nodes_of(drawing);
    Bent bent{rod_of(drawing, nodes, 1.0), state_at(nodes), {}};
    for (auto& natural : bent.rod.natural)
        for (double& k : natural) k = rng.uniform(-0.2, 0.2);
    for (double& theta : bent.state.theta) theta = rng.uniform(-0.5, 0.5);
    for (Vec3& x : bent.state.x) x += random_vector(rng, 0.1);
    // Frames across the segments as they are now.
    bent.state.across = state_at(bent.state.x).across;
    const Vec3 first = (bent.state.x[1] - bent.state.x[0]).normalized();
    if (rng.below(2) == 0) bent.held[0] = held_along(first + 0.2 * random_vector(rng, 1.0), Vec3::Zero());
    if (bent.held[0]) bent.held[0]->material = bent.held[0]->tangent.cross(Vec3(0.3, 0.5, 0.8)).normalized();
    follow_twist(bent.state, bent.held);
    return bent;
}

TEST(RodEnergy, Reference_SlopesAreThoseOfDifferences) {
    Rng rng(2801);
    constexpr double kStep = 1e-5, kError = 2e-6;  // third order in the step, beside roundings of the energy / step
    int held = 0;
    for (int round = 0; round < 40; ++round) {
        const Bent bent = random_rod(rng, 6);
        held += bent.held[0].has_value();
        StepSystem system;
        system.reset(4 * bent.rod.nodes() - 1);
        std::vector<Vec3> strains_before(static_cast<std::size_t>(bent.rod.nodes()), Vec3(0.1, -0.2, 0.3));
        std::vector<double> lengths(static_cast<std::size_t>(bent.rod.segments()), 1.6);
        Rod rod = bent.rod;
        rod.damping = round % 2 == 0 ? 0.02 : 0.0;
        const RodStep step{0.05, strains_before, lengths};
        const double energy = add_rod_energy(rod, bent.state, bent.held, step, 0, &system);
        ASSERT_TRUE(std::isfinite(energy));
        double scale = 0.0;
        for (const double g : system.gradient()) scale = std::max(scale, std::abs(g));
        for (int i = 0; i < system.size(); ++i) {
            std::array<double, 2> at{};
            for (int side = 0; side < 2; ++side) {
                std::vector<double> move(static_cast<std::size_t>(system.size()), 0.0);
                move[static_cast<std::size_t>(i)] = side == 0 ? -kStep : kStep;
                RodState tried = bent.state;
                move_by(tried, move, 1.0);
                follow_twist(tried, bent.held);
                at[static_cast<std::size_t>(side)] = add_rod_energy(rod, tried, bent.held, step, 0, nullptr);
            }
            ASSERT_NEAR((at[1] - at[0]) / (2.0 * kStep), system.gradient()[static_cast<std::size_t>(i)], kError * scale + 1e-9 * energy / kStep)
                << round << " unknown " << i;
        }
    }
    EXPECT_GT(held, 8);
    EXPECT_LT(held, 32);
}

// A cantilever with a force across its free end: the exact curve by shooting in its angle, EI phi'' = -P cos phi.
Vec2 elastica_tip(double load, double length) {
    const auto tip_for = [&](double first, double& last_slope) {
        constexpr int kSteps = 4000;
        const double h = length / kSteps;
        double phi = 0.0, k = first, x = 0.0, y = 0.0;
        const auto rate = [&](double a) { return -load * std::cos(a); };
        for (int i = 0; i < kSteps; ++i) {
            const double p1 = k, q1 = rate(phi), p2 = k + 0.5 * h * q1, q2 = rate(phi + 0.5 * h * p1);
            const double p3 = k + 0.5 * h * q2, q3 = rate(phi + 0.5 * h * p2), p4 = k + h * q3, q4 = rate(phi + h * p3);
            const double next = phi + h / 6.0 * (p1 + 2.0 * p2 + 2.0 * p3 + p4);
            const double middle = phi + 0.5 * h * p2;
            x += h / 6.0 * (std::cos(phi) + 4.0 * std::cos(middle) + std::cos(next));
            y += h / 6.0 * (std::sin(phi) + 4.0 * std::sin(middle) + std::sin(next));
            phi = next;
            k += h / 6.0 * (q1 + 2.0 * q2 + 2.0 * q3 + q4);
        }
        last_slope = k;
        return Vec2(x, y);
    };
    double lo = 0.0, hi = load * length, slope = 0.0;
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (lo + hi);
        tip_for(middle, slope);
        (slope < 0.0 ? lo : hi) = middle;
    }
    return tip_for(lo, slope);
}

TEST(RodEnergy, Reference_TheElasticaIsMetWithinATenthOfAPercent) {
    for (const double load : {0.01, 1.0, 10.0}) {  // P L^2 / EI
        std::array<double, 2> error{};
        for (const int segments : {50, 100}) {
            const RodDrawing drawing = straight_drawing(1.0, 0.001, segments);
            const auto nodes = nodes_of(drawing);
            Rod rod = rod_of(drawing, nodes, 1.0);
            RodState state = state_at(nodes);
            const HeldEnds held{held_along(Vec3::UnitX(), state.across[0]), std::nullopt};
            RodLoads loads = no_loads(rod);
            fix_node(loads, 0);
            for (int part = 1; part <= 10; ++part) {
                loads.force.back() = Vec3(0.0, 0.1 * part * load * rod.bend, 0.0);
                come_to_rest(rod, state, held, loads, 60);
            }
            come_to_rest(rod, state, held, loads);
            const Vec2 exact = elastica_tip(load, 1.0);
            error[segments == 50 ? 0 : 1] = std::abs(state.x.back().y() - exact.y()) / exact.y();
            EXPECT_NEAR(state.x.back().x(), exact.x(), 0.001);
        }
        EXPECT_LT(error[0], 1e-3) << load;
        EXPECT_LT(error[1], std::max(0.35 * error[0], 1e-5)) << load << ": second order";
    }
}

TEST(RodEnergy, Reference_ACatenarySagsAsItShould) {
    constexpr double kSpan = 0.8, kLength = 1.0;
    RodDrawing drawing = straight_drawing(kLength, 0.001, 100);
    drawing.material.young = 1e8;
    drawing.material.bend_share = 1e-5;
    auto nodes = nodes_of(drawing);
    Rod rod = rod_of(drawing, nodes, 1.0);
    for (std::size_t i = 0; i < nodes.size(); ++i) {  // folded a little, so that it knows which way is down
        const double s = static_cast<double>(i) / 100.0;
        nodes[i] = {kSpan * s, 0.0, -0.9 * s * (1.0 - s)};
    }
    RodState state = state_at(nodes);
    RodLoads loads = no_loads(rod);
    fix_node(loads, 0);
    fix_node(loads, 100);
    for (std::size_t i = 0; i < nodes.size(); ++i) loads.force[i] = Vec3(0.0, 0.0, -9.81 * rod.mass[i]);
    come_to_rest(rod, state, {}, loads, 2000);
    double lo = 1e-3, hi = 10.0;  // a: 2 a sinh(span / 2 a) = length
    for (int i = 0; i < 200; ++i) {
        const double a = 0.5 * (lo + hi);
        (2.0 * a * std::sinh(kSpan / (2.0 * a)) > kLength ? lo : hi) = a;
    }
    const double sag = lo * (std::cosh(kSpan / (2.0 * lo)) - 1.0);
    double lowest = 0.0;
    for (const Vec3& x : state.x) lowest = std::min(lowest, x.z());
    EXPECT_NEAR(-lowest, sag, 0.004 * sag);
}

TEST(RodEnergy, Reference_TorsionIsThatOfARoundBar) {
    for (const double turn : {0.5, 12.0}) {
        const RodDrawing drawing = straight_drawing(1.0, 0.01, 30);
        const auto nodes = nodes_of(drawing);
        const Rod rod = rod_of(drawing, nodes, 1.0);
        RodState state = state_at(nodes);
        HeldEnds held{held_along(Vec3::UnitX(), state.across[0]), held_along(Vec3::UnitX(), state.across[0])};
        RodLoads loads = no_loads(rod);
        for (std::size_t i = 0; i < nodes.size(); ++i) fix_node(loads, i);
        for (int part = 0; part < 20; ++part) {  // less than half a turn at once
            held[1]->material = Eigen::AngleAxisd(turn / 20.0, Vec3::UnitX()) * held[1]->material;
            follow_twist(state, held);
            come_to_rest(rod, state, held, loads, 5);
        }
        come_to_rest(rod, state, held, loads);
        const double shear = 1e9 / 2.5, moment = shear * std::numbers::pi * 1e-8 / 2.0 * turn;  // G J turn / L
        EXPECT_NEAR(moment_on_holder(rod, state, held, 1).x(), -moment, 1e-6 * moment);
        EXPECT_NEAR(moment_on_holder(rod, state, held, 0).x(), moment, 1e-6 * moment);
    }
}

// Of a straight rod between two clamps, twisted: w'''' EI = i M w''' has a solution with w = w' = 0 at both ends if
// tan(m/2) = m/2, m = M L / EI: first at m = 8.9868.
TEST(RodEnergy, Reference_ATwistedRodBucklesAtTheRightTurn) {
    double root = 4.4;
    for (int i = 0; i < 100; ++i) root = std::atan(root) + std::numbers::pi;
    std::array<double, 2> found{};
    for (const int segments : {20, 40}) {
        const RodDrawing drawing = straight_drawing(1.0, 0.01, segments);
        const auto nodes = nodes_of(drawing);
        const Rod rod = rod_of(drawing, nodes, 1.0);
        const auto least_stiffness = [&](double turn) {
            RodState state = state_at(nodes);
            HeldEnds held{held_along(Vec3::UnitX(), state.across[0]), held_along(Vec3::UnitX(), state.across[0])};
            held[1]->material = Eigen::AngleAxisd(turn, Vec3::UnitX()) * held[1]->material;
            for (int i = 0; i < segments; ++i) state.theta[static_cast<std::size_t>(i)] = turn * (i + 0.5) / segments;
            state.ref_twist.back() = turn;
            follow_twist(state, held);
            const int n = 4 * rod.nodes() - 1;
            std::vector<int> free;
            for (int i = 4; i < n - 3; ++i) free.push_back(i);  // the first turn is free, too, but straight rods do not care
            Eigen::MatrixXd stiffness(free.size(), free.size());
            for (std::size_t j = 0; j < free.size(); ++j) {
                std::array<std::vector<double>, 2> slopes;
                for (int side = 0; side < 2; ++side) {
                    std::vector<double> move(static_cast<std::size_t>(n), 0.0);
                    move[static_cast<std::size_t>(free[j])] = side == 0 ? -1e-6 : 1e-6;
                    RodState tried = state;
                    move_by(tried, move, 1.0);
                    follow_twist(tried, held);
                    StepSystem system;
                    system.reset(n);
                    add_rod_energy(rod, tried, held, {}, 0, &system);
                    slopes[static_cast<std::size_t>(side)].assign(system.gradient().begin(), system.gradient().end());
                }
                for (std::size_t i = 0; i < free.size(); ++i)
                    stiffness(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                        (slopes[1][static_cast<std::size_t>(free[i])] - slopes[0][static_cast<std::size_t>(free[i])]) / 2e-6;
            }
            const Eigen::MatrixXd symmetric = 0.5 * (stiffness + stiffness.transpose());
            return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues()[0];
        };
        double lo = 0.5, hi = 30.0;
        ASSERT_GT(least_stiffness(lo), 0.0);
        ASSERT_LT(least_stiffness(hi), 0.0);
        for (int i = 0; i < 15; ++i) {
            const double middle = 0.5 * (lo + hi);
            (least_stiffness(middle) > 0.0 ? lo : hi) = middle;
        }
        found[segments == 20 ? 0 : 1] = lo * rod.twist / rod.bend;  // M L / EI
    }
    EXPECT_NEAR(found[1], 2.0 * root, 0.02 * 2.0 * root);
    EXPECT_NEAR((4.0 * found[1] - found[0]) / 3.0, 2.0 * root, 0.004 * 2.0 * root);  // second order
}

TEST(RodEnergy, Property_BendingBeyondTheLimitIsNotAllowed) {
    RodDrawing drawing = straight_drawing(3.0, 1.0, 3);
    const auto nodes = nodes_of(drawing);
    const Rod rod = rod_of(drawing, nodes, 1.0);
    const auto energy_at = [&](double angle) {
        std::vector<Vec3> bent = nodes;
        bent[3] = bent[2] + Vec3(std::cos(angle), std::sin(angle), 0.0);
        RodState state = state_at(bent);
        return add_rod_energy(rod, state, {}, {}, 0, nullptr);
    };
    const double limit = 2.0 * std::atan(0.35);  // 0.7 of l / 2 r
    EXPECT_TRUE(std::isfinite(energy_at(0.99 * limit)));
    EXPECT_FALSE(std::isfinite(energy_at(1.01 * limit)));
}

}  // namespace graze::rod_energy_test
