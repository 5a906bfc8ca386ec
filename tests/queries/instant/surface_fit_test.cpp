#include "graze/queries/instant/surface_fit.h"

#include "graze/queries/instant/contact_depth.h"
#include "support/pose_families.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

namespace graze::surface_fit_test {
namespace {

/// A box of size 10 whose only surface is said to be this one.
Mesh with_surface(const AnalyticSurface& surface) {
    Mesh mesh = test::box_mesh({3, 4, 0.1});
    mesh.surfaces[0].analytic = surface;
    mesh.surfaces[0].kind = surface.kind;
    mesh.deviation = TessellationDeviation{0.05, 0.05};
    return mesh;
}

AnalyticSurface cylinder(double radius, MaterialSide material, const Vec3& origin = {1, 2, 3}) {
    return {.kind = SurfaceKind::Cylinder, .origin = origin, .radius = radius, .material = material};
}

std::optional<PairFit> fit(const AnalyticSurface& a, const AnalyticSurface& b, const Pose& pose_a = {},
                           const Pose& pose_b = {}) {
    const Mesh mesh_a = with_surface(a), mesh_b = with_surface(b);
    const BodyModel model_a = build_body_model(mesh_a), model_b = build_body_model(mesh_b);
    const IdPair surfaces[] = {{0, 0}};
    return find_fit({model_a, pose_a}, {model_b, pose_b}, surfaces);
}

using enum MaterialSide;

TEST(SurfaceFit, Example_APinInItsHole) {
    const auto found = fit(cylinder(5, Within), cylinder(5, Around, {1, 2, -7}));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->kind, SurfaceKind::Cylinder);
    EXPECT_EQ(found->radii, (std::array{5.0, 5.0}));
    EXPECT_LE(found->gap_lo, 0.0);
    EXPECT_GE(found->gap_hi, 0.0);
    EXPECT_LT(found->gap_hi - found->gap_lo, 1e-9);
    EXPECT_EQ(found->faces.size(), 1u);
    EXPECT_STREQ(name_of_fit(found->kind), "coaxial cylinders");
}

TEST(SurfaceFit, Example_GapsHaveTheSignOfThePlay) {
    const auto running = fit(cylinder(5.1, Around), cylinder(5, Within));
    ASSERT_TRUE(running);
    EXPECT_NEAR(running->gap_lo, 0.1, 1e-9);
    EXPECT_EQ(running->radii, (std::array{5.1, 5.0}));
    const auto press = fit(cylinder(5, Around), cylinder(5.1, Within));
    ASSERT_TRUE(press);
    EXPECT_NEAR(press->gap_hi, -0.1, 1e-9);
    EXPECT_FALSE(fit(cylinder(5, Around), cylinder(6, Within)));  // no facets explain that
}

TEST(SurfaceFit, Example_OtherSidesAxesAndKindsAreNoFit) {
    EXPECT_FALSE(fit(cylinder(5, Within), cylinder(5, Within)));
    EXPECT_FALSE(fit(cylinder(5, Around), cylinder(5, Around)));
    EXPECT_FALSE(fit(cylinder(5, Within), cylinder(5, Around, {1.01, 2, 3})));
    AnalyticSurface tilted = cylinder(5, Around);
    tilted.axis = Vec3(1e-3, 0, 1).normalized();
    EXPECT_FALSE(fit(cylinder(5, Within), tilted));
    AnalyticSurface ball = cylinder(5, Around);
    ball.kind = SurfaceKind::Sphere;
    EXPECT_FALSE(fit(cylinder(5, Within), ball));
}

TEST(SurfaceFit, Example_PlanesConesBallsAndRings) {
    const AnalyticSurface up{.kind = SurfaceKind::Plane, .origin = {0, 0, 2}, .axis = {0, 0, 1}};
    const AnalyticSurface down{.kind = SurfaceKind::Plane, .origin = {5, 6, 2}, .axis = {0, 0, -1}};
    EXPECT_TRUE(fit(up, down));
    EXPECT_FALSE(fit(up, up));
    for (const SurfaceKind kind : {SurfaceKind::Cone, SurfaceKind::Sphere, SurfaceKind::Torus}) {
        AnalyticSurface pin{
            .kind = kind, .radius = 5, .tube_radius = 1, .half_angle = 0.5, .material = Within};
        AnalyticSurface hole = pin;
        hole.material = Around;
        EXPECT_TRUE(fit(pin, hole)) << name_of(kind);
        EXPECT_FALSE(fit(pin, pin)) << name_of(kind);
        hole.origin.x() += 0.01;
        EXPECT_FALSE(fit(pin, hole)) << name_of(kind);
    }
}

TEST(SurfaceFit, Example_ConesThatOpenTheOtherWayAreNoFit) {
    const AnalyticSurface pin{.kind = SurfaceKind::Cone, .radius = 5, .half_angle = 0.5, .material = Within};
    AnalyticSurface hole = pin;
    hole.material = Around;
    EXPECT_TRUE(fit(pin, hole));
    hole.axis = -hole.axis;
    EXPECT_FALSE(fit(pin, hole));
}

/// Of several fits the one that says most: a bore before the plane that its pin lies on, whichever is listed first.
TEST(SurfaceFit, Example_ABoreIsToldBeforeAPlane) {
    const auto with_two = [](const AnalyticSurface& plane, const AnalyticSurface& round) {
        Mesh mesh = with_surface(plane);
        mesh.surfaces.push_back(mesh.surfaces[0]);
        mesh.surfaces[1].analytic = round;
        mesh.surfaces[1].kind = round.kind;
        mesh.surface_of_triangle.back() = 1;
        return mesh;
    };
    const AnalyticSurface up{.kind = SurfaceKind::Plane, .origin = {0, 0, 2}, .axis = {0, 0, 1}};
    AnalyticSurface down = up;
    down.axis = -down.axis;
    const Mesh a = with_two(up, cylinder(5, Within)), b = with_two(down, cylinder(5, Around));
    const BodyModel model_a = build_body_model(a), model_b = build_body_model(b);
    for (const auto& surfaces : {std::array<IdPair, 2>{{{0, 0}, {1, 1}}}, std::array<IdPair, 2>{{{1, 1}, {0, 0}}}}) {
        const auto found = find_fit({model_a, {}}, {model_b, {}}, surfaces);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->kind, SurfaceKind::Cylinder);
        EXPECT_EQ(found->faces, (std::vector<IdPair>{{1, 1}}));
    }
}

TEST(SurfaceFit, Property_CommonPosesChangeNothing) {
    Rng rng(8);
    for (int trial = 0; trial < 50; ++trial) {
        const Pose pose = test::random_pose(rng, 1000.0);
        EXPECT_TRUE(fit(cylinder(5, Within), cylinder(5, Around, {1, 2, 40}), pose, pose));
        EXPECT_FALSE(fit(cylinder(5, Within), cylinder(5, Around, {1.01, 2, 3}), pose, pose));
    }
}

}  // namespace
}  // namespace graze::surface_fit_test
