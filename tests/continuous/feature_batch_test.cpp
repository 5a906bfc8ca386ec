#include "graze/continuous/feature_batch.h"

#include "graze/discrete/wide_kernels.h"
#include "graze/motion/angle.h"

#include "support/feature_queries.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace graze::feature_batch_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

// Features of two bodies, and which pairs of them to look at.
struct Bodies {
    RoundedMotion motion_a, motion_b;
    std::vector<RoundedFeature> a, b;
    std::vector<FeaturePairIds> pairs;
    BatchWindow window;
};

// Pair i is feature i of a with feature i of b.
void add_pair(Bodies& bodies, const MovingFeature& a, const MovingFeature& b) {
    const auto id = static_cast<std::uint32_t>(bodies.a.size());
    bodies.a.push_back(rounded_feature(a, &bodies.motion_a));
    bodies.b.push_back(rounded_feature(b, &bodies.motion_b));
    bodies.pairs.push_back({id, id});
}

std::vector<std::uint32_t> left_by(const Bodies& bodies, double clearance) {
    FeatureBatch a, b;
    fill_batch(a, bodies.a, bodies.window);
    fill_batch(b, bodies.b, bodies.window);
    std::vector<FeaturePairIds> pairs = bodies.pairs;
    const std::size_t left = cull_feature_pairs(a, b, pairs, clearance);
    std::vector<std::uint32_t> ids;
    for (std::size_t i = 0; i < left; ++i) ids.push_back(pairs[i].a);
    return ids;
}

// Two motions, and pairs of features that meet at a time of the window, or `away` from each other there.
struct PlantedBodies {
    MotionCase a, b;
    Bodies bodies;
    double reach, size;
};

std::unique_ptr<PlantedBodies> planted_bodies(Rng& rng, MotionFamily family_a, MotionFamily family_b,
                                              int count, double away) {
    auto result = std::make_unique<PlantedBodies>();
    const double size = kSizes[rng.below(3)];
    result->a = random_motion(rng, family_a, size);
    result->b = random_motion(rng, family_b, size);
    Bodies& bodies = result->bodies;
    bodies.motion_a = rounded_motion(result->a.motion);
    bodies.motion_b = rounded_motion(result->b.motion);
    const double w = std::max(magnitude_of(bodies.motion_a.angle), magnitude_of(bodies.motion_b.angle));
    const double length = std::min(1.0, 3.2 / w) * (rng.below(2) == 0 ? 1.0 : rng.unit());
    const double begin = rng.uniform(0.0, 1.0 - length);
    bodies.window.time = {begin, std::min(1.0, begin + length)};
    const int kinds[3][2] = {{2, 2}, {1, 3}, {3, 1}};
    const auto& kind = kinds[rng.below(3)];
    result->reach = result->size = size;
    for (int i = 0; i < count; ++i) {
        const double time = rng.uniform(bodies.window.time.lo, bodies.window.time.hi);
        MovingFeature a{kind[0], {}, &result->a.motion}, b{kind[1], {}, &result->b.motion};
        const Vec3 home = result->a.near + random_vector(rng, size);
        place_vertices(rng, a, home, 0.3 * size);
        const MotionJet seen =
            relative(jet_over(result->a.motion, exactly(time)), jet_over(result->b.motion, exactly(time)));
        place_vertices(rng, b, middle_of(point_at(seen, home)) + random_vector(rng, away * size), 0.3 * size);
        if (i == 0) bodies.window.home = middle_of(point_at(jet_over(result->a.motion, exactly(time)), home));
        for (const auto* f : {&a, &b})
            for (const Vec3& x : f->vertices) result->reach = std::max(result->reach, x.norm());
        add_pair(bodies, a, b);
    }
    if (rng.below(2) == 0) bodies.window.axis = batch_axis({&bodies.motion_a, &bodies.motion_b});
    return result;
}

// Restores the best target when it goes.
struct AnyTarget {
    ~AnyTarget() { force_wide_target(""); }
};

}  // namespace

TEST(FeatureBatch, Example_WheelInsideARing) {
    // Whole turns of a vertex and an edge inside a ring of faces and edges: the distance from the axis tells.
    const RigidMotion turn = make_joint({.placement = {{1, 2, 3}, Eigen::Quaterniond(0.8, 0, 0.6, 0)},
                                         .axis = {0, 0, 1},
                                         .angle_t0 = 0,
                                         .angle_t1 = 3,
                                         .slide_t1 = 0.5});
    const RigidMotion rest = AtRest{{{1, 2, 3}, Eigen::Quaterniond(0.8, 0, 0.6, 0)}};
    const auto left = [&](double radius, double height, const BatchAxis* axis, double clearance) {
        Bodies bodies;
        bodies.motion_a = rounded_motion(turn);
        bodies.motion_b = rounded_motion(rest);
        for (int i = 0; i < 19; ++i) {
            const double angle = 0.3 * i, c = std::cos(angle), s = std::sin(angle);
            const Vec3 out(c, s, 0), aside(-s, c, 0);
            const MovingFeature a{2, {Vec3(1, 0, -1), Vec3(0.2, 0.1, 1)}, &turn};
            const MovingFeature b{
                2,
                {radius * out - aside + Vec3(0, 0, height), radius * out + aside + Vec3(0, 0, height + 1)},
                &rest};
            add_pair(bodies, a, b);
        }
        bodies.window.axis = axis != nullptr ? *axis : batch_axis({&bodies.motion_a, &bodies.motion_b});
        return left_by(bodies, clearance).size();
    };
    const BatchAxis none;
    EXPECT_EQ(left(1.001, 0, nullptr, 0.0), 0u);
    EXPECT_GT(left(1.001, 0, nullptr, 0.002), 3u);  // within the clearance
    EXPECT_GT(left(1.001, 0, &none, 0.0), 3u);      // without rings, single directions do not do
    EXPECT_EQ(left(0.5, 1.501, nullptr, 0.0), 0u);  // beyond, along the axis, the slide included
}

TEST(FeatureBatch, Reference_NoPlantedContactIsCulled) {
    Rng rng(7001);
    int batches = 0, with_axis = 0;
    const char* wanted = std::getenv("GRAZE_CAMPAIGN_QUERIES");  // ./test --campaign elementary
    const int trials = wanted == nullptr ? 500 : std::max(500, std::atoi(wanted) / 20);
    for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE(trial);
        const auto family_a = MotionFamily(rng.below(kMotionFamilies));
        const auto family_b =
            rng.below(2) == 0 ? MotionFamily::Rest : MotionFamily(rng.below(kMotionFamilies));
        const int count = 1 + static_cast<int>(rng.below(40));
        const auto planted = planted_bodies(rng, family_a, family_b, count, 0.0);
        const bool far = family_a == MotionFamily::FarBody || family_b == MotionFamily::FarBody;
        const double rounding = 1e-11 * (far ? 1e6 : 1.0) * planted->reach;
        ASSERT_EQ(left_by(planted->bodies, rounding).size(), static_cast<std::size_t>(count)) << "missed";
        ++batches;
        // Beside each other by less than the clearance.
        const auto beside = planted_bodies(rng, family_a, family_b, count, 0.1);
        const double apart = 0.1 * 1.74 * beside->size + 1e-11 * (far ? 1e6 : 1.0) * beside->reach;
        ASSERT_EQ(left_by(beside->bodies, apart).size(), static_cast<std::size_t>(count)) << "missed";
        with_axis += !planted->bodies.window.axis.direction.isZero(0.0);
    }
    EXPECT_EQ(batches, trials);
    EXPECT_GT(with_axis, 50);
}

TEST(FeatureBatch, Reference_WhatIsCulledIsFarEnoughAndMostOfItIsCulled) {
    Rng rng(7002);
    int culled = 0, clear = 0;
    for (int trial = 0; trial < 60; ++trial) {
        SCOPED_TRACE(trial);
        const auto planted = planted_bodies(
            rng, MotionFamily::Screw, trial % 2 == 0 ? MotionFamily::Rest : MotionFamily::Joint, 40, 0.8);
        const Bodies& bodies = planted->bodies;
        const auto left = left_by(bodies, 0.0);
        std::vector<bool> is_left(bodies.a.size(), false);
        for (const auto id : left) is_left[id] = true;
        // The same features over the window only, decided one by one with a poorer tool: many instants.
        for (std::size_t i = 0; i < bodies.a.size(); ++i) {
            const double least = least_sampled(bodies.a[i], bodies.b[i], bodies.window.time, 200);
            if (!is_left[i]) {
                ASSERT_GT(least, 0.0);
            }
            clear += least > 0.1 * planted->reach;
            culled += !is_left[i] && least > 0.1 * planted->reach;
        }
    }
    EXPECT_GT(clear, 300);
    EXPECT_GT(culled, 0.7 * clear);  // tightness
}

TEST(FeatureBatch, Property_EveryTargetLeavesTheSamePairs) {
    const AnyTarget restore;
    const std::vector<const char*> targets = wide_targets();
    ASSERT_GE(targets.size(), 2u);
    for (int trial = 0; trial < 12; ++trial) {
        std::vector<std::vector<std::uint32_t>> answers;
        for (const char* target : targets) {
            ASSERT_TRUE(force_wide_target(""));
            ASSERT_TRUE(force_wide_target(target));
            Rng rng(7100 + trial);
            const auto planted =
                planted_bodies(rng, MotionFamily(rng.below(kMotionFamilies)), MotionFamily::Rest, 101, 0.5);
            answers.push_back(left_by(planted->bodies, 0.0));
            ASSERT_EQ(answers.back(), answers.front()) << target;
        }
    }
}

TEST(FeatureBatch, Degenerate_NothingIsCulledWhereFloatsEnd) {
    for (const double scale : {1e-30, 1e30, std::nan("")}) {
        Bodies bodies;
        const RigidMotion rest = AtRest{Pose{}};
        bodies.motion_a = bodies.motion_b = rounded_motion(rest);
        add_pair(bodies, {1, {Vec3(5, 5, 5) * scale}, &rest},
                 {3, {Vec3(0, 0, 0), Vec3(1, 0, 0) * scale, Vec3(0, 1, 0) * scale}, &rest});
        EXPECT_EQ(left_by(bodies, 0.0).size(), 1u) << scale;
    }
}

}  // namespace graze::feature_batch_test
