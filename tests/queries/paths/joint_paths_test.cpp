// Paths of scenes with joints: the search decides, and lists of contacts and seated parts know them.
#include "graze/queries/broad/swept_boxes.h"
#include "graze/queries/paths/path_proof.h"
#include "graze/scene/scene_motion.h"

#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

namespace graze::joint_paths_test {
namespace {

/// A chain of boxes on three joints, a bumpy ball that may be in the way, and another on the first link.
Scene random_arm(Rng& rng) {
    Scene scene;
    const auto box = [](double x, double y, double z) {
        return std::make_shared<const Mesh>(test::box_mesh({x, y, z}));
    };
    scene.bodies = {{"base", box(0.3, 0.3, 0.2), {}},
                    {"upper", box(0.9, 0.1, 0.1), {}},
                    {"lower", box(0.7, 0.08, 0.08), {}},
                    {"hand", box(0.2, 0.15, 0.05), {}},
                    {"ball", std::make_shared<const Mesh>(test::bumpy_sphere_mesh(6, 9)), {}},
                    {"knob", box(0.1, 0.1, 0.1), {}}};
    scene.bodies[1].pose.translation = Vec3(1.0, 0, 0.5);
    scene.bodies[2].pose.translation = Vec3(2.6, 0, 0.8);
    scene.bodies[3].pose.translation = Vec3(3.6, 0, 0.8);
    scene.bodies[4].pose.translation = Vec3(3.0, rng.uniform(0.5, 4.0), rng.uniform(-1.5, 1.5));
    scene.bodies[5].pose.translation = Vec3(1.0, 0.5, 0.5);
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

PathProof proof_of(const Scene& scene, PathOptions options) {
    EXPECT_TRUE(validate(scene, "scene").has_value());
    options.progress = Progress::Draw::Never;
    auto proof = prove_paths(scene, options);
    EXPECT_TRUE(proof.has_value());
    return std::move(*proof);
}

/// A lid that is hinged to its box and closed at 0 degrees.
Scene lid_on_hinge(const std::vector<double>& degrees) {
    Scene scene;
    scene.bodies = {{"box", std::make_shared<const Mesh>(test::box_mesh({1, 1, 0.5})), {}},
                    {"lid", std::make_shared<const Mesh>(test::box_mesh({1, 1, 0.125})), {}}};
    scene.bodies[1].pose.translation = Vec3(0, 0, 0.625);
    scene.joints = {{1, 0, JointKind::Revolute, {0, 1, 0}, {1.25, 0, 0.5}, {}}};
    scene.paths = {{.body = 1, .poses = {}, .turns = {}, .values = degrees}};
    return scene;
}

}  // namespace

TEST(JointPaths, Reference_TheSearchAgreesWithTheProver) {
    Rng rng(71);
    std::array<int, 2> seen{};
    std::uint64_t pairs = 0;
    for (int trial = 0; trial < 8; ++trial) {
        SCOPED_TRACE(trial);
        const Scene scene = random_arm(rng);
        const PathOptions options{.clearance = 0.01, .tolerance = 1e-4, .threads = 1};
        PathOptions quick = options, threads = options;
        quick.with_proof = threads.with_proof = false;
        threads.threads = 3;
        const PathProof proved = proof_of(scene, options), searched = proof_of(scene, quick),
                        again = proof_of(scene, threads);
        ASSERT_EQ(proved.verdict, searched.verdict);
        ASSERT_EQ(proved.segment, searched.segment);
        ASSERT_LE(proved.clear_until, searched.clear_until);
        ASSERT_NEAR(proved.clear_until, searched.clear_until, 1e-3);
        ASSERT_EQ(again.clear_until, searched.clear_until);
        ASSERT_EQ(again.contacts.size(), searched.contacts.size());
        EXPECT_EQ(searched.stats.proof_steps, 0u);
        pairs += searched.stats.searched;
        ASSERT_TRUE(proved.verdict == ContactVerdict::Clear || proved.verdict == ContactVerdict::Contact);
        ++seen[proved.verdict == ContactVerdict::Contact];
    }
    EXPECT_GT(pairs, 5u);
    EXPECT_GE(seen[0], 2);
    EXPECT_GE(seen[1], 2);
}

TEST(JointPaths, Example_ALidOnAHingeIsJudgedFromWhenItIsOpen) {
    const Scene opens = lid_on_hinge({0, 80});
    EXPECT_EQ(proof_of(opens, {.with_proof = false}).verdict, ContactVerdict::OverlapAtStart);
    const PathOptions allow{.with_proof = false, .start_contact = StartContact::Allow, .all_contacts = true};
    const PathProof clear = proof_of(opens, allow);
    EXPECT_EQ(clear.verdict, ContactVerdict::Clear);
    ASSERT_EQ(clear.seated.size(), 1u);
    EXPECT_EQ(clear.seated[0].meeting, BodyMeeting::Touching);
    ASSERT_TRUE(clear.seated[0].clear_from.has_value());
    EXPECT_LT(clear.seated[0].clear_from->t, 1e-4);
    ASSERT_EQ(clear.intervals.size(), 1u);
    EXPECT_EQ(clear.intervals[0].until.t, clear.seated[0].clear_from->t);
    // Closed again: in contact from nearly the end of the second segment.
    const PathProof closed = proof_of(lid_on_hinge({0, 80, 0}), allow);
    EXPECT_EQ(closed.verdict, ContactVerdict::Contact);
    EXPECT_EQ(closed.segment, 1u);
    EXPECT_GT(closed.clear_until, 1.0 - 1e-4);
    ASSERT_EQ(closed.intervals.size(), 2u);
    EXPECT_EQ(closed.intervals[1].from.segment, 1u);
    EXPECT_EQ(closed.intervals[1].from.t, closed.clear_until);
    EXPECT_EQ(closed.intervals[1].until.t, 1.0);
    // Half closed: never in contact again.
    EXPECT_EQ(proof_of(lid_on_hinge({0, 80, 20}), allow).verdict, ContactVerdict::Clear);
}

TEST(JointPaths, Property_SweptBoxesHoldBodiesOnJoints) {
    Rng rng(72);
    for (int trial = 0; trial < 20; ++trial) {
        SCOPED_TRACE(trial);
        const Scene scene = random_arm(rng);
        const auto motion = motion_of_segment(scene, 0, "test");
        ASSERT_TRUE(motion.has_value());
        for (std::uint32_t body = 0; body < scene.bodies.size(); ++body) {
            const Mesh& mesh = *scene.bodies[body].mesh;
            const auto link = link_of(*motion, body);
            const RigidMotion rest = AtRest{scene.bodies[body].pose};
            const LinkMotion on_link{&motion->links, link.value_or(0)};
            const MotionRef way = link ? MotionRef(on_link) : MotionRef(rest);
            const double from = 0.5 * rng.unit(), until = from + 0.5 * rng.unit();
            const Box box = swept_box(way, box_of(mesh.vertices), {from, until});
            ASSERT_LT((box.max - box.min).maxCoeff(), 40.0);
            for (int k = 0; k < 20; ++k) {
                const double t = std::min(until, from + rng.unit() * (until - from));
                const IntervalVec3 y =
                    point_at(jet_over(way, exactly(t)), mesh.vertices[rng.below(mesh.vertices.size())]);
                for (int i = 0; i < 3; ++i) {
                    ASSERT_LE(box.min[i], y[i].hi);
                    ASSERT_GE(box.max[i], y[i].lo);
                }
            }
        }
    }
}

}  // namespace graze::joint_paths_test
