// The clearance along paths against distances that share no formula with it: all features of all pairs of triangles, placed by MPFI.
#include "graze/queries/paths/clearance_profile.h"

#include "oracle/quick_bodies.h"
#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace graze::clearance_profile_test {
namespace {

Pose at(const Vec3& place) { return {place, Eigen::Quaterniond::Identity()}; }

std::shared_ptr<const Mesh> box(double x, double y, double z) {
    return std::make_shared<const Mesh>(test::box_mesh({x, y, z}));
}

ClearanceProfile profile_of(const Scene& scene, ProfileOptions options = {},
                            std::span<const BodyPair> left_out = {}) {
    options.progress = Progress::Draw::Never;
    if (options.threads == 0) options.threads = 1;
    auto profile = clearance_profile(scene, left_out, options);
    EXPECT_TRUE(profile.has_value());
    return std::move(*profile);
}

/// Stretches cover all segments without gaps, and meet (L1) where they say so.
void expect_well_formed(const ClearanceProfile& profile, std::size_t segments, double gap = 0.01) {
    ASSERT_FALSE(profile.stretches.empty());
    std::size_t segment = 0;
    double time = 0.0;
    for (const ProfileStretch& stretch : profile.stretches) {
        if (time == 1.0 && segment + 1 < segments) ++segment, time = 0.0;
        ASSERT_EQ(stretch.segment, segment);
        ASSERT_EQ(stretch.from, time);
        ASSERT_LT(stretch.from, stretch.until);
        ASSERT_LE(0.0, stretch.lo);
        ASSERT_LE(stretch.lo, stretch.hi);
        if (stretch.meets_gap) {
            ASSERT_LE(stretch.hi - stretch.lo,
                      std::max(gap * stretch.lo, profile.tolerance) * (1.0 + 1e-12));
        }
        time = stretch.until;
    }
    ASSERT_EQ(segment + 1, segments);
    ASSERT_EQ(time, 1.0);
}

const ProfileStretch& stretch_at(const ClearanceProfile& profile, std::size_t segment, double t) {
    for (const ProfileStretch& stretch : profile.stretches)
        if (stretch.segment == segment && t <= stretch.until) return stretch;
    return profile.stretches.back();
}

/// A slides past B and away, C stands: boxes, so that distances are known by hand.
Scene slide(const std::vector<Vec3>& places) {
    Scene scene;
    scene.bodies = {{"a", box(0.5, 0.4, 0.3), at(places[0])},
                    {"b", box(1.0, 0.7, 0.6), at(Vec3::Zero())},
                    {"c", box(0.2, 0.1, 0.4), at(Vec3(0, 40, 0))}};
    Path path{.body = 0, .poses = {}, .turns = {}};
    for (const Vec3& place : places) path.poses.push_back(at(place));
    scene.paths = {path};
    return scene;
}

/// How far the two boxes of `slide` are apart when a is at this place.
double slide_distance(const Vec3& place) {
    const Vec3 gap = (place.cwiseAbs() - Vec3(1.5, 1.1, 0.9)).cwiseMax(0.0);
    return gap.norm();
}

struct TrueScene {
    Scene scene;
    std::vector<std::vector<oracle::Path>> paths;  // by segment and body

    [[nodiscard]] std::vector<oracle::Corner3> corners(std::size_t segment, std::size_t body, double t) const {
        const Mesh& mesh = *scene.bodies[body].mesh;
        const auto places = oracle::BodyPath{mesh, paths[segment][body]}.places(oracle::Num(t));
        std::vector<oracle::Corner3> all;
        for (const Triangle& ids : mesh.triangles)
            all.push_back({oracle::near_double(places[ids[0]]), oracle::near_double(places[ids[1]]),
                           oracle::near_double(places[ids[2]])});
        return all;
    }

    /// Of skins that do not cross; places have an error of some 1e-15.
    [[nodiscard]] oracle::Bracket distance(std::size_t segment, double t) const {
        oracle::Bracket least{HUGE_VAL, HUGE_VAL};
        std::vector<std::vector<oracle::Corner3>> at;
        for (std::size_t i = 0; i < scene.bodies.size(); ++i) at.push_back(corners(segment, i, t));
        for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}})
            for (const oracle::Corner3& a : at[static_cast<std::size_t>(i)])
                for (const oracle::Corner3& b : at[static_cast<std::size_t>(j)]) {
                    Vec3 line;
                    least = oracle::least_of(least, oracle::triangle_bracket(a, b, line));
                }
        constexpr double kRounding = 1e-12;
        return {least.lo - kRounding, least.hi + kRounding};
    }
};

/// A bumpy ball that wanders by screws or slerps between two others that stand.
TrueScene wandering(Rng& rng) {
    TrueScene truth;
    Scene& scene = truth.scene;
    const auto ball = std::make_shared<const Mesh>(test::bumpy_sphere_mesh(4, 6));
    scene.bodies = {{"ball", ball, {}}, {"post", box(0.3, 0.2, 1.5), {}}, {"stone", ball, {}}};
    scene.bodies[1].pose = test::random_pose(rng, Vec3(0.2, 0.1, 0.0));
    scene.bodies[2].pose = test::random_pose(rng, Vec3(-4.0, 3.0, 0.5));
    const bool is_screw = rng.below(2) == 0;
    Path path{.body = 0, .in_between = is_screw ? InBetween::Screw : InBetween::Slerp, .poses = {}, .turns = {}};
    path.poses = {test::random_pose(rng, Vec3(6.0, rng.uniform(-2, 2), 0)),
                  test::random_pose(rng, Vec3(rng.uniform(2.8, 3.4), rng.uniform(1, 3), rng.uniform(-1, 1))),
                  test::random_pose(rng, Vec3(-2.0, 5.5, 3.0))};
    scene.paths = {path};
    scene.bodies[0].pose = path.poses[0];
    for (std::size_t segment = 0; segment < 2; ++segment) {
        const Pose &from = path.poses[segment], &to = path.poses[segment + 1];
        std::vector<oracle::Path> all{is_screw ? oracle::true_screw(from, to, 0)
                                               : oracle::true_slerp(from, to, 0, Vec3::Zero())};
        for (const std::size_t body : {1u, 2u}) {
            const Pose pose = scene.bodies[body].pose;
            all.push_back([pose](const oracle::NumVec& x, const oracle::Num&) { return oracle::posed_by(pose, x); });
        }
        truth.paths.push_back(all);
    }
    return truth;
}

}  // namespace

TEST(ClearanceProfile, Example_ABoxThatSlidesPastAnotherIsKnownByHand) {
    const std::vector<Vec3> places{{-6, 1.3, 0}, {6, 1.3, 0}, {6, 8, 1}};
    const ClearanceProfile profile = profile_of(slide(places));
    expect_well_formed(profile, 2);
    EXPECT_TRUE(profile.meets_gap());
    EXPECT_EQ(profile.pairs, 2u);
    for (std::size_t segment = 0; segment < 2; ++segment)
        for (int i = 0; i <= 1000; ++i) {
            const double t = i / 1000.0;
            const double truth = slide_distance(places[segment] + t * (places[segment + 1] - places[segment]));
            const ProfileStretch& stretch = stretch_at(profile, segment, t);
            ASSERT_LE(stretch.lo, truth * (1.0 + 1e-12)) << segment << ' ' << t;
            ASSERT_GE(stretch.hi, truth * (1.0 - 1e-12)) << segment << ' ' << t;
        }
    ASSERT_TRUE(profile.least.has_value());
    EXPECT_LE(profile.least->lo, 0.2);
    EXPECT_GE(profile.least->hi, 0.2);
    EXPECT_LE(profile.least->hi - profile.least->lo, 0.0011 * 0.2);
    EXPECT_EQ(profile.least->bodies, (BodyPair{0, 1}));
    const auto& points = profile.least->nearest.points;
    EXPECT_NEAR((points[0] - points[1]).norm(), 0.2, 1e-9);
}

/// Through the other box: skins cross, are apart inside, where D is the way to the skin, and cross again.
TEST(ClearanceProfile, Example_ABoxThatGoesThroughAnotherHasNoClearanceWhereSkinsCross) {
    Scene scene = slide({{-3, 0.01, 0.02}, {3, 0.01, 0.02}});
    scene.bodies[0].mesh = box(0.2, 0.1, 0.15);
    const ClearanceProfile profile = profile_of(scene);
    expect_well_formed(profile, 1);
    for (int i = 0; i <= 600; ++i) {
        const double t = i / 600.0, x = std::abs(-3 + 6 * t);
        const ProfileStretch& stretch = stretch_at(profile, 0, t);
        const double truth = x > 1.2   ? x - 1.2
                             : x > 0.8 ? 0.0
                                       : std::min({0.8 - x, 0.7 - 0.11, 0.6 - 0.17});
        ASSERT_LE(stretch.lo, truth + 1e-12) << t;
        ASSERT_GE(stretch.hi, truth - 1e-12) << t;
    }
    EXPECT_EQ(profile.least->lo, 0.0);
    EXPECT_LE(profile.least->hi, 1e-9);
}

/// Two bodies keep their distance; a third flies by, near for a thousandth of the time: no look at the ends of long
/// stretches sees it.
TEST(ClearanceProfile, Example_WhatFliesByIsNotMissed) {
    Scene scene;
    scene.bodies = {{"a", box(0.5, 0.5, 0.5), {}},
                    {"b", box(0.5, 0.5, 0.5), at(Vec3(0, 2, 0))},
                    {"c", box(0.1, 0.1, 0.1), at(Vec3(-700, -0.9, 0))}};
    scene.paths = {{.body = 0, .poses = {{}, at(Vec3(0.001, 0, 0))}, .turns = {}},
                   {.body = 2, .poses = {at(Vec3(-700, -0.9, 0)), at(Vec3(1300, -0.9, 0))}, .turns = {}}};
    const ClearanceProfile profile = profile_of(scene);
    expect_well_formed(profile, 1);
    EXPECT_TRUE(profile.meets_gap());
    EXPECT_LE(profile.least->lo, 0.3);
    EXPECT_GE(profile.least->lo, 0.2995);
    EXPECT_EQ(profile.least->bodies, (BodyPair{0, 2}));
    for (int i = -50; i <= 50; ++i) {
        const double t = 0.35 + 2e-5 * i, x = -700 + 2000 * t - 0.001 * t;
        const double truth = std::min(1.0, std::hypot(0.3, std::max(0.0, std::abs(x) - 0.6)));
        const ProfileStretch& stretch = stretch_at(profile, 0, t);
        ASSERT_LE(stretch.lo, truth + 1e-9) << t;
        ASSERT_GE(stretch.hi, truth - 1e-9) << t;
    }
    EXPECT_LT(profile.stretches.size(), 3000u);
}

TEST(ClearanceProfile, Degenerate_NothingCountsAndNothingMoves) {
    Scene scene = slide({{-6, 1.3, 0}, {6, 1.3, 0}});
    scene.ignore = {{{0, 1}}, {{0, 2}, Allowed::Touching}};
    const ClearanceProfile none = profile_of(scene);
    EXPECT_TRUE(none.stretches.empty());
    EXPECT_FALSE(none.least.has_value());
    // The second segment stands still, at a distance of exactly 2.
    const ClearanceProfile still = profile_of(slide({{-6, 3.1, 0}, {0, 3.1, 0}, {0, 3.1, 0}}));
    expect_well_formed(still, 2);
    const ProfileStretch& stretch = stretch_at(still, 1, 0.3);
    EXPECT_LE(stretch.lo, 2.0);
    EXPECT_GE(stretch.hi, 2.0);
    EXPECT_TRUE(still.meets_gap());
    Scene rest = slide({{-6, 1.3, 0}, {6, 1.3, 0}});
    rest.paths.clear();
    EXPECT_EQ(clearance_profile(rest, {}, {}).error().code, ErrorCode::BadInput);
}

TEST(ClearanceProfile, Reference_LiesAroundTheTrueDistanceAtEveryTime) {
    Rng rng(4411);
    int near = 0, far = 0;
    for (int trial = 0; trial < 6; ++trial) {
        SCOPED_TRACE(trial);
        const TrueScene truth = wandering(rng);
        ASSERT_TRUE(validate(truth.scene, "scene").has_value());
        const ClearanceProfile profile = profile_of(truth.scene);
        expect_well_formed(profile, 2);
        ASSERT_TRUE(profile.meets_gap());
        double least = HUGE_VAL;
        for (std::size_t segment = 0; segment < 2; ++segment)
            for (int i = 0; i < 24; ++i) {
                const double t = rng.unit();
                const oracle::Bracket d = truth.distance(segment, t);
                const ProfileStretch& stretch = stretch_at(profile, segment, t);
                ASSERT_LE(stretch.lo, d.hi) << segment << ' ' << t;
                ASSERT_GE(stretch.hi, d.lo) << segment << ' ' << t;
                ++(d.hi < 1.0 ? near : far);
                least = std::min(least, d.hi);
            }
        ASSERT_TRUE(profile.least.has_value());
        ASSERT_LE(profile.least->lo, least);
        ASSERT_LE(profile.least->hi - profile.least->lo,
                  1.01 * std::max(1e-3 * profile.least->hi, 0.1 * profile.tolerance));
        ASSERT_GE(profile.least->hi, truth.distance(profile.least->at.segment, profile.least->at.t).lo);
        ASSERT_LE(profile.least->lo, truth.distance(profile.least->at.segment, profile.least->at.t).hi);
    }
    EXPECT_GT(near, 20);
    EXPECT_GT(far, 20);
}

/// Bodies that turn fast in a narrow place: speeds alone would take very many stretches.
TEST(ClearanceProfile, Property_ASpinningPlateNearAnotherTakesFewStretches) {
    Scene scene;
    scene.bodies = {{"disc", box(2.0, 2.0, 0.1), at(Vec3(0, 0, 0.21))}, {"floor", box(5, 5, 0.1), {}}};
    scene.paths = {{.body = 0, .poses = {at(Vec3(0, 0, 0.21)), at(Vec3(0, 0, 0.21))}, .turns = {}}};
    scene.paths[0].poses[1].rotation = Eigen::Quaterniond(0.5, 0, 0, std::sqrt(0.75));
    const ClearanceProfile profile = profile_of(scene);
    expect_well_formed(profile, 1);
    EXPECT_TRUE(profile.meets_gap());
    EXPECT_LT(profile.stretches.size(), 600u);
    EXPECT_NEAR(profile.least->hi, 0.01, 1e-6);
    for (const ProfileStretch& stretch : profile.stretches) ASSERT_LE(stretch.hi, 0.0102);
}

TEST(ClearanceProfile, Property_TheSameForAnyNumberOfThreads) {
    Rng rng(92);
    const TrueScene truth = wandering(rng);
    const ClearanceProfile one = profile_of(truth.scene, {.threads = 1}), three = profile_of(truth.scene, {.threads = 3});
    ASSERT_EQ(one.stretches.size(), three.stretches.size());
    for (std::size_t i = 0; i < one.stretches.size(); ++i) {
        ASSERT_EQ(one.stretches[i].from, three.stretches[i].from);
        ASSERT_EQ(one.stretches[i].lo, three.stretches[i].lo);
        ASSERT_EQ(one.stretches[i].hi, three.stretches[i].hi);
    }
    EXPECT_EQ(one.least->lo, three.least->lo);
    EXPECT_EQ(one.least->at.t, three.least->at.t);
}

/// With a small budget the numbers still hold, and those that are too far from each other say so.
TEST(ClearanceProfile, Property_ABudgetMakesItCoarseAndNeverWrong) {
    Rng rng(93);
    const TrueScene truth = wandering(rng);
    const ClearanceProfile profile = profile_of(truth.scene, {.most_stretches = 32});
    expect_well_formed(profile, 2);
    EXPECT_FALSE(profile.meets_gap());
    for (int i = 0; i < 30; ++i) {
        const double t = rng.unit();
        const oracle::Bracket d = truth.distance(0, t);
        const ProfileStretch& stretch = stretch_at(profile, 0, t);
        ASSERT_LE(stretch.lo, d.hi);
        ASSERT_GE(stretch.hi, d.lo);
    }
    EXPECT_LE(profile.least->lo, profile.least->hi);
}

TEST(ClearanceProfile, Property_PairsThatAreLeftOutDoNotCount) {
    const Scene scene = slide({{-6, 1.3, 0}, {6, 1.3, 0}});
    const std::vector<BodyPair> out{{0, 1}};
    const ClearanceProfile profile = profile_of(scene, {}, out);
    EXPECT_EQ(profile.pairs, 1u);
    EXPECT_EQ(profile.least->bodies, (BodyPair{0, 2}));
    EXPECT_GT(profile.least->lo, 37.0);
}

TEST(ClearanceProfile, Example_StretchesBelowALimit) {
    const ClearanceProfile profile = profile_of(slide({{-6, 1.3, 0}, {6, 1.3, 0}}));
    const auto low = stretches_below(profile, 1.0);
    ASSERT_EQ(low.size(), 1u);
    EXPECT_TRUE(low[0].is_certain);
    // At the distance 1: 0.2 beside it, so the corner is at x = 1.5 + sqrt(1 - 0.04).
    const double x = 1.5 + std::sqrt(0.96);
    EXPECT_LE(low[0].from.t, (6 - x) / 12);
    EXPECT_GT(low[0].from.t, (6 - x) / 12 - 0.002);
    EXPECT_GE(low[0].until.t, (6 + x) / 12);
    EXPECT_LT(low[0].until.t, (6 + x) / 12 + 0.002);
    EXPECT_TRUE(stretches_below(profile, 0.19).empty());
    EXPECT_EQ(stretches_below(profile, 1e9).size(), 1u);
}

}  // namespace graze::clearance_profile_test
