// First contact as users ask for it: the same answers as the models below give, the start never forgotten,
// and answers that own what they point to.
#include "graze/continuous/search/model_contact.h"
#include "graze/motion/motion_data.h"
#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <array>

namespace graze::moving_body_test {
namespace {

using test::box_mesh;

Pose at(double x, double y = 0.0, double z = 0.0) { return {Vec3(x, y, z)}; }

Pose any_pose(Rng& rng, double size) { return test::random_pose(rng, test::random_vector(rng, size)); }

}  // namespace

TEST(MovingBody, Example_AContactAndNone) {
    const Body a = *build_body(box_mesh({1.0, 2.0, 3.0})), b = *build_body(box_mesh({0.5, 0.25, 0.75}));
    // b comes from x = 11.5 to x = 1.5, where they touch; it is within 0.5 of a at x = 2.
    const auto found = first_contact(a.at_rest(), b.moving(screw({at(11.5), at(1.5)})), {.clearance = 0.5});
    ASSERT_EQ(found.verdict, ContactVerdict::Contact);
    EXPECT_NEAR(found.clear_until, 0.95, 1e-6);
    EXPECT_LE(found.distance_hi, 0.5 + 1e-5);
    const auto past =
        first_contact(a.at_rest(), b.moving(screw({at(11.5, 4.0), at(1.5, 4.0)})), {.clearance = 0.5});
    EXPECT_EQ(past.verdict, ContactVerdict::Clear);
    EXPECT_TRUE(past.contacts.empty());
}

TEST(MovingBody, Example_TheStartIsNeverForgotten) {
    const Body a = *build_body(box_mesh({1.0, 2.0, 3.0})), pea = *build_body(box_mesh({0.1, 0.2, 0.3}));
    // Skins are far from each other all the time: only the exact test at t = 0 can tell.
    const auto inside = first_contact(a.at_rest(), pea.moving(screw({at(0.0), at(0.1)})));
    EXPECT_EQ(inside.verdict, ContactVerdict::OverlapAtStart);
    EXPECT_EQ(inside.meeting, BodyMeeting::BInA);
    // A joint that begins elsewhere has a rounded pose there; the test is made all the same.
    const auto turns = first_contact(
        a.at_rest(), pea.moving(joint({.angle_t0 = 0.3, .angle_t1 = 0.4, .slide_t0 = 0.1, .slide_t1 = 0.2})));
    EXPECT_EQ(turns.verdict, ContactVerdict::OverlapAtStart);
    const auto outside = first_contact(
        a.at_rest(), pea.moving(joint({.placement = at(5.0), .angle_t0 = 0.3, .angle_t1 = 0.4})));
    EXPECT_EQ(outside.verdict, ContactVerdict::Clear);
    // Below what the rounded pose may be off by, nothing is said.
    const auto too_fine = first_contact(
        a.at_rest(), pea.moving(joint({.placement = at(5.0), .angle_t0 = 0.3, .angle_t1 = 0.4})),
        {.tolerance = 1e-30});
    EXPECT_EQ(too_fine.verdict, ContactVerdict::Undecided);
    EXPECT_EQ(too_fine.clear_until, 0.0);
}

// The workspace of the call is gone when these are read.
TEST(MovingBody, Example_AnswersOwnWhatTheyPointTo) {
    const Body a = *build_body(box_mesh({1.0, 2.0, 3.0})), b = *build_body(box_mesh({0.5, 0.25, 0.75}));
    const MovingBody moves = b.moving(screw({at(11.5), at(1.25)}));
    FirstContact found = first_contact(a.at_rest(), moves);
    FirstContactWorkspace kept;
    const FirstContact expected = first_contact(a.at_rest(), moves, {}, &kept);
    ASSERT_EQ(found.verdict, ContactVerdict::Contact);
    ASSERT_EQ(found.contacts.size(), expected.contacts.size());
    EXPECT_GE(found.contacts.size(), 4u);
    for (std::size_t i = 0; i < found.contacts.size(); ++i) {
        EXPECT_EQ(found.contacts[i].triangles, expected.contacts[i].triangles);
        EXPECT_EQ(found.contacts[i].points[0], expected.contacts[i].points[0]);
    }
    const FirstContact copy = found;
    found = {};
    EXPECT_EQ(copy.contacts.front().triangles, expected.contacts.front().triangles);
    EXPECT_EQ(expected.owner, nullptr);
}

TEST(MovingBody, Example_BodiesThatOthersCarryAndMotionsOneAfterAnother) {
    const Body wall = *build_body(box_mesh({0.1, 2.0, 3.0})), tool = *build_body(box_mesh({0.5, 0.25, 0.75}));
    const Motion arm = joint({.angle_t1 = 90.0, .unit = AngleUnit::Degree});
    const std::array<CarriedMotion, 2> links{CarriedMotion{{}, arm}, CarriedMotion{0u, rest(at(4.0))}};
    const Motion swung = (*carried_motions(links))[1];
    // It comes from (4, 0) to (0, 4) on a circle.
    EXPECT_EQ(first_contact(wall.at_rest(at(0.0, 4.0)), tool.moving(swung)).verdict, ContactVerdict::Contact);
    EXPECT_EQ(first_contact(wall.at_rest(at(-2.0, 4.0)), tool.moving(swung)).verdict, ContactVerdict::Clear);
    const std::array pieces{screw({at(4.0), at(4.0, 4.0)}), screw({at(4.0, 4.0), at(0.0, 4.0)})};
    const std::array breaks{0.0, 0.5, 1.0};
    const auto met =
        first_contact(wall.at_rest(at(0.0, 4.0)), tool.moving(*one_after_another(pieces, breaks)));
    ASSERT_EQ(met.verdict, ContactVerdict::Contact);
    EXPECT_NEAR(met.clear_until, 0.5 + 0.5 * (4.0 - 0.6) / 4.0, 1e-5);
}

TEST(MovingBody, Property_SameBitsAsTheModelsBelow) {
    Rng rng(6104);
    const Body a = *build_body(box_mesh({1.0, 2.0, 3.0})), b = *build_body(box_mesh({0.5, 0.25, 0.75}));
    FirstContactWorkspace kept, below;
    std::array<int, 4> seen{};
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE(trial);
        const PoseSegment of_a{any_pose(rng, 3.0), any_pose(rng, 3.0)};
        const PoseSegment of_b{any_pose(rng, 5.0), any_pose(rng, 5.0)};
        const RigidMotion motion_a = make_slerp(of_a), motion_b = make_screw(of_b);
        const FirstContactOptions options{.clearance = 0.1 * rng.unit()};
        const FirstContact expected =
            first_contact(MovingModel{a.model(), motion_a, &of_a.from},
                          MovingModel{b.model(), motion_b, &of_b.from}, options, below);
        const FirstContact found = first_contact(a.moving(slerp(of_a)), b.moving(screw(of_b)), options,
                                                 trial % 2 == 0 ? nullptr : &kept);
        ASSERT_EQ(found.verdict, expected.verdict);
        ASSERT_EQ(found.clear_until, expected.clear_until);
        ASSERT_EQ(found.contacts.size(), expected.contacts.size());
        ++seen[static_cast<std::size_t>(found.verdict)];
    }
    EXPECT_GT(seen[static_cast<std::size_t>(ContactVerdict::Clear)], 20);
    EXPECT_GT(seen[static_cast<std::size_t>(ContactVerdict::Contact)], 20);
    EXPECT_GT(seen[static_cast<std::size_t>(ContactVerdict::OverlapAtStart)], 10);
}

}  // namespace graze::moving_body_test
