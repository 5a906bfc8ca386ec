// The paths in doubles and the parabolas below them, attacked with the true motions in MPFI.
#include "graze/continuous/features/rounded_feature.h"
#include "graze/continuous/features/gap_bound.h"

#include "graze/motion/angle.h"

#include "support/feature_queries.h"

#include <gtest/gtest.h>

namespace graze::rounded_feature_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)
using oracle::nums;

struct RoundedAttack {
    Attack attack;
    RoundedMotion motion;
    RoundedFeature vertex;  // borrows the motion
};

std::unique_ptr<RoundedAttack> random_rounded_attack(Rng& rng, MotionFamily family) {
    auto result = std::make_unique<RoundedAttack>();
    result->attack = random_attack(rng, family);
    result->motion = rounded_motion(result->attack.a.motion);
    MovingFeature feature;
    feature.vertices[0] = result->attack.point;
    feature.motion = &result->attack.a.motion;
    result->vertex = rounded_feature(feature, &result->motion);
    return result;
}

double magnitude_of_all(const RoundedAttack& x) {
    const RoundedPoint& p = x.vertex.vertices[0];
    const double w = magnitude_of(x.motion.angle);
    return x.motion.winding * (1.0 + w) *
           (x.attack.point.norm() + x.attack.a.near.norm() + p.start.norm() + p.slide.norm() +
            std::min(1.0, w) * (p.out.norm() + p.across.norm()));
}

double distance_hi(const NumVec& a, const Vec3& b) { return oracle::sqrt(norm_sq(a - nums(b))).hi(); }

ProjectedVertex projected(const PlacedVertex& v, const Vec3& n) {
    return {n.dot(v.place), n.dot(v.straight), n.dot(v.turning), n.dot(v.inward), v.swerve};
}

}  // namespace

TEST(RoundedFeature, Example_AQuarterTurn) {
    const RigidMotion quarter = make_joint(
        {.placement = {}, .axis = {0, 0, 2}, .angle_t0 = 0, .angle_t1 = kPi.lo / 2, .slide_t1 = 3});
    const RoundedMotion motion = rounded_motion(quarter);
    ASSERT_TRUE(motion.is_usable);
    MovingFeature feature{1, {Vec3(2, 0, 1)}, &quarter};
    const PlacedVertex half = placed_at(rounded_feature(feature, &motion), 0.5).vertices[0];
    const double side = std::sqrt(2.0), w = kPi.lo / 2;
    EXPECT_LT((half.place - Vec3(side, side, 2.5)).norm(), 1e-14);
    EXPECT_LT((half.straight - Vec3(0, 0, 3)).norm(), 1e-14);
    EXPECT_LT((half.turning - w * Vec3(-side, side, 0)).norm(), 1e-14);
    EXPECT_LT((half.inward - w * w * Vec3(side, side, 0)).norm(), 1e-14);
    EXPECT_EQ(half.swerve, 0.0);
}

TEST(RoundedFeature, Reference_TruePathsStayWithinTheError) {
    Rng rng(8001);
    double closest = 0.0;
    int wandering = 0;
    for (int family = 0; family < kMotionFamilies; ++family) {
        const oracle::MoreDigits digits(digits_for(MotionFamily(family)));
        for (int trial = 0; trial < 60; ++trial) {
            SCOPED_TRACE(std::string(kMotionFamilyNames[family]) + " " + std::to_string(trial));
            const auto x = random_rounded_attack(rng, MotionFamily(family));
            ASSERT_TRUE(x->motion.is_usable);
            wandering += x->vertex.wandering != nullptr;
            ASSERT_LT(x->vertex.error, 1e-12 * magnitude_of_all(*x));  // tightness
            for (const double t : {0.0, 1.0, rng.unit(), rng.unit()}) {
                const NumVec truth = x->attack.a.truth(nums(x->attack.point), Num(t));
                const double off = distance_hi(truth, placed_at(x->vertex, t).vertices[0].place);
                ASSERT_LE(off, x->vertex.error);
                closest = std::max(closest, off / x->vertex.error);
            }
        }
    }
    EXPECT_GT(closest, 1e-3);  // the bound is not a thousand times too large everywhere
    EXPECT_GT(wandering, 60);
}

TEST(RoundedFeature, Reference_AnAxisThatHardlyWandersCountsAsFixed) {
    Rng rng(8004);
    double closest = 0.0;
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE(trial);
        const Vec3 axis = random_vector(rng, 1.0).normalized(), aside = axis.unitOrthogonal();
        const PoseParameters from{random_vector(rng, 1.0), rng.uniform(-3.0, 3.0) * axis + 4e-13 * aside};
        const PoseParameters to{random_vector(rng, 1.0), rng.uniform(-3.0, 3.0) * axis + 4e-13 * aside};
        const RoundedMotion motion = rounded_motion(make_linear_parameters(from, to));
        ASSERT_TRUE(motion.is_usable && motion.has_fixed_axis);
        const auto truth = oracle::true_linear_parameters(nums(from.position), nums(from.rotation_vector),
                                                          nums(to.position), nums(to.rotation_vector));
        const Vec3 point = random_vector(rng, 1.0);
        MovingFeature feature;
        feature.vertices[0] = point;
        const RoundedFeature vertex = rounded_feature(feature, &motion);
        ASSERT_LT(vertex.error, 4e-11);
        for (const double t : {0.0, 1.0, rng.unit()}) {
            const double off =
                distance_hi(truth(nums(point), Num(t)), placed_at(vertex, t).vertices[0].place);
            ASSERT_LE(off, vertex.error);
            closest = std::max(closest, off / vertex.error);
        }
    }
    EXPECT_GT(closest, 0.01);
}

TEST(RoundedFeature, Degenerate_RotationVectorsThatHardlyChange) {
    Rng rng(8005);
    for (const double rate : {1e-300, 1e-200, 1e-160, 1e-30, 1e-19, 1e-17, 1e-9, 1e-5}) {
        SCOPED_TRACE(rate);
        const PoseParameters from{random_vector(rng, 1.0), Vec3::Zero()};
        const PoseParameters to{random_vector(rng, 1.0), random_vector(rng, rate)};
        const RoundedMotion motion = rounded_motion(make_linear_parameters(from, to));
        ASSERT_TRUE(motion.is_usable);
        const auto truth = oracle::true_linear_parameters(nums(from.position), nums(from.rotation_vector),
                                                          nums(to.position), nums(to.rotation_vector));
        MovingFeature feature;
        feature.vertices[0] = random_vector(rng, 1.0);
        const RoundedFeature vertex = rounded_feature(feature, &motion);
        for (const double t : {0.0, 0.5, 1.0})
            ASSERT_LE(
                distance_hi(truth(nums(feature.vertices[0]), Num(t)), placed_at(vertex, t).vertices[0].place),
                vertex.error);
    }
}

TEST(RoundedFeature, Degenerate_UnusableNumbersAreSaidToBe) {
    const double most = std::numeric_limits<double>::max();
    const RigidMotion fast = make_linear_parameters(PoseParameters{{0, 0, 0}, {0, 0, 1e9}},
                                                    PoseParameters{{0, 0, 0}, {0, 1e9, 0}});
    EXPECT_FALSE(rounded_motion(fast).is_usable);
    EXPECT_FALSE(rounded_point(LinearVertex{{most, 0, 0}, {-most, 0, 0}}).error < 1e300);
}

TEST(GapBound, Reference_ArcFactorsAreBelowTheFunctions) {
    for (int i = 1; i <= 400; ++i) {
        const double most = 2.0 * i / 400;
        const ArcFactors arc = arc_factors(most);
        const Num a(most);
        const Num sine = oracle::sin(a) / a,
                  versine = Num(2.0) * (Num(1.0) - oracle::cos(a)) / oracle::sqr(a);
        ASSERT_LE(arc.sine, sine.lo());
        ASSERT_LE(arc.versine, versine.lo());
        ASSERT_GT(arc.sine, sine.lo() - 2e-3);  // tightness
        ASSERT_GT(arc.versine, versine.lo() - 2e-4);
        if (most <= 0.1) {
            ASSERT_GT(arc.sine, sine.lo() - 1e-12);
        }
    }
}

TEST(GapBound, Reference_ParabolasAreBelowAndAboveTrueProjections) {
    Rng rng(8002);
    int straight_up = 0, bent = 0;
    double slack = 0.0, moved = 0.0;
    for (int trial = 0; trial < 1500; ++trial) {
        SCOPED_TRACE(trial);
        const auto family = MotionFamily(rng.below(kMotionFamilies));
        if (family == MotionFamily::LeastTurn) continue;  // straight, and slow in MPFI
        const auto x = random_rounded_attack(rng, family);
        const double w = magnitude_of(x->vertex.angle), s = rng.unit();
        const double sign = rng.below(2) == 0 ? 1.0 : -1.0;
        double most = std::min({1.0, 1.6 / std::max(w, 1e-9), sign > 0.0 ? 1.0 - s : s});
        if (rng.below(2) == 0) most *= rng.unit();
        const Vec3 n = x->attack.n.normalized();
        const bool turns = rng.below(2) == 0;
        const Vec3 rate = turns ? Vec3(random_vector(rng, 0.5 / std::max(most, 1e-3))) : Vec3(Vec3::Zero());
        const PlacedVertex v = placed_at(x->vertex, s).vertices[0];
        const ArcFactors arc = arc_factors(w * most);
        const DirectionTurn turn{most, rate.norm() * (1.0 + 1e-14)};
        const ProjectedVertex p = projected(v, n), q = projected(v, rate);
        const GapBound below = bound_below(p, sign, arc) + turning_below(q, sign, arc, turn);
        const GapBound above = bound_above(p, sign, arc) + turning_above(q, sign, arc, turn);
        const double error = (1.0 + turn.rate_length * most) * x->vertex.error;
        for (const double part : {0.0, 0.3, 0.7, 1.0}) {
            const double later = part * most;
            const Num t = Num(s) + Num(sign) * Num(later);
            const NumVec truth = x->attack.a.truth(nums(x->attack.point), t);
            const Num value = dot(nums(n), truth) + Num(sign) * Num(later) * dot(nums(rate), truth);
            ASSERT_LE(below.at(later), value.hi() + error);
            ASSERT_GE(above.at(later), value.lo() - error);
        }
        straight_up += w == 0.0;
        bent += v.swerve > 0.0;
        if (!turns && w * most < 0.5 && w * most > 1e-3 && v.swerve == 0.0) {
            slack += (above.at(most) - below.at(most)) / x->attack.size;
            moved += w * most * x->vertex.vertices[0].out.norm() / x->attack.size;
        }
    }
    EXPECT_GT(straight_up, 100);
    EXPECT_GT(bent, 100);
    EXPECT_LT(slack, 0.05 * moved);  // tightness: third order
    EXPECT_GT(moved, 1.0);
}

TEST(GapBound, Reference_LeastAndFallOfParabolas) {
    Rng rng(8003);
    int dips = 0, falls = 0, stays = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const GapBound gap{rng.uniform(0.0, 1.0), rng.uniform(-3.0, 3.0), rng.uniform(-9.0, 9.0)};
        const double x = rng.unit(), level = rng.below(3) == 0 ? 0.0 : rng.uniform(-0.5, 0.9);
        const double least = least_over(gap, x), fall = guessed_fall(gap, level, x);
        double sampled = kInfinity, first = x;
        for (int k = 0; k <= 64; ++k) {
            const double at = x * k / 64;
            sampled = std::min(sampled, gap.at(at));
            if (gap.at(at) < level - 1e-12) first = std::min(first, at);
        }
        ASSERT_LE(least, sampled + 1e-14);
        ASSERT_GE(least, sampled - 9.0 / 64.0 / 64.0);
        ASSERT_GE(fall, 0.0);
        ASSERT_LE(fall, first);
        if (fall > 0.0 && fall < x) {
            ASSERT_NEAR(gap.at(fall), level, 1e-9);
        }
        dips += least < std::min(gap.place, gap.at(x)) - 1e-3;
        falls += fall > 0.0 && fall < x;
        stays += fall == x;
    }
    EXPECT_GT(dips, 500);
    EXPECT_GT(falls, 2000);
    EXPECT_GT(stays, 2000);
    // Nothing that is not a number is ever proved.
    EXPECT_FALSE(least_over({std::nan(""), 0.0, 0.0}, 1.0) > 0.0);
    EXPECT_FALSE(least_over({1.0, std::nan(""), 0.0}, 1.0) > 0.0);
    EXPECT_FALSE(least_over({1.0, 0.0, std::nan("")}, 1.0) > 0.0);
}

}  // namespace graze::rounded_feature_test
