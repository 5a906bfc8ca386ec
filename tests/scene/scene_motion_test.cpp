#include "graze/scene/scene_motion.h"

#include "graze/core/random.h"
#include "support/shapes.h"

#include <numbers>

#include <gtest/gtest.h>

#include <set>

namespace graze::scene_motion_test {
namespace {

using LongVec = Eigen::Matrix<long double, 3, 1>;

constexpr long double kDegree = std::numbers::pi_v<long double> / 180.0L;

Scene bodies_at_rest(std::size_t count) {
    Scene scene;
    const auto mesh = std::make_shared<const Mesh>(test::box_mesh({1, 1, 1}));
    for (std::size_t i = 0; i < count; ++i) scene.bodies.push_back({"body" + std::to_string(i), mesh, {}});
    return scene;
}

IntervalVec3 place(const Scene& scene, std::size_t segment, std::uint32_t body, const Vec3& point,
                   double time) {
    EXPECT_TRUE(validate(scene, "scene").has_value());
    const auto motion = motion_of_segment(scene, segment, "scene");
    EXPECT_TRUE(motion.has_value());
    EXPECT_TRUE(validate(motion->links, {}, "links").has_value());
    const auto link = link_of(*motion, body);
    if (!link) return point_at(jet_over(RigidMotion(AtRest{scene.bodies[body].pose}), {time, time}), point);
    return point_at(jet_over(motion->links, *link, {time, time}), point);
}

void expect_near(const IntervalVec3& place, const LongVec& truth, double slack) {
    for (int k = 0; k < 3; ++k) {
        EXPECT_LE(place[k].lo,
                  static_cast<double>(truth[k]) + slack);  // contains it, as far as the truth is known
        EXPECT_GE(place[k].hi, static_cast<double>(truth[k]) - slack);
        EXPECT_LE(place[k].hi - place[k].lo, 1e-10 * (1 + std::abs(static_cast<double>(truth[k]))));
    }
}

TEST(SceneMotion, Example_DoorTurnsAndLidSlidesInIt) {
    Scene scene = bodies_at_rest(3);  // car, door, lid
    scene.bodies[1].pose.translation = {10, 0, 0};
    scene.bodies[2].pose.translation = {12, 0, 0};
    scene.joints = {{2, 1, JointKind::Prismatic, {2, 0, 0}, Vec3::Zero(), {}},
                    {1, 0, JointKind::Revolute, {0, 0, 5}, {10, 0, 7}, {{0.0, 90.0}}}};
    scene.paths = {{1, {}, {}, {}, {0, 90, 90}}, {2, {}, {}, {}, {0, 0, 3}}};
    ASSERT_EQ(segments_of(scene), 2u);
    expect_near(place(scene, 0, 0, {1, 2, 3}, 1.0), {1, 2, 3}, 0.0);
    expect_near(place(scene, 0, 1, {1, 0, 0}, 0.0), {11, 0, 0}, 0.0);
    expect_near(place(scene, 0, 1, {1, 0, 0}, 1.0), {10, 1, 0}, 0.0);
    expect_near(place(scene, 0, 2, {1, 0, 0}, 1.0), {10, 3, 0}, 0.0);  // carried by the door
    expect_near(place(scene, 1, 2, {1, 0, 0}, 1.0), {10, 6, 0}, 0.0);  // and slid along the door's own x
}

TEST(SceneMotion, Example_ABodyWithoutAPoseOfItsOwnNeedsNoLink) {
    Scene scene = bodies_at_rest(3);
    scene.bodies[2].pose.translation = {1, 0, 0};
    scene.joints = {{1, 0, JointKind::Revolute, {0, 0, 1}, {5, 0, 0}, {}}, {2, 1, JointKind::Fixed}};
    scene.paths = {{1, {}, {}, {}, {0, 90}}};
    const SceneMotion motion = *motion_of_segment(scene, 0, "s.json");
    EXPECT_EQ(chain_of(motion, 0).size(), 0u);  // at rest
    EXPECT_EQ(sources_of(scene, motion, 0).size(), 1u);
    EXPECT_EQ(chain_of(motion, 1).size(), 1u);
    EXPECT_EQ(chain_of(motion, 2).size(), 2u);
    EXPECT_EQ(common_links(motion, 1, 2), 1u);
    expect_near(place(scene, 0, 1, {6, 0, 0}, 1.0), {5, 1, 0}, 0.0);
    expect_near(place(scene, 0, 2, {5, 0, 0}, 1.0), {5, 1, 0}, 0.0);
}

TEST(SceneMotion, Example_ASlerpAboutAPointTurnsAboutIt) {
    Scene scene = bodies_at_rest(2);
    // The point (3, 0, 0) of the body goes from (0, 0, 0) to (0, 8, 0); the body makes half a turn about z.
    scene.paths = {{.body = 0,
                    .in_between = InBetween::Slerp,
                    .poses = {{{0, 0, 0}, Eigen::Quaterniond(1, 0, 0, 0)}, {{0, 8, 0}, Eigen::Quaterniond(0, 0, 0, 1)}},
                    .turns = {},
                    .about = Vec3(3, 0, 0)}};
    scene.bodies[0].pose = body_pose(scene.paths[0], 0);
    EXPECT_EQ(scene.bodies[0].pose.translation, Vec3(-3, 0, 0));
    EXPECT_EQ(body_pose(scene.paths[0], 1).translation, Vec3(3, 8, 0));
    for (const double t : {0.0, 0.25, 0.5, 1.0}) {
        const long double turn = t * std::numbers::pi_v<long double>;
        expect_near(place(scene, 0, 0, {3, 0, 0}, t), {0, 8 * t, 0}, 1e-15);
        expect_near(place(scene, 0, 0, {5, 0, 1}, t), {2 * std::cos(turn), 8 * t + 2 * std::sin(turn), 1}, 1e-15);
    }
    // What hangs on it is carried by the same motion: it starts where it stands.
    scene.bodies[1].pose.translation = {1, 0, 0};
    scene.joints = {{1, 0, JointKind::Fixed}};
    expect_near(place(scene, 0, 1, {0, 0, 0}, 0.0), {1, 0, 0}, 1e-15);
    expect_near(place(scene, 0, 1, {0, 0, 0}, 0.5), {0, 5, 0}, 1e-15);
}

TEST(SceneMotion, Example_WhatHangsOnAPathGoesAlong) {
    Scene scene = bodies_at_rest(3);
    const Pose first{{5, 0, 0}, Eigen::Quaterniond(0, 0, 0, 1)};  // half a turn about z
    const Pose last{{5, 0, 4}, Eigen::Quaterniond(0, 0, 0, 1)};
    scene.bodies[0].pose = first;
    scene.bodies[1].pose.translation = {7, 0, 0};
    scene.joints = {{1, 0, JointKind::Fixed}, {2, 1, JointKind::Fixed}};
    scene.paths = {{0, InBetween::Screw, {first, last}, {}, {}}};
    for (const InBetween kind : {InBetween::Screw, InBetween::Slerp, InBetween::LinearParameters}) {
        scene.paths[0].in_between = kind;
        expect_near(place(scene, 0, 0, {1, 0, 0}, 0.5), {4, 0, 2}, 0.0);
        expect_near(place(scene, 0, 1, {1, 0, 0}, 0.5), {8, 0, 2}, 0.0);
        expect_near(place(scene, 0, 2, {1, 2, 0}, 1.0), {1, 2, 4}, 0.0);
    }
}

TEST(SceneMotion, Example_WithoutPathsEverythingRests) {
    Scene scene = bodies_at_rest(2);
    scene.bodies[1].pose.translation = {0.1, 0.2, 0.3};
    scene.joints = {{1, 0, JointKind::Revolute, {1, 0, 0}, Vec3::Zero(), {}}};
    EXPECT_EQ(segments_of(scene), 0u);
    const IntervalVec3 at = place(scene, 0, 1, Vec3::Zero(), 0.5);
    for (int k = 0; k < 3; ++k)
        EXPECT_TRUE(at[k].lo <= scene.bodies[1].pose.translation[k] &&
                    scene.bodies[1].pose.translation[k] <= at[k].hi);
}

TEST(SceneMotion, Degenerate_TurnsWithoutAnAxisAreRefused) {
    Scene scene = bodies_at_rest(1);
    scene.paths = {{0, InBetween::Screw, {Pose{}, Pose{}}, {1}, {}}};
    const auto motion = motion_of_segment(scene, 0, "s.json");
    ASSERT_FALSE(motion.has_value());
    EXPECT_NE(motion.error().message.find("s.json: /paths/0/poses/0"), std::string::npos);
}

TEST(SceneMotion, Degenerate_ALongChainNeedsNoDeepStack) {
    constexpr std::uint32_t kCount = 20000;
    Scene scene = bodies_at_rest(kCount);
    for (std::uint32_t i = 1; i < kCount; ++i) scene.joints.push_back({i - 1, i, JointKind::Fixed});
    scene.paths = {
        {kCount - 1, InBetween::Screw, {Pose{}, Pose{{3, 0, 0}, Eigen::Quaterniond::Identity()}}, {}, {}}};
    expect_near(place(scene, 0, 0, Vec3::Zero(), 1.0), {3, 0, 0}, 0.0);
}

TEST(SceneMotion, Example_CarriersTellWhatMovesAgainstWhat) {
    const auto at = [](double x) { return Pose{{x, 0, 0}, Eigen::Quaterniond::Identity()}; };
    Scene scene = bodies_at_rest(8);
    // 1 turns in the first segment, 2 on it in the second; 3 is fixed to 2; 4 and 5 go along the same poses;
    // 6 waits first and then goes with them; 0 and 7 stay.
    scene.joints = {{1, 0, JointKind::Revolute, {0, 0, 1}, {}, {}},
                    {2, 1, JointKind::Revolute, {0, 0, 1}, {}, {}},
                    {3, 2, JointKind::Fixed}};
    scene.paths = {{1, {}, {}, {}, {0, 90, 90}},
                   {2, {}, {}, {}, {0, 0, 30}},
                   {4, InBetween::Screw, {at(0), at(1), at(3)}, {}, {}},
                   {5, InBetween::Screw, {at(0), at(1), at(3)}, {}, {}},
                   {6, InBetween::Screw, {at(1), at(1), at(3)}, {}, {}}};
    const auto motions = motions_of(scene, "s.json");
    ASSERT_TRUE(motions.has_value());
    const std::vector<std::uint32_t> both = carriers_of(*motions, 8),
                                     first = carriers_of(std::span(*motions).first(1), 8);
    EXPECT_EQ(both[0], both[7]);
    EXPECT_EQ(both[2], both[3]);
    EXPECT_EQ(both[4], both[5]);
    EXPECT_EQ(first[1], first[2]);  // the joint between them waits
    EXPECT_EQ(first[0], first[6]);
    EXPECT_EQ(std::set(both.begin(), both.end()).size(), 5u);
    EXPECT_EQ(std::set(first.begin(), first.end()).size(), 3u);
}

// Two bodies have the same carrier just if the distance of their origins, and of other points, stays.
TEST(SceneMotion, Reference_CarriersAgainstDistances) {
    Rng random(8);
    int same = 0, different = 0;
    for (int round = 0; round < 200; ++round) {
        const std::uint32_t count = 6;
        Scene scene = bodies_at_rest(count);
        for (std::uint32_t i = 0; i < count; ++i)
            scene.bodies[i].pose.translation = Vec3(i + 1.0, 0.3 * i, 0);
        for (std::uint32_t i = 0; i + 1 < count; ++i) {
            if (random.below(4) == 0) continue;
            const auto parent = static_cast<std::uint32_t>(random.below(count - 1 - i)) + i + 1;
            const bool is_fixed = random.below(3) == 0;
            scene.joints.push_back({i,
                                    parent,
                                    is_fixed ? JointKind::Fixed : JointKind::Revolute,
                                    Vec3(1, 2, 3),
                                    Vec3(0.1 * i, 7, 1),
                                    {}});
            if (is_fixed) continue;
            const double from = random.uniform(-90, 90), to = random.uniform(-90, 90);
            scene.paths.push_back({i, {}, {}, {}, {from, random.below(2) == 0 ? from : to, to}});
        }
        if (scene.paths.empty()) continue;
        const auto motions = motions_of(scene, "s.json");
        ASSERT_TRUE(motions.has_value());
        const std::vector<std::uint32_t> carriers = carriers_of(*motions, count);
        for (std::uint32_t i = 0; i < count; ++i)
            for (std::uint32_t j = i + 1; j < count; ++j) {
                double spread = 0.0;
                for (const Vec3& point : {Vec3(0, 0, 0), Vec3(4, 0, 1), Vec3(0, 5, 2)}) {
                    double least = HUGE_VAL, most = 0.0;
                    for (std::size_t segment = 0; segment < 2; ++segment)
                        for (const double t : {0.0, 0.3, 1.0}) {
                            const auto p = place(scene, segment, i, point, t),
                                       q = place(scene, segment, j, {1, 1, 1}, t);
                            const double distance = norm(p - q).hi;
                            least = std::min(least, distance);
                            most = std::max(most, distance);
                        }
                    spread = std::max(spread, most - least);
                }
                ASSERT_EQ(carriers[i] == carriers[j], spread < 1e-9) << round << " " << i << " " << j;
                ++(carriers[i] == carriers[j] ? same : different);
            }
    }
    EXPECT_GT(same, 300);
    EXPECT_GT(different, 300);
}

// The displacement of one joint by Rodrigues' formula, in long doubles.
LongVec displaced(const Joint& joint, double value, const LongVec& x) {
    const LongVec axis = joint.axis.cast<long double>().normalized();
    if (joint.kind == JointKind::Prismatic) return x + value * axis;
    const LongVec origin = joint.origin.cast<long double>(), arm = x - origin;
    const long double c = std::cos(value * kDegree), s = std::sin(value * kDegree);
    return origin + c * arm + s * axis.cross(arm) + (1 - c) * axis.dot(arm) * axis;
}

TEST(SceneMotion, Reference_RandomTreesAgainstRodrigues) {
    Rng random(7);
    const auto vector = [&](double size) {
        return Vec3(random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size));
    };
    for (int round = 0; round < 300; ++round) {
        const std::uint32_t count = 2 + round % 6;
        Scene scene = bodies_at_rest(count);
        for (std::uint32_t i = 0; i < count; ++i)
            scene.bodies[i].pose = {vector(10),
                                    Eigen::Quaterniond(random.uniform(0.1, 1), random.uniform(-1, 1),
                                                       random.uniform(-1, 1), random.uniform(-1, 1))
                                        .normalized()};
        for (std::uint32_t i = 0; i + 1 < count; ++i) {  // parents come after their children
            const auto parent = static_cast<std::uint32_t>(random.below(count - 1 - i)) + i + 1;
            const auto kind = random.below(2) == 0 ? JointKind::Revolute : JointKind::Prismatic;
            scene.joints.push_back({i, parent, kind, vector(3), vector(10), {}});
            scene.paths.push_back({i, {}, {}, {}, {random.uniform(-400, 400), random.uniform(-400, 400)}});
        }
        const double time = random.below(3) == 0 ? 1.0 : random.uniform(0, 1);
        const Vec3 point = vector(2);
        for (std::uint32_t body = 0; body < count; ++body) {
            const Eigen::Quaternion<long double> q = scene.bodies[body].pose.rotation.cast<long double>();
            LongVec truth = q.normalized().toRotationMatrix() * point.cast<long double>() +
                            scene.bodies[body].pose.translation.cast<long double>();
            for (std::uint32_t at = body; at + 1 < count; at = *scene.joints[at].parent) {
                const auto& values = scene.paths[at].values;
                const long double value = values[0] + static_cast<long double>(time) *
                                                          (static_cast<long double>(values[1]) - values[0]);
                truth = displaced(scene.joints[at], static_cast<double>(value), truth);
            }
            expect_near(place(scene, 0, body, point, time), truth, 1e-11);
        }
    }
}

}  // namespace
}  // namespace graze::scene_motion_test
