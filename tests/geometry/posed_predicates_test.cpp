#include "graze/geometry/posed_predicates.h"

#include "oracle/posed_points.h"
#include "support/pose_families.h"
#include "support/slower.h"

#include <map>

#include <gtest/gtest.h>

namespace graze::posed_predicates_test {
namespace {

using oracle::Rational;
using test::PosedQuad;
using test::PoseFamily;

constexpr Axis kAxes[] = {Axis::X, Axis::Y, Axis::Z};
using RationalPoint = oracle::Point<Rational>;

// One quad in all the forms that a test needs.
struct Case {
    PosePair pair;
    std::array<PairPoint, 4> p;
    std::array<RationalPoint, 4> in_world, in_a;
};

Case make_case(const PosedQuad& quad) {
    Case c{pose_pair(quad.a, quad.b), {}, {}, {}};
    for (std::size_t i = 0; i < 4; ++i) {
        c.p[i] = quad.of_b[i] ? vertex_of_b(c.pair, quad.local[i]) : vertex_of_a(quad.local[i]);
        c.in_world[i] = oracle::posed(quad.of_b[i] ? quad.b : quad.a, oracle::rationals(quad.local[i]));
        c.in_a[i] = oracle::unposed(quad.a, c.in_world[i]);
    }
    return c;
}

struct Tally {
    std::map<Sign, int> signs;
    std::map<Stage, int> stages;
};

void check(Sign truth, Sign answer, const Decision& decision, Tally& tally) {
    ASSERT_EQ(answer, truth);
    ASSERT_EQ(decision.sign, truth);
    ++tally.signs[truth];
    ++tally.stages[decision.stage];
}

void check_pointwise(const Case& c, Tally& tally) {
    const auto& [p, q, r, s] = c.p;
    for (const Axis axis : kAxes) {
        const int k = static_cast<int>(axis), i = (k + 1) % 3, j = (k + 2) % 3;
        check(oracle::orient2d(i, j, c.in_a[0], c.in_a[1], c.in_a[2]),
              orient2d_without(axis, c.pair, p, q, r), exact::orient2d_without(axis, c.pair, p, q, r), tally);
        check(oracle::sign_of(cmp(c.in_a[0][k], c.in_a[3][k])), compare_coordinate(axis, c.pair, p, s),
              exact::compare_coordinate(axis, c.pair, p, s), tally);
    }
}

void check_case(const Case& c, Tally& orient, Tally& others) {
    const auto& [p, q, r, s] = c.p;
    const auto& [w, x, y, z] = c.in_world;
    check(oracle::orient3d(w, x, y, z), orient3d(c.pair, p, q, r, s), exact::orient3d(c.pair, p, q, r, s),
          orient);
    check(oracle::dot_sign(w, x, y), dot_sign(c.pair, p, q, r), exact::dot_sign(c.pair, p, q, r), others);
    const bool collinear = oracle::are_collinear(w, x, y);
    ASSERT_EQ(are_collinear(c.pair, p, q, r), collinear);
    ASSERT_EQ(exact::area_sign(c.pair, p, q, r).sign == Sign::Zero, collinear);
    check_pointwise(c, others);
}

Pose quarter_turn_about_z(const Vec3& translation) {
    return {translation, Eigen::Quaterniond(0.7071067811865476, 0.0, 0.0, 0.7071067811865476)};
}

}  // namespace

TEST(PosedPredicates, Example_QuarterTurnOfB) {
    const PosePair pair =
        pose_pair({Vec3(1, 2, 3), Eigen::Quaterniond::Identity()}, quarter_turn_about_z({1, 2, 4}));
    // In A's frame B's x is A's y, and B stands one unit higher.
    const PairPoint tip = vertex_of_b(pair, {5, 0, 0});
    EXPECT_EQ(tip.near, Vec3(0, 5, 1));
    EXPECT_EQ(tip.error, 0.0);
    const PairPoint o = vertex_of_a({0, 0, 1}), x = vertex_of_a({1, 0, 1}), y = vertex_of_a({0, 1, 1});
    EXPECT_EQ(orient3d(pair, o, x, y, tip), Sign::Zero);
    EXPECT_EQ(orient3d(pair, o, x, y, vertex_of_b(pair, {5, 0, 0.5})), Sign::Positive);
    EXPECT_EQ(orient3d(pair, o, x, y, vertex_of_b(pair, {5, 0, -0.5})), Sign::Negative);
    EXPECT_EQ(orient2d_without(Axis::Z, pair, o, x, tip), Sign::Positive);
    EXPECT_TRUE(are_collinear(pair, o, y, tip));
    EXPECT_EQ(dot_sign(pair, o, x, tip), Sign::Zero);
    EXPECT_EQ(compare_coordinate(Axis::Y, pair, tip, y), Sign::Positive);
}

TEST(PosedPredicates, Degenerate_PointsOfOneBodyNeedNoPose) {
    Rng rng(5);
    const PosePair pair = pose_pair(test::random_pose(rng, 9.0), test::random_pose(rng, 9.0));
    const Vec3 a(0.1, 0.2, 0.3), b(1.1, 0.2, 0.3), c(0.1, 1.7, 0.3), d(0.4, 0.5, 0.3);
    const auto at = [&](const Vec3& x) { return vertex_of_b(pair, x); };
    EXPECT_EQ(orient3d(pair, at(a), at(b), at(c), at(d)), Sign::Zero);
    EXPECT_EQ(exact::orient3d(pair, at(a), at(b), at(c), at(d)).stage, Stage::Evident);
    EXPECT_EQ(dot_sign(pair, at(a), at(b), at(c)), Sign::Zero);
    EXPECT_TRUE(are_collinear(pair, at(a), at(a), at(c)));
}

TEST(PosedPredicates, Degenerate_OverflowFallsToTheExactStage) {
    constexpr double kMax = std::numeric_limits<double>::max();
    const PosePair pair = pose_pair({Vec3(-kMax, 0, 0), Eigen::Quaterniond(0.8, 0.6, 0.0, 0.0)},
                                    {Vec3(kMax, 0, 0), Eigen::Quaterniond(0.6, 0.8, 0.0, 0.0)});
    const PairPoint far = vertex_of_b(pair, {kMax, kMax, -kMax});
    EXPECT_FALSE(std::isfinite(far.error));
    EXPECT_EQ(compare_coordinate(Axis::X, pair, far, vertex_of_a({kMax, 0, 0})), Sign::Positive);
    EXPECT_EQ(orient3d(pair, vertex_of_a({0, 0, 0}), vertex_of_a({0, 1, 0}), vertex_of_a({0, 0, 1}), far),
              Sign::Positive);
}

// Soundness: the public predicates and the exact stages alone, against rationals in the world.
TEST(PosedPredicates, Reference_AgreesWithRationalsOnAllFamilies) {
    std::map<Stage, int> stages;
    std::array<int, 5> of_b_seen{};
    for (int f = 0; f < test::kPoseFamilies; ++f) {
        const auto family = static_cast<PoseFamily>(f);
        SCOPED_TRACE(test::kPoseFamilyNames[f]);
        Rng rng(900 + static_cast<std::uint64_t>(f));
        Tally orient, others;
        const bool is_long =
            family == PoseFamily::LeastAngle || family == PoseFamily::FarExponents;  // for GMP
        const int trials = (is_long ? 400 : 1200) / test::kSlower;
        for (int trial = 0; trial < trials; ++trial) {
            SCOPED_TRACE(trial);
            const PosedQuad quad = test::random_posed_quad(rng, family);
            ++of_b_seen[static_cast<std::size_t>(std::count(quad.of_b.begin(), quad.of_b.end(), true))];
            check_case(make_case(quad), orient, others);
            if (HasFatalFailure()) return;
        }
        for (const auto& [stage, count] : orient.stages) stages[stage] += count;
        for (const auto& [stage, count] : others.stages) stages[stage] += count;
        EXPECT_GT(orient.signs[Sign::Negative], trials / 8);
        EXPECT_GT(orient.signs[Sign::Positive], trials / 8);
        EXPECT_GT(others.signs[Sign::Negative], trials / 2);
        EXPECT_GT(others.signs[Sign::Positive], trials / 2);
        if (family != PoseFamily::Generic && family != PoseFamily::OneUlp) {
            EXPECT_GT(orient.signs[Sign::Zero], trials / 8);
        }
    }
    for (const Stage stage : {Stage::Evident, Stage::Narrow, Stage::Middle, Stage::Full})
        EXPECT_GT(stages[stage], 1000 / test::kSlower);
    for (const int count : of_b_seen) EXPECT_GT(count, 500 / test::kSlower);
}

// The path that a family takes is part of the promise on speed.
TEST(PosedPredicates, Property_SharedAndAxisAlignedPosesTakeTheCheapPaths) {
    Rng rng(12);
    const Vec3 t(1.5, -2.25, 0.5), s(-0.75, 1.0, 2.0);  // short numbers: sums are exact
    const Vec3 x(0.5, 0.25, 1.0);
    const Eigen::Quaterniond q = test::random_rotation(rng);
    EXPECT_EQ(vertex_of_b(pose_pair({t, q}, {t, q}), x).near, x);
    EXPECT_EQ(vertex_of_b(pose_pair({t, q}, {t, q}), x).error, 0.0);
    const PosePair moved =
        pose_pair({t, Eigen::Quaterniond::Identity()}, {s, Eigen::Quaterniond::Identity()});
    EXPECT_EQ(vertex_of_b(moved, x).near, x + s - t);
    EXPECT_EQ(vertex_of_b(moved, x).error, 0.0);
    EXPECT_GT(vertex_of_b(moved, Vec3(0.1, 0.2, 0.3)).error, 0.0);
    EXPECT_LT(vertex_of_b(moved, Vec3(0.1, 0.2, 0.3)).error, 4e-16);
    const PosePair turned = pose_pair(quarter_turn_about_z(t), quarter_turn_about_z(s));
    EXPECT_EQ(vertex_of_b(turned, x).error, 0.0);
    EXPECT_TRUE(turned.same_rotation);
    EXPECT_GT(vertex_of_b(pose_pair({t, q}, {s, q}), x).error, 0.0);
}

// Tightness: generic points of two bodies leave the filter less than once in 10,000 calls.
TEST(PosedPredicates, Property_FilterDecidesGenericPoints) {
    constexpr int kTrials = 100000;
    constexpr double kCeiling = 1e-4;
    Rng rng(13);
    int misses[3] = {};
    for (int trial = 0; trial < kTrials; ++trial) {
        const PosedQuad quad = test::random_posed_quad(rng, PoseFamily::Generic);
        const PosePair pair = pose_pair(quad.a, quad.b);
        std::array<PairPoint, 4> p;
        double e = 0.0;
        for (std::size_t i = 0; i < 4; ++i) {
            p[i] = quad.of_b[i] ? vertex_of_b(pair, quad.local[i]) : vertex_of_a(quad.local[i]);
            e += p[i].error;
        }
        const Vec3 u = p[1].near - p[0].near, v = p[2].near - p[0].near, w = p[3].near - p[0].near;
        misses[0] += !certain_sign(filter::posed_determinant(u, v, w, e));
        misses[1] += !certain_sign(filter::posed_dot(u, v, e));
        misses[2] += !certain_sign(filter::posed_cross(u.head<2>(), v.head<2>(), e));
    }
    for (const int count : misses) EXPECT_LT(count, kCeiling * kTrials);
}

// Soundness of what the transform adds to the bounds: points anywhere within their errors stay within the
// estimate.
TEST(PosedPredicates, Reference_EstimatesCoverMovedPoints) {
    Rng rng(14);
    double worst[4] = {};
    const auto check_bound = [](const Estimate& estimate, const Rational& truth, double& ratio) {
        const Rational off = abs(Rational(estimate.value) - truth);
        ASSERT_LE(cmp(off, Rational(estimate.error)), 0);
        if (sgn(off) != 0) ratio = std::max(ratio, Rational(off / Rational(estimate.error)).get_d());
    };
    for (int trial = 0; trial < 20000 / test::kSlower; ++trial) {
        SCOPED_TRACE(trial);
        const double radius = std::ldexp(1.0, -static_cast<int>(rng.below(60)));
        const int moved_point = static_cast<int>(rng.below(4));  // one, so that the sum of errors is its own
        const test::Quad near = test::random_quad(rng, test::PointFamily::Generic);
        std::array<RationalPoint, 4> x;
        for (std::size_t i = 0; i < 4; ++i) {
            x[i] = oracle::rationals(near[i]);
            if (static_cast<int>(i) != moved_point) continue;
            for (Rational& c : x[i]) c += Rational(rng.below(2) == 0 ? radius : -radius);
        }
        const auto minus = [](const RationalPoint& p, const RationalPoint& q) {
            return RationalPoint{p[0] - q[0], p[1] - q[1], p[2] - q[2]};
        };
        const RationalPoint u = minus(x[1], x[0]), v = minus(x[2], x[0]), w = minus(x[3], x[0]);
        const Vec3 p = near[1] - near[0], q = near[2] - near[0], r = near[3] - near[0];
        check_bound(filter::posed_determinant(p, q, r, radius), oracle::det3(u, v, w), worst[0]);
        check_bound(filter::posed_cross(p.head<2>(), q.head<2>(), radius), u[0] * v[1] - u[1] * v[0],
                    worst[1]);
        check_bound(filter::posed_dot(p, q, radius), u[0] * v[0] + u[1] * v[1] + u[2] * v[2], worst[2]);
        check_bound(filter::posed_difference(near[1].x(), near[0].x(), radius), u[0], worst[3]);
        if (HasFatalFailure()) return;
    }
    constexpr double kLeastRatio[] = {0.3, 0.5, 0.5, 0.9};  // recorded tightness
    for (int i = 0; i < 4; ++i) {
        RecordProperty("worst_ratio_" + std::to_string(i), std::to_string(worst[i]));
        EXPECT_GT(worst[i], kLeastRatio[i] / (test::kSlower > 1 ? 2 : 1));
    }
}

TEST(PosedPredicates, Property_SwapOfBodiesAndOfPoints) {
    Rng rng(15);
    int zeros = 0;
    const int trials = 4000 / test::kSlower;
    for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE(trial);
        const PosedQuad quad = test::random_posed_quad(rng, PoseFamily::OneAxis);
        const PosePair pair = pose_pair(quad.a, quad.b), swapped = pose_pair(quad.b, quad.a);
        std::array<PairPoint, 4> p, q;
        for (std::size_t i = 0; i < 4; ++i) {
            p[i] = quad.of_b[i] ? vertex_of_b(pair, quad.local[i]) : vertex_of_a(quad.local[i]);
            q[i] = quad.of_b[i] ? vertex_of_a(quad.local[i]) : vertex_of_b(swapped, quad.local[i]);
        }
        const Sign sign = orient3d(pair, p[0], p[1], p[2], p[3]);
        ASSERT_EQ(orient3d(pair, p[1], p[0], p[2], p[3]), -sign);
        ASSERT_EQ(orient3d(pair, p[0], p[2], p[3], p[1]), sign);
        ASSERT_EQ(orient3d(swapped, q[0], q[1], q[2], q[3]), sign);
        ASSERT_EQ(dot_sign(swapped, q[0], q[1], q[2]), dot_sign(pair, p[0], p[1], p[2]));
        zeros += sign == Sign::Zero;
    }
    EXPECT_GT(zeros, trials / 10);
    EXPECT_LT(zeros, trials * 9 / 10);
}

}  // namespace graze::posed_predicates_test
