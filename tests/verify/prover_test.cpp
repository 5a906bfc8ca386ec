// The reference prover from outside: its proofs hold by the checker, and do not depend on threads.
#include "graze/core/random.h"
#include "graze_verify/verify.h"

#include "proof_scenes.h"

namespace graze::prover_test {
namespace {

bool is_valid(const std::string& certificate) {
    const auto result = verify::verify_certificate(certificate, {.threads = 1});
    return result && result->valid;
}

}  // namespace

TEST(Prover, Property_SameBitsForAnyNumberOfThreads) {
    const Scene scene = test::fork_scene(InBetween::Screw);
    for (const ProofBy by : {ProofBy::Walk, ProofBy::Reference}) {
        const std::string one = test::certificate_of(scene, {.proof_by = by, .threads = 1});
        EXPECT_EQ(one, test::certificate_of(scene, {.proof_by = by, .threads = 2}));
        EXPECT_EQ(one, test::certificate_of(scene, {.proof_by = by, .threads = 7}));
    }
}

TEST(Prover, Property_WhatItSaysIsCheckedWhateverItSays) {
    Rng rng(31);
    int clear = 0, contact = 0, overlap = 0;
    for (int i = 0; i < 60; ++i) {
        Scene scene = test::fork_scene(
            std::array{InBetween::Screw, InBetween::Slerp, InBetween::LinearParameters}[i % 3]);
        scene.bodies[1].pose.translation +=
            Vec3(rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), rng.uniform(-0.1, 0.1));
        const PathOptions options{.clearance = i % 2 ? 0.0 : 0.005, .proof_by = ProofBy::Reference};
        const PathProof proof = test::proof_of(scene, options);
        EXPECT_TRUE(is_valid(format_certificate(scene, proof, "scene.json")));
        clear += proof.verdict == ContactVerdict::Clear;
        overlap += proof.verdict == ContactVerdict::OverlapAtStart;  // soups that cross
        if (proof.verdict != ContactVerdict::Contact) continue;
        ++contact;
        // A contact is within clearance + tolerance, and there is at least one.
        ASSERT_FALSE(proof.contacts.empty());
        for (const BodyContact& at : proof.contacts) EXPECT_LE(at.at.distance_hi, 0.01 + 1e-5);
    }
    EXPECT_GT(clear, 5);
    EXPECT_GT(contact, 5);
    EXPECT_GT(overlap, 0);
}

// The arms are open: whether one body is inside another at the ends of a segment is not decided then. What the prover
// says of skins, and writes, is the same as if it were.
bool is_clear_of_skins(const PathProof& proof) {
    return proof.verdict == ContactVerdict::Clear || (proof.verdict == ContactVerdict::Undecided && !proof.not_decided.empty());
}

TEST(Prover, Property_ArmsAreCheckedWhateverTheProverSays) {
    Rng rng(32);
    int clear = 0, contact = 0, overlap = 0;
    for (int i = 0; i < 60; ++i) {
        Scene scene = test::arm_scene();
        for (Path& path : scene.paths)
            for (double& value : path.values) value *= rng.uniform(0.5, 1.5);
        scene.bodies[1].pose.translation.y() += rng.uniform(-0.2, 0.4);
        if (i % 4 == 0) scene.paths[0].values[0] = rng.uniform(-10.0, 60.0);  // not at rest to begin with
        const PathProof proof = test::proof_of(scene);
        const auto result = verify::verify_certificate(format_certificate(scene, proof, "scene.json"));
        ASSERT_TRUE(result.has_value());
        EXPECT_TRUE(result->valid) << i << ": " << result->reason;
        clear += is_clear_of_skins(proof);
        contact += proof.verdict == ContactVerdict::Contact;
        overlap += proof.verdict == ContactVerdict::OverlapAtStart;  // soups that cross
    }
    EXPECT_GT(clear, 5);
    EXPECT_GT(contact, 5);
    EXPECT_GT(overlap, 0);
}

// A corner that swings past another, hardly farther than the clearance: the nearest moment is the end of one
// stretch and the beginning of the next, and both must hold there.
TEST(Prover, Property_CornersThatSwingPastEachOtherAreChecked) {
    const auto triangle = [](const Vec3& tip, const Vec3& back) {
        Mesh mesh;
        mesh.vertices = {tip, tip + back + Vec3(0, 0.1, 0.05), tip + back - Vec3(0, 0.08, 0.1)};
        mesh.triangles = {{0, 1, 2}};
        make_one_surface(mesh, "skin");
        return std::make_shared<const Mesh>(std::move(mesh));
    };
    Rng rng(33);
    std::size_t strands = 0;
    for (int i = 0; i < 40; ++i) {
        const double gap = 0.02, turn = rng.uniform(0.5, 1.5), lead = rng.uniform(0.2, 0.8);
        Scene scene;
        scene.bodies = {{"arm", triangle({1, 0, 0}, {-0.5, 0, 0}), {}},
                        {"post", triangle({1 + gap, 0, 0}, {0.5, 0, 0}), {}}};
        const std::vector<Pose> poses = {test::pose_of({0, 0, 0}, {0, 0.1, 1}, -lead * turn),
                                         test::pose_of({0, 0, 0}, {0, 0.1, 1}, (1.0 - lead) * turn)};
        scene.bodies[0].pose = poses[0];
        scene.paths.push_back({.body = 0,
                               .in_between = std::array{InBetween::Screw, InBetween::LinearParameters}[i % 2],
                               .poses = poses,
                               .turns = {}});
        const PathProof proof = test::proof_of(
            scene, {.clearance = gap * rng.uniform(0.9, 0.999), .proof_by = ProofBy::Reference});
        EXPECT_EQ(proof.verdict, ContactVerdict::Clear);
        const auto result = verify::verify_certificate(format_certificate(scene, proof, "scene.json"));
        ASSERT_TRUE(result.has_value());
        EXPECT_TRUE(result->valid) << i << ": " << result->reason;
        strands += result->leaves > 20;
    }
    EXPECT_GT(strands, 10u);  // many stretches each
}

// A joint that begins elsewhere is there at t = 0, and not at its rest.
TEST(Prover, Example_JointsMayBeginAnywhere) {
    Scene scene = test::arm_scene();
    scene.paths[0].values = {40.0, 40.0, 41.0};  // the arm lies in the block
    EXPECT_EQ(test::proof_of(scene).verdict, ContactVerdict::OverlapAtStart);
    scene.paths[0].values = {15.0, 16.0, 14.0};
    EXPECT_TRUE(is_clear_of_skins(test::proof_of(scene)));
    // A block that is in the way at rest, where the arm never is.
    scene.bodies[1].pose.translation = {0.6, -0.45, 0.0};
    EXPECT_TRUE(is_clear_of_skins(test::proof_of(scene)));
    scene.paths[0].values = {0.0, 16.0, 14.0};
    EXPECT_EQ(test::proof_of(scene).verdict, ContactVerdict::OverlapAtStart);
}

TEST(Prover, Degenerate_BudgetOfNothingProvesNothingAndSaysSo) {
    const Scene scene = test::fork_scene(InBetween::Screw);
    const PathProof proof = test::proof_of(scene, {.budget_s = 0.0});
    EXPECT_EQ(proof.verdict, ContactVerdict::Undecided);
    EXPECT_EQ(proof.clear_until, 0.0);
    EXPECT_TRUE(is_valid(format_certificate(scene, proof, "scene.json")));
}

}  // namespace graze::prover_test
