#include "graze/demo/solids.h"

#include "demo_scenes.h"
#include "solid_checks.h"

#include "graze/core/random.h"
#include "graze/demo/turn.h"
#include "graze/discrete/bodies/meeting.h"
#include "graze/model/mass_properties.h"

#include <gtest/gtest.h>

#include <cmath>

namespace graze::solids_test {
namespace {

using test::scene_of;

double volume_of(const Mesh& mesh) { return mass_properties(mesh, true).amount; }

// Area inside a regular polygon on a circle.
double polygon_area(double radius, int corners) {
    return 0.5 * corners * radius * radius * std::sin(2.0 * M_PI / corners);
}

void expect_apart(const Scene& scene) {
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const Body a = *build_body(scene.bodies[i].mesh), b = *build_body(scene.bodies[j].mesh);
            EXPECT_EQ(meeting_of(a.at(scene.bodies[i].pose), b.at(scene.bodies[j].pose)), BodyMeeting::Apart)
                << scene.bodies[i].name << ", " << scene.bodies[j].name;
        }
}

}  // namespace

TEST(Solids, Example_VolumesByHand) {
    EXPECT_NEAR(volume_of(box_solid({1.0, 1.5, 0.25})), 2.0 * 3.0 * 0.5, 1e-12);
    EXPECT_NEAR(volume_of(tray_solid({2.0, 3.0, 1.5, 0.5})), 5.0 * 7.0 * 2.0 - 4.0 * 6.0 * 1.5, 1e-12);
    // Trapezoids between two half-planes: a ring of n wedges whose sections are polygons of the tube.
    const Mesh ring = torus_solid({10.0, 2.0, 48, 16});
    const double smooth = 2.0 * M_PI * 10.0 * polygon_area(2.0, 16);
    EXPECT_NEAR(volume_of(ring), smooth, 0.01 * smooth);
    for (const Mesh& mesh : {box_solid({1.0, 1.5, 0.25}), tray_solid({2.0, 3.0, 1.5, 0.5}), ring}) {
        EXPECT_EQ(test::fault_of(mesh), "");
        EXPECT_TRUE(is_closed_and_oriented(mesh));
    }
    for (const Vec3& v : ring.vertices)
        EXPECT_NEAR(std::hypot(std::hypot(v.x(), v.y()) - 10.0, v.z()), 2.0, 1e-12);
}

TEST(Solids, Example_RingsAreLinkedIfOneGoesThroughTheOther) {
    Pose a, b;
    b.rotation = turned_about({1.0, 0.0, 0.0}, 0.25);
    b.translation = {1.0, 0.0, 0.0};
    EXPECT_TRUE(rings_are_linked(a, b, 1.0));
    EXPECT_TRUE(rings_are_linked(b, a, 1.0));
    for (const Vec3& away : {Vec3(2.1, 0, 0), Vec3(0, 0, 1.1), Vec3(1.0, 1.1, 0.0), Vec3(0.0, 0.0, 0.9)}) {
        b.translation = away;
        EXPECT_FALSE(rings_are_linked(a, b, 1.0)) << away.transpose();
    }
    b.rotation = Eigen::Quaterniond::Identity();
    b.translation = {0.5, 0.0, 0.1};  // parallel planes
    EXPECT_FALSE(rings_are_linked(a, b, 1.0));
}

TEST(Solids, Property_WhichRingComesFirstDoesNotMatter) {
    Rng rng(20261118);
    int linked = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        Pose a, b;
        for (Pose* pose : {&a, &b}) {
            pose->translation = {rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)};
            pose->rotation = turned_about({rng.uniform(-1, 1), rng.uniform(-1, 1), 1.0}, rng.unit());
        }
        EXPECT_EQ(rings_are_linked(a, b, 1.0), rings_are_linked(b, a, 1.0));
        linked += rings_are_linked(a, b, 1.0);
    }
    EXPECT_GT(linked, 400);
    EXPECT_LT(linked, 1600);
}

TEST(Demo, Property_WhatFallsAndHangsBeginsApart) {
    expect_apart(scene_of("falling-boxes"));
    expect_apart(scene_of("ring-chain"));
    expect_apart(scene_of("ring-chain", {{"tube", 0.02}, {"resolution", 12.0}, {"count", 3.0}}));
    expect_apart(scene_of("ring-chain", {{"tube", 0.3}, {"count", 4.0}}));
    expect_apart(scene_of("interlocked-tori"));
    expect_apart(scene_of("interlocked-tori", {{"tube", 0.4}, {"resolution", 12.0}}));
}

TEST(Demo, Property_RingsOfAChainAreLinkedWithTheirNeighboursAlone) {
    const Scene& chain = scene_of("ring-chain");
    for (std::size_t i = 0; i < chain.bodies.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_EQ(rings_are_linked(chain.bodies[i].pose, chain.bodies[j].pose, 50.0), j + 1 == i);
    const Scene& two = scene_of("interlocked-tori");
    EXPECT_TRUE(rings_are_linked(two.bodies[0].pose, two.bodies[1].pose, 50.0));
    EXPECT_FALSE(rings_are_linked(two.bodies[0].pose, two.paths[0].poses.back(), 50.0));
}

}  // namespace graze::solids_test
