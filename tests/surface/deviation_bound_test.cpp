#include "graze/surface/deviation_bound.h"

#include "graze/core/random.h"

#include "support/cad_patches.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace graze::deviation_bound_test {
namespace {

using surface::MeshNeighbours;
using surface::Parametric;
using surface::ParametricKind;

constexpr double kPi = std::numbers::pi;

/// A patch that can be asked.
struct Patch : test::Patch {
    using test::Patch::Patch;

    double bound(double enough) const {
        return deviation_bound(face, of_element, MeshNeighbours(vertices, triangles), enough);
    }

    /// The greatest distance from the mesh that a grid in the parameters finds.
    double sampled(const Vec2& lo, const Vec2& hi, int steps) const {
        double most = 0.0;
        for (int i = 0; i <= steps; ++i)
            for (int j = 0; j <= steps; ++j) {
                const Vec2 uv(lo.x() + (hi.x() - lo.x()) * i / steps, lo.y() + (hi.y() - lo.y()) * j / steps);
                double nearest = 1e300;
                for (const auto& t : triangles)
                    nearest = std::min(
                        nearest, surface::most_distance(surface::point(face, uv).at,
                                                        {vertices[t[0]], vertices[t[1]], vertices[t[2]]}));
                most = std::max(most, nearest);
            }
        return most;
    }
};

Parametric of_kind(ParametricKind kind) {
    Parametric p;
    p.kind = kind;
    p.frame.origin = {3, -4, 5};
    p.radius = 10.0;
    p.tube_radius = 3.0;
    p.half_angle = kPi / 6;
    return p;
}

}  // namespace

TEST(MostDistance, Reference_IsNeverLessThanTheTruthAndCloseToIt) {
    Rng random(11);
    for (int n = 0; n < 400; ++n) {
        std::array<Vec3, 3> t;
        for (Vec3& corner : t) corner = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
        if (n % 4 == 0) t[2] = 0.3 * t[0] + 0.7 * t[1] + Vec3::Constant(n % 8 == 0 ? 0.0 : 1e-9);  // needles
        if (n % 10 == 0) t[1] = t[0];
        const Vec3 p(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2));
        double nearest = 1e300;  // by halving: a ternary search over a convex function of two weights
        const auto at = [&](double a, double b) {
            return (t[0] + a * (t[1] - t[0]) + b * (t[2] - t[0]) - p).norm();
        };
        for (int i = 0; i <= 60; ++i)
            for (int j = 0; i + j <= 60; ++j) nearest = std::min(nearest, at(i / 60.0, j / 60.0));
        const double most = surface::most_distance(p, t);
        EXPECT_LE(most, nearest + 1e-11);
        EXPECT_GE(most, nearest - 0.06);  // the grid is coarse: at most 3 / 60 off
    }
    EXPECT_NEAR(surface::most_distance({0.2, 0.2, 5}, {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}), 5.0,
                1e-9);
    EXPECT_NEAR(surface::most_distance({2, 2, 0}, {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}),
                std::sqrt(4.5), 1e-9);
}

TEST(DeviationBound, Example_CylinderHasTheSagitta) {
    const Patch patch(of_kind(ParametricKind::Cylinder), {0, 0}, {1.2, 8}, 6, 2);
    const double truth = 10.0 * (1.0 - std::cos(0.1));
    const double bound = patch.bound(1.05 * truth);
    EXPECT_GE(bound, truth * (1.0 - 1e-9));
    EXPECT_LE(bound, 1.05 * truth);
}

/// At a pole one side of the grid is one point: half of its triangles have no area. Of a cone, straight in the
/// parameters is not straight in space.
TEST(DeviationBound, Reference_HoldsAndIsTightAtPolesAndApexes) {
    const double apex = -10.0 / std::sin(kPi / 6);
    struct Case {
        ParametricKind kind;
        Vec2 lo, hi;
    };
    for (const Case& one : {Case{ParametricKind::Sphere, {0, -kPi / 2}, {2, kPi / 2}},
                            Case{ParametricKind::Cone, {0, apex}, {3, apex + 9}},
                            Case{ParametricKind::Torus, {0, 0}, {2, 6}}}) {
        const Patch patch(of_kind(one.kind), one.lo, one.hi, 9, 7);
        const double sampled = patch.sampled(one.lo, one.hi, 90);
        const double bound = patch.bound(1.1 * sampled);
        EXPECT_GE(bound, sampled * (1.0 - 1e-12)) << name_of(one.kind);
        EXPECT_LE(bound, 1.2 * sampled) << name_of(one.kind);
        EXPECT_GE(patch.bound(1e9), bound);  // not asked to be tight: still a bound
    }
}

TEST(DeviationBound, Property_AMissingTriangleIsNoticed) {
    Patch patch(of_kind(ParametricKind::Plane), {0, 0}, {8, 8}, 4, 4);
    EXPECT_LT(patch.bound(1e-6), 1e-9);
    patch.triangles.erase(patch.triangles.begin() + 12);  // the face goes on where the mesh has a hole
    EXPECT_GT(patch.bound(1e-6), 0.5);
}

}  // namespace graze::deviation_bound_test
