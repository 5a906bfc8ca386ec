// Rods against the theory of elastic rods: the elastica, the catenary, torsion, the buckling of a twisted rod; and
// slopes against differences.
#include "graze/soft/rod_energy.h"

#include "graze/core/random.h"
#include "soft/rod_theory.h"
#include "support/random_vector.h"

#include <gtest/gtest.h>

#include <array>

namespace graze::rod_energy_test {

using namespace graze::test;
using namespace graze::soft;

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

TEST(RodEnergy, Reference_TheElasticaIsMetWithinATenthOfAPercent) {
    for (const double load : {0.01, 1.0, 10.0}) {  // P L^2 / EI
        std::array<double, 2> error{};
        for (const int segments : {50, 100}) {
            const Vec3 tip = bent_cantilever(load, segments).x.back();
            const Vec2 exact = elastica(load).back();
            error[segments == 50 ? 0 : 1] = std::abs(tip.y() - exact.y()) / exact.y();
            EXPECT_NEAR(tip.x(), exact.x(), 0.001);
        }
        EXPECT_LT(error[0], 1e-3) << load;
        EXPECT_LT(error[1], std::max(0.35 * error[0], 1e-5)) << load << ": second order";
    }
}

TEST(RodEnergy, Reference_ACatenarySagsAsItShould) {
    const double sag = catenary_at(kCatenarySpan / 2.0);
    double lowest = 0.0;
    for (const Vec3& x : hung_cable(100).x) lowest = std::min(lowest, x.z());
    EXPECT_NEAR(lowest, sag, -0.004 * sag);
}

TEST(RodEnergy, Reference_TorsionIsThatOfARoundBar) {
    for (const double turn : {0.5, 12.0}) {
        const TwistedBar bar = twisted_bar(turn);
        EXPECT_NEAR(bar.at_end, -bar.theory, 1e-6 * bar.theory);
        EXPECT_NEAR(bar.at_start, bar.theory, 1e-6 * bar.theory);
    }
}

TEST(RodEnergy, Reference_ATwistedRodBucklesAtTheRightTurn) {
    const double coarse = buckling_moment(20), fine = buckling_moment(40), theory = buckling_theory();
    EXPECT_NEAR(fine, theory, 0.02 * theory);
    EXPECT_NEAR((4.0 * fine - coarse) / 3.0, theory, 0.004 * theory);  // second order
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
