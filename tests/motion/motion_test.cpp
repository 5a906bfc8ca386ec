#include "graze/motion/motion.h"

#include "graze/motion/motion_data.h"
#include "support/random_poses.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace graze::motion_test {
namespace {

constexpr double kRounding = 1e-13;  // poses are within some ulp of lengths below 10

Pose turned(const Vec3& place, double angle, const Vec3& axis) {
    return {place, Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()))};
}

const Pose kFrom = turned({1.0, 2.0, 3.0}, 0.4, {1.0, 2.0, -1.0});
const Pose kTo = turned({-2.0, 0.5, 4.0}, 1.7, {0.3, -1.0, 2.0});

bool same_bits(const Pose& p, const Pose& q) {
    return p.translation == q.translation && p.rotation.coeffs() == q.rotation.coeffs();
}

/// Where both put a point that is on no axis.
double apart(const Pose& p, const Pose& q) {
    const Vec3 point(0.7, -1.3, 2.1);
    return (apply(p, point) - apply(q, point)).norm();
}

Pose any_pose(Rng& rng, double size) { return test::random_pose(rng, test::random_vector(rng, size)); }

}  // namespace

TEST(Motion, Example_BeginsAtThePoseItWasMadeFrom) {
    for (const Motion& motion :
         {rest(kFrom), screw({kFrom, kTo}), slerp({kFrom, kTo}), linear_in_parameters({kFrom, kTo}),
          joint({.placement = kFrom, .angle_t1 = 2.0})}) {
        EXPECT_TRUE(same_bits(motion.pose_t0(), kFrom));
        EXPECT_TRUE(same_bits(motion.pose_at(0.0), kFrom));
        EXPECT_TRUE(motion.data().begins_exactly);
    }
}

TEST(Motion, Example_EndsWhereItIsToEnd) {
    for (const Motion& motion :
         {screw({kFrom, kTo}), slerp({kFrom, kTo}), linear_in_parameters({kFrom, kTo})}) {
        EXPECT_LT(apart(motion.pose_at(1.0), kTo), kRounding);
        EXPECT_GT(apart(motion.pose_at(0.5), kTo), 0.1);
    }
    EXPECT_TRUE(same_bits(rest(kFrom).pose_at(1.0), kFrom));
    // Half of a slerp's way, for its reference point.
    const Vec3 middle = 0.5 * (kFrom.translation + kTo.translation);
    EXPECT_LT((slerp({kFrom, kTo}).pose_at(0.5).translation - middle).norm(), kRounding);
    EXPECT_GT((screw({kFrom, kTo}).pose_at(0.5).translation - middle).norm(), 0.01);
}

TEST(Motion, Example_AScrewDoesNotDependOnItsReference) {
    const Motion plain = screw({kFrom, kTo}), moved = screw({kFrom, kTo}, Vec3(3.0, -1.0, 2.0));
    const Motion line = slerp({kFrom, kTo}, Vec3(3.0, -1.0, 2.0));
    EXPECT_LT(apart(plain.pose_at(0.3), moved.pose_at(0.3)), kRounding);
    EXPECT_GT(apart(slerp({kFrom, kTo}).pose_at(0.3), line.pose_at(0.3)), 0.01);
}

TEST(Motion, Example_AJointThatDoesNotBeginAtZeroBeginsAtARoundedPose) {
    const Motion hinge =
        joint({.axis = Vec3::UnitZ(), .angle_t0 = 90.0, .angle_t1 = 180.0, .unit = AngleUnit::Degree});
    EXPECT_FALSE(hinge.data().begins_exactly);
    const Vec3 seen = apply(hinge.pose_t0(), Vec3(2.0, 0.0, 1.0));
    EXPECT_LT((seen - Vec3(0.0, 2.0, 1.0)).norm(), kRounding);
    EXPECT_FALSE(joint({.slide_t0 = 0.5}).data().begins_exactly);
}

TEST(Motion, Example_OneAfterAnother) {
    const std::array pieces{screw({kFrom, kTo}), screw({kTo, kFrom})};
    const std::array breaks{0.0, 0.25, 1.0};
    const auto both = one_after_another(pieces, breaks);
    ASSERT_TRUE(both);
    EXPECT_TRUE(same_bits(both->pose_t0(), kFrom));
    EXPECT_LT(apart(both->pose_at(0.25), kTo), kRounding);
    EXPECT_LT(apart(both->pose_at(0.125), pieces[0].pose_at(0.5)), kRounding);
    EXPECT_LT(apart(both->pose_at(1.0), kFrom), kRounding);
}

TEST(Motion, Example_OneCarriesAnother) {
    // An arm of length 2 turns a quarter about z; what hangs on it slides by 1 along its own x.
    const Motion arm = joint({.angle_t1 = 90.0, .unit = AngleUnit::Degree});
    const Motion slide = joint({.placement = {Vec3(2.0, 0.0, 0.0)}, .axis = Vec3::UnitX(), .slide_t1 = 1.0});
    const std::array<CarriedMotion, 3> bodies{CarriedMotion{{}, arm}, CarriedMotion{0u, slide},
                                              CarriedMotion{1u, rest({Vec3(0.0, 0.5, 0.0)})}};
    const auto motions = carried_motions(bodies);
    ASSERT_TRUE(motions);
    ASSERT_EQ(motions->size(), 3u);
    EXPECT_TRUE(same_bits((*motions)[0].pose_t0(), arm.pose_t0()));
    EXPECT_LT(((*motions)[1].pose_t0().translation - Vec3(2.0, 0.0, 0.0)).norm(), kRounding);
    EXPECT_LT(((*motions)[1].pose_at(1.0).translation - Vec3(0.0, 3.0, 0.0)).norm(), kRounding);
    EXPECT_LT(((*motions)[2].pose_at(1.0).translation - Vec3(-0.5, 3.0, 0.0)).norm(), kRounding);
    EXPECT_FALSE((*motions)[2].data().begins_exactly);
}

TEST(Motion, Degenerate_WhatDoesNotFitTogetherIsRefused) {
    const std::array pieces{rest(kFrom), rest(kTo)};
    const std::array<double, 3> falling{0.0, 1.0, 0.5}, rising{0.0, 0.5, 1.0};
    EXPECT_EQ(one_after_another(pieces, falling).error().code, ErrorCode::BadInput);
    EXPECT_EQ(one_after_another({}, rising).error().code, ErrorCode::BadInput);
    const auto both = one_after_another(pieces, rising);
    ASSERT_TRUE(both);
    const std::array nested{*both, rest(kFrom)};
    EXPECT_EQ(one_after_another(nested, rising).error().code, ErrorCode::Unsupported);
    const std::array<CarriedMotion, 2> circle{CarriedMotion{1u, pieces[0]}, CarriedMotion{0u, pieces[1]}};
    EXPECT_EQ(carried_motions(circle).error().code, ErrorCode::BadInput);
    const std::array<CarriedMotion, 1> alone{CarriedMotion{7u, pieces[0]}}, several{CarriedMotion{{}, *both}};
    EXPECT_EQ(carried_motions(alone).error().code, ErrorCode::BadInput);
    EXPECT_EQ(carried_motions(several).error().code, ErrorCode::Unsupported);
}

TEST(Motion, Property_PosesAreInTheBoundsThatProofsRestOn) {
    Rng rng(6101);
    double farthest = 0.0;
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE(trial);
        const PoseSegment poses{any_pose(rng, 3.0), any_pose(rng, 3.0)};
        const Motion motion = trial % 2 == 0 ? screw(poses) : slerp(poses);
        const double t = rng.unit();
        const Pose pose = motion.pose_at(t);
        const IntervalVec3 bound = point_at(jet_over(motion_ref(motion), exactly(t)), Vec3(0.7, -1.3, 2.1));
        const Vec3 point = apply(pose, Vec3(0.7, -1.3, 2.1));
        for (int k = 0; k < 3; ++k) {
            ASSERT_LE(bound[k].lo, point[k] + kRounding);
            ASSERT_GE(bound[k].hi, point[k] - kRounding);
        }
        farthest = std::max(farthest, apart(pose, motion.pose_t0()));
    }
    EXPECT_GT(farthest, 1.0);
}

}  // namespace graze::motion_test
