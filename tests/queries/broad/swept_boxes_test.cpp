#include "graze/queries/broad/swept_boxes.h"

#include "graze/continuous/search/model_contact.h"
#include "graze/queries/paths/path_proof.h"
#include "graze/scene/scene_motion.h"
#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

namespace graze::swept_boxes_test {
namespace {

Pose at(const Vec3& place) { return {place, Eigen::Quaterniond::Identity()}; }
Pose turned(const Vec3& place, double angle, const Vec3& axis) {
    return {place, Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis))};
}

RigidMotion random_motion(Rng& rng, int kind, double way) {
    const PoseSegment poses{test::random_pose(rng, test::random_vector(rng, 3.0)),
                            test::random_pose(rng, test::random_vector(rng, way)), kind == 2 ? 2 : 0};
    if (kind == 0) return make_linear_parameters(poses);
    if (kind == 1) return make_slerp(poses);
    if (kind == 3) return AtRest{poses.from};
    return make_screw(poses, Vec3(0.3, -0.2, 0.1));
}

/// Bodies of several shapes, most on their way to somewhere, none overlapping at the start.
Scene random_crowd(Rng& rng, double pitch) {
    const std::array meshes{std::make_shared<const Mesh>(test::bumpy_sphere_mesh(4, 6)),
                            std::make_shared<const Mesh>(test::box_mesh({1.5, 0.2, 0.4})),
                            std::make_shared<const Mesh>(test::square_mesh(0.8))};
    Scene scene;
    for (std::uint32_t i = 0; i < 27; ++i) {
        const Vec3 cell(i % 3, i / 3 % 3, i / 9);
        const Vec3 place = pitch * cell + test::random_vector(rng, 0.3);
        const Pose from = test::random_pose(rng, place);
        scene.bodies.push_back({"body " + std::to_string(i), meshes[i % 3], from});
        if (rng.uniform(0, 1) < 0.3) continue;
        const double far = rng.uniform(0, 1) < 0.3 ? 8.0 : 0.3;
        const std::array kinds{InBetween::Screw, InBetween::Slerp, InBetween::LinearParameters};
        scene.paths.push_back({.body = i,
                               .in_between = kinds[i % 3],
                               .poses = {from, test::random_pose(rng, place + test::random_vector(rng, far))},
                               .turns = {}});
    }
    return scene;
}

PathProof searched(const Scene& scene, double clearance, int threads) {
    auto proof = prove_paths(scene, {.clearance = clearance,
                                     .tolerance = 1e-5,
                                     .with_proof = false,
                                     .threads = threads,
                                     .progress = Progress::Draw::Never});
    EXPECT_TRUE(proof.has_value());
    return std::move(*proof);
}

/// The earliest contact of all pairs, each searched to the end; 2 if there is none.
double earliest_of_all_pairs(const Scene& scene, double clearance) {
    const auto motion = motion_of_segment(scene, 0, "test");
    EXPECT_TRUE(motion.has_value());
    std::vector<BodyModel> models;
    for (const SceneBody& body : scene.bodies) models.push_back(build_body_model(*body.mesh));
    std::vector<RigidMotion> motions;
    for (std::uint32_t body = 0; body < scene.bodies.size(); ++body) {
        const auto link = link_of(*motion, body);
        motions.push_back(link ? motion->links.links[*link].motion
                               : RigidMotion(AtRest{scene.bodies[body].pose}));
    }
    const auto moving = [&](std::uint32_t body) { return MovingModel{models[body], motions[body]}; };
    FirstContactWorkspace workspace;
    double earliest = 2.0;
    for (std::uint32_t j = 0; j < scene.bodies.size(); ++j)
        for (std::uint32_t i = 0; i < j; ++i) {
            const FirstContact contact =
                first_contact(moving(i), moving(j), {.clearance = clearance, .tolerance = 1e-5}, workspace);
            EXPECT_NE(contact.verdict, ContactVerdict::Undecided);
            if (contact.verdict == ContactVerdict::Contact)
                earliest = std::min(earliest, contact.clear_until);
        }
    return earliest;
}

}  // namespace

/// A bar along x turns by half a turn about z: at both ends of its path it lies as it lay before.
TEST(SweptBoxes, Example_ATurningBarIsCoveredWhereItIsInBetween) {
    const RigidMotion motion = make_screw(
        {at(Vec3::Zero()), turned(Vec3::Zero(), std::numbers::pi, Vec3::UnitZ()), 0}, Vec3::Zero());
    const Box bar{Vec3(-5, -0.1, -0.2), Vec3(5, 0.1, 0.2)};
    const Box box = swept_box(motion, bar, {0.0, 1.0});
    for (int k = 0; k < 2; ++k) {
        EXPECT_LE(box.min[k], -5.0);
        EXPECT_GE(box.max[k], 5.0);
    }
    EXPECT_NEAR(box.max[2], 0.2, 1e-12);  // it does not leave its plane
    EXPECT_NEAR(box.min[2], -0.2, 1e-12);
}

TEST(SweptBoxes, Degenerate_NumbersBeyondDoublesGiveInfiniteBoxesAndCullNothing) {
    const RigidMotion far = make_slerp({at(Vec3(-1e308, 0, 0)), at(Vec3(1e308, 0, 0)), 0});
    const RigidMotion rest = AtRest{at(Vec3(0, 3, 0))};
    const Box own{Vec3(-1e308, -1, -1), Vec3(1e308, 1, 1)}, small{Vec3(-1, -1, -1), Vec3(1, 1, 1)};
    const SweptBoxes boxes = swept_boxes(std::array{SweptBody{far, own}, SweptBody{rest, small}});
    for (int k = 0; k < 3; ++k) ASSERT_LT(boxes.whole[0].min[k], boxes.whole[0].max[k]);  // not NaN
    EXPECT_TRUE(first_eighth_within(boxes, {0, 1}, 2.5).has_value());
}

/// Soundness: no point of a moving box is ever outside. Tightness: bodies that go far have boxes, for each
/// eighth, that are at most so much longer than what sampled points need.
TEST(SweptBoxes, Property_NoPointLeavesTheBox) {
    constexpr double kMostLonger = 2.0;  // seen: 1.88
    Rng rng(71);
    int with_eighths = 0, without = 0;
    double longest = 0.0;
    for (int trial = 0; trial < 400; ++trial) {
        SCOPED_TRACE(trial);
        const RigidMotion motion = random_motion(rng, trial % 4, trial % 3 == 0 ? 30.0 : 3.0);
        Box own;
        for (int k = 0; k < 2; ++k) own.add(test::random_vector(rng, 2.0) + Vec3(4, 0, -1));
        const SweptBoxes boxes = swept_boxes(std::array{SweptBody{motion, own}});
        const bool has_eighths = boxes.eighths_begin[0] != SweptBoxes::kNoEighths;
        ++(has_eighths ? with_eighths : without);
        for (int eighth = 0; eighth < kSweptEighths; ++eighth) {
            const Box& box = has_eighths ? boxes.eighths[static_cast<std::size_t>(eighth)] : boxes.whole[0];
            Box seen;
            for (int sample = 0; sample <= 16; ++sample) {
                const double t = (eighth + sample / 16.0) / kSweptEighths;
                const MotionJet jet = jet_over(motion, exactly(t));
                for (int corner = 0; corner < 8; ++corner) {
                    const Vec3 x((corner & 1 ? own.max : own.min)[0], (corner & 2 ? own.max : own.min)[1],
                                 (corner & 4 ? own.max : own.min)[2]);
                    const IntervalVec3 y = point_at(jet, x);
                    for (int k = 0; k < 3; ++k) {
                        ASSERT_GE(y[k].hi, box.min[k]);
                        ASSERT_LE(y[k].lo, box.max[k]);
                        ASSERT_GE(y[k].hi, boxes.whole[0].min[k]);
                        ASSERT_LE(y[k].lo, boxes.whole[0].max[k]);
                    }
                    seen.add(Vec3(y[0].lo, y[1].lo, y[2].lo));
                }
            }
            if (has_eighths && trial % 4 != 2)  // two whole turns in eighths are a quarter turn each
                longest = std::max(longest, (box.max - box.min).norm() / (seen.max - seen.min).norm());
        }
    }
    EXPECT_LE(longest, kMostLonger);
    EXPECT_GT(with_eighths, 100);
    EXPECT_GT(without, 50);
}

/// A plate that is thinner than anything is crossed by a body that is on either side of it at both ends of
/// every eighth; a bar turns into a post that is near it at neither end.
TEST(SweptBoxes, Example_FastThinAndTurningBodiesAreNotMissed) {
    const auto plate = std::make_shared<const Mesh>(test::square_mesh(0.5));
    const auto bullet = std::make_shared<const Mesh>(test::box_mesh({0.01, 0.02, 0.03}));
    const auto bar = std::make_shared<const Mesh>(test::box_mesh({5.0, 0.1, 0.2}));
    Scene scene;
    scene.bodies = {{"plate", plate, at(Vec3(100, 0, 3))},
                    {"bullet", bullet, at(Vec3(100.1, 0.2, -997))},
                    {"bar", bar, at(Vec3::Zero())},
                    {"post", bullet, at(Vec3(0.1, 4.5, 0.1))}};
    scene.paths = {{.body = 1, .poses = {scene.bodies[1].pose, at(Vec3(100.1, 0.2, 1003))}, .turns = {}}};
    const PathProof shot = searched(scene, 0.0, 1);
    ASSERT_EQ(shot.verdict, ContactVerdict::Contact);
    EXPECT_NEAR(shot.clear_until, 0.5 - 0.03 / 2000, 1e-6);
    EXPECT_EQ(shot.stats.searched, 1u);  // of five pairs
    scene.paths[0].poses[1].translation[0] += 1.0;
    EXPECT_EQ(searched(scene, 0.0, 1).verdict, ContactVerdict::Clear);
    scene.paths = {{.body = 2,
                    .poses = {at(Vec3::Zero()), turned(Vec3::Zero(), std::numbers::pi, Vec3::UnitZ())},
                    .turns = {}}};
    const PathProof swung = searched(scene, 0.0, 1);
    ASSERT_EQ(swung.verdict, ContactVerdict::Contact);
    EXPECT_NEAR(swung.clear_until, 0.48, 0.03);
    scene.bodies[3].pose = at(Vec3(0.1, 5.2, 0.1));
    EXPECT_EQ(searched(scene, 0.0, 1).verdict, ContactVerdict::Clear);
    EXPECT_EQ(searched(scene, 0.2, 1).verdict,
              ContactVerdict::Contact);  // 5.2 - 0.02 is within 0.2 of the bar
}

/// Two pairs meet at 1/20 and at 1/10: the earlier one counts, whichever is looked at first.
TEST(SweptBoxes, Example_TheEarliestOfSeveralContactsCounts) {
    const auto cube = std::make_shared<const Mesh>(test::box_mesh({0.5, 0.5, 0.5}));
    for (const bool is_first_earlier : {true, false}) {
        const double first = is_first_earlier ? 0.5 : 1.0, second = 1.5 - first;  // gaps, on ways of 10
        Scene scene;
        scene.bodies = {{"a", cube, at(Vec3(0, 0, 0))},
                        {"b", cube, at(Vec3(1 + first, 0, 0))},
                        {"c", cube, at(Vec3(0, 5, 0))},
                        {"d", cube, at(Vec3(1 + second, 5, 0))}};
        scene.paths = {{.body = 0, .poses = {at(Vec3(0, 0, 0)), at(Vec3(10, 0, 0))}, .turns = {}},
                       {.body = 2, .poses = {at(Vec3(0, 5, 0)), at(Vec3(10, 5, 0))}, .turns = {}}};
        const PathProof proof = searched(scene, 0.0, 1);
        EXPECT_EQ(proof.stats.searched, 2u);
        EXPECT_NEAR(proof.clear_until, 0.05, 1e-5);
        ASSERT_FALSE(proof.contacts.empty());
        EXPECT_EQ(proof.contacts[0].bodies, (is_first_earlier ? BodyPair{0, 1} : BodyPair{2, 3}));
    }
}

/// Culling and passing on the earliest contact change nothing: same bits as all pairs, for any number of
/// threads.
TEST(SweptBoxes, Reference_CrowdsAgreeWithAllPairs) {
    Rng rng(72);
    std::array<int, 2> seen{};
    std::uint64_t looked_at = 0, all = 0;
    for (int trial = 0; trial < 40; ++trial) {
        SCOPED_TRACE(trial);
        const double clearance = trial % 3 == 0 ? 0.1 : 0.0;
        const Scene scene = random_crowd(rng, rng.uniform(4.0, 9.0));
        const PathProof proof = searched(scene, clearance, 1);
        if (proof.verdict == ContactVerdict::OverlapAtStart) continue;
        const double earliest = earliest_of_all_pairs(scene, clearance);
        const bool is_contact = proof.verdict == ContactVerdict::Contact;
        ASSERT_EQ(is_contact, earliest <= 1.0);
        ASSERT_EQ(is_contact ? proof.clear_until : 2.0, earliest);
        ASSERT_NE(is_contact, proof.contacts.empty());
        ++seen[is_contact];
        looked_at += proof.stats.searched;
        all += proof.counts.judged;
        for (const int threads : {2, 7}) {
            const PathProof other = searched(scene, clearance, threads);
            ASSERT_EQ(other.verdict, proof.verdict);
            ASSERT_EQ(other.clear_until, proof.clear_until);
            ASSERT_EQ(other.contacts.size(), proof.contacts.size());
            ASSERT_EQ(other.stats.search.node_pairs, proof.stats.search.node_pairs);
        }
    }
    EXPECT_GE(seen[0], 4);
    EXPECT_GE(seen[1], 4);
    EXPECT_LT(looked_at, all / 3);
}

}  // namespace graze::swept_boxes_test
