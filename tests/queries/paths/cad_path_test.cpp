#include "graze/queries/paths/cad_path.h"

#include "graze/surface/thick.h"

#include "support/cad_meshes.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace graze::cad_path_test {
namespace {

using surface::Parametric;
using surface::ParametricKind;

constexpr double kPi = std::numbers::pi;
constexpr double kRadius = 10.0;

std::shared_ptr<const Mesh> ball() {
    Parametric sphere;
    sphere.kind = ParametricKind::Sphere;
    sphere.radius = kRadius;
    return test::mesh_of(test::Patch(sphere, {0, -kPi / 2}, {2 * kPi, kPi / 2}, 16, 8), 0.3);
}

std::shared_ptr<const Mesh> floor_at(double z) {
    Parametric plane;
    plane.frame.origin = {0, 0, z};
    return test::mesh_of(test::Patch(plane, {-60, -60}, {60, 60}, 6, 6), 0.0);
}

std::shared_ptr<const Mesh> tube(double radius, double length) {
    Parametric cylinder;
    cylinder.kind = ParametricKind::Cylinder;
    cylinder.radius = radius;
    const test::Patch patch(cylinder, {0, 0}, {2 * kPi, length}, 24, 2);
    return test::mesh_of(patch, radius * (1 - std::cos(kPi / 24)));
}

/// The second body moves along x (or along z) past the first. A turn that puts a face of the ball, not a corner,
/// next to the floor: the ball bulges out of its triangles there.
Scene scene_of(std::shared_ptr<const Mesh> still, std::shared_ptr<const Mesh> moving, const Vec3& along,
               const Pose& at) {
    Scene scene;
    scene.bodies = {{"still", std::move(still), {}}, {"moving", std::move(moving), at}};
    Pose to = at;
    to.translation += along;
    scene.paths = {{1, InBetween::Screw, {at, to}, {}}};
    return scene;
}

Pose tilted() {
    Pose pose;
    const double half = 0.5 * 0.19;  // half of a row of the ball's triangles
    pose.rotation = Eigen::Quaterniond(std::cos(half), 0.0, std::sin(half), 0.0);
    return pose;
}

struct Answer {
    ContactVerdict triangles;
    PathForCad cad;
};

Answer ask(const Scene& scene, double clearance = 0.0) {
    const PathOptions options{
        .clearance = clearance, .with_proof = false, .threads = 1, .progress = Progress::Draw::Never};
    const auto proof = prove_paths(scene, options);
    EXPECT_TRUE(proof) << proof.error().message;
    auto cad = path_for_cad(scene, options, *proof);
    EXPECT_TRUE(cad) << cad.error().message;
    return {proof->verdict, *std::move(cad)};
}

}  // namespace

TEST(Thick, Property_ElementsAreAsThinAsWantedAndHoldTheFace) {
    const auto mesh = ball();
    const auto elements = surface::thick_elements(*mesh->cover, 0.02);
    EXPECT_GT(elements.size(), mesh->triangles.size());
    for (const surface::Thick& thick : elements) {
        EXPECT_LE(thick.radius, 0.02);
        for (const Vec3& corner : thick.corners) EXPECT_NEAR(corner.norm(), kRadius, 1e-12);
        const Vec3 middle = (thick.corners[0] + thick.corners[1] + thick.corners[2]) / 3.0;
        EXPECT_GE(middle.norm(), kRadius - 0.02);
    }
}

TEST(CadPath, Example_FarApartIsProvedByTheRadiiOfBodies) {
    const Answer far = ask(scene_of(floor_at(-11.0), ball(), {20, 0, 0}, tilted()));
    EXPECT_EQ(far.triangles, ContactVerdict::Clear);
    EXPECT_EQ(far.cad.holds, HoldsForCad::Yes);
    EXPECT_FALSE(far.cad.refined);
    EXPECT_GT(far.cad.margin, 0.1);
}

TEST(CadPath, Example_NearIsProvedByCuttingWhereItIsTight) {
    for (const double gap : {0.05, 0.005}) {
        const Answer near = ask(scene_of(floor_at(-kRadius - gap), ball(), {20, 0, 0}, tilted()));
        EXPECT_EQ(near.triangles, ContactVerdict::Clear);
        EXPECT_EQ(near.cad.holds, HoldsForCad::Yes) << gap << near.cad.why;
        ASSERT_TRUE(near.cad.refined);
        EXPECT_GT(near.cad.refined->cuts, 0u);
    }
}

/// The triangles say clear; the ball goes into the floor.
TEST(CadPath, Reference_WhatIsClearForTrianglesOnlyIsNotProved) {
    for (const double depth : {0.05, 0.0}) {
        const Answer in = ask(scene_of(floor_at(-kRadius + depth), ball(), {20, 0, 0}, tilted()));
        EXPECT_EQ(in.triangles, ContactVerdict::Clear) << depth;
        EXPECT_EQ(in.cad.holds, HoldsForCad::Unknown) << depth;
        ASSERT_TRUE(in.cad.refined);
        EXPECT_FALSE(in.cad.refined->is_clear);
        EXPECT_FALSE(in.cad.why.empty());
        EXPECT_LT(in.cad.refined->closer_than, 0.1);
    }
}

TEST(CadPath, Example_AShaftInAHole) {
    const Answer fit = ask(scene_of(tube(kRadius + 0.09, 30.0), tube(kRadius, 20.0), {0, 0, 8}, Pose{}));
    EXPECT_EQ(fit.cad.holds, HoldsForCad::Yes) << fit.cad.why;
    ASSERT_TRUE(fit.cad.refined);
}

/// A ball comes down on the floor: its surface meets it at half of the way, its triangles later.
TEST(CadPath, Reference_ContactIsBracketed) {
    const Answer down = ask(scene_of(floor_at(-kRadius - 1.0), ball(), {0.3, 0.2, -2.0}, tilted()));
    EXPECT_EQ(down.triangles, ContactVerdict::Contact);
    EXPECT_EQ(down.cad.holds, HoldsForCad::Unknown);
    ASSERT_TRUE(down.cad.refined && down.cad.refined->stopped && down.cad.refined->contact);
    EXPECT_LE(down.cad.refined->stopped->t, 0.5);
    EXPECT_GT(down.cad.refined->stopped->t, 0.5 - 2e-5);
    EXPECT_GE(down.cad.refined->contact->t, 0.5);
    EXPECT_LT(down.cad.refined->contact->t, 0.5 + 2e-5);
}

/// The triangles never meet; the ball does.
TEST(CadPath, Reference_ContactOfSurfacesWhoseTrianglesAreClear) {
    const Answer in = ask(scene_of(floor_at(-kRadius + 0.05), ball(), {20, 0, 0}, tilted()));
    EXPECT_EQ(in.triangles, ContactVerdict::Clear);
    ASSERT_TRUE(in.cad.refined);
    EXPECT_TRUE(in.cad.refined->contact);
    const Answer touch = ask(scene_of(floor_at(-kRadius), ball(), {20, 0, 0}, tilted()));
    ASSERT_TRUE(touch.cad.refined);
    EXPECT_FALSE(touch.cad.refined->contact);  // tangency is never certain
}

TEST(CadPath, Degenerate_WithoutABoundOrACoverNothingIsProved) {
    Mesh bare = *ball();
    bare.deviation->proved.reset();
    Scene scene = scene_of(floor_at(-11.0), std::make_shared<const Mesh>(bare), {20, 0, 0}, tilted());
    EXPECT_EQ(ask(scene).cad.holds, HoldsForCad::AsSampled);
    bare = *ball();
    bare.cover.reset();
    scene = scene_of(floor_at(-kRadius - 0.05), std::make_shared<const Mesh>(bare), {20, 0, 0}, tilted());
    EXPECT_EQ(ask(scene).cad.holds, HoldsForCad::Unknown);
    EXPECT_FALSE(can_refine(scene));
    bare.deviation.reset();
    scene.bodies[1].mesh = std::make_shared<const Mesh>(bare);
    EXPECT_EQ(ask(scene).cad.why, "not all bodies are from CAD");
}

}  // namespace graze::cad_path_test
