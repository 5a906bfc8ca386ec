// Recorded motions with planted faults: interpenetrations at frames, and passages that no frame shows.
#include "graze/queries/paths/motion_audit.h"

#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace graze::motion_audit_test {
namespace {

Pose at(const Vec3& place) { return {place, Eigen::Quaterniond::Identity()}; }

std::shared_ptr<const Mesh> box(double x, double y, double z) {
    return std::make_shared<const Mesh>(test::box_mesh({x, y, z}));
}

/// A ball of half a side 0.1 and a wall of half a thickness `half` at x = 0.
Scene ball_and_wall(const std::vector<Vec3>& places, double half) {
    Scene scene;
    scene.bodies = {{"ball", box(0.1, 0.12, 0.09), at(places[0])}, {"wall", box(half, 5, 4), {}}};
    Path path{.body = 0, .in_between = InBetween::Slerp, .poses = {}, .turns = {}};
    for (const Vec3& place : places) path.poses.push_back(at(place));
    scene.paths = {path};
    return scene;
}

MotionAudit audit_of(const Scene& scene, AuditOptions options = {}) {
    EXPECT_TRUE(validate(scene, "scene").has_value());
    options.progress = Progress::Draw::Never;
    if (options.threads == 0) options.threads = 1;
    auto audit = audit_motion(scene, options);
    EXPECT_TRUE(audit.has_value());
    return std::move(*audit);
}

}  // namespace

TEST(MotionAudit, Example_ACleanMotionIsClean) {
    const MotionAudit audit = audit_of(ball_and_wall({{2, 0, 0}, {1, 1, 0}, {0.3, 0, 1}, {2, 0, 0}}, 0.1));
    EXPECT_FALSE(audit.interpenetrates());
    EXPECT_TRUE(audit.is_decided());
    EXPECT_EQ(audit.frames, 4u);
    EXPECT_EQ(audit.contacts, 0u);
}

TEST(MotionAudit, Example_AFrameInsideOfTheWallIsFound) {
    const MotionAudit audit = audit_of(ball_and_wall({{2, 0, 0}, {0.15, 0, 0}, {2, 0, 0}}, 0.1));
    ASSERT_EQ(audit.at_frames.size(), 1u);
    EXPECT_EQ(audit.at_frames[0].frame, 1u);
    EXPECT_EQ(audit.at_frames[0].pair.kind, ClashKind::Intersecting);
    ASSERT_EQ(audit.between.size(), 2u);
    for (const AuditedPassage& passage : audit.between) {
        EXPECT_EQ(passage.passage, Passage::Deeper);
        EXPECT_FALSE(passage.is_hidden);
    }
    EXPECT_TRUE(audit.interpenetrates());
}

/// Through the wall between two frames that are both clear of it: thick, thin, very thin, and fast.
TEST(MotionAudit, Example_APassageThatNoFrameShowsIsFound) {
    for (const double half : {0.5, 0.01, 2e-4}) {
        SCOPED_TRACE(half);
        const MotionAudit audit =
            audit_of(ball_and_wall({{700, 0, 0}, {90, 0.2, 0.1}, {-80, 0, 0.3}, {-90, 0, 0}}, half));
        EXPECT_TRUE(audit.at_frames.empty());
        ASSERT_EQ(audit.between.size(), 1u);
        const AuditedPassage& passage = audit.between[0];
        EXPECT_EQ(passage.segment, 1u);
        EXPECT_EQ(passage.bodies, (BodyPair{0, 1}));
        EXPECT_EQ(passage.passage, Passage::Deeper);
        EXPECT_TRUE(passage.is_hidden);
        EXPECT_GT(passage.depth_lo, passage.limit);
        // The front of the ball meets the wall at x = half + 0.1.
        EXPECT_NEAR(passage.t, (90 - half - 0.1) / 170, 2e-4);
        EXPECT_LE(std::abs(passage.point.x()), half + 1e-6);
    }
}

/// Touching along a floor is no interpenetration, and is proved to be none; pressed in deeper than D, it is.
TEST(MotionAudit, Example_SlidingOnAFloorIsAContact) {
    const auto slide = [](double z) {
        Scene scene;
        scene.bodies = {{"sledge", box(0.5, 0.4, 0.25), at(Vec3(-2, 0, z))}, {"floor", box(5, 5, 0.5), {}}};
        scene.paths = {{.body = 0, .in_between = InBetween::Slerp,
                        .poses = {at(Vec3(-2, 0, z)), at(Vec3(0, 1, z)), at(Vec3(2, 0, z))}, .turns = {}}};
        return scene;
    };
    const MotionAudit resting = audit_of(slide(0.75));
    EXPECT_FALSE(resting.interpenetrates());
    EXPECT_TRUE(resting.is_decided());
    EXPECT_EQ(resting.contacts, 2u);
    const MotionAudit pressed = audit_of(slide(0.745));
    EXPECT_TRUE(pressed.interpenetrates());
    EXPECT_EQ(pressed.at_frames.size(), 3u);
    const MotionAudit allowed = audit_of(slide(0.745), {.depth = 0.02});
    EXPECT_FALSE(allowed.interpenetrates());
    EXPECT_TRUE(allowed.is_decided());
}

/// Two that fly through each other, both moving; a third that stands in a fourth all along is not judged.
TEST(MotionAudit, Example_BothMoveAndOthersRest) {
    Scene scene;
    scene.bodies = {{"a", box(0.1, 0.1, 0.1), at(Vec3(-9, 0, 0))},
                    {"b", box(0.1, 0.1, 0.1), at(Vec3(9, 0.05, 0))},
                    {"c", box(1, 1, 1), at(Vec3(0, 30, 0))},
                    {"d", box(1, 1, 1), at(Vec3(0.5, 30, 0))}};
    scene.paths = {{.body = 0, .poses = {at(Vec3(-9, 0, 0)), at(Vec3(11, 0, 0))}, .turns = {}},
                   {.body = 1, .poses = {at(Vec3(9, 0.05, 0)), at(Vec3(-9, 0.05, 0))}, .turns = {}}};
    const MotionAudit audit = audit_of(scene);
    EXPECT_TRUE(audit.at_frames.empty());
    ASSERT_EQ(audit.between.size(), 1u);
    EXPECT_EQ(audit.between[0].bodies, (BodyPair{0, 1}));
    EXPECT_EQ(audit.counts.at_rest, 1u);
    scene.ignore = {{{0, 1}}};
    EXPECT_FALSE(audit_of(scene).interpenetrates());
}

/// A sheet without thickness has no inside: what crosses it is found, at a pose that is rounded; what lies on it is
/// said to be undecided.
TEST(MotionAudit, Degenerate_ASheetHasNoInside) {
    Scene scene = ball_and_wall({{0, 0, 2}, {0.1, 0, -2}}, 0.1);
    scene.bodies[1].mesh = std::make_shared<const Mesh>(test::square_mesh(3));
    const MotionAudit audit = audit_of(scene);
    ASSERT_EQ(audit.between.size(), 1u);
    EXPECT_NE(audit.between[0].passage, Passage::Deeper);
    EXPECT_FALSE(audit.is_decided() && !audit.interpenetrates());
}

TEST(MotionAudit, Degenerate_NothingMoves) {
    Scene scene = ball_and_wall({{2, 0, 0}, {2, 0, 0}}, 0.1);
    EXPECT_FALSE(audit_of(scene).interpenetrates());
    scene.paths.clear();
    EXPECT_EQ(audit_motion(scene, {}).error().code, ErrorCode::BadInput);
}

/// Bodies on joints: a bar turns by half a turn through a post.
TEST(MotionAudit, Example_AJointThatSweepsThroughAPost) {
    Scene scene;
    scene.bodies = {{"bar", box(2, 0.1, 0.1), {}}, {"post", box(0.1, 0.1, 1), at(Vec3(0, 1.5, 0))}};
    scene.joints = {{0, {}, JointKind::Revolute, Vec3::UnitZ(), Vec3::Zero(), {}}};
    scene.paths = {{.body = 0, .poses = {}, .turns = {}, .values = {0, 30, 150, 180}}};
    const MotionAudit audit = audit_of(scene);
    EXPECT_TRUE(audit.at_frames.empty());
    ASSERT_EQ(audit.between.size(), 1u);
    EXPECT_EQ(audit.between[0].segment, 1u);
    EXPECT_TRUE(audit.between[0].is_hidden);
}

/// Random walks past a post, judged by samples that are dense: what they see is found, and what they do not see, and
/// stays far, is clean.
TEST(MotionAudit, Reference_RandomWalksAgainstDenseSamples) {
    Rng rng(777);
    int through = 0, clean = 0;
    for (int trial = 0; trial < 12; ++trial) {
        SCOPED_TRACE(trial);
        std::vector<Vec3> places;
        for (int i = 0; i < 5; ++i) {
            const double angle = rng.uniform(0.0, 6.28), radius = rng.uniform(1.0, 3.0);
            places.emplace_back(radius * std::cos(angle), radius * std::sin(angle), rng.uniform(-0.5, 0.5));
        }
        Scene scene = ball_and_wall(places, 0.1);
        scene.bodies[1].mesh = box(0.3, 0.4, 2.0);
        const MotionAudit audit = audit_of(scene);
        EXPECT_TRUE(audit.at_frames.empty());
        for (std::size_t segment = 0; segment < 4; ++segment) {
            double least = HUGE_VAL;  // by how much boxes with parallel sides are apart; below 0: they overlap
            for (int i = 0; i <= 2000; ++i) {
                const Vec3 p = places[segment] + i / 2000.0 * (places[segment + 1] - places[segment]);
                const Vec3 gap = p.cwiseAbs() - Vec3(0.4, 0.52, 2.09);
                least = std::min(least, gap.maxCoeff());
            }
            const bool is_found = std::any_of(audit.between.begin(), audit.between.end(), [&](const auto& passage) {
                return passage.segment == segment && passage.passage == Passage::Deeper;
            });
            if (std::abs(least) <= 1e-3) continue;
            EXPECT_EQ(is_found, least < 0.0);
            ++(is_found ? through : clean);
        }
    }
    EXPECT_GT(through, 8);
    EXPECT_GT(clean, 8);
}

TEST(MotionAudit, Property_TheSameForAnyNumberOfThreads) {
    const Scene scene = ball_and_wall({{7, 0, 0}, {-6, 0.2, 0.1}, {8, 0, 0.3}, {0.1, 0, 0}}, 0.2);
    const MotionAudit one = audit_of(scene, {.threads = 1}), three = audit_of(scene, {.threads = 3});
    ASSERT_EQ(one.between.size(), three.between.size());
    ASSERT_EQ(one.between.size(), 3u);
    for (std::size_t i = 0; i < one.between.size(); ++i) EXPECT_EQ(one.between[i].t, three.between[i].t);
    EXPECT_EQ(one.at_frames.size(), three.at_frames.size());
}

}  // namespace graze::motion_audit_test
