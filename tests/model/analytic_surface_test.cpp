#include "graze/model/analytic_surface.h"

#include "graze/core/random.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace graze::analytic_surface_test {
namespace {

constexpr double kPi = std::numbers::pi;

AnalyticSurface cone() {  // opens along x, 30 degrees
    return {SurfaceKind::Cone, Vec3(1, 2, 3), Vec3::UnitX(), 0.0, 0.0, kPi / 6, MaterialSide::Within};
}

TEST(AnalyticSurface, Example_DistancesAreAboveZeroOutsideOfTheMaterial) {
    AnalyticSurface pin{SurfaceKind::Cylinder, Vec3(1, 0, 0), Vec3::UnitZ(), 5.0};
    EXPECT_DOUBLE_EQ(signed_distance(pin, Vec3(8, 0, 99)), 2.0);
    EXPECT_DOUBLE_EQ(signed_distance(pin, Vec3(1, 3, -7)), -2.0);
    pin.material = MaterialSide::Around;  // the same as a hole
    EXPECT_DOUBLE_EQ(signed_distance(pin, Vec3(8, 0, 99)), -2.0);
    const AnalyticSurface floor{SurfaceKind::Plane, Vec3(0, 0, 4), Vec3::UnitZ()};
    EXPECT_DOUBLE_EQ(signed_distance(floor, Vec3(7, 7, 5)), 1.0);
    const AnalyticSurface ball{SurfaceKind::Sphere, Vec3(0, 3, 0), Vec3::UnitZ(), 2.0};
    EXPECT_DOUBLE_EQ(signed_distance(ball, Vec3(0, 0, 0)), 1.0);
    const AnalyticSurface ring{SurfaceKind::Torus, Vec3::Zero(), Vec3::UnitZ(), 10.0, 3.0};
    EXPECT_DOUBLE_EQ(signed_distance(ring, Vec3(0, 10, 1)), -2.0);
    EXPECT_DOUBLE_EQ(signed_distance(ring, Vec3(0, 0, 0)), 7.0);
    // 4 along the axis the cone has radius 4 tan 30; a point at twice that is 4 tan 30 cos 30 = 2 off.
    EXPECT_NEAR(signed_distance(cone(), Vec3(5, 2 + 8 * std::tan(kPi / 6), 3)), 2.0, 1e-12);
    EXPECT_GT(signed_distance(cone(), Vec3(0, 2, 3)), 0.0);
}

TEST(AnalyticSurface, Property_PlacingAndScalingKeepDistances) {
    Rng rng(24);
    const auto coordinate = [&] { return rng.uniform(-10.0, 10.0); };
    const auto point = [&] { return Vec3(coordinate(), coordinate(), coordinate()); };
    int inside = 0, outside = 0;
    for (int i = 0; i < 500; ++i) {
        AnalyticSurface surface{static_cast<SurfaceKind>(1 + i % 5), point(), point().normalized()};
        surface.radius = i % 5 == 1 || i % 5 >= 3 ? 6.0 : 0.0;
        surface.tube_radius = i % 5 == 4 ? 2.0 : 0.0;
        surface.half_angle = i % 5 == 2 ? 0.5 : 0.0;
        surface.material = i % 2 == 0 || i % 5 == 0 ? MaterialSide::Within : MaterialSide::Around;
        Pose pose{point(), Eigen::Quaterniond(coordinate(), coordinate(), coordinate(), coordinate())};
        pose.rotation.normalize();
        const Vec3 p = point();
        const double here = signed_distance(surface, p);
        EXPECT_NEAR(signed_distance(placed(surface, pose), apply(pose, p)), here, 1e-12);
        EXPECT_NEAR(signed_distance(scaled(surface, 25.4), 25.4 * p), 25.4 * here, 1e-11);
        EXPECT_TRUE(validate(placed(surface, pose), ""));
        ++(here < 0.0 ? inside : outside);
    }
    EXPECT_GT(inside, 50);
    EXPECT_GT(outside, 50);
}

TEST(AnalyticSurface, Degenerate_WhatIsNoSurfaceIsRefused) {
    const auto is_valid = [](auto change) {
        AnalyticSurface surface = cone();
        change(surface);
        return validate(surface, "here").has_value();
    };
    EXPECT_TRUE(is_valid([](AnalyticSurface&) {}));
    EXPECT_FALSE(is_valid([](AnalyticSurface& s) { s.kind = SurfaceKind::Spline; }));
    EXPECT_FALSE(is_valid([](AnalyticSurface& s) { s.kind = SurfaceKind::Unknown; }));
    EXPECT_FALSE(is_valid([](AnalyticSurface& s) { s.axis *= 1.001; }));
    EXPECT_FALSE(is_valid([](AnalyticSurface& s) { s.origin.y() = NAN; }));
    EXPECT_FALSE(is_valid([](AnalyticSurface& s) { s.radius = -1.0; }));
    EXPECT_FALSE(is_valid([](AnalyticSurface& s) { s.half_angle = 0.0; }));
    EXPECT_FALSE(is_valid([](AnalyticSurface& s) { s.half_angle = 1.6; }));
}

}  // namespace
}  // namespace graze::analytic_surface_test
