#include "graze/continuous/search/contact_times.h"

#include "graze/queries/paths/path_proof.h"
#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

namespace graze::contact_times_test {
namespace {

constexpr double kTolerance = 1e-6;

Pose at(const Vec3& place) { return {place, Eigen::Quaterniond::Identity()}; }
/// Two bodies and what they need, kept together.
struct Pair {
    Mesh mesh_a, mesh_b;
    RigidMotion motion_a, motion_b;
    double clearance = 0.0;
    BodyModel a = build_body_model(mesh_a), b = build_body_model(mesh_b);
    ContactTimesWorkspace workspace = {};

    [[nodiscard]] PairOnPath on_path() const {
        return {{a, motion_a}, {b, motion_b}, bounds_of(mesh_a), bounds_of(mesh_b), clearance, kTolerance};
    }
};

Pair box_and_box(const RigidMotion& motion, const Vec3& half_a, const Vec3& half_b, double clearance = 0.0) {
    return {test::box_mesh(half_a), test::box_mesh(half_b), motion, AtRest{at(Vec3::Zero())}, clearance};
}

PathProof proof_of(const Scene& scene, const PathOptions& options) {
    PathOptions quiet = options;
    quiet.with_proof = false;
    quiet.progress = Progress::Draw::Never;
    auto proof = prove_paths(scene, quiet);
    EXPECT_TRUE(proof.has_value());
    return std::move(*proof);
}

/// A lid on a box, another box beside it on the floor: the lid is lifted, carried over and put down.
Scene lid_scene(const std::vector<Vec3>& places) {
    Scene scene;
    const auto mesh = std::make_shared<const Mesh>(test::box_mesh({1, 2, 0.5}));
    scene.bodies = {
        {"lid", mesh, at(places[0])}, {"box", mesh, at(Vec3::Zero())}, {"table", mesh, at(Vec3(0, 0, -1))}};
    Path path{.body = 0, .poses = {}, .turns = {}};
    for (const Vec3& place : places) path.poses.push_back(at(place));
    scene.paths = {path};
    return scene;
}

}  // namespace

/// A box that sits on another is lifted by 4: clear from the start on, but for what the tolerance takes.
TEST(ContactTimes, Example_ALiftedBoxIsClearFromWhereItLeavesTheClearance) {
    const RigidMotion lift = make_slerp({at(Vec3(0, 0, 1)), at(Vec3(0, 0, 5)), 0});
    for (const double clearance : {0.0, 1.0}) {
        Pair pair = box_and_box(lift, {1, 2, 0.5}, {2, 1, 0.5}, clearance);
        EXPECT_FALSE(prove_apart_at(pair.on_path(), 0.0, pair.workspace));
        const auto stretch = next_clear_stretch(pair.on_path(), 0.0, pair.workspace);
        ASSERT_TRUE(stretch.has_value());
        EXPECT_EQ(stretch->verdict, ContactVerdict::Clear);
        EXPECT_GT(stretch->from, (clearance + kTolerance) / 4.0);
        EXPECT_LE(stretch->from, (clearance + kTolerance) / 4.0 + 1.01 * kContactResolution);
        EXPECT_EQ(stretch->until, 1.0);
    }
}

/// A bar turns by two whole turns about z beside a post: four times near it. Where they part is known in
/// closed form, up to the post's thickness.
TEST(ContactTimes, Example_ABarThatTurnsPastAPostMeetsItFourTimes) {
    JointMotion joint{.axis = Vec3::UnitZ(), .unit = AngleUnit::Degree, .origin = Vec3::Zero()};
    joint.angle_t1 = 720.0;
    Pair pair{test::box_mesh({2, 0.1, 0.3}), test::box_mesh({0.05, 0.05, 1}), make_joint(joint),
              AtRest{at(Vec3(0, 1.5, 0))}, 0.0};
    const ContactTimes times = contact_times(pair.on_path(), pair.workspace);
    ASSERT_EQ(times.intervals.size(), 4u);
    // The long side of the bar at distance 0.1 meets a corner (0.05, 1.45) of the post.
    const double angle = std::atan2(0.05, 1.45) + std::asin(0.1 / std::hypot(0.05, 1.45));
    for (int i = 0; i < 4; ++i) {
        const double middle = (0.5 + i) * std::numbers::pi, whole = 4.0 * std::numbers::pi;
        const ContactInterval& interval = times.intervals[static_cast<std::size_t>(i)];
        EXPECT_NEAR(interval.from, (middle - angle) / whole, 2e-6);
        EXPECT_LE(interval.from, (middle - angle) / whole);
        EXPECT_NEAR(interval.until, (middle + angle) / whole, 3e-6);
        EXPECT_GE(interval.until, (middle + angle) / whole);
    }
}

/// The same 200 times: several times within one of the 64 cells of time that the search divides it into, so
/// it must neither begin nor end with those.
TEST(ContactTimes, Example_ABarThatTurnsFastMeetsThePostAgainAndAgain) {
    JointMotion joint{.axis = Vec3::UnitZ(), .unit = AngleUnit::Degree, .origin = Vec3::Zero()};
    joint.angle_t1 = 36000.0;
    Pair pair{test::box_mesh({2, 0.1, 0.3}), test::box_mesh({0.05, 0.05, 1}), make_joint(joint),
              AtRest{at(Vec3(0, 1.5, 0))}, 0.0};
    const auto intervals = contact_times(pair.on_path(), pair.workspace).intervals;
    ASSERT_EQ(intervals.size(), 200u);
    const double angle = std::atan2(0.05, 1.45) + std::asin(0.1 / std::hypot(0.05, 1.45));
    for (int i = 0; i < 200; ++i) {
        const double middle = (0.5 + i) / 200.0, half = angle / (200.0 * std::numbers::pi);
        EXPECT_NEAR(intervals[static_cast<std::size_t>(i)].from, middle - half, 1e-6);
        EXPECT_NEAR(intervals[static_cast<std::size_t>(i)].until, middle + half, 2e-6);
    }
}

/// A small box comes through the wall of a big one and stays inside: no skins near each other, and yet no way
/// to call it clear.
TEST(ContactTimes, Degenerate_ABodyInsideAnotherIsNotClear) {
    const RigidMotion in = make_slerp({at(Vec3(6, 0, 0)), at(Vec3(0, 0, 0)), 0});
    Pair pair = box_and_box(in, {0.3, 0.2, 0.1}, {3, 3, 3});
    EXPECT_TRUE(prove_apart_at(pair.on_path(), 0.25, pair.workspace));
    EXPECT_FALSE(prove_apart_at(pair.on_path(), 1.0, pair.workspace));
    const ContactTimes times = contact_times(pair.on_path(), pair.workspace);
    ASSERT_EQ(times.intervals.size(), 1u);
    EXPECT_NEAR(times.intervals[0].from, 2.7 / 6.0, 1e-5);
    EXPECT_EQ(times.intervals[0].until, 1.0);
}

/// Sliding along each other all the time, and meeting at the very end.
TEST(ContactTimes, Degenerate_NeverApartAndAtTheVeryEnd) {
    Pair slides =
        box_and_box(make_slerp({at(Vec3(-0.5, 0, 1)), at(Vec3(0.5, 0, 1)), 0}), {1, 2, 0.5}, {2, 1, 0.5});
    EXPECT_FALSE(next_clear_stretch(slides.on_path(), 0.0, slides.workspace).has_value());
    Pair arrives =
        box_and_box(make_slerp({at(Vec3(0, 0, 5)), at(Vec3(0, 0, 1)), 0}), {1, 2, 0.5}, {2, 1, 0.5});
    const ContactTimes times = contact_times(arrives.on_path(), arrives.workspace);
    ASSERT_EQ(times.intervals.size(), 1u);
    EXPECT_GT(times.intervals[0].from, 1.0 - 1e-6);
    EXPECT_EQ(times.intervals[0].until, 1.0);
}

TEST(ContactTimes, Property_RoundedPosesAreWithinTheirError) {
    Rng rng(81);
    const Box own{Vec3(-1, 2, 0.5), Vec3(3, 2.5, 4)};
    for (int trial = 0; trial < 300; ++trial) {
        SCOPED_TRACE(trial);
        const double far = trial % 2 == 0 ? 3.0 : 3e5;
        const PoseSegment poses{test::random_pose(rng, test::random_vector(rng, far)),
                                test::random_pose(rng, test::random_vector(rng, far)), trial % 5};
        const RigidMotion motion = trial % 3 == 0 ? RigidMotion(make_slerp(poses))
                                   : trial % 3 == 1
                                       ? RigidMotion(make_linear_parameters({poses.from, poses.to, 0}))
                                       : RigidMotion(make_screw(poses, Vec3(1, 2, 3)));
        const double t = rng.uniform(0, 1);
        const RoundedPose at_t = rounded_pose(motion, t, own);
        ASSERT_TRUE(is_valid(at_t.pose));
        EXPECT_LE(at_t.error, 1e-12 * far);  // tightness: coordinates of this size
        const MotionJet jet = jet_over(motion, exactly(t));
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 x((corner & 1 ? own.max : own.min)[0], (corner & 2 ? own.max : own.min)[1],
                         (corner & 4 ? own.max : own.min)[2]);
            const IntervalVec3 y = point_at(jet, x),
                               put = point_at(jet_over(AtRest{at_t.pose}, exactly(t)), x);
            EXPECT_LE(norm(y - put).lo, at_t.error);
            // The truth may be at either end of y, for all that is known.
            for (int k = 0; k < 3; ++k) EXPECT_GE(at_t.error, 0.499 * width(y[k]));
        }
    }
}

/// Random bodies pass through each other: outside of the intervals no sample is within the clearance, inside
/// most are not proved apart, whole or in parts (`from`, `until`) the search says the same.
TEST(ContactTimes, Reference_IntervalsAgreeWithSamples) {
    Rng rng(82);
    std::array<int, 3> seen{};
    int inside_apart = 0, inside = 0;
    for (int trial = 0; trial < 24; ++trial) {
        SCOPED_TRACE(trial);
        const PoseSegment poses{test::random_pose(rng, Vec3(-4, rng.uniform(-1, 1), 0)),
                                test::random_pose(rng, Vec3(4, rng.uniform(-3, 3), 0)),
                                trial % 4 == 2 ? 3 : 0};
        Pair pair{
            test::bumpy_sphere_mesh(5, 7), test::box_mesh({2.5, 0.2, 0.3}),
            trial % 2 == 0 ? RigidMotion(make_slerp(poses)) : RigidMotion(make_linear_parameters(poses)),
            AtRest{test::random_pose(rng, Vec3::Zero())}, trial % 3 == 0 ? 0.2 : 0.0};
        const PairOnPath on_path = pair.on_path();
        const auto intervals = contact_times(on_path, pair.workspace).intervals;
        ++seen[std::min<std::size_t>(intervals.size(), 2)];
        for (int i = 0; i <= 300; ++i) {
            const double t = i / 300.0;
            const bool is_inside =
                std::any_of(intervals.begin(), intervals.end(),
                            [&](const ContactInterval& x) { return x.from <= t && t <= x.until; });
            const PairOnPath sharp{on_path.a,     on_path.b,         on_path.own_a,
                                   on_path.own_b, on_path.clearance, 1e-12};
            ASSERT_TRUE(is_inside || prove_apart_at(sharp, t, pair.workspace)) << t;
            inside += is_inside;
            inside_apart += is_inside && prove_apart_at(on_path, t, pair.workspace);
        }
        // A part of the time: the contact of the whole if it is in there, else nothing, or one that begins
        // where the part does.
        if (intervals.empty()) continue;
        const double first = intervals[0].from, half = 0.5 * first;
        const auto search = [&](double from, double until) {
            return first_contact(
                on_path.a, on_path.b,
                {.clearance = pair.clearance, .tolerance = kTolerance, .from = from, .until = until},
                pair.workspace.search);
        };
        EXPECT_EQ(search(0.0, half).verdict, ContactVerdict::Clear);
        EXPECT_EQ(search(0.0, half).clear_until, half);
        EXPECT_EQ(search(0.0, first).clear_until, first);
        EXPECT_EQ(search(0.0, std::nextafter(first, 0.0)).verdict, ContactVerdict::Clear);
        EXPECT_EQ(search(half, 1.0).verdict, ContactVerdict::Contact);
        EXPECT_NEAR(search(half, 1.0).clear_until, first, 1e-6);
        const double after = intervals[0].until;
        if (after == 1.0) continue;
        const FirstContact rest = search(after, 1.0);
        EXPECT_EQ(rest.verdict, intervals.size() > 1 ? ContactVerdict::Contact : ContactVerdict::Clear);
        EXPECT_GT(rest.clear_until, after);
    }
    EXPECT_GE(seen[0], 2);
    EXPECT_GE(seen[1], 8);
    EXPECT_GE(seen[2], 1);
    EXPECT_GT(inside, 500);
    EXPECT_LE(inside_apart, inside / 100);
}

/// The whole scene: the lid is seated on the box, the box on the table, which both stay: of these two nothing
/// is asked.
TEST(ContactTimes, Example_SeatedPairsAreJudgedFromWhenTheyAreClear) {
    const Scene off = lid_scene({Vec3(0, 0, 1), Vec3(0, 0, 5), Vec3(9, 0, 5)});
    const PathProof clear = proof_of(off, {.all_contacts = true});
    EXPECT_EQ(clear.verdict, ContactVerdict::Clear);
    ASSERT_EQ(clear.seated.size(), 1u);
    EXPECT_EQ(clear.counts.at_rest, 1u);
    EXPECT_EQ(clear.counts.judged, 2u);
    ASSERT_TRUE(clear.seated[0].clear_from.has_value());
    EXPECT_EQ(clear.seated[0].clear_from->segment, 0u);
    EXPECT_NEAR(clear.seated[0].clear_from->t, 1e-6, 3e-6);
    EXPECT_EQ(clear.seated[0].meeting, BodyMeeting::Touching);
    ASSERT_EQ(clear.intervals.size(), 1u);
    EXPECT_EQ(clear.intervals[0].until.segment, 0u);
    EXPECT_EQ(clear.intervals[0].until.t, clear.seated[0].clear_from->t);
    // Down again: in contact with the box where it began.
    const Scene back = lid_scene({Vec3(0, 0, 1), Vec3(0, 0, 5), Vec3(0, 0, 0.5)});
    for (const int threads : {1, 3}) {
        const PathProof contact =
            proof_of(back, {.all_contacts = true, .threads = threads});
        EXPECT_EQ(contact.verdict, ContactVerdict::Contact);
        EXPECT_EQ(contact.segment, 1u);
        EXPECT_NEAR(contact.clear_until, 4.0 / 4.5, 1e-5);
        ASSERT_FALSE(contact.contacts.empty());
        for (const BodyContact& c : contact.contacts) EXPECT_EQ(c.bodies, (BodyPair{0, 1}));
        ASSERT_EQ(contact.intervals.size(), 2u);
        EXPECT_EQ(contact.intervals[1].bodies, (BodyPair{0, 1}));
        EXPECT_EQ(contact.intervals[1].from.segment, 1u);
        EXPECT_EQ(contact.intervals[1].from.t, contact.clear_until);
        EXPECT_EQ(contact.intervals[1].until.t, 1.0);
    }
    // Slid along in the first segment, lifted in the second.
    const PathProof later = proof_of(lid_scene({Vec3(0, 0, 1), Vec3(0.5, 0, 1), Vec3(0.5, 0, 5)}),
                                     {});
    EXPECT_EQ(later.verdict, ContactVerdict::Clear);
    ASSERT_TRUE(later.seated[0].clear_from.has_value());
    EXPECT_EQ(later.seated[0].clear_from->segment, 1u);
    EXPECT_TRUE(later.intervals.empty());
    // Never apart, and never deeper than it may be.
    const PathProof stuck = proof_of(lid_scene({Vec3(0, 0, 1), Vec3(0.5, 0, 1)}), {});
    EXPECT_EQ(stuck.verdict, ContactVerdict::Clear);
    EXPECT_FALSE(stuck.seated[0].clear_from.has_value());
}

TEST(ContactTimes, Degenerate_WhatIsNotKnownYetIsRefused) {
    const Scene scene = lid_scene({Vec3(0, 0, 1), Vec3(0, 0, 5)});
    PathOptions options{.with_proof = false, .all_contacts = true, .progress = Progress::Draw::Never};
    EXPECT_TRUE(prove_paths(scene, options).has_value());
    options.budget_s = 1.0;
    EXPECT_FALSE(prove_paths(scene, options).has_value());
}

}  // namespace graze::contact_times_test
