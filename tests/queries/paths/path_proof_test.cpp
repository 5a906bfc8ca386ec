#include "graze/queries/paths/path_proof.h"

#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

namespace graze::path_proof_test {
namespace {

/// A bumpy ball and a box that stands still; the ball goes by, or into it, in two segments.
Scene random_scene(Rng& rng, InBetween in_between) {
    Scene scene;
    scene.bodies = {{"ball", std::make_shared<const Mesh>(test::bumpy_sphere_mesh(6, 9)), {}},
                    {"box", std::make_shared<const Mesh>(test::box_mesh({1, 0.5, 0.3})), {}},
                    {"follower", std::make_shared<const Mesh>(test::box_mesh({0.2, 0.2, 0.2})), {}}};
    scene.bodies[1].pose = test::random_pose(rng, Vec3::Zero());
    const Vec3 aside(2, 0, 0), off(0, 0, 2);
    Path path{.body = 0, .in_between = in_between, .poses = {}, .turns = {}};
    Path beside{.body = 2, .in_between = in_between, .poses = {}, .turns = {}};
    for (const Vec3& about : {Vec3(-4, 0, 0), Vec3(0, rng.uniform(1.2, 3.5), 0), Vec3(4, 0, 0)}) {
        path.poses.push_back(test::random_pose(rng, about + test::random_vector(rng, 0.2)));
        beside.poses.push_back(test::random_pose(rng, about + off + aside));
    }
    scene.bodies[0].pose = path.poses[0];
    scene.bodies[2].pose = beside.poses[0];
    scene.paths = {path, beside};
    return scene;
}

PathProof proof_of(const Scene& scene, bool with_proof, int threads = 1) {
    EXPECT_TRUE(validate(scene, "scene").has_value());
    auto proof = prove_paths(scene, {.clearance = 0.01,
                                     .tolerance = 1e-4,
                                     .with_proof = with_proof,
                                     .threads = threads,
                                     .progress = Progress::Draw::Never});
    EXPECT_TRUE(proof.has_value());
    return std::move(*proof);
}

void expect_same_answer(const PathProof& x, const PathProof& y) {
    ASSERT_EQ(x.verdict, y.verdict);
    ASSERT_EQ(x.segment, y.segment);
    ASSERT_EQ(x.clear_until, y.clear_until);
    ASSERT_EQ(x.contacts.size(), y.contacts.size());
    for (std::size_t i = 0; i < x.contacts.size(); ++i) {
        ASSERT_EQ(x.contacts[i].triangles, y.contacts[i].triangles);
        ASSERT_EQ(x.contacts[i].distance, y.contacts[i].distance);
    }
}

}  // namespace

/// The prover stops wherever it comes within clearance + tolerance: never after the search, and hardly
/// before.
TEST(PathProof, Property_TheVerdictDoesNotDependOnWhetherAProofIsWritten) {
    Rng rng(61);
    std::array<int, 2> seen{};
    for (const InBetween in_between : {InBetween::Screw, InBetween::Slerp, InBetween::LinearParameters})
        for (int trial = 0; trial < 8; ++trial) {
            SCOPED_TRACE(trial);
            const Scene scene = random_scene(rng, in_between);
            const PathProof proved = proof_of(scene, true), searched = proof_of(scene, false);
            ASSERT_EQ(proved.verdict, searched.verdict);
            ASSERT_EQ(proved.segment, searched.segment);
            ASSERT_LE(proved.clear_until, searched.clear_until);
            ASSERT_NEAR(proved.clear_until, searched.clear_until, 1e-3);
            expect_same_answer(searched, proof_of(scene, false, 3));
            EXPECT_TRUE(searched.strands.empty());
            EXPECT_EQ(searched.stats.parts, 0u);
            EXPECT_FALSE(proved.strands.empty());
            ASSERT_TRUE(proved.verdict == PathVerdict::Clear || proved.verdict == PathVerdict::Contact);
            ++seen[proved.verdict == PathVerdict::Contact];
            if (proved.verdict == PathVerdict::Clear) continue;
            ASSERT_FALSE(proved.contacts.empty());
            for (const PathContact& contact : proved.contacts) EXPECT_LE(contact.distance, 0.01 + 1.001e-4);
        }
    EXPECT_GE(seen[0], 4);
    EXPECT_GE(seen[1], 4);
}

/// Points have no size to take a tolerance from; and one that arrives faster than time can tell arrives at t
/// = 1.
TEST(PathProof, Degenerate_PointsMeetAtTheVeryEndOfAPathThatGoesOn) {
    Mesh point;
    point.vertices = {Vec3::Zero()};
    point.triangles = {{0, 0, 0}};
    make_one_surface(point, "point");
    const auto mesh = std::make_shared<const Mesh>(point);
    const auto at = [](double x) { return Pose{{x, 0, 0}, Eigen::Quaterniond::Identity()}; };
    for (const double way : {1.0, 0x1p34}) {
        SCOPED_TRACE(way);
        Scene scene;
        scene.bodies = {{"mover", mesh, at(-way)}, {"rest", mesh, at(0)}};
        scene.paths = {{.body = 0, .poses = {at(-way), at(0), at(-1)}, .turns = {}}};
        for (const bool with_proof : {false, true}) {
            const auto proof =
                prove_paths(scene, {.with_proof = with_proof, .progress = Progress::Draw::Never});
            ASSERT_TRUE(proof.has_value());
            EXPECT_NE(proof->verdict, PathVerdict::Clear);
            EXPECT_EQ(proof->segment, 0u);
        }
        scene.paths[0].poses[1] = at(-0.5 * way);
        scene.paths[0].poses[2] = at(-0.25 * way);
        const auto clear = prove_paths(scene, {.with_proof = false, .progress = Progress::Draw::Never});
        ASSERT_TRUE(clear.has_value());
        EXPECT_EQ(clear->verdict, PathVerdict::Clear);
        EXPECT_TRUE(clear->contacts.empty());
    }
}

/// With a clock the reference prover decides alone: another way to the same verdicts.
TEST(PathProof, Reference_TheProverAloneComesToTheSameVerdicts) {
    Rng rng(62);
    for (int trial = 0; trial < 6; ++trial) {
        SCOPED_TRACE(trial);
        const Scene scene =
            random_scene(rng, trial % 2 == 0 ? InBetween::Screw : InBetween::LinearParameters);
        const PathProof searched = proof_of(scene, false);
        const auto alone = prove_paths(
            scene,
            {.clearance = 0.01, .tolerance = 1e-4, .budget_s = 3600.0, .progress = Progress::Draw::Never});
        ASSERT_TRUE(alone.has_value());
        EXPECT_EQ(alone->stats.node_pairs, 0u);
        ASSERT_EQ(alone->verdict, searched.verdict);
        ASSERT_EQ(alone->segment, searched.segment);
        EXPECT_NEAR(alone->clear_until, searched.clear_until, 1e-3);
    }
}

}  // namespace graze::path_proof_test
