#include "graze/dynamics/solve/joint_rows.h"

#include "graze/dynamics/solve/active_set.h"
#include "graze/dynamics/solve/joint_graph.h"
#include "support/motion_problems.h"

#include <gtest/gtest.h>

namespace graze::joint_rows_test {
namespace {

const Vec3 kAxis = Vec3(1, 2, 2) / 3.0;

JointState joint_of(JointKind kind) {
    JointState joint;
    joint.kind = kind;
    joint.a = 0;
    joint.b = 1;
    joint.arm_a = Vec3(0.3, -0.2, 0.5);
    joint.arm_b = Vec3(-0.7, 0.1, 0.2);
    joint.axis = kAxis;
    return joint;
}

struct Pulled {
    std::vector<Vec6> motion;
    Vec3 slide, turn;  // of a relative to b, at the joint
};

// Two bodies that want to fly apart, with the joint.
Pulled pulled(const JointState& joint, Rng& rng, const std::vector<MotionRow>& more = {}) {
    const std::vector<InverseMass> bodies{test::random_mass(rng), test::random_mass(rng)};
    const std::vector<Vec6> wanted{test::random_motion(rng, 1.0), test::random_motion(rng, 1.0)};
    std::vector<MotionRow> rows = more;
    append_joint_rows(joint, {}, rows);
    ActiveSetWorkspace w;
    EXPECT_EQ(project_by_active_set({bodies, wanted, rows}, w).verdict, MotionVerdict::Optimal);
    Pulled made{w.result.motion, {}, {}};
    made.turn = made.motion[0].tail<3>() - made.motion[1].tail<3>();
    made.slide = made.motion[0].head<3>() + Vec3(made.motion[0].tail<3>()).cross(joint.arm_a) -
                 made.motion[1].head<3>() - Vec3(made.motion[1].tail<3>()).cross(joint.arm_b);
    return made;
}

}  // namespace

TEST(JointRows, Property_EachKindLeavesItsOwnFreedom) {
    Rng rng(20260431);
    for (int trial = 0; trial < 50; ++trial) {
        const Pulled fixed = pulled(joint_of(JointKind::Fixed), rng);
        EXPECT_LE(fixed.slide.norm() + fixed.turn.norm(), 1e-11);
        const Pulled hinge = pulled(joint_of(JointKind::Revolute), rng);
        EXPECT_LE(hinge.slide.norm() + hinge.turn.cross(kAxis).norm(), 1e-11);
        EXPECT_GT(hinge.turn.norm(), 1e-6);
        const Pulled slider = pulled(joint_of(JointKind::Prismatic), rng);
        EXPECT_LE(slider.turn.norm() + slider.slide.cross(kAxis).norm(), 1e-11);
        EXPECT_GT(slider.slide.norm(), 1e-6);
    }
}

TEST(JointRows, Property_LimitsHoldAndDriftIsUndone) {
    Rng rng(20260432);
    int at_limit = 0, free = 0;
    for (int trial = 0; trial < 200; ++trial) {
        JointState joint = joint_of(trial % 2 == 0 ? JointKind::Revolute : JointKind::Prismatic);
        joint.value = 0.25;
        joint.limits = {{0.2, 0.4}};
        joint.offset = test::random_vector(rng, 0.01);
        joint.turn = test::random_vector(rng, 0.01);
        const Pulled got = pulled(joint, rng);
        const bool turns = joint.kind == JointKind::Revolute;
        const double change = turns ? got.turn.dot(kAxis) : got.slide.dot(kAxis);
        EXPECT_GE(joint.value + change, 0.2 - 1e-11);
        EXPECT_LE(joint.value + change, 0.4 + 1e-11);
        (std::min(joint.value + change - 0.2, 0.4 - joint.value - change) < 1e-9 ? at_limit : free) += 1;
        EXPECT_LE((got.slide + joint.offset).cross(kAxis).norm(), 1e-11);
        EXPECT_LE((got.turn + joint.turn).cross(kAxis).norm(), 1e-11);
        if (turns)
            EXPECT_NEAR((got.slide + joint.offset).dot(kAxis), 0.0, 1e-11);
        else
            EXPECT_NEAR((got.turn + joint.turn).dot(kAxis), 0.0, 1e-11);
    }
    EXPECT_GT(at_limit, 50);
    EXPECT_GT(free, 10);
}

TEST(JointRows, Example_AMotorKeepsItsSpeedAndAWeakOneItsStrength) {
    Rng rng(20260433);
    JointState joint = joint_of(JointKind::Revolute);
    joint.motor = JointMotor{0.75};
    EXPECT_NEAR(pulled(joint, rng, {motor_row(joint).row}).turn.dot(kAxis), 0.75, 1e-11);

    joint.b = kNobody;  // a wheel about its centre, on the world
    joint.arm_a = Vec3::Zero();
    joint.motor->strength = 0.5;
    const std::vector<InverseMass> bodies{{1.0, 0.25 * Mat3::Identity()}};
    const std::vector<Vec6> wanted{Vec6::Zero()};
    std::vector<MotionRow> rows;
    append_joint_rows(joint, {}, rows);
    const std::vector<BoundedRow> motors{motor_row(joint)};
    FrictionWorkspace w;
    EXPECT_TRUE(solve_friction({bodies, wanted, {}, rows, motors}, w).converged);
    EXPECT_NEAR(w.motion[0].tail<3>().dot(kAxis), 0.125, 1e-9);  // strength times inverse inertia, not 0.75
}

TEST(JointGraph, Example_TreesPassAndLoopsAreNamed) {
    const std::vector<std::string> names{"base", "arm", "hand", "rod"};
    EXPECT_TRUE(require_joint_trees(4, std::vector<JointEnds>{{0, kNobody}, {1, 0}, {2, 1}, {3, 1}}, names));
    const auto loop =
        require_joint_trees(4, std::vector<JointEnds>{{0, kNobody}, {1, 0}, {2, 1}, {3, 2}, {3, 0}}, names);
    ASSERT_FALSE(loop);
    EXPECT_EQ(loop.error().code, ErrorCode::Unsupported);
    EXPECT_EQ(loop.error().message,
              "joint 4: closes a loop of joints: rod - hand - arm - base - rod; joints must form trees; "
              "leave one of these "
              "joints out");
    const auto world = require_joint_trees(2, std::vector<JointEnds>{{0, kNobody}, {1, kNobody}, {1, 0}});
    ASSERT_FALSE(world);
    EXPECT_NE(world.error().message.find("body 1 - the world - body 0"), std::string::npos)
        << world.error().message;
}

TEST(JointGraph, Degenerate_DoubleJointsStrangersAndOneself) {
    EXPECT_FALSE(require_joint_trees(2, std::vector<JointEnds>{{0, 1}, {1, 0}}));
    const auto stranger = require_joint_trees(2, std::vector<JointEnds>{{0, 2}});
    ASSERT_FALSE(stranger);
    EXPECT_EQ(stranger.error().code, ErrorCode::BadInput);
    EXPECT_FALSE(require_joint_trees(2, std::vector<JointEnds>{{1, 1}}));
    EXPECT_TRUE(require_joint_trees(0, {}));
}

}  // namespace graze::joint_rows_test
