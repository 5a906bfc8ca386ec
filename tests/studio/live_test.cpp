#include "studio/live.h"

#include "graze/dynamics/handling/exact_check.h"
#include "graze/dynamics/handling/places.h"
#include "graze/queries/paths/path_proof.h"
#include "studio/saved_session.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace graze::studio::live_test {
namespace {

/// A box that moves, a wall 20 away from it, and a second box behind it that stands.
Scene wall_scene() {
    Scene scene;
    const auto box = std::make_shared<const Mesh>(test::box_mesh({5.0, 4.0, 3.0}));
    const auto wall = std::make_shared<const Mesh>(test::box_mesh({1.0, 60.0, 60.0}));
    scene.bodies = {{"box", box, {}}, {"wall", wall, {.translation = {26.0, 0.0, 0.0}}}, {"other", box, {.translation = {-30.0, 2.0, 1.0}}}};
    scene.bodies[0].physics.density = 1.0;
    return scene;
}

Live open(Scene scene = wall_scene()) {
    auto opened = open_scene(std::move(scene), {7, "wall", "wall.json"});
    EXPECT_TRUE(opened.has_value());
    return Live(*std::move(opened));
}

Pose at(double x, double y = 0.0, double z = 0.0) { return {.translation = {x, y, z}}; }

void drag_to(Live& live, const Pose& pose, int frames = 5) {
    static double seq = 0.0;
    ASSERT_TRUE(live.drag({.seq = ++seq, .pose = pose}));
    for (int i = 0; i < frames; ++i) live.step({});
}

void move(Live& live, const Pose& pose, std::uint32_t body = 0) {
    ASSERT_TRUE(live.grab({body, live.world().pose(body).translation}));
    drag_to(live, pose);
    ASSERT_TRUE(live.release());
}

double x_of(const Live& live, std::uint32_t body = 0) { return live.world().pose(body).translation.x(); }

PathVerdict proved(const Live& live, const StudioPath& path) {
    // Boxes that are pressed stand nearer to the wall than the usual tolerance, see judge.cpp.
    const auto proof = prove_paths(scene_along(path, live.scene(), live.rules()), {.tolerance = 1e-7, .with_proof = false, .threads = 1});
    EXPECT_TRUE(proof.has_value());
    return proof && proof->verdict == ContactVerdict::Clear ? PathVerdict::Clear : PathVerdict::Contact;
}

}  // namespace

TEST(StudioLive, Example_ABoxThatIsPulledThroughAWallStopsAtIt) {
    Live live = open();
    ExactCheck check(live.world());
    EXPECT_FALSE(live.wants_step());
    ASSERT_TRUE(live.grab({0, {5.0, 0.0, 0.0}}));
    EXPECT_TRUE(live.wants_step());
    for (const double x : {10.0, 100.0, 1000.0, 1e9}) {
        drag_to(live, at(x));
        EXPECT_TRUE(check.meeting().empty());
    }
    EXPECT_GT(x_of(live), 19.9);  // the wall begins at 25, the box is 5 to its front
    EXPECT_LT(x_of(live), 20.0);
    const FrameData frame = live.frame();
    EXPECT_EQ(frame.head.scene, 7U);
    EXPECT_EQ(frame.head.grabbed, 0U);
    EXPECT_TRUE(frame.head.flags & kGrabbed);
    EXPECT_GT(frame.head.lag, 9e8);
    EXPECT_GT(frame.head.proved_gap, 0.0);
    EXPECT_LT(frame.head.proved_gap, 0.1);
    ASSERT_FALSE(frame.contacts.empty());
    EXPECT_EQ(frame.contacts.front().bodies, (Pair{0, 1}));
    EXPECT_EQ(frame.head.badge, Badge::Certified);
    ASSERT_TRUE(live.release());
    EXPECT_FALSE(live.wants_step());
}

TEST(StudioLive, Example_PointsAndTurnsAreDraggedAboutTheGrabbedPoint) {
    Live live = open();
    ASSERT_TRUE(live.grab({0, {5.0, 4.0, 3.0}}));
    const Vec3 turn(0.0, 0.0, 0.5), to(7.0, 9.0, 3.0);
    ASSERT_TRUE(live.drag({.seq = 1.0, .point = to, .turn = turn}));
    for (int i = 0; i < 10; ++i) live.step({});
    EXPECT_LT((apply(live.world().pose(0), Vec3(5.0, 4.0, 3.0)) - to).norm(), 1e-9);
    EXPECT_LT((rotation_vector_of(live.world().pose(0).rotation) - turn).norm(), 1e-9);
}

TEST(StudioLive, Example_HeldAxesAreHeld) {
    Live live = open();
    live.set_lock({.move = {false, true, true}, .turn = {true, true, true}});
    ASSERT_TRUE(live.grab({0, Vec3::Zero()}));
    drag_to(live, {.translation = {9.0, 8.0, 7.0}, .rotation = turn_by({0.3, 0.2, 0.1})}, 10);
    EXPECT_LT((live.world().pose(0).translation - Vec3(9.0, 0.0, 0.0)).norm(), 1e-6);
    EXPECT_LT(rotation_vector_of(live.world().pose(0).rotation).norm(), 1e-6);
}

TEST(StudioLive, Example_UndoRedoAndReset) {
    Live live = open();
    move(live, at(10.0));
    move(live, at(10.0, 12.0));
    const Pose last = live.world().pose(0);
    EXPECT_EQ(live.tape().undo_title(), "Move box");
    ASSERT_TRUE(live.undo());
    EXPECT_NEAR(x_of(live), 10.0, 1e-9);
    EXPECT_NEAR(live.world().pose(0).translation.y(), 0.0, 1e-9);
    ASSERT_TRUE(live.undo());
    EXPECT_EQ(x_of(live), 0.0);
    EXPECT_FALSE(live.undo());
    ASSERT_TRUE(live.redo());
    ASSERT_TRUE(live.redo());
    EXPECT_EQ(live.world().pose(0).translation, last.translation);  // the same bits
    EXPECT_FALSE(live.redo());
    ASSERT_TRUE(live.reset());
    EXPECT_EQ(x_of(live), 0.0);
    ASSERT_TRUE(live.undo());
    EXPECT_EQ(live.world().pose(0).translation, last.translation);
}

TEST(StudioLive, Example_ACancelledDragGoesBackAndLeavesNothing) {
    Live live = open();
    ASSERT_TRUE(live.grab({0, Vec3::Zero()}));
    drag_to(live, at(12.0));
    ASSERT_TRUE(live.cancel_drag());
    EXPECT_EQ(x_of(live), 0.0);
    EXPECT_EQ(live.tape().undo_title(), "");
}

TEST(StudioLive, Example_ACancelledDragIsShownOnItsWayBack) {
    Live live = open();
    const auto shown = [&] { return live.frame().poses.at(0).pose[0]; };
    ASSERT_TRUE(live.grab({0, Vec3::Zero()}));
    for (const double x : {4.0, 8.0, 12.0}) drag_to(live, at(x));
    ASSERT_TRUE(live.cancel_drag());
    double last = shown();
    EXPECT_NEAR(last, 12.0, 1e-6);
    int between = 0;
    for (int tick = 0; tick < 20; ++tick) {
        live.pass(1.0 / 60.0);
        EXPECT_LE(shown(), last);
        last = shown();
        between += last > 0.0 && last < 12.0;
    }
    EXPECT_GT(between, 3);
    EXPECT_EQ(last, 0.0);
    // Whoever grabs it in between has it where it is.
    ASSERT_TRUE(live.grab({0, Vec3::Zero()}));
    drag_to(live, at(12.0));
    ASSERT_TRUE(live.cancel_drag());
    ASSERT_TRUE(live.grab({0, Vec3::Zero()}));
    EXPECT_EQ(shown(), 0.0);
}

TEST(StudioLive, Example_AHandFarAwayIsStoppedLikeOneNearby) {
    Live live = open();
    ExactCheck check(live.world());
    ASSERT_TRUE(live.grab({0, Vec3::Zero()}));
    drag_to(live, at(1e6, 1e3), 30);
    EXPECT_GT(x_of(live), 15.0);
    EXPECT_LT(x_of(live), 20.0);
    EXPECT_TRUE(check.meeting().empty());
    const FrameData frame = live.frame();
    EXPECT_GT(frame.head.lag, 9e5);  // what is wanted is still what is wanted
    EXPECT_TRUE(std::any_of(frame.contacts.begin(), frame.contacts.end(), [](const FrameContact& one) { return one.push > 0.0; }));
    drag_to(live, at(3.0), 30);
    EXPECT_NEAR(x_of(live), 3.0, 1e-6);
}

TEST(StudioLive, Example_TypedValuesAreReachedOrStopped) {
    Live live = open();
    std::optional<Placed> placed;
    const auto wait = [&](double x) {
        placed.reset();
        ASSERT_TRUE(live.place(0, at(x), [&](const Placed& done) { placed = done; }));
        for (int i = 0; i < 100 && !placed; ++i) live.step({});
        ASSERT_TRUE(placed);
    };
    wait(8.0);
    EXPECT_TRUE(placed->reached);
    EXPECT_NEAR(x_of(live), 8.0, 1e-6);
    wait(50.0);
    EXPECT_FALSE(placed->reached);
    EXPECT_EQ(placed->stopped_by, std::vector<std::uint32_t>{1});
    EXPECT_EQ(placed->asked.translation.x(), 50.0);
    EXPECT_LT(placed->is.translation.x(), 20.0);
    EXPECT_FALSE(live.wants_step());
}

TEST(StudioLive, Example_WhatIsRecordedIsProvedAgainByAnotherSearch) {
    Live live = open();
    move(live, at(3.0));
    live.start_recording();
    ASSERT_TRUE(live.grab({0, Vec3::Zero()}));
    for (int i = 0; i < 12; ++i) drag_to(live, {.translation = {4.0 * i, 3.0 * i, 0.0}, .rotation = turn_by({0.0, 0.1 * i, 0.2})}, 2);
    ASSERT_TRUE(live.release());
    const auto number = live.stop_recording();
    ASSERT_TRUE(number);
    const StudioPath& path = *live.path(*number);
    EXPECT_EQ(path.verdict, PathVerdict::Proved);
    EXPECT_EQ(path.stretch.bodies, std::vector<std::uint32_t>{0});
    EXPECT_NEAR(path.start[0].translation.x(), 3.0, 1e-9);
    EXPECT_GT(path.stops(), 5U);
    EXPECT_TRUE(std::is_sorted(path.stretch.times.begin(), path.stretch.times.end()));
    EXPECT_EQ(proved(live, path), PathVerdict::Clear);
    EXPECT_EQ(proved(live, reversed(path)), PathVerdict::Clear);
    EXPECT_EQ(proved(live, trimmed(path, 1, path.stops() - 2)), PathVerdict::Clear);
    const StudioPath simple = simplified(path, 1e-3, live.scene());
    EXPECT_LT(simple.stops(), path.stops());
    EXPECT_EQ(simple.verdict, PathVerdict::NotChecked);
    EXPECT_FALSE(live.stop_recording());
}

TEST(StudioLive, Example_AReplayShowsThePathAndTheWorldStands) {
    Live live = open();
    live.start_recording();
    move(live, at(15.0));
    const std::uint32_t path = *live.stop_recording();
    const double end = x_of(live);
    ASSERT_TRUE(live.scrub({path, 0.0}));
    EXPECT_EQ(live.frame().poses.front().pose[0], 0.0);
    EXPECT_EQ(live.frame().head.badge, Badge::Replay);
    EXPECT_EQ(x_of(live), end);
    EXPECT_FALSE(live.wants_step());
    ASSERT_TRUE(live.play({.path = path, .from = 0.0, .speed = 1.0}));
    live.pass(1e3);
    EXPECT_EQ(live.frame().poses.front().pose[0], end);
    ASSERT_TRUE(live.continue_from({path, 0}));
    EXPECT_EQ(x_of(live), 0.0);
    ASSERT_TRUE(live.undo());
    EXPECT_EQ(x_of(live), end);
    EXPECT_FALSE(live.play({.path = 99}));
    EXPECT_FALSE(live.continue_from({path, 100000}));
}

TEST(StudioLive, Example_ABodyThatStandsMovesOnceItIsGrabbed) {
    Live live = open();
    move(live, at(5.0));
    EXPECT_FALSE(live.world().is_movable(2));
    move(live, at(-30.0, 12.0, 1.0), 2);
    EXPECT_NEAR(live.world().pose(2).translation.y(), 12.0, 1e-6);
    ASSERT_TRUE(live.undo());
    ASSERT_TRUE(live.undo());
    EXPECT_EQ(live.world().pose(2).translation, Vec3(-30.0, 2.0, 1.0));
    EXPECT_EQ(x_of(live), 0.0);
    ASSERT_TRUE(live.redo());
    ASSERT_TRUE(live.redo());
    EXPECT_NEAR(live.world().pose(2).translation.y(), 12.0, 1e-6);
}

TEST(StudioLive, Example_AMarginIsKeptAndAnIgnoredPairIsNot) {
    Live live = open();
    ASSERT_TRUE(live.set_margin({{0, 1}, 4.0}));
    ASSERT_TRUE(live.grab({0, Vec3::Zero()}));
    drag_to(live, at(100.0), 20);
    EXPECT_LT(x_of(live), 16.0);
    EXPECT_GT(x_of(live), 15.5);
    ASSERT_TRUE(live.release());
    ASSERT_TRUE(live.set_margin({{0, 1}, {}}));
    ASSERT_TRUE(live.ignore({{0, 1}, true}));
    move(live, at(26.0));
    EXPECT_NEAR(x_of(live), 26.0, 1e-6);
    EXPECT_FALSE(live.ignore({{0, 1}, false}));  // it is in the wall
    move(live, at(60.0));
    EXPECT_TRUE(live.ignore({{0, 1}, false}));
    move(live, at(0.0));
    EXPECT_GT(x_of(live), 31.9);  // now from behind
}

TEST(StudioLive, Example_TheSecondWorldFallsAndPauses) {
    Live live = open();
    ASSERT_TRUE(live.set_world({.order = 2, .gravity = Vec3(0.0, 0.0, -100.0)}));
    ASSERT_TRUE(live.wants_step());
    for (int i = 0; i < 30; ++i) live.step({});
    EXPECT_LT(live.world().pose(0).translation.z(), -1.0);
    ASSERT_TRUE(live.set_world({.paused = true}));
    EXPECT_FALSE(live.wants_step());
    live.step_paused(1);
    EXPECT_TRUE(live.wants_step());
    live.step({});
    EXPECT_FALSE(live.wants_step());
    EXPECT_FALSE(live.place(0, at(0.0), {}));
    ASSERT_TRUE(live.throw_body({.body = 0, .velocity = {0.0, 50.0, 0.0}}));
    live.step_paused(5);
    for (int i = 0; i < 5; ++i) live.step({});
    EXPECT_GT(live.world().velocity(0).linear.y(), 40.0);
    EXPECT_FALSE(live.tape().undo_title().empty());
}

TEST(StudioLive, Example_SnapshotsArePlacesToGoBackTo) {
    Live live = open();
    move(live, at(9.0));
    const std::uint32_t number = live.snapshot("near");
    move(live, at(2.0));
    ASSERT_TRUE(live.restore(number));
    EXPECT_NEAR(x_of(live), 9.0, 1e-9);
    ASSERT_TRUE(live.forget(number));
    EXPECT_FALSE(live.restore(number));
    EXPECT_FALSE(live.forget(number));
}

TEST(StudioLive, Example_ASessionComesBackFromItsText) {
    Live live = open();
    live.start_recording();
    move(live, at(100.0));  // to the wall
    ASSERT_TRUE(live.stop_recording());
    ASSERT_TRUE(live.ignore({{1, 2}, true}));
    SavedSession session = session_of(live);
    session.when = "2026-01-01 10:00:00";
    session.files = {"wall.json"};
    const auto read = parse_session(format_session(session), "session.json");
    ASSERT_TRUE(read) << read.error().message;
    Live again = open();
    EXPECT_TRUE(put_back(again, *read).empty());
    EXPECT_EQ(again.world().pose(0).translation, live.world().pose(0).translation);  // the same bits
    EXPECT_TRUE(again.world().seats().empty());
    ASSERT_EQ(again.paths().size(), 1U);
    EXPECT_EQ(again.paths().begin()->second.verdict, PathVerdict::NotChecked);
    EXPECT_EQ(again.ignored(), live.ignored());
    move(again, at(1000.0));
    EXPECT_LT(x_of(again), 20.0);
}

TEST(StudioLive, Degenerate_ASessionThatLiesPutsNothingIntoAnother) {
    Live live = open();
    SavedSession session = session_of(live);
    session.poses = {{"box", at(26.0)}, {"nobody", at(3.0)}};
    EXPECT_EQ(put_back(live, session).size(), 1U);
    EXPECT_EQ(x_of(live), 0.0);
    for (const char* text : {"", "{}", "[]", R"({"graze_studio": 2})", R"({"graze_studio": 1, "when": 3})"}) EXPECT_FALSE(parse_session(text, "s.json")) << text;
}

TEST(StudioLive, Degenerate_NoSuchBody) {
    Live live = open();
    EXPECT_FALSE(live.grab({3, Vec3::Zero()}));
    EXPECT_FALSE(live.place(9, at(0.0), {}));
    EXPECT_FALSE(live.nudge({.body = 9}, {}));
    EXPECT_FALSE(live.set_margin({{0, 9}, 1.0}));
    EXPECT_FALSE(live.ignore({{0, 9}, true}));
    EXPECT_TRUE(live.release());
    EXPECT_TRUE(live.drag({.seq = 1.0, .pose = at(1.0)}));
    EXPECT_EQ(x_of(live), 0.0);
}

}  // namespace graze::studio::live_test
