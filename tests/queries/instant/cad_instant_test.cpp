// What CAD surfaces do at one instant, against closed forms.
#include "graze/queries/instant/cad_instant.h"

#include "graze/core/random.h"

#include "support/cad_meshes.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace graze::cad_instant_test {
namespace {

using surface::Parametric;
using surface::ParametricKind;

constexpr double kPi = std::numbers::pi;

std::shared_ptr<const Mesh> ball(double radius) {
    Parametric sphere;
    sphere.kind = ParametricKind::Sphere;
    sphere.radius = radius;
    return test::mesh_of(test::Patch(sphere, {0, -kPi / 2}, {2 * kPi, kPi / 2}, 16, 8), 0.03 * radius);
}

std::shared_ptr<const Mesh> tube(double radius, double length) {
    Parametric cylinder;
    cylinder.kind = ParametricKind::Cylinder;
    cylinder.radius = radius;
    const test::Patch patch(cylinder, {0, -0.5 * length}, {2 * kPi, 0.5 * length}, 24, 2);
    return test::mesh_of(patch, radius * (1 - std::cos(kPi / 24)));
}

Scene two(std::shared_ptr<const Mesh> a, std::shared_ptr<const Mesh> b, const Pose& of_a, const Pose& of_b) {
    Scene scene;
    scene.bodies = {{"a", std::move(a), of_a}, {"b", std::move(b), of_b}};
    return scene;
}

CadInstant ask(const Scene& scene, double clearance = 0.0, const CadInstantOptions& how = {}) {
    ClashOptions options;
    options.clearance = clearance;
    options.threads = 1;
    options.progress = Progress::Draw::Never;
    const auto report = find_clashes(scene, options);
    EXPECT_TRUE(report) << report.error().message;
    auto cad = cad_at_instant(scene, *report, options, how);
    EXPECT_TRUE(cad) << cad.error().message;
    return *std::move(cad);
}

Pose random_pose(Rng& random) {
    Pose pose;
    pose.rotation = Eigen::Quaterniond(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                                       random.uniform(-1, 1) + 1.5)
                        .normalized();
    for (int k = 0; k < 3; ++k) pose.translation[k] = random.uniform(-30, 30);
    return pose;
}

Pose along_x(double x) {
    Pose pose;
    pose.translation = {x, 0, 0};
    return pose;
}

}  // namespace

/// Two balls, in random poses, so far apart or so deep in each other: the answer is right, and found.
TEST(CadInstant, Reference_BallsInAllPoses) {
    Rng random(31);
    int clear = 0, contact = 0;
    for (int n = 0; n < 12; ++n) {
        const double gap = (n % 2 == 0 ? 1.0 : -1.0) * std::pow(10.0, random.uniform(-2.5, -0.5));
        Pose a = random_pose(random), b = random_pose(random);
        const Vec3 away = (b.translation - a.translation).normalized();
        b.translation = a.translation + (5.0 + 3.0 + gap) * away;
        const double distance = (b.translation - a.translation).norm() - 8.0;
        const CadInstant cad = ask(two(ball(5.0), ball(3.0), a, b));
        clear += cad.verdict == CadVerdict::Clear, contact += cad.verdict == CadVerdict::Contact;
        EXPECT_TRUE(cad.verdict != CadVerdict::Clear || distance > 0.0) << distance;
        EXPECT_TRUE(cad.verdict != CadVerdict::Contact || distance < 0.0) << distance;
        for (const CadPair& pair : cad.pairs)
            EXPECT_TRUE(!(pair.closer_than > 0.0) || pair.closer_than > distance) << distance;
    }
    EXPECT_EQ(clear, 6);
    EXPECT_GE(contact, 5);
}

TEST(CadInstant, Example_AShaftOfAHundredthInItsHole) {
    const CadInstantOptions enough{.most_cuts = 20'000};  // the default decides a tenth, and not a hundredth
    const CadInstant fit = ask(two(tube(10.0, 20.0), tube(10.01, 30.0), {}, {}), 0.0, enough);
    ASSERT_EQ(fit.pairs.size(), 1u);
    EXPECT_EQ(fit.pairs.front().verdict, CadVerdict::Clear);
    EXPECT_EQ(fit.verdict,
              CadVerdict::Undecided);  // the tube is open: what is inside it, triangles do not tell
    EXPECT_GT(fit.elements, 200u);
    EXPECT_EQ(ask(two(tube(10.0, 20.0), tube(10.01, 30.0), {}, along_x(0.05)), 0.0, enough).verdict,
              CadVerdict::Contact);
    const CadInstant loose = ask(two(tube(10.0, 20.0), tube(10.1, 30.0), {}, {}));
    ASSERT_EQ(loose.pairs.size(), 1u);
    EXPECT_EQ(loose.pairs.front().verdict, CadVerdict::Clear);
}

TEST(CadInstant, Degenerate_TangencyIsUndecidedAndClearancesCount) {
    EXPECT_EQ(ask(two(ball(5.0), ball(3.0), {}, along_x(8.0))).verdict, CadVerdict::Undecided);
    EXPECT_EQ(ask(two(ball(5.0), ball(3.0), {}, along_x(8.5)), 0.45).verdict, CadVerdict::Clear);
    const CadInstant near = ask(two(ball(5.0), ball(3.0), {}, along_x(8.5)), 0.55);
    EXPECT_EQ(near.verdict, CadVerdict::Undecided);
    ASSERT_EQ(near.pairs.size(), 1u);
    EXPECT_FALSE(near.pairs.front().why.empty());
    EXPECT_EQ(ask(two(ball(5.0), ball(3.0), {}, along_x(20.0))).pairs.size(), 0u);
}

/// Elements within the clearance are as many as cuts, pairs of them the square: that once took 17 GB.
TEST(CadInstant, Regression_LessThanTheClearanceWithManyCutsEnds) {
    const CadInstant cad = ask(two(ball(5.0), ball(3.0), {}, along_x(8.5)), 0.55, {.most_cuts = 20'000});
    EXPECT_EQ(cad.verdict, CadVerdict::Undecided);
    ASSERT_EQ(cad.pairs.size(), 1u);
    EXPECT_EQ(cad.pairs.front().why, "too many elements would be needed");
    EXPECT_LT(cad.elements, 100'000u);
}

TEST(CadInstant, Degenerate_WhatIsAllowedOrHasNoFacesIsNotDecided) {
    Scene scene = two(ball(5.0), ball(3.0), {}, along_x(8.02));
    scene.ignore.push_back({{0, 1}, Allowed::Touching, {}, 0});
    EXPECT_EQ(ask(scene).verdict, CadVerdict::Undecided);
    scene.ignore.clear();
    EXPECT_EQ(ask(scene).verdict, CadVerdict::Clear);
    Mesh bare = *ball(3.0);
    bare.cover.reset();
    scene.bodies[1].mesh = std::make_shared<const Mesh>(bare);
    EXPECT_EQ(ask(scene).verdict, CadVerdict::Undecided);
}

}  // namespace graze::cad_instant_test
