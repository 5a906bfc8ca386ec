#include "graze/model/mass_properties.h"

#include "graze/core/random.h"

#include "oracle/rational.h"
#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

namespace graze::mass_properties_test {
namespace {

using test::exact;
using test::Rational;

using RationalVec = std::array<Rational, 3>;

/// Volume, centre and inertia of a closed mesh, with no rounding at all: by moments of the boundary prisms
/// below each triangle, integrated in z first, so that no formula is shared.
struct ExactMass {
    Rational volume;
    RationalVec centre;
    std::array<RationalVec, 3> inertia;
};

/// The integral over the triangle's shadow in the plane z = 0 of the polynomial z^(k+1)/(k+1) x^i y^j, z, x, y
/// linear in barycentric coordinates: a sum over products, each of which integrates to i! j! k! 2A/(...)!.
/// Here: degree up to 3, by Lasserre's formula for a simplex: the mean of a product of n linear functions is the
/// sum over all ways to pick a corner for each factor, weighted by the products of factorials.
Rational mean_of_product(const std::vector<RationalVec>& factors) {
    // factors[f][corner]; the mean over a triangle is 2! / (n + 2)! times the sum over picks of prod m_c!.
    const std::size_t n = factors.size();
    Rational sum = 0;
    std::size_t picks = 1;
    for (std::size_t i = 0; i < n; ++i) picks *= 3;
    for (std::size_t code = 0; code < picks; ++code) {
        Rational product = 1;
        std::array<int, 3> times{};
        std::size_t rest = code;
        for (const RationalVec& factor : factors) {
            product *= factor[rest % 3];
            ++times[rest % 3];
            rest /= 3;
        }
        for (const int m : times)
            for (int k = 2; k <= m; ++k) product *= k;
        sum += product;
    }
    Rational divisor = 1;
    for (std::size_t k = 3; k <= n + 2; ++k) divisor *= static_cast<unsigned long>(k);
    return sum / divisor;
}

ExactMass exact_mass(const Mesh& mesh) {
    Rational volume = 0;
    RationalVec first{0, 0, 0};
    std::array<RationalVec, 3> second{};
    for (const Triangle& t : mesh.triangles) {
        std::array<RationalVec, 3> at;  // [axis][corner]
        for (std::size_t k = 0; k < 3; ++k)
            for (int axis = 0; axis < 3; ++axis) at[axis][k] = exact(mesh.vertices[t[k]][axis]);
        const auto& [x, y, z] = at;
        const Rational shadow = ((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])) / 2;
        volume += shadow * mean_of_product({z});
        first[0] += shadow * mean_of_product({z, x});
        first[1] += shadow * mean_of_product({z, y});
        first[2] += shadow * mean_of_product({z, z}) / 2;
        second[0][0] += shadow * mean_of_product({z, x, x});
        second[1][1] += shadow * mean_of_product({z, y, y});
        second[2][2] += shadow * mean_of_product({z, z, z}) / 3;
        second[0][1] += shadow * mean_of_product({z, x, y});
        second[0][2] += shadow * mean_of_product({z, z, x}) / 2;
        second[1][2] += shadow * mean_of_product({z, z, y}) / 2;
    }
    ExactMass mass{volume, {}, {}};
    for (std::size_t i = 0; i < 3; ++i) mass.centre[i] = first[i] / volume;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = i; j < 3; ++j)
            second[j][i] = second[i][j] -= volume * mass.centre[i] * mass.centre[j];
    const Rational trace = second[0][0] + second[1][1] + second[2][2];
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            mass.inertia[i][j] = (i == j ? trace : Rational(0)) - second[i][j];
    return mass;
}

bool is_within(double value, const Rational& truth, double error) {
    return abs(exact(value) - truth) <= exact(error);
}

void expect_bounds(const Mesh& mesh, const MassProperties& found, double size) {
    const ExactMass truth = exact_mass(mesh);
    const Rational sign = sgn(truth.volume) < 0 ? -1 : 1;
    ASSERT_TRUE(is_within(found.amount, sign * truth.volume, found.amount_error));
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(
            is_within(found.centre[i], truth.centre[static_cast<std::size_t>(i)], found.centre_error));
        for (int j = 0; j < 3; ++j)
            ASSERT_TRUE(
                is_within(found.inertia(i, j),
                          sign * truth.inertia[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)],
                          found.inertia_error));
    }
    // Tight: vertices are rounded to where they are, the middle of the box is not the origin.
    ASSERT_LE(found.amount_error, 1e-11 * found.amount);
    ASSERT_LE(found.centre_error, 1e-11 * size);
    ASSERT_LE(found.inertia_error, 1e-10 * found.inertia.trace());
}

}  // namespace

TEST(MassProperties, Example_ABox) {
    const Vec3 half(1.0, 2.0, 3.0), centre(4.0, -5.0, 6.0);
    const auto found = mass_properties(*build_body(test::box_mesh(half, centre)));
    EXPECT_EQ(found.of, MassOf::Solid);
    EXPECT_NEAR(found.amount, 48.0, 1e-12);
    EXPECT_LT((found.centre - centre).norm(), 1e-13);
    const BodyMass heavy = with_mass(found, 12.0);
    // m / 3 (b^2 + c^2) of the half sides.
    EXPECT_LT((heavy.inertia - Mat3(Vec3(52.0, 40.0, 20.0).asDiagonal())).norm(), 1e-11);
    EXPECT_EQ(heavy.mass, 12.0);
    EXPECT_NEAR(with_density(found, 0.25).mass, 12.0, 1e-12);
    EXPECT_LT((with_density(found, 0.25).inertia - heavy.inertia).norm(), 1e-11);
}

TEST(MassProperties, Example_ATetrahedronWithARightAngle) {
    Mesh mesh;
    mesh.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    make_one_surface(mesh, "tetrahedron");
    const auto found = mass_properties(*build_body(mesh));
    EXPECT_NEAR(found.amount, 1.0 / 6.0, 1e-15);
    EXPECT_LT((found.centre - Vec3::Constant(0.25)).norm(), 1e-15);
    // V (x^2) = 1/60, V (x y) = 1/120; less V c c^T = 1/96 each.
    EXPECT_NEAR(found.inertia(0, 0), 2.0 * (1.0 / 60.0 - 1.0 / 96.0), 1e-15);
    EXPECT_NEAR(found.inertia(0, 1), -(1.0 / 120.0 - 1.0 / 96.0), 1e-15);
}

TEST(MassProperties, Degenerate_WhatHasNoVolumeIsWeighedByItsSkin) {
    const auto open = mass_properties(*build_body(test::square_mesh(1.5)));
    EXPECT_EQ(open.of, MassOf::Skin);
    EXPECT_NEAR(open.amount, 9.0, 1e-13);
    EXPECT_NEAR(open.inertia(2, 2), 2.0 * 9.0 * 9.0 / 12.0, 1e-12);
    EXPECT_NEAR(open.inertia(0, 0), 9.0 * 9.0 / 12.0, 1e-12);
    Mesh flat = test::box_mesh({1.0, 2.0, 0.0});  // closed, around nothing
    EXPECT_EQ(mass_properties(*build_body(flat)).of, MassOf::Skin);
    Mesh point = test::box_mesh({0.0, 0.0, 0.0}, {1.0, 2.0, 3.0});
    const auto none = mass_properties(*build_body(point));
    EXPECT_EQ(none.of, MassOf::Vertices);
    EXPECT_EQ(none.amount, 36.0);
    EXPECT_LT((none.centre - Vec3(1.0, 2.0, 3.0)).norm(), 1e-14);
    EXPECT_LT(none.inertia.norm(), 1e-14);
}

TEST(MassProperties, Reference_ErrorsHoldTheExactRationals) {
    Rng rng(2503);
    for (int trial = 0; trial < 60; ++trial) {
        SCOPED_TRACE(trial);
        const double size = std::array{1e-6, 1.0, 1e6}[rng.below(3)];
        const double bumps = rng.uniform(1.0, 9.0);
        Mesh mesh = rng.below(2) == 0
                        ? test::box_mesh(Vec3(rng.uniform(0.1, 1), rng.uniform(0.1, 1), rng.uniform(0.1, 1)))
                        : test::sphere_mesh(5, 7, [=](const Vec3& n) {
                              return 0.6 + 0.3 * std::sin(bumps * n.x() + 2.0 * n.y());
                          });
        const Pose pose = test::random_pose(rng, test::random_vector(rng, rng.below(2) == 0 ? 1.0 : 30.0));
        for (Vec3& v : mesh.vertices) v = size * apply(pose, v);
        const bool is_inside_out = rng.below(2) == 0;
        if (is_inside_out)
            for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
        const auto found = mass_properties(*build_body(mesh));
        ASSERT_EQ(found.of, MassOf::Solid);
        expect_bounds(mesh, found, size);
        if (HasFatalFailure()) return;
    }
}

TEST(MassProperties, Property_TurningTheBodyTurnsItsInertia) {
    Rng rng(2504);
    const Mesh mesh = test::bumpy_sphere_mesh(6, 9);
    const auto before = mass_properties(*build_body(mesh));
    for (int trial = 0; trial < 10; ++trial) {
        const Pose pose = test::random_pose(rng, test::random_vector(rng, 3.0));
        Mesh moved = mesh;
        for (Vec3& v : moved.vertices) v = apply(pose, v);
        const auto after = mass_properties(*build_body(moved));
        const Mat3 turn = pose.rotation.normalized().toRotationMatrix();
        EXPECT_NEAR(after.amount, before.amount, 1e-12);
        EXPECT_LT((after.centre - apply(pose, before.centre)).norm(), 1e-12);
        EXPECT_LT((after.inertia - turn * before.inertia * turn.transpose()).norm(), 1e-12);
    }
}

}  // namespace graze::mass_properties_test
