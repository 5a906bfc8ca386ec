#include "graze_papers/redon_paths.h"

#include "graze/demo/demo.h"
#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <map>

namespace graze::papers::redon_paths_test {
namespace {

constexpr double kClearance = 0.01, kTolerance = 1e-4;

std::shared_ptr<const Mesh> box(double x, double y, double z) {
    return std::make_shared<const Mesh>(test::box_mesh({x, y, z}));
}

Pose at(double x, double y = 0, double z = 0) { return {{x, y, z}, Eigen::Quaterniond::Identity()}; }

/// A cube of side 1 goes from 0 to 8; another stands at `rest`.
Scene two_cubes(const Pose& rest) {
    Scene scene;
    scene.bodies = {{"mover", box(0.5, 0.5, 0.5), {}}, {"rest", box(0.5, 0.5, 0.5), rest}};
    scene.paths = {{.body = 0, .poses = {at(0), at(8)}, .turns = {}}};
    return scene;
}

/// A bumpy ball goes by a box at rest, or into it, in two segments, and a small box beside it.
Scene random_scene(Rng& rng, InBetween in_between) {
    Scene scene;
    scene.bodies = {{"ball", std::make_shared<const Mesh>(test::bumpy_sphere_mesh(6, 9)), {}},
                    {"box", box(1, 0.5, 0.3), {}},
                    {"follower", box(0.2, 0.2, 0.2), {}}};
    scene.bodies[1].pose = test::random_pose(rng, Vec3::Zero());
    Path path{.body = 0, .in_between = in_between, .poses = {}, .turns = {}};
    Path beside{.body = 2, .in_between = in_between, .poses = {}, .turns = {}};
    for (const Vec3& about : {Vec3(-4, 0, 0), Vec3(0, rng.uniform(1.2, 3.5), 0), Vec3(4, 0, 0)}) {
        path.poses.push_back(test::random_pose(rng, about + test::random_vector(rng, 0.2)));
        beside.poses.push_back(test::random_pose(rng, about + Vec3(2, 0, 2)));
    }
    scene.bodies[0].pose = path.poses[0];
    scene.bodies[2].pose = beside.poses[0];
    scene.paths = {path, beside};
    return scene;
}

/// Boxes on three joints, which begin at 0 or not, and a ball that may be in the way.
Scene random_arm(Rng& rng) {
    Scene scene;
    scene.bodies = {{"base", box(0.3, 0.3, 0.2), {}},
                    {"upper", box(0.9, 0.1, 0.1), at(1.0, 0, 0.5)},
                    {"lower", box(0.7, 0.08, 0.08), at(2.6, 0, 0.8)},
                    {"hand", box(0.2, 0.15, 0.05), at(3.6, 0, 0.8)},
                    {"ball", std::make_shared<const Mesh>(test::bumpy_sphere_mesh(6, 9)), {}},
                    {"knob", box(0.1, 0.1, 0.1), at(1.0, 0.5, 0.5)}};
    scene.bodies[4].pose.translation = Vec3(3.0, rng.uniform(0.5, 4.0), rng.uniform(-1.5, 1.5));
    scene.joints = {{1, 0, JointKind::Revolute, {0, 0, 1}, {0, 0, 0}, {}},
                    {2, 1, JointKind::Revolute, {0.1, 1, 0}, {2, 0, 0.5}, {}},
                    {3, 2, JointKind::Prismatic, {1, 0, 0}, {0, 0, 0}, {}},
                    {5, 1, JointKind::Fixed}};
    for (const auto& [a, b] : {std::pair{0u, 1u}, {1u, 2u}, {2u, 3u}, {1u, 5u}})
        scene.ignore.push_back({{a, b}});
    const double first = rng.below(2) == 0 ? 0.0 : 5.0;
    scene.paths = {{.body = 1, .poses = {}, .turns = {}, .values = {first, rng.uniform(10, 70), 20}},
                   {.body = 2, .poses = {}, .turns = {}, .values = {0, rng.uniform(-50, 50), 10}},
                   {.body = 3, .poses = {}, .turns = {}, .values = {0, rng.uniform(-0.3, 0.5), 0.1}}};
    return scene;
}

PathOptions quietly(PathOptions options) {
    options.with_proof = false;
    options.progress = Progress::Draw::Never;
    return options;
}

RedonPaths redon(const Scene& scene, const PathOptions& options = {}) {
    EXPECT_TRUE(validate(scene, "scene").has_value());
    auto found = redon_paths(scene, quietly(options));
    EXPECT_TRUE(found.has_value());
    return found ? *std::move(found) : RedonPaths{};
}

PathProof ours(const Scene& scene, const PathOptions& options = {}) {
    auto found = prove_paths(scene, quietly(options));
    EXPECT_TRUE(found.has_value());
    return found ? *std::move(found) : PathProof{};
}

/// Both methods; seeds are such that nothing ends within (d, d + e]. `apart`: of the two times.
ContactVerdict expect_same(const Scene& scene, const PathOptions& options, double apart) {
    const PathProof theirs = redon(scene, options).proof, searched = ours(scene, options);
    EXPECT_EQ(theirs.verdict, searched.verdict);
    EXPECT_EQ(theirs.segment, searched.segment);
    EXPECT_NEAR(theirs.clear_until, searched.clear_until, apart);
    EXPECT_EQ(theirs.contacts.empty(), searched.contacts.empty());
    if (theirs.verdict == ContactVerdict::OverlapAtStart) {
        EXPECT_EQ(theirs.contacts.size(), searched.contacts.size());
        for (std::size_t i = 0; i < std::min(theirs.contacts.size(), searched.contacts.size()); ++i) {
            const BodyContact &p = theirs.contacts[i], &q = searched.contacts[i];
            EXPECT_EQ(p.bodies, q.bodies);
            EXPECT_EQ(p.at.distance_hi, q.at.distance_hi);
        }
        EXPECT_EQ(theirs.overlaps.size(), searched.overlaps.size());
        for (std::size_t i = 0; i < std::min(theirs.overlaps.size(), searched.overlaps.size()); ++i) {
            EXPECT_EQ(theirs.overlaps[i].bodies, searched.overlaps[i].bodies);
            EXPECT_EQ(theirs.overlaps[i].meeting, searched.overlaps[i].meeting);
        }
        return theirs.verdict;
    }
    for (const BodyContact& contact : theirs.contacts) {
        EXPECT_EQ(contact.bodies, searched.contacts[0].bodies);
        EXPECT_LE(contact.at.distance_hi, (options.clearance + *options.tolerance) * (1 + 1e-9));
    }
    return theirs.verdict;
}

std::string message(const Expected<RedonPaths>& refused) {
    EXPECT_FALSE(refused.has_value());
    return refused ? "" : refused.error().message;
}

}  // namespace

TEST(RedonPaths, Example_CubesMeetAtAKnownTime) {
    const Scene scene = two_cubes(at(4, 0.25, 0.125));
    for (const double clearance : {0.0, 1.0}) {
        const double time = (3 - clearance) / 8;
        const RedonPaths found = redon(scene, {.clearance = clearance, .tolerance = 1e-6});
        ASSERT_EQ(found.proof.verdict, ContactVerdict::Contact);
        EXPECT_EQ(found.proof.segment, 0u);
        EXPECT_LE(found.proof.clear_until, time);
        EXPECT_NEAR(found.proof.clear_until, time, 1e-6);
        ASSERT_FALSE(found.proof.contacts.empty());
        EXPECT_EQ(found.proof.contacts[0].bodies, (BodyPair{0, 1}));
        EXPECT_NEAR(found.proof.contacts[0].at.normal.x(), -1.0, 1e-6);
        EXPECT_NEAR(found.proof.contacts[0].at.distance_hi, clearance, 2e-6);
        EXPECT_EQ(found.proof.stats.searched, 1u);
        EXPECT_EQ(found.proof.stats.search.node_pairs, found.counters.box_pairs);
        EXPECT_EQ(found.proof.stats.search.elementary, found.counters.feature_pairs);
        EXPECT_GT(found.counters.box_pairs, 0u);
        EXPECT_GT(found.counters.feature_pairs, 0u);
        EXPECT_GT(found.counters.continuous_tests, 0u);
    }
    const RedonPaths clear = redon(two_cubes(at(4, 1.5)));
    EXPECT_EQ(clear.proof.verdict, ContactVerdict::Clear);
    EXPECT_EQ(clear.proof.clear_until, 1.0);
    EXPECT_EQ(clear.proof.counts.judged, 1u);
    EXPECT_TRUE(clear.proof.contacts.empty());
}

TEST(RedonPaths, Example_TheEarliestOfManyContactsCounts) {
    Scene scene = two_cubes(at(4));
    scene.bodies.push_back({"nearer", box(0.5, 0.5, 0.5), at(3, 0.25)});
    scene.bodies.push_back({"aside", box(0.5, 0.5, 0.5), at(2, 3)});
    const RedonPaths found = redon(scene, {.tolerance = 1e-6});
    ASSERT_EQ(found.proof.verdict, ContactVerdict::Contact) << "that the two at rest touch is not asked";
    EXPECT_EQ(found.proof.counts.at_rest, 3u);
    scene.ignore = {{{1, 2}, Allowed::Touching}};
    const RedonPaths again = redon(scene, {.tolerance = 1e-6});
    ASSERT_EQ(again.proof.verdict, ContactVerdict::Contact);
    EXPECT_NEAR(again.proof.clear_until, 2.0 / 8, 1e-6);
    for (const BodyContact& contact : again.proof.contacts) EXPECT_EQ(contact.bodies, (BodyPair{0, 2}));
    EXPECT_EQ(again.proof.counts.at_rest, 3u);
    EXPECT_EQ(again.proof.counts.ignored, 0u) << "who may touch is judged by depth, and these are at rest";
}

TEST(RedonPaths, Example_OverlapAtTheStartIsExact) {
    EXPECT_EQ(redon(two_cubes(at(-1))).proof.verdict, ContactVerdict::OverlapAtStart);
    EXPECT_EQ(redon(two_cubes(at(-1 - 0x1p-40))).proof.verdict, ContactVerdict::Contact) << "within e of it";
    EXPECT_EQ(redon(two_cubes(at(-1 - 0x1p-10))).proof.verdict, ContactVerdict::Clear);
    Scene inside = two_cubes(at(0));
    inside.bodies[1].mesh = box(3, 3, 3);
    const RedonPaths found = redon(inside);
    ASSERT_EQ(found.proof.verdict, ContactVerdict::OverlapAtStart);
    ASSERT_EQ(found.proof.overlaps.size(), 1u);
    EXPECT_STREQ(kind_of(found.proof.overlaps[0]), "contained");
    const RedonPaths near = redon(two_cubes(at(-2)), {.clearance = 1.0});
    EXPECT_STREQ(kind_of(near.proof.overlaps.at(0)), "within_clearance");
}

TEST(RedonPaths, Example_WhatItDoesNotGiveIsRefused) {
    const Scene scene = two_cubes(at(4));
    PathOptions options = quietly({});
    options.with_proof = true;
    EXPECT_EQ(message(redon_paths(scene, options)),
              "redon02: a certificate is asked for, and this method finds the first contact only; use the "
              "method search, or leave that out");
    Scene allowed = scene;
    allowed.ignore = {{.bodies = {0, 1}, .allowed = Allowed::Touching}};
    const RedonPaths open = redon(allowed, {});
    EXPECT_EQ(open.proof.verdict, ContactVerdict::Undecided);
    EXPECT_EQ(open.proof.not_judged.size(), 1u);
    options = quietly({.all_contacts = true});
    EXPECT_NE(message(redon_paths(scene, options)).find("a list of all contacts"), std::string::npos);
    Scene still = scene;
    still.paths.clear();
    EXPECT_NE(message(redon_paths(still, quietly({}))).find("no paths"), std::string::npos);
}

TEST(RedonPaths, Degenerate_ABudgetOfNothingAndOneBodyAlone) {
    const RedonPaths none = redon(two_cubes(at(4)), {.budget_s = 0.0});
    EXPECT_EQ(none.proof.verdict, ContactVerdict::Undecided);
    EXPECT_EQ(none.proof.clear_until, 0.0);
    const RedonPaths enough = redon(two_cubes(at(4)), {.budget_s = 3600.0});
    EXPECT_EQ(enough.proof.verdict, ContactVerdict::Contact);
    Scene alone = two_cubes(at(4));
    alone.bodies.resize(1);
    EXPECT_EQ(redon(alone).proof.verdict, ContactVerdict::Clear);
}

TEST(RedonPaths, Reference_AgreesWithTheSearchOnEveryKindOfMotion) {
    Rng rng(81);
    std::array<int, 2> seen{};
    for (const InBetween in_between : {InBetween::Screw, InBetween::Slerp, InBetween::LinearParameters})
        for (int trial = 0; trial < 10; ++trial) {
            SCOPED_TRACE(trial);
            const Scene scene = random_scene(rng, in_between);
            const ContactVerdict verdict =
                expect_same(scene, {.clearance = kClearance, .tolerance = kTolerance}, 1e-3);
            ASSERT_TRUE(verdict == ContactVerdict::Clear || verdict == ContactVerdict::Contact);
            ++seen[verdict == ContactVerdict::Contact];
        }
    EXPECT_GE(seen[0], 6);
    EXPECT_GE(seen[1], 6);
}

TEST(RedonPaths, Reference_AgreesWithTheSearchOnJoints) {
    Rng rng(82);
    std::map<ContactVerdict, int> seen;
    for (int trial = 0; trial < 30; ++trial) {
        SCOPED_TRACE(trial);
        ++seen[expect_same(random_arm(rng), {.clearance = kClearance, .tolerance = kTolerance}, 1e-3)];
    }
    EXPECT_GE(seen[ContactVerdict::Clear], 5);
    EXPECT_GE(seen[ContactVerdict::Contact], 5);
    EXPECT_GE(seen[ContactVerdict::OverlapAtStart], 1);
    EXPECT_EQ(seen[ContactVerdict::Undecided], 0);
}

TEST(RedonPaths, Reference_AgreesWithTheSearchOnDemos) {
    const PathOptions options{.tolerance = 1e-3};
    const Scene rabbits = *make_demo("bunnies", {.parameters = {{"triangles", 5000.0}}});
    EXPECT_EQ(expect_same(rabbits, options, 1e-3), ContactVerdict::Contact);
    const Scene peg = *make_demo("peg-in-hole", {.parameters = {{"resolution", 16.0}, {"rows", 2.0}}});
    EXPECT_EQ(expect_same(peg, options, 0.0), ContactVerdict::Clear);
}

TEST(RedonPaths, Property_SameBitsForAnyNumberOfThreads) {
    Rng rng(83);
    for (int trial = 0; trial < 3; ++trial) {
        const Scene scene = random_arm(rng);
        const RedonPaths one = redon(scene, {.clearance = kClearance, .threads = 1});
        for (const int threads : {2, 7}) {
            const RedonPaths many = redon(scene, {.clearance = kClearance, .threads = threads});
            EXPECT_EQ(many.proof.verdict, one.proof.verdict);
            EXPECT_EQ(many.proof.clear_until, one.proof.clear_until);
            EXPECT_EQ(many.proof.contacts.size(), one.proof.contacts.size());
            EXPECT_EQ(many.counters.box_pairs, one.counters.box_pairs);
            EXPECT_EQ(many.counters.feature_pairs, one.counters.feature_pairs);
        }
    }
}

}  // namespace graze::papers::redon_paths_test
