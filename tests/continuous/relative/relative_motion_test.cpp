// The bound of section 11: a point of one body, seen along a direction fixed in the other, stays within
// M l^2 / 8 of its chord. Sound for all families of motions against each other; tight where it should be.
#include "graze/continuous/relative/relative_motion.h"
#include "graze/continuous/boxes/box_times.h"

#include "support/body_queries.h"
#include "support/chords.h"

#include <gtest/gtest.h>

namespace graze::relative_motion_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

Vec3 unit_direction(Rng& rng, const RelativeMotion& motion) {
    const TurningBounds& turning = rng.below(2) == 0 ? std::get<RigidPair>(motion.chains).turning_a
                                                     : std::get<RigidPair>(motion.chains).turning_b;
    if (turning.has_axis &&
        rng.below(3) == 0)  // along the axis, where (R2) has nothing to spare but its slack
        return Vec3(double(turning.axis_in_body_f[0]), double(turning.axis_in_body_f[1]),
                    double(turning.axis_in_body_f[2]))
            .normalized();
    return random_vector(rng, 1.0).normalized();
}

struct Deviation {
    double seen = 0.0;  // the most that the point leaves its chord by, less what is uncertain about that
    double allowed = 0.0;
};

/// `in_a`: n is fixed in a and the point belongs to b; else the other way round.
Deviation deviation(const BodyQuery& query, const RelativeMotion& motion, bool in_a, const Vec3& n,
                    const Vec3& x, double begin, double end) {
    const WideTree &tree_a = query.a.model->tree, &tree_b = query.b.model->tree;
    const Moment from = moment_at(motion, tree_a, tree_b, begin), to = moment_at(motion, tree_a, tree_b, end);
    const double distance = origin_distance(tree_a, tree_b, from, to);
    const PairBends bends = bends_of(motion, {tree_a.nodes[0], tree_b.nodes[0], distance, end - begin});
    const Bend& bend = in_a ? bends.in_a : bends.in_b;
    const TurningBounds& own_turning =
        in_a ? std::get<RigidPair>(motion.chains).turning_a : std::get<RigidPair>(motion.chains).turning_b;
    Deviation result;
    result.allowed = double(bend.from_own) * cross_with(n, own_turning.axis_in_body_f) +
                     double(bend.from_other) * cross_with(n, in_a ? from.axis_b_in_a : from.axis_a_in_b) +
                     double(bend.isotropic);
    const RigidMotion &own = in_a ? *query.a.motion : *query.b.motion,
                      &other = in_a ? *query.b.motion : *query.a.motion;
    const Interval at_begin = place_along(own, other, n, x, begin),
                   at_end = place_along(own, other, n, x, end);
    for (const double part : {0.5, 0.25, 0.8}) {
        const Interval there = place_along(own, other, n, x, begin + part * (end - begin));
        const Interval chord = exactly(1.0 - part) * at_begin + exactly(part) * at_end;
        const Interval off = there - chord;
        result.seen = std::max({result.seen, off.lo, -off.hi});  // surely as much as that
    }
    return result;
}

/// Two bodies that move in any way against each other, or one of them not at all.
struct MovingPair {
    MotionFamily family_a, family_b;
    BodyQuery query;
};
MovingPair random_moving_pair(Rng& rng) {
    const auto family_a = MotionFamily(rng.below(kMotionFamilies));
    const auto family_b = rng.below(3) == 0 ? MotionFamily::Rest : MotionFamily(rng.below(kMotionFamilies));
    MovingPair pair{family_a, family_b, random_body_query(rng, family_a, family_b, 8, rng.uniform(0.0, 3.0))};
    if (rng.below(2) == 0) std::swap(pair.query.a, pair.query.b);
    return pair;
}

}  // namespace

TEST(RelativeMotion, Reference_NoPointLeavesItsChordByMoreThanTheBend) {
    Rng rng(31);
    int close = 0, both_turn = 0, quick = 0;
    for (int trial = 0; trial < 6000; ++trial) {
        SCOPED_TRACE(trial);
        const auto [family_a, family_b, query] = random_moving_pair(rng);
        RelativeMotion motion = relative_motion(*query.a.motion, *query.b.motion);
        ASSERT_TRUE(motion.is_usable);
        if (rng.below(2) == 0)
            prepare_bends(motion, query.a.model->tree.nodes[0], query.b.model->tree.nodes[0]);
        quick += motion.quick.is_usable;
        const double length = std::pow(0.5, double(rng.below(12))), begin = rng.unit() * (1.0 - length);
        const bool in_a = rng.below(2) == 0;
        const Mesh& mesh = in_a ? *query.b.mesh : *query.a.mesh;
        const Vec3 x = mesh.vertices[rng.below(mesh.vertices.size())];
        const double end = begin + length;
        const RigidMotion &own = in_a ? *query.a.motion : *query.b.motion,
                          &other = in_a ? *query.b.motion : *query.a.motion;
        const Vec3 n =
            rng.below(2) == 0 ? worst_direction(own, other, x, begin, end) : unit_direction(rng, motion);
        const Deviation d = deviation(query, motion, in_a, n, x, begin, end);
        ASSERT_LE(d.seen, d.allowed) << kMotionFamilyNames[int(family_a)] << " "
                                     << kMotionFamilyNames[int(family_b)];
        close += d.seen > 0.3 * d.allowed;
        both_turn += std::get<RigidPair>(motion.chains).turning_a.turns &&
                     std::get<RigidPair>(motion.chains).turning_b.turns;
    }
    EXPECT_GT(close, 300);
    EXPECT_GT(both_turn, 1000);
    EXPECT_GT(quick, 2000);
    EXPECT_LT(quick, 3000);  // axes that wander have no quick bends
}

// One bound for all nodes and all times: what short windows take instead.
TEST(RelativeMotion, Reference_NoPointLeavesAShortChordByMoreThanTheBendOfAll) {
    Rng rng(37);
    int close = 0, taken = 0, left = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        SCOPED_TRACE(trial);
        const BodyQuery query = random_moving_pair(rng).query;
        const RelativeMotion motion = relative_motion(*query.a.motion, *query.b.motion);
        const WideTree &tree_a = query.a.model->tree, &tree_b = query.b.model->tree;
        const Moment first = moment_at(motion, tree_a, tree_b, 0.0),
                     last = moment_at(motion, tree_a, tree_b, 1.0);
        BoxSearch search{motion, tree_a, tree_b, 0.0f};
        BoxTask task{.search = search,
                     .a = tree_a.nodes[0],
                     .b = tree_b.nodes[0],
                     .begin = first,
                     .end = last,
                     .length = 1.0,
                     .most_bend = 1.0f};
        const float of_all = bend_of_all(task);
        const double length = std::pow(0.5, double(rng.below(12))), begin = rng.unit() * (1.0 - length),
                     end = begin + length;
        const bool in_a = rng.below(2) == 0;
        const Mesh& mesh = in_a ? *query.b.mesh : *query.a.mesh;
        const Vec3 x = mesh.vertices[rng.below(mesh.vertices.size())];
        const RigidMotion &own = in_a ? *query.a.motion : *query.b.motion,
                          &other = in_a ? *query.b.motion : *query.a.motion;
        const Vec3 n = worst_direction(own, other, x, begin, end);
        const double seen = deviation(query, motion, in_a, n, x, begin, end).seen;
        ASSERT_LE(seen, double(of_all) * length * length);
        close += seen > 0.3 * double(of_all) * length * length;
        search.bend_of_all = of_all;
        task.length = length;
        const PairBends bends =
            pair_bends(task, static_cast<float>(origin_distance(tree_a, tree_b, first, last)));
        if (bends.in_a.from_own + bends.in_a.from_other + bends.in_b.from_own + bends.in_b.from_other >
            0.0f) {
            ++left;
            continue;
        }
        ++taken;
        ASSERT_LE(seen, double(in_a ? bends.in_a.isotropic : bends.in_b.isotropic));
    }
    EXPECT_GT(close, 200);
    EXPECT_GT(taken, 500);
    EXPECT_GT(left, 500);
}

TEST(RelativeMotion, Reference_QuickBendsAreTheOthersAndHardlyMore) {
    constexpr float kMore =
        1.0f + 0x1p-14f;                // of the larger of the terms: what floats are rounded by, and more
    constexpr float kNothing = 1e-20f;  // bodies are about 1 in size
    Rng rng(33);
    int seen = 0, still = 0, tiny = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        SCOPED_TRACE(trial);
        const auto family_a = trial % 3 == 0 ? MotionFamily::Rest : MotionFamily(rng.below(kMotionFamilies)),
                   family_b = MotionFamily(rng.below(kMotionFamilies));
        const BodyQuery query = random_body_query(rng, family_a, family_b, 40, rng.uniform(0.0, 3.0));
        const RelativeMotion slow = relative_motion(*query.a.motion, *query.b.motion);
        RelativeMotion quick = slow;
        const auto &nodes_a = query.a.model->tree.nodes, &nodes_b = query.b.model->tree.nodes;
        prepare_bends(quick, nodes_a[0], nodes_b[0]);
        if (!quick.quick.is_usable) continue;
        ++seen;
        still += quick.quick.a.is_still;
        const BendQuery asked{nodes_a[rng.below(nodes_a.size())], nodes_b[rng.below(nodes_b.size())],
                              rng.uniform(0.0, 4.0) * query.reach, std::pow(0.5, double(rng.below(20)))};
        const PairBends x = bends_of(slow, asked), y = bends_of(quick, asked);
        for (const bool in_a : {true, false}) {
            const Bend &exact = in_a ? x.in_a : x.in_b, &rough = in_a ? y.in_a : y.in_b;
            const float most = std::max({exact.from_own, exact.from_other, exact.isotropic});
            // Not below what it stands for: the other has its own roundings to spare.
            constexpr float kLess = 1.0f - 0x1p-17f;
            for (const auto part : {&Bend::from_own, &Bend::from_other, &Bend::isotropic}) {
                EXPECT_GE(rough.*part, kLess * exact.*part);
                EXPECT_LE(rough.*part, exact.*part + (kMore - 1.0f) * most + kNothing);
            }
            tiny += most < 1e-6f;
        }
    }
    EXPECT_GT(seen, 1000);
    EXPECT_GT(still, 400);
    EXPECT_GT(tiny, 100);
}

TEST(RelativeMotion, Degenerate_HugeAndTinyBodiesHaveNoQuickBends) {
    const Pose rest{};
    Pose turned{Vec3(1.0, 2.0, 3.0), Eigen::Quaterniond(Eigen::AngleAxisd(1.0, Vec3::UnitX()))};
    const auto is_quick = [&](double size) {
        const Mesh mesh = box_mesh({size, 2.0 * size, 3.0 * size});
        const WideTree tree = build_wide_tree(mesh);
        const RigidMotion still = AtRest{rest};
        Pose to = turned;
        to.translation *= size;
        RelativeMotion motion = relative_motion(still, make_screw({rest, to, 0}));
        prepare_bends(motion, tree.nodes[0], tree.nodes[0]);
        return motion.quick.is_usable;
    };
    EXPECT_TRUE(is_quick(1e-6));
    EXPECT_TRUE(is_quick(1.0));
    EXPECT_TRUE(is_quick(1e6));
    EXPECT_FALSE(is_quick(0x1p-50));
    EXPECT_FALSE(is_quick(0x1p50));
}

TEST(RelativeMotion, Reference_MomentsAreWhereTheTruthIs) {
    Rng rng(32);
    int quick = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        SCOPED_TRACE(trial);
        const auto family_a = trial % 2 == 0 ? MotionFamily::Rest : MotionFamily(rng.below(kMotionFamilies)),
                   family_b = MotionFamily(rng.below(kMotionFamilies));
        const BodyQuery query = random_body_query(rng, family_a, family_b, 8, 1.0);
        RelativeMotion motion = relative_motion(*query.a.motion, *query.b.motion);
        if (trial % 4 < 3) prepare_moments(motion, query.a.model->tree, query.b.model->tree);
        quick += motion.placement.is_usable;
        const double t = rng.below(8) == 0 ? 1.0 : rng.unit();
        const WidePlacement p = moment_at(motion, query.a.model->tree, query.b.model->tree, t).placement;
        const MotionJet seen =
            relative(jet_over(*query.b.motion, exactly(t)), jet_over(*query.a.motion, exactly(t)));
        const WideNode& root = query.b.model->tree.nodes[0];
        const IntervalVec3 truth = point_at(seen, Vec3(root.origin[0], root.origin[1], root.origin[2]));
        for (int i = 0; i < 3; ++i) {
            double there = p.shift[i];
            for (int k = 0; k < 3; ++k) there += p.turn[k][i] * root.origin[k];
            ASSERT_LE(std::abs(there - midpoint(truth[i])), 0.25 * double(p.far) + width(truth[i]));
        }
        ASSERT_LT(double(p.far), 1e-8 * query.reach);
    }
    EXPECT_GT(quick, 500);
}

TEST(RelativeMotion, Property_PreparedMomentsAreTheOthersUpToRounding) {
    Rng rng(34);
    int turning = 0;
    for (int trial = 0; trial < 500; ++trial) {
        SCOPED_TRACE(trial);
        const BodyQuery query =
            random_body_query(rng, MotionFamily::Rest, MotionFamily(rng.below(kMotionFamilies)), 8, 1.0);
        const WideTree &tree_a = query.a.model->tree, &tree_b = query.b.model->tree;
        const RelativeMotion slow = relative_motion(*query.a.motion, *query.b.motion);
        RelativeMotion quick = slow;
        prepare_moments(quick, tree_a, tree_b);
        const double t = rng.unit();
        const Moment x = moment_at(slow, tree_a, tree_b, t), y = moment_at(quick, tree_a, tree_b, t);
        for (int i = 0; i < 4; ++i) {
            for (int k = 0; k < 3; ++k) {
                ASSERT_NEAR(x.placement.turn[k][i], y.placement.turn[k][i], 1e-14);
                ASSERT_NEAR(x.placement.turn_f[k][i], y.placement.turn_f[k][i], 1e-7f);
            }
            ASSERT_NEAR(x.placement.shift[i], y.placement.shift[i], 0.5 * double(y.placement.far));
            ASSERT_EQ(x.axis_a_in_a[i], y.axis_a_in_a[i]);
            ASSERT_EQ(x.axis_a_in_b[i], y.axis_a_in_b[i]);
            ASSERT_EQ(x.axis_b_in_a[i], y.axis_b_in_a[i]);
            ASSERT_EQ(x.axis_b_in_b[i], y.axis_b_in_b[i]);
        }
        turning += quick.placement.is_usable && std::get<RigidPair>(quick.chains).turning_b.turns;
    }
    EXPECT_GT(turning, 200);
}

TEST(RelativeMotion, Example_APlateThatSpinsAboutItsNormalDoesNotBend) {
    const Mesh mesh = box_mesh({10.0, 10.0, 0.1});
    const BodyModel model = build_body_model(mesh);
    const Pose rest{};
    Pose turned = rest;
    turned.rotation = Eigen::Quaterniond(Eigen::AngleAxisd(1.5, Vec3::UnitZ()));
    const RigidMotion still = AtRest{rest}, spin = make_screw({rest, turned, 0});
    const RelativeMotion motion = relative_motion(still, spin);
    const PairBends bends = bends_of(motion, {model.tree.nodes[0], model.tree.nodes[0], 1.0, 1.0});
    EXPECT_GT(bends.in_a.from_other, 1.0f);  // across the axis
    EXPECT_LT(bends.in_a.isotropic, 1e-3f);  // along it
    EXPECT_EQ(bends.in_a.from_own, 0.0f);
    EXPECT_LT(bends.in_b.isotropic, 1e-3f);
}

}  // namespace graze::relative_motion_test
