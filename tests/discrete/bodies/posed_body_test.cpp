// Queries at one instant as users ask them: the same answers as the models below give, and answers that own
// what they point to.
#include "graze/discrete/bodies/body_meeting.h"
#include "graze/discrete/wide/wide_distance.h"
#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <array>

namespace graze::posed_body_test {
namespace {

using test::box_mesh;

Pose at(double x, double y = 0.0, double z = 0.0) { return {Vec3(x, y, z)}; }

std::vector<IdPair> copied(std::span<const IdPair> pairs) { return {pairs.begin(), pairs.end()}; }

Pose any_pose(Rng& rng, double size) { return test::random_pose(rng, test::random_vector(rng, size)); }

}  // namespace

TEST(PosedBody, Example_HowTwoBricksMeet) {
    const Body brick = *build_body(box_mesh({1.0, 2.0, 3.0})), pea = *build_body(box_mesh({0.1, 0.2, 0.3}));
    DiscreteWorkspace kept;
    for (DiscreteWorkspace* workspace : {static_cast<DiscreteWorkspace*>(nullptr), &kept}) {
        EXPECT_EQ(meeting_of(brick.at(), brick.at(at(2.5)), workspace), BodyMeeting::Apart);
        EXPECT_EQ(meeting_of(brick.at(), brick.at(at(2.0)), workspace), BodyMeeting::Touching);
        EXPECT_EQ(meeting_of(brick.at(), brick.at(at(1.5, 0.3, 0.2)), workspace), BodyMeeting::Intersecting);
        EXPECT_EQ(meeting_of(brick.at(), pea.at(at(0.5)), workspace), BodyMeeting::BInA);
        EXPECT_EQ(meeting_of(pea.at(at(0.5)), brick.at(), workspace), BodyMeeting::AInB);
    }
}

TEST(PosedBody, Example_HowFarApart) {
    const Body a = *build_body(box_mesh({1.0, 2.0, 3.0})), b = *build_body(box_mesh({0.5, 0.25, 0.75}));
    DiscreteWorkspace kept;
    for (DiscreteWorkspace* workspace : {static_cast<DiscreteWorkspace*>(nullptr), &kept}) {
        const BodyDistance far = distance(a.at(), b.at(at(4.0)), workspace);
        EXPECT_LE(far.lo, 2.5);
        EXPECT_GE(far.hi, 2.5);
        EXPECT_LE(far.hi - far.lo, 1e-11);
        EXPECT_EQ(distance(a.at(), b.at(at(1.0)), workspace).hi, 0.0);
        EXPECT_TRUE(is_within(a.at(), b.at(at(4.0)), 2.5, workspace));
        EXPECT_FALSE(is_within(a.at(), b.at(at(4.0)), 2.4999999, workspace));
    }
}

// The workspace of the call is gone when these are read.
TEST(PosedBody, Example_AnswersOwnWhatTheyPointTo) {
    const Body a = *build_body(box_mesh({1.0, 2.0, 3.0})), b = *build_body(box_mesh({0.5, 0.25, 0.75}));
    const Intersections meeting = find_intersections(a.at(), b.at(at(1.2)), {.find = Find::TrianglePairs});
    const Intersections near = find_within(a.at(), b.at(at(4.0)), 2.6);
    DiscreteWorkspace kept;
    const auto expected =
        copied(find_intersections(a.at(), b.at(at(1.2)), {.find = Find::TrianglePairs}, &kept).triangles);
    EXPECT_GT(expected.size(), 3u);
    EXPECT_EQ(copied(meeting.triangles), expected);
    EXPECT_EQ(copied(meeting.surfaces), (std::vector<IdPair>{{0, 0}}));
    EXPECT_EQ(copied(near.triangles), copied(find_within(a.at(), b.at(at(4.0)), 2.6, &kept).triangles));
    EXPECT_FALSE(near.triangles.empty());
    const Intersections copy = near;
    EXPECT_EQ(copy.triangles.data(), near.triangles.data());
    EXPECT_TRUE(find_intersections(a.at(), b.at(at(9.0))).triangles.empty());
}

TEST(PosedBody, Property_SameAnswersAsTheModelsBelow) {
    Rng rng(6103);
    const Body a = *build_body(box_mesh({1.0, 2.0, 3.0})), b = *build_body(box_mesh({1.5, 0.25, 0.75}));
    DiscreteWorkspace kept;
    DiscreteMemory below;
    std::array<int, 2> seen{};
    for (int trial = 0; trial < 300; ++trial) {
        SCOPED_TRACE(trial);
        const Pose pose_a = any_pose(rng, 2.0), pose_b = any_pose(rng, 2.0);
        const WideBody wide_a = wide(a.model()), wide_b = wide(b.model());
        DiscreteWorkspace* workspace = trial % 2 == 0 ? nullptr : &kept;
        const auto expected =
            find_intersections(wide_a, pose_a, wide_b, pose_b, {.find = Find::TrianglePairs}, below);
        const auto found =
            find_intersections(a.at(pose_a), b.at(pose_b), {.find = Find::TrianglePairs}, workspace);
        ASSERT_EQ(copied(found.triangles), copied(expected.triangles));
        const BodyMeeting how = meeting_of({a.model(), pose_a}, {b.model(), pose_b}, expected.triangles);
        ASSERT_EQ(meeting_of(a.at(pose_a), b.at(pose_b), workspace), how);
        const double d = distance(wide_a, pose_a, wide_b, pose_b, below).hi;
        ASSERT_EQ(distance(a.at(pose_a), b.at(pose_b), workspace).hi, d);
        ++seen[how == BodyMeeting::Apart ? 0 : 1];
    }
    EXPECT_GT(seen[0], 30);
    EXPECT_GT(seen[1], 30);
}

}  // namespace graze::posed_body_test
