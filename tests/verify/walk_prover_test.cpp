// Proofs from the walk of the search: they hold by the checker, end where the search ends, and are no longer
// than the search lets expect.
#include "graze/core/random.h"
#include "graze/demo/demo.h"
#include "graze/discrete/wide/wide_kernels.h"
#include "graze_verify/verify.h"

#include "proof_scenes.h"
#include "support/random_vector.h"
#include "support/rounds.h"
#include "support/shapes.h"
#include "support/soups.h"

#include <cmath>
#include <tuple>

namespace graze::walk_prover_test {
namespace {

using test::random_vector;

void expect_valid(const Scene& scene, const PathProof& proof) {
    const auto result =
        verify::verify_certificate(format_certificate(scene, proof, "scene.json"), {.threads = 1});
    ASSERT_TRUE(result.has_value());
    ASSERT_TRUE(result->valid) << result->reason;
}

PathProof proof_of(const Scene& scene, PathOptions options) {
    options.threads = 1;
    options.progress = Progress::Draw::Never;
    return *prove_paths(scene, options);
}

Pose random_pose(Rng& rng, const Vec3& place, double most) {
    return test::pose_of(place, random_vector(rng, 1.0), rng.uniform(-most, most));
}

std::shared_ptr<const Mesh> random_mesh(Rng& rng, double size, const Vec3& at) {
    Mesh mesh;
    switch (rng.below(3)) {
        case 0:
            mesh = test::grid_soup(rng, 60, 2);  // flat triangles among them
            break;
        case 1:
            mesh = test::bumpy_sphere_mesh(12, 12);
            break;
        default:
            mesh = test::lattice_mesh(2, 0.8, 0.1);
            break;
    }
    for (Vec3& x : mesh.vertices) x = 0.4 * size * x + at;
    return std::make_shared<const Mesh>(std::move(mesh));
}

/// Two bodies that both move, past each other or not; anywhere, of any size, over two segments.
Scene random_scene(Rng& rng, InBetween in_between, double size) {
    const Vec3 home = rng.below(3) == 0 ? random_vector(rng, 1e4 * size) : Vec3(Vec3::Zero());
    Scene scene;
    for (int body = 0; body < 2; ++body) {
        const Vec3 at = rng.below(2) == 0 ? random_vector(rng, 3.0 * size) : Vec3(Vec3::Zero());
        scene.bodies.push_back({body == 0 ? "a" : "b", random_mesh(rng, size, at), {}});
        if (body == 0 && rng.below(3) == 0) {
            scene.bodies[0].pose = random_pose(rng, home, 3.0);
            continue;
        }
        std::vector<Pose> poses;
        const double most = rng.below(3) == 0 ? 0.01 : 2.0;
        for (int i = 0; i < 3; ++i) {
            Pose pose = random_pose(rng, Vec3::Zero(), most);
            const Vec3 place =
                home + random_vector(rng, size) + Vec3(body * size * (3.0 - 1.4 * i), 0.0, 0.0);
            pose.translation = place - pose.rotation * at;
            poses.push_back(pose);
        }
        scene.bodies.back().pose = poses[0];
        const auto turns = static_cast<int>(rng.below(3));
        scene.paths.push_back({.body = static_cast<std::uint32_t>(body),
                               .in_between = in_between,
                               .poses = poses,
                               .turns = {turns == 2 ? 1 : 0, turns == 1 ? -1 : 0}});
    }
    return scene;
}

/// Links on three joints, each carried by the one before, and a knob that is fixed to the first; all drawn
/// where they are, or, if they `stand`, each at a pose of its own.
Scene random_joints(Rng& rng, double size, bool stand) {
    Scene scene;
    const Vec3 home = rng.below(3) == 0 ? random_vector(rng, 1e3 * size) : Vec3(Vec3::Zero());
    for (const auto& [name, x, y] : {std::tuple{"base", 0.0, 0.0},
                                     {"upper", 1.7, 0.0},
                                     {"lower", 3.4, 0.0},
                                     {"knob", 1.7, 1.7},
                                     {"hand", 5.1, 0.0}})
        scene.bodies.push_back({name, random_mesh(rng, size, home + size * Vec3(x, y, 0.0)), {}});
    if (stand)
        for (SceneBody& body : scene.bodies) {
            const Vec3 at = body.mesh->vertices[0];
            body.pose = random_pose(rng, at, 3.0);
            body.pose.translation = at - body.pose.rotation * at;
        }
    else if (home.isZero() && rng.below(2) == 0)
        scene.bodies[0].pose = random_pose(rng, home, 3.0);
    const auto kind = [&] { return rng.below(3) == 0 ? JointKind::Prismatic : JointKind::Revolute; };
    const auto axis = [&] { return random_vector(rng, 1.0); };
    const JointKind first = kind(), second = kind(), third = kind();
    scene.joints = {{1, 0, first, axis(), home + random_vector(rng, size) + Vec3(size, 0.0, 0.0), {}},
                    {2, 1, second, axis(), home + random_vector(rng, size) + Vec3(2.5 * size, 0.0, 0.0), {}},
                    {3, 1, JointKind::Fixed},
                    {4, 2, third, axis(), home + random_vector(rng, size) + Vec3(4.2 * size, 0.0, 0.0), {}}};
    const auto way = [&](JointKind of) { return of == JointKind::Prismatic ? 2.0 * size : 180.0; };
    scene.paths = {
        {.body = 1, .poses = {}, .turns = {}, .values = {0.0, rng.uniform(-way(first), way(first))}},
        {.body = 2, .poses = {}, .turns = {}, .values = {0.0, rng.uniform(-way(second), way(second))}},
        {.body = 4, .poses = {}, .turns = {}, .values = {0.0, rng.uniform(-way(third), way(third))}}};
    return scene;
}

}  // namespace

TEST(WalkProver, Property_BodiesOnJointsAreProvedByTheWalk) {
    Rng rng(47);
    int clear = 0, contact = 0;
    std::uint64_t slow = 0, strands = 0;
    for (int i = 0; i < 90 * test::rounds(); ++i) {
        SCOPED_TRACE(i);
        const double size = std::array{1.0, 1e-6, 1e6}[i % 3];
        const Scene scene = random_joints(rng, size, i % 2 == 0);
        ASSERT_TRUE(validate(scene, "scene").has_value());
        const PathProof proof =
            proof_of(scene, {.clearance = i % 4 == 0 ? 0.05 * size : 0.0, .tolerance = 1e-6 * size});
        expect_valid(scene, proof);
        if (HasFatalFailure()) return;
        clear += proof.verdict == ContactVerdict::Clear;
        contact += proof.verdict == ContactVerdict::Contact;
        slow += proof.stats.slow_strands;
        strands += proof.strands.size();
    }
    EXPECT_GT(clear, 10);
    EXPECT_GT(contact, 10);
    EXPECT_LE(20 * slow, strands);
}

TEST(WalkProver, Property_WhatItSaysIsCheckedWhateverItSays) {
    Rng rng(41);
    int clear = 0, contact = 0, clear_parts = 0;
    std::uint64_t slow = 0, strands = 0;
    for (int i = 0; i < 90; ++i) {
        SCOPED_TRACE(i);
        const double size = std::array{1.0, 1e-6, 1e6}[i % 3];
        const InBetween in_between = i % 2 ? InBetween::Slerp : InBetween::Screw;
        const Scene scene = random_scene(rng, in_between, size);
        const PathOptions options{.clearance = i % 4 == 0 ? 0.05 * size : 0.0, .tolerance = 1e-6 * size};
        const PathProof proof = proof_of(scene, options);
        expect_valid(scene, proof);
        if (HasFatalFailure()) return;
        clear += proof.verdict == ContactVerdict::Clear;
        contact += proof.verdict == ContactVerdict::Contact;
        clear_parts += proof.verdict == ContactVerdict::Contact && proof.clear_until > 0.01;
        slow += proof.stats.slow_strands;
        strands += proof.strands.size();
        // With or without a proof: the same answer, to the same bit.
        PathOptions bare = options;
        bare.with_proof = false;
        const PathProof found = proof_of(scene, bare);
        EXPECT_EQ(found.verdict, proof.verdict);
        if (proof.stats.slow_strands == 0) {
            EXPECT_EQ(found.clear_until, proof.clear_until);
        }
    }
    EXPECT_GT(clear, 10);
    EXPECT_GT(contact, 10);
    EXPECT_GT(clear_parts, 8);
    EXPECT_LE(20 * slow, strands);  // the walk hardly ever needs help
}

// Two triangles alone are followed step by step, and what is nearest at the beginning of a step, or bends
// most towards the other within it, must not be missed.
TEST(WalkProver, Property_TrianglesThatPartWhileTheyTurn) {
    Rng rng(44);
    int clear = 0;
    for (int i = 0; i < 300; ++i) {
        SCOPED_TRACE(i);
        Scene scene;
        for (const char* name : {"a", "b"}) {
            Mesh mesh;
            mesh.vertices = {random_vector(rng, 1.0), random_vector(rng, 1.0), random_vector(rng, 1.0)};
            mesh.triangles = {{0, 1, 2}};
            make_one_surface(mesh, "s");
            scene.bodies.push_back({name, std::make_shared<const Mesh>(std::move(mesh)), {}});
        }
        const Vec3 near(0.0, 0.0, rng.uniform(0.0, 0.6)), far = near + random_vector(rng, 1.0);
        const Pose from = random_pose(rng, near, 3.0);
        const Pose to = test::pose_of(far, random_vector(rng, 1.0), rng.uniform(-3.0, 3.0));
        scene.bodies[1].pose = from;
        scene.paths.push_back({.body = 1, .poses = {from, to}, .turns = {}});
        const PathProof proof = proof_of(scene, {.tolerance = 1e-6});
        expect_valid(scene, proof);
        if (HasFatalFailure()) return;
        clear += proof.verdict == ContactVerdict::Clear;
    }
    EXPECT_GT(clear, 50);
    EXPECT_LT(clear, 250);
}

TEST(WalkProver, Property_SameBitsOnEveryInstructionSet) {
    const auto targets = wide_targets();
    ASSERT_GE(targets.size(), 2u);
    Rng rng(43);
    std::vector<Scene> scenes = {
        *make_demo("peg-in-hole", {.parameters = {{"resolution", 24.0}, {"rows", 4.0}}})};
    for (int i = 0; i < 12; ++i) scenes.push_back(random_scene(rng, InBetween::Screw, 1.0));
    for (const Scene& scene : scenes) {
        const std::string expected = format_certificate(scene, proof_of(scene, {}), "scene.json");
        for (const char* target : targets) {
            ASSERT_TRUE(force_wide_target(target));
            EXPECT_TRUE(expected == format_certificate(scene, proof_of(scene, {}), "scene.json")) << target;
        }
        ASSERT_TRUE(force_wide_target(""));
    }
}

TEST(WalkProver, Property_WanderingAxesAreProvedByTheWalk) {
    Rng rng(42);
    int clear = 0;
    std::uint64_t slow = 0, strands = 0;
    for (int i = 0; i < 30 * test::rounds(); ++i) {
        SCOPED_TRACE(i);
        const Scene scene = random_scene(rng, InBetween::LinearParameters, 1.0);
        const PathProof proof = proof_of(scene, {.tolerance = 1e-6});
        expect_valid(scene, proof);
        if (HasFatalFailure()) return;
        clear += proof.verdict == ContactVerdict::Clear;
        slow += proof.stats.slow_strands;
        strands += proof.strands.size();
    }
    EXPECT_GT(clear, 3);
    EXPECT_LE(20 * slow, strands);
}

// A screw without a turn has no axis; the checker took every one into account, and refused what was true.
TEST(WalkProver, Regression_ScrewThatSlidesBesideOneThatTurns) {
    Rng rng(48);
    int clear = 0;
    for (int i = 0; i < 40; ++i) {
        SCOPED_TRACE(i);
        Scene scene = random_scene(rng, InBetween::Screw, 1.0);
        Path& slides = scene.paths.back();
        for (Pose& pose : slides.poses) {
            const Vec3 at = scene.bodies[1].mesh->vertices[0];
            pose.translation += pose.rotation * at - slides.poses[0].rotation * at;
            pose.rotation = slides.poses[0].rotation;
        }
        slides.turns = {0, 0};
        const PathProof proof = proof_of(scene, {.tolerance = 1e-6});
        expect_valid(scene, proof);
        if (HasFatalFailure()) return;
        clear += proof.verdict == ContactVerdict::Clear;
    }
    EXPECT_GT(clear, 5);
}

TEST(WalkProver, Example_ConformingPartsTakeFewParts) {
    Scene scene = *make_demo("peg-in-hole", {.parameters = {{"resolution", 24.0}, {"rows", 6.0}}});
    scene.paths[0].poses.push_back(scene.paths[0].poses[1]);  // in, and out again
    if (!scene.paths[0].turns.empty()) scene.paths[0].turns.push_back(0);
    const PathProof walked = proof_of(scene, {}), slow = proof_of(scene, {.proof_by = ProofBy::Reference});
    expect_valid(scene, walked);
    EXPECT_EQ(walked.verdict, ContactVerdict::Clear);
    EXPECT_EQ(walked.stats.slow_strands, 0u);
    EXPECT_GT(slow.stats.slow_strands, 0u);
    const PathProof searched = proof_of(scene, {.with_proof = false});
    EXPECT_LE(walked.stats.proof_steps, 3 * searched.stats.search.node_pairs);
    EXPECT_LT(walked.stats.search.node_pairs,
              searched.stats.search.node_pairs);  // the proof takes the place of the search
    EXPECT_LE(walked.stats.leaves, 2 * slow.stats.leaves);
    std::size_t bytes_walked = 0, bytes_slow = 0;
    for (const PathStrand& strand : walked.strands) bytes_walked += strand.nodes.size();
    for (const PathStrand& strand : slow.strands) bytes_slow += strand.nodes.size();
    EXPECT_LE(bytes_walked, 2 * bytes_slow);
}

// A pin that slides into its hole, a little slanted, until it touches: the proof that is tried before the
// search fails, and nobody notices.
TEST(WalkProver, Example_ContactAfterALongSearch) {
    Scene scene = *make_demo("peg-in-hole");
    scene.paths[0].poses.back().translation.x() += 0.06;
    const PathProof found = proof_of(scene, {.with_proof = false}), proof = proof_of(scene, {});
    ASSERT_EQ(proof.verdict, ContactVerdict::Contact);
    EXPECT_GT(found.stats.search.node_pairs, 1000u);
    EXPECT_EQ(found.stats.search.elementary,
              proof.stats.search.elementary);  // the short search sees no contact
    EXPECT_EQ(proof.verdict, found.verdict);
    EXPECT_EQ(proof.segment, found.segment);
    EXPECT_EQ(proof.clear_until, found.clear_until);
    EXPECT_EQ(proof.stats.slow_strands, 0u);
    // A short search, and then the rest of it: not all of it again.
    EXPECT_LT(proof.stats.search.node_pairs,
              found.stats.search.node_pairs + found.stats.search.node_pairs / 4);
    expect_valid(scene, proof);
    const std::string one = format_certificate(scene, proof, "scene.json");
    for (const int threads : {2, 7})
        EXPECT_EQ(one,
                  format_certificate(
                      scene, *prove_paths(scene, {.threads = threads, .progress = Progress::Draw::Never}),
                      "scene.json"));
}

}  // namespace graze::walk_prover_test
