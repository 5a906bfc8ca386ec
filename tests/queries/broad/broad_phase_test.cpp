#include "graze/queries/broad/broad_phase.h"

#include "oracle/exact_triangles.h"
#include "support/pose_families.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <limits>

namespace graze::broad_phase_test {
namespace {

Box box(const Vec3& min, const Vec3& max) { return {min, max}; }

TEST(BroadPhase, Example_BoxesWithinADistance) {
    const Box a = box({0, 0, 0}, {3, 2, 1}), b = box({5, 1, 0}, {6, 2, 4});
    EXPECT_FALSE(may_be_within(a, b, 1.5));
    EXPECT_TRUE(may_be_within(a, b, 2.0)) << "equal is within";
    EXPECT_TRUE(may_be_within(b, a, 2.0));
    EXPECT_FALSE(may_be_within(b, a, 1.5));
    for (int axis = 0; axis < 3; ++axis) {
        Box c = a;
        c.min[axis] += 10.0, c.max[axis] += 10.0;
        EXPECT_FALSE(may_be_within(a, c, 1.0)) << axis;
        EXPECT_FALSE(may_be_within(c, a, 1.0)) << axis;
    }
}

TEST(BroadPhase, Degenerate_NothingIsProvedAboutInfiniteBoxes) {
    const double inf = std::numeric_limits<double>::infinity();
    const Box whole = box(Vec3::Constant(-inf), Vec3::Constant(inf)), far = box({1e300, 0, 0}, {1e301, 1, 1});
    EXPECT_TRUE(may_be_within(whole, far, 0.0));
    const std::vector<Box> boxes = {far, whole, box({0, 0, 0}, {1, 1, 1})};
    EXPECT_EQ(pairs_within(boxes, 0.0), (std::vector<BodyPair>{{0, 1}, {1, 2}}));
    EXPECT_TRUE(pairs_within({}, 1.0).empty());
}

TEST(BroadPhase, Reference_SweepEqualsAllPairs) {
    Rng rng(21);
    std::size_t found = 0, possible = 0;
    for (int round = 0; round < 60; ++round) {
        std::vector<Box> boxes;
        for (int i = 0; i < 60; ++i) {
            Box b;
            for (int k = 0; k < 2;
                 ++k)  // whole numbers: equal ends are common; another longest axis each time
                b.add(Vec3(static_cast<double>(rng.below(round % 3 == 0 ? 60 : 9)),
                           static_cast<double>(rng.below(round % 3 == 1 ? 60 : 9)),
                           static_cast<double>(rng.below(round % 3 == 2 ? 60 : 9))));
            b.max = b.max.cwiseMin(b.min + Vec3(4, 4, 4));
            boxes.push_back(b);
        }
        const double distance = static_cast<double>(round % 4);
        std::vector<BodyPair> expected;
        for (std::uint32_t i = 0; i < boxes.size(); ++i)
            for (std::uint32_t j = i + 1; j < boxes.size(); ++j)
                if (may_be_within(boxes[i], boxes[j], distance)) expected.push_back({i, j});
        EXPECT_EQ(pairs_within(boxes, distance), expected) << "round " << round;
        std::vector<std::uint32_t> groups;
        for (std::size_t i = 0; i < boxes.size(); ++i)
            groups.push_back(static_cast<std::uint32_t>(rng.below(1 + round % 5)));
        std::vector<BodyPair> across = expected;
        std::erase_if(across, [&](const BodyPair& pair) { return groups[pair[0]] == groups[pair[1]]; });
        EXPECT_EQ(pairs_within(boxes, distance, groups), across) << "round " << round;
        found += expected.size();
        possible += boxes.size() * (boxes.size() - 1) / 2;
    }
    EXPECT_GT(found, possible / 50);
    EXPECT_LT(found, possible / 2);
}

TEST(BroadPhase, Property_BoxesHoldTheExactVertices) {
    Rng rng(22);
    const auto mesh = std::make_shared<const Mesh>(test::box_mesh({0.1, 0.7, 1.3}, {0.3, -5, 2}));
    Scene scene;
    for (int i = 0; i < 50; ++i)
        scene.bodies.push_back({std::to_string(i), mesh, test::random_pose(rng, 1e3)});
    const std::vector<Box> boxes = posed_boxes(scene);
    ASSERT_EQ(boxes.size(), scene.bodies.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        for (const Vec3& vertex : mesh->vertices) {
            const oracle::Rational3 p = oracle::posed(scene.bodies[i].pose, vertex);
            for (int k = 0; k < 3; ++k) {
                const auto at = static_cast<std::size_t>(k);
                EXPECT_TRUE(p[at] >= mpq_class(boxes[i].min[k]) && p[at] <= mpq_class(boxes[i].max[k]));
            }
        }
        EXPECT_LT(size_of(boxes[i]), 2.0 * size_of(bounds_of(*mesh))) << "not wider than a turn explains";
    }
}

TEST(BroadPhase, Example_RulesOfPairs) {
    Scene scene;
    scene.bodies.resize(4);
    scene.ignore = {{{2, 0}, Allowed::Interference, 0.5}, {{1, 2}, Allowed::Touching, {}}};
    scene.clearance = {{{0, 2}, 3.0}, {{3, 1}, 0.0}};
    const PairRules rules(scene, 1.0);
    EXPECT_EQ(rules.largest_clearance(), 3.0);
    const PairRule both = rules.of(0, 2), touching = rules.of(2, 1), own = rules.of(1, 3),
                   none = rules.of(0, 1);
    EXPECT_EQ(both.allowed, Allowed::Interference);
    EXPECT_EQ(both.depth, 0.5);
    EXPECT_EQ(both.clearance, 3.0);
    EXPECT_TRUE(both.clearance_is_own);
    EXPECT_EQ(touching.allowed, Allowed::Touching);
    EXPECT_EQ(touching.clearance, 1.0);
    EXPECT_FALSE(touching.clearance_is_own);
    EXPECT_EQ(own.clearance, 0.0) << "a pair's own clearance replaces the general one, also by less";
    EXPECT_FALSE(none.allowed.has_value());
    EXPECT_EQ(none.clearance, 1.0);
}

}  // namespace
}  // namespace graze::broad_phase_test
