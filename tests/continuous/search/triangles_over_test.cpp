// How far two moving triangles are apart at most: against MPFI at many times, and never far above it.
#include "graze/continuous/search/triangles_over.h"

#include "oracle/body_contact.h"
#include "support/motion_families.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace graze::triangles_over_test {
namespace {

TriangleCorners random_triangle(Rng& rng, const Vec3& place) {
    return {place + test::random_vector(rng, 1.0), place + test::random_vector(rng, 1.0),
            place + test::random_vector(rng, 1.0)};
}

/// The squared distance of the true places; of triangles that cross an upper bound of it.
oracle::Bracket true_distance(const test::MotionCase& a, const test::MotionCase& b, const TriangleCorners& on_a,
                              const TriangleCorners& on_b, double t) {
    std::array<oracle::NumVec, 3> p, q;
    for (int i = 0; i < 3; ++i) {
        p[i] = a.truth(oracle::nums(on_a[i]), t);
        q[i] = b.truth(oracle::nums(on_b[i]), t);
    }
    const oracle::Bracket sq = oracle::triangles_sq(p, q);
    return {oracle::sqrt(oracle::Num(std::max(0.0, sq.lo))).lo(), oracle::sqrt(oracle::Num(sq.hi)).hi()};
}

/// True if an edge of one runs through the other, in doubles: such times are left to the examples.
bool seem_to_cross(const TriangleCorners& a, const TriangleCorners& b) {
    const auto crosses = [](const TriangleCorners& edges, const TriangleCorners& face) {
        for (int i = 0; i < 3; ++i) {
            const Vec3 p = edges[i], d = edges[(i + 1) % 3] - p;
            const Vec3 e = face[1] - face[0], f = face[2] - face[0], n = e.cross(f);
            const double s = n.dot(face[0] - p) / n.dot(d);
            if (!(s >= -1e-6 && s <= 1.0 + 1e-6)) continue;
            const Vec3 r = p + s * d - face[0];
            const double u = r.cross(f).dot(n) / n.squaredNorm(), v = e.cross(r).dot(n) / n.squaredNorm();
            if (u > -1e-6 && v > -1e-6 && u + v < 1.0 + 1e-6) return true;
        }
        return false;
    };
    return crosses(a, b) || crosses(b, a);
}

TriangleCorners places(const test::MotionCase& moving, const TriangleCorners& on, double t) {
    TriangleCorners all;
    for (int i = 0; i < 3; ++i) all[i] = oracle::near_double(moving.truth(oracle::nums(on[i]), t));
    return all;
}

}  // namespace

TEST(TrianglesOver, Example_AtRestItIsTheDistance) {
    const RigidMotion rest = AtRest{{Vec3::Zero(), Eigen::Quaterniond::Identity()}};
    const TriangleCorners a{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)},
        b{Vec3(0.2, 0.2, 0.5), Vec3(3, 0.1, 2), Vec3(0.1, 3, 2)};
    const auto window = pair_over(rest, rest, 0.0, 1.0);
    ASSERT_TRUE(window.has_value());
    EXPECT_GE(most_distance_over(*window, a, b), 0.5);
    EXPECT_LE(most_distance_over(*window, a, b), 0.5 + 1e-12);
    // Through the other: no distance at all.
    const TriangleCorners c{Vec3(0.2, 0.2, -1), Vec3(0.25, 0.2, 1), Vec3(0.2, 0.3, 1)};
    EXPECT_LE(most_distance_over(*window, a, c), 1e-12);
    EXPECT_LE(most_distance_over(*window, c, a), 1e-12);
}

TEST(TrianglesOver, Example_WhatSlidesStraightIsBoundedByItsEnds) {
    const RigidMotion rest = AtRest{{Vec3::Zero(), Eigen::Quaterniond::Identity()}};
    PoseSegment poses;
    poses.to.translation = Vec3(0.5, 0, 1.0);
    const RigidMotion slide = make_slerp(poses);
    const TriangleCorners a{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)},
        b{Vec3(0.1, 0.2, 1), Vec3(-3, 0.1, 4), Vec3(0.1, 0.3, 4)};
    const auto window = pair_over(rest, slide, 0.0, 0.5);
    EXPECT_NEAR(most_distance_over(*window, a, b), 1.5, 1e-9);
    EXPECT_NEAR(speed_over(*window, Box{Vec3::Zero(), Vec3::Ones()}, Box{Vec3::Zero(), Vec3::Ones()}),
                std::sqrt(1.25), 1e-9);
}

TEST(TrianglesOver, Reference_NoTimeOfTheWindowIsFarther) {
    Rng rng(557);
    int looked = 0;
    for (int trial = 0; trial < 250; ++trial) {
        SCOPED_TRACE(trial);
        const auto family = [&] {  // but for those whose truth takes thousands of digits
            const auto drawn = static_cast<test::MotionFamily>(rng.below(test::kMotionFamilies));
            return drawn == test::MotionFamily::LeastTurn ? test::MotionFamily::Screw : drawn;
        };
        const auto a = test::random_motion(rng, family(), 2.0), b = test::random_motion(rng, family(), 2.0);
        const TriangleCorners on_a = random_triangle(rng, a.near), on_b = random_triangle(rng, b.near);
        const double length = std::ldexp(1.0, -static_cast<int>(rng.below(10)));
        const double from = (1.0 - length) * rng.unit(), until = std::min(1.0, from + length);
        const auto window = pair_over(a.motion, b.motion, from, until);
        ASSERT_TRUE(window.has_value());
        const double most = most_distance_over(*window, on_a, on_b);
        for (int i = 0; i <= 6; ++i) {
            const double t = std::min(until, from + (until - from) * i / 6.0);
            if (seem_to_cross(places(a, on_a, t), places(b, on_b, t))) continue;
            ASSERT_GE(most, true_distance(a, b, on_a, on_b, t).lo) << t;
            ++looked;
        }
    }
    EXPECT_GT(looked, 1200);
}

/// By how much the bound exceeds the truth goes with the square of the length, where the nearest points stay.
TEST(TrianglesOver, Property_ShortWindowsAreTight) {
    Rng rng(558);
    int tight = 0, all = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const auto a = test::random_motion(rng, test::MotionFamily::Screw, 2.0),
                   b = test::random_motion(rng, test::MotionFamily::Slerp, 2.0);
        const TriangleCorners on_a = random_triangle(rng, Vec3::Zero()),
                              on_b = random_triangle(rng, Vec3::Zero());
        const double from = 0.9 * rng.unit(), until = from + 0x1p-8;
        const double most = most_distance_over(*pair_over(a.motion, b.motion, from, until), on_a, on_b);
        const double truth = std::max(true_distance(a, b, on_a, on_b, from).hi,
                                      true_distance(a, b, on_a, on_b, until).hi);
        if (truth < 0.2) continue;
        ++all;
        tight += most <= 1.002 * truth;
    }
    EXPECT_GT(all, 120);
    EXPECT_GE(tight, all - 4);
}

/// What carries both does not count.
TEST(TrianglesOver, Property_SpeedIsThatAgainstEachOther) {
    Composed arm;
    JointMotion joint;
    joint.angle_t1 = 6.0;
    arm.links = {{std::nullopt, make_joint(joint)}, {0u, AtRest{}}, {0u, make_slerp({{}, {Vec3(0.25, 0, 0), Eigen::Quaterniond::Identity()}, 0})}};
    const auto window = pair_over(LinkMotion{&arm, 1}, LinkMotion{&arm, 2}, 0.0, 1.0);
    ASSERT_TRUE(window.has_value());
    const Box far{Vec3(50, 50, 0), Vec3(60, 60, 1)};
    EXPECT_NEAR(speed_over(*window, far, far), 0.25, 1e-9);
    const RigidMotion world = AtRest{};
    const auto alone = pair_over(LinkMotion{&arm, 0}, world, 0.0, 0x1p-8);
    ASSERT_TRUE(alone.has_value());
    const double truth = 6.0 * 60.0 * std::sqrt(2.0);
    for (const Box& box : {far, Box{-far.max, -far.min}}) {
        EXPECT_GE(speed_over(*alone, box, far), truth);
        EXPECT_LE(speed_over(*alone, box, far), 1.03 * truth);
    }
}

}  // namespace graze::triangles_over_test
