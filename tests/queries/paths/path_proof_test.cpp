#include "graze/queries/paths/path_proof.h"

#include "support/random_poses.h"
#include "support/shapes.h"

#include <fmt/format.h>
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
        ASSERT_EQ(x.contacts[i].at.triangles, y.contacts[i].at.triangles);
        ASSERT_EQ(x.contacts[i].at.distance_hi, y.contacts[i].at.distance_hi);
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
            EXPECT_EQ(searched.stats.proof_steps, 0u);
            EXPECT_FALSE(proved.strands.empty());
            ASSERT_TRUE(proved.verdict == ContactVerdict::Clear || proved.verdict == ContactVerdict::Contact);
            ++seen[proved.verdict == ContactVerdict::Contact];
            if (proved.verdict == ContactVerdict::Clear) continue;
            ASSERT_FALSE(proved.contacts.empty());
            for (const BodyContact& contact : proved.contacts) EXPECT_LE(contact.at.distance_hi, 0.01 + 1e-4);
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
            EXPECT_NE(proof->verdict, ContactVerdict::Clear);
            EXPECT_EQ(proof->segment, 0u);
        }
        scene.paths[0].poses[1] = at(-0.5 * way);
        scene.paths[0].poses[2] = at(-0.25 * way);
        const auto clear = prove_paths(scene, {.with_proof = false, .progress = Progress::Draw::Never});
        ASSERT_TRUE(clear.has_value());
        EXPECT_EQ(clear->verdict, ContactVerdict::Clear);
        EXPECT_TRUE(clear->contacts.empty());
    }
}

/// Strands of the reference prover end where they find a contact: another way to the same verdicts.
TEST(PathProof, Reference_TheProverAloneComesToTheSameVerdicts) {
    Rng rng(62);
    for (int trial = 0; trial < 6; ++trial) {
        SCOPED_TRACE(trial);
        const Scene scene =
            random_scene(rng, trial % 2 == 0 ? InBetween::Screw : InBetween::LinearParameters);
        const PathProof searched = proof_of(scene, false);
        const auto alone = prove_paths(scene, {.clearance = 0.01,
                                               .tolerance = 1e-4,
                                               .proof_by = ProofBy::Reference,
                                               .progress = Progress::Draw::Never});
        ASSERT_TRUE(alone.has_value());
        EXPECT_GE(alone->stats.slow_strands, alone->strands.size());
        ASSERT_EQ(alone->verdict, searched.verdict);
        ASSERT_EQ(alone->segment, searched.segment);
        EXPECT_NEAR(alone->clear_until, searched.clear_until, 1e-3);
    }
}

/// The clock only ever stops the search.
TEST(PathProof, Property_ABudgetChangesNothingUnlessItRunsOut) {
    Rng rng(63);
    std::array<int, 2> seen{};
    int stopped = 0;
    for (int trial = 0; trial < 8; ++trial) {
        SCOPED_TRACE(trial);
        const Scene scene = random_scene(rng, InBetween::Screw);
        const PathProof searched = proof_of(scene, false);
        for (const bool with_proof : {false, true}) {
            PathOptions options{.clearance = 0.01,
                                .tolerance = 1e-4,
                                .budget_s = 3600.0,
                                .with_proof = with_proof,
                                .progress = Progress::Draw::Never};
            const auto in_time = prove_paths(scene, options);
            ASSERT_TRUE(in_time.has_value());
            expect_same_answer(*in_time, with_proof ? proof_of(scene, true) : searched);
            options.budget_s = 0.0;
            const auto late = prove_paths(scene, options);
            ASSERT_TRUE(late.has_value());
            // What is decided between two looks at the clock is decided.
            ASSERT_TRUE(late->verdict == ContactVerdict::Undecided || late->verdict == searched.verdict);
            stopped += late->verdict == ContactVerdict::Undecided;
            ASSERT_LE(std::pair(late->segment, late->clear_until),
                      std::pair(searched.segment, searched.clear_until));
            if (with_proof) {
                EXPECT_EQ(late->clear_until, 0.0);
            }
        }
        ++seen[searched.verdict == ContactVerdict::Contact];
    }
    EXPECT_GE(seen[0], 1);
    EXPECT_GE(seen[1], 1);
    EXPECT_GE(stopped, 8);
}

/// What does not move against each other is for `graze clash` to judge: here it is counted.
TEST(PathProof, Example_PairsAtRestAgainstEachOtherAreCounted) {
    const auto box = std::make_shared<const Mesh>(test::box_mesh({1, 1, 1}));
    const auto at = [](double x) { return Pose{{x, 0, 0}, Eigen::Quaterniond::Identity()}; };
    Scene scene;
    scene.bodies = {
        {"left", box, at(0)}, {"right", box, at(1)}, {"mover", box, at(5)}, {"rider", box, at(5)}};
    scene.joints = {{.body = 3, .parent = 2}};
    scene.paths = {{.body = 2, .poses = {at(5), at(9)}, .turns = {}}};
    for (const bool with_proof : {false, true}) {
        const PathProof proof = proof_of(scene, with_proof);
        EXPECT_EQ(proof.verdict, ContactVerdict::Clear);
        EXPECT_EQ(proof.counts.at_rest, 2u);  // both overlap
        EXPECT_EQ(proof.counts.judged, 4u);
        EXPECT_TRUE(proof.overlaps.empty());
    }
    scene.paths[0].poses = {at(1.5), at(9)};
    scene.bodies[2].pose = scene.bodies[3].pose = at(1.5);
    const PathProof start = proof_of(scene, false);
    EXPECT_EQ(start.verdict, ContactVerdict::OverlapAtStart);
    EXPECT_EQ(start.overlaps.size(), 4u);
}

/// Pairs that boxes keep apart are not listed, and no pair is that need not be.
TEST(PathProof, Example_OneBodyAmongThousandsListsItsNeighboursOnly) {
    const auto box = std::make_shared<const Mesh>(test::box_mesh({0.4, 0.4, 0.4}));
    Scene scene;
    constexpr int kSide = 14;  // 2,744 bodies: 3.8 million pairs
    for (int x = 0; x < kSide; ++x)
        for (int y = 0; y < kSide; ++y)
            for (int z = 0; z < kSide; ++z)
                scene.bodies.push_back({fmt::format("{} {} {}", x, y, z), box,
                                        Pose{Vec3(x, y, z), Eigen::Quaterniond::Identity()}});
    const auto at = [](double x) { return Pose{{x, 0.5, 0.5}, Eigen::Quaterniond::Identity()}; };
    const auto mover = static_cast<std::uint32_t>(scene.bodies.size());
    const auto small = std::make_shared<const Mesh>(test::box_mesh({0.05, 0.05, 0.05}));
    scene.bodies.push_back({"mover", small, at(-1)});
    scene.paths = {{.body = mover, .poses = {at(-1), at(3)}, .turns = {}}};
    // Boxes are 0.05 apart, corners 0.07.
    PathOptions options{.clearance = 0.06, .tolerance = 1e-4, .progress = Progress::Draw::Never};
    const auto proof = prove_paths(scene, options);
    ASSERT_TRUE(proof.has_value());
    EXPECT_EQ(proof->verdict, ContactVerdict::Clear);
    EXPECT_EQ(proof->counts.judged, std::uint64_t{mover});
    EXPECT_EQ(proof->pairs.size(), 16u);  // four rows of four
    EXPECT_GE(proof->strands.size(), 16u);
    options.with_proof = false;
    EXPECT_EQ(prove_paths(scene, options)->stats.searched, 16u);
    options.clearance = 0.04;
    EXPECT_EQ(prove_paths(scene, options)->stats.searched, 0u);
}

}  // namespace graze::path_proof_test
