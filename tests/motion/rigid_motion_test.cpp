#include "graze/motion/rigid_motion.h"

#include "graze/motion/angle.h"

#include <gtest/gtest.h>

#include <cmath>

namespace graze::rigid_motion_test {
namespace {

constexpr double kRounding = 1e-12;

void expect_at(const IntervalVec3& place, const Vec3& truth) {
    for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(place[k].lo, truth[k], kRounding);
        EXPECT_NEAR(place[k].hi, truth[k], kRounding);
        EXPECT_TRUE(may_contain(place[k], truth[k]));
    }
}

Composed chain(std::vector<std::optional<std::uint32_t>> parents) {
    Composed body;
    for (const auto& parent : parents) body.links.push_back({parent, AtRest{}});
    return body;
}

}  // namespace

TEST(RigidMotion, Example_ScrewMeetsBothPosesAndAQuarterTurnOnTheWay) {
    const double h = 0.7071067811865476;
    const Pose from{{1, 0, 0}, Eigen::Quaterniond(1, 0, 0, 0)},
        to{{-1, 0, 6}, Eigen::Quaterniond(0, 0, 0, 1)};
    const SteadyTurn screw = make_screw({from, to, 0});
    expect_at(point_at(jet_over(screw, {0, 0}), {0, 0, 0}), {1, 0, 0});
    expect_at(point_at(jet_over(screw, {1, 1}), {0, 0, 0}), {-1, 0, 6});
    expect_at(point_at(jet_over(screw, {0.5, 0.5}), {0, 0, 0}), {0, 1, 3});  // half way round the z axis
    const SteadyTurn slerp = make_slerp({from, to, 0});
    expect_at(point_at(jet_over(slerp, {0.5, 0.5}), {0, 0, 0}), {0, 0, 3});  // straight through
    expect_at(point_at(jet_over(slerp, {0.5, 0.5}), {1, 0, 0}), {0, 1, 3});
    const SteadyTurn more = make_screw({from, to, 1});  // 540 degrees
    expect_at(point_at(jet_over(more, {0.5, 0.5}), {0, 0, 0}), {0, -1, 3});
    const SteadyTurn back = make_screw({from, to, -1});  // -180 degrees
    expect_at(point_at(jet_over(back, {0.5, 0.5}), {0, 0, 0}), {0, -1, 3});
    const SteadyTurn quarter = make_screw({{{0, 0, 0}, {h, h, 0, 0}}, {{0, 0, 0}, {1, 0, 0, 0}}, 0});
    expect_at(point_at(jet_over(quarter, {1, 1}), {0, 2, 0}), {0, 2, 0});
}

TEST(RigidMotion, Example_LinearParametersOfPosesTakeTheShorterWay) {
    // From 170 degrees about z to 190 degrees, which is written as -170: the rotation vector grows past pi.
    const auto about_z = [](double degrees) {
        const double half = degrees * (kPi.lo / 360.0);
        return Eigen::Quaterniond(std::cos(half), 0, 0, std::sin(half));
    };
    const auto motion =
        make_linear_parameters(PoseSegment{{{0, 0, 0}, about_z(170)}, {{0, 0, 0}, about_z(-170)}, 0});
    expect_at(point_at(jet_over(motion, {0.5, 0.5}), {1, 0, 0}), {-1, 0, 0});
    const auto whole =
        make_linear_parameters(PoseSegment{{{0, 0, 0}, about_z(0)}, {{0, 0, 0}, about_z(90)}, 1});
    expect_at(point_at(jet_over(whole, {0.4, 0.4}), {1, 0, 0}), {-1, 0, 0});  // 0.4 of 450 degrees
}

TEST(RigidMotion, Degenerate_ParametersRefuseTurnsToNoRotation) {
    const Pose none{{1, 2, 3}, Eigen::Quaterniond(-1, 0, 0, 0)},
        some{{1, 2, 3}, Eigen::Quaterniond(0.6, 0.8, 0, 0)};
    EXPECT_FALSE(validate_parameters({some, none, 1}, "x"));
    EXPECT_TRUE(validate_parameters({some, none, 0}, "x"));
    EXPECT_TRUE(validate_parameters({none, some, -3}, "x"));
    EXPECT_FALSE(validate_parameters({none, some, 1000001}, "x"));
    // A half turn, then the identity: by the rule the next sign would be -1, which has no direction either.
    const Pose half{{0, 0, 0}, Eigen::Quaterniond(0, 1, 0, 0)},
        start{{0, 0, 0}, Eigen::Quaterniond(1, 0, 0, 0)};
    const auto back = make_linear_parameters(PoseSegment{half, start, 0});
    expect_at(point_at(jet_over(back, {1, 1}), {0, 1, 0}), {0, 1, 0});
    expect_at(point_at(jet_over(back, {0.5, 0.5}), {0, 1, 0}), {0, 0, 1});
}

TEST(RigidMotion, Example_ArmOfTwoLinks) {
    Composed arm;
    const Pose elbow{{2, 0, 0}, Eigen::Quaterniond(1, 0, 0, 0)};
    // The child stands before its parent in the list.
    arm.links.push_back(
        {1, make_joint({.placement = elbow, .axis = {0, 0, 1}, .angle_t0 = 0, .angle_t1 = -kPi.lo / 2})});
    arm.links.push_back(
        {std::nullopt,
         make_joint({.placement = {}, .axis = {0, 0, 3}, .angle_t0 = 0, .angle_t1 = kPi.lo / 2})});
    ASSERT_TRUE(validate(arm, {}, "arm"));
    expect_at(point_at(jet_over(arm, 0, {1, 1}), {1, 0, 0}), {1, 2, 0});
    expect_at(point_at(jet_over(arm, 1, {1, 1}), {1, 0, 0}), {0, 1, 0});
}

TEST(RigidMotion, Degenerate_CirclesAndMissingParentsAreRefused) {
    EXPECT_TRUE(validate(chain({std::nullopt, 0, 0, 2}), {}, "x"));
    EXPECT_TRUE(validate(chain({1, 2, std::nullopt}), {}, "x"));
    EXPECT_TRUE(validate(chain({}), {}, "x"));
    const std::vector<std::string> names{"base", "upper", "lower", "hand"};
    const auto circle = validate(chain({std::nullopt, 3, 1, 2}), names, "joints");
    ASSERT_FALSE(circle);
    for (const char* part : {"joints", "circle", "upper", "lower", "hand"})
        EXPECT_NE(circle.error().message.find(part), std::string::npos) << circle.error().message;
    EXPECT_EQ(circle.error().message.find("base"), std::string::npos);
    EXPECT_FALSE(validate(chain({0}), {}, "x"));
    const auto missing = validate(chain({std::nullopt, 7}), {}, "x");
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("7"), std::string::npos);
}

TEST(RigidMotion, Degenerate_PiecesMustCoverTheTime) {
    const auto pieces = [](std::size_t count, std::vector<double> breaks) {
        Piecewise motion{std::vector<RigidMotion>(count, AtRest{}), std::move(breaks)};
        return validate(motion, "path").has_value();
    };
    EXPECT_TRUE(pieces(2, {0, 0.5, 1}));
    EXPECT_FALSE(pieces(0, {}));
    EXPECT_FALSE(pieces(2, {0, 1}));
    EXPECT_FALSE(pieces(2, {0, 0, 1}));
    EXPECT_FALSE(pieces(2, {0.1, 0.5, 1}));
    EXPECT_FALSE(pieces(2, {0, 0.5, 0.9}));
    EXPECT_FALSE(pieces(2, {0, std::nan(""), 1}));
}

TEST(RigidMotion, Property_AcrossABreakTheAccelerationIsUnknown) {
    const RigidMotion turn = make_joint({.placement = {}, .axis = {0, 0, 1}, .angle_t0 = 0, .angle_t1 = 1});
    const Piecewise motion{{turn, AtRest{}}, {0, 0.5, 1}};
    EXPECT_EQ(jet_over(motion, {0.4, 0.6}).acceleration[0].hi, kInfinity);
    EXPECT_EQ(jet_over(motion, {0.5, 0.5}).spin_rate[2].hi, kInfinity);
    EXPECT_EQ(jet_over(motion, {0.5, 0.75}).spin[2].hi, 0.0);  // the piece that ended does not count
    EXPECT_NEAR(jet_over(motion, {0.25, 0.5}).spin[2].lo, 2.0, kRounding);
}

}  // namespace graze::rigid_motion_test
