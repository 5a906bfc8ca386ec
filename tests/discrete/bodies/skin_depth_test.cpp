#include "graze/discrete/bodies/skin_depth.h"

#include "graze/core/random.h"
#include "support/plain_depth.h"
#include "support/pose_families.h"
#include "support/shapes.h"
#include "support/slower.h"

#include <gtest/gtest.h>

namespace graze::skin_depth_test {
namespace {

constexpr double kPlainError = 1e-9;  // plain formulas on coordinates below 1000

depth::SkinDepth skin_in(const Mesh& skin, const Pose& pose, const Mesh& in, const Pose& other,
                         const depth::SkinDepthOptions& options = {}) {
    const BodyModel a = build_body_model(skin), b = build_body_model(in);
    const PosedModel posed_a{a, pose}, posed_b{b, other};
    depth::DepthSolid of(posed_a, pose, 0.0), inside(posed_b, pose, 0.0);
    return depth_of_skin(of, inside, options);
}

/// By samples on all triangles: never more than the truth.
double sampled_depth(const Mesh& skin, const Pose& pose, const Mesh& in, const Pose& other) {
    Mesh posed = in;
    for (Vec3& v : posed.vertices) v = apply(other, v);
    constexpr int kSteps = 12;
    double most = 0.0;
    for (const Triangle& t : skin.triangles)
        for (int i = 0; i <= kSteps; ++i)
            for (int j = 0; i + j <= kSteps; ++j) {
                const double u = double(i) / kSteps, w = double(j) / kSteps;
                const Vec3 x =
                    (1.0 - u - w) * skin.vertices[t[0]] + u * skin.vertices[t[1]] + w * skin.vertices[t[2]];
                most = std::max(most, test::plain_depth(posed, apply(pose, x)));
            }
    return most;
}

}  // namespace

TEST(SkinDepth, Example_BoxesThatOverlap) {
    const Mesh box = test::box_mesh({2, 3, 4});
    Rng rng(5);
    for (const double truth : {0.5, 1e-2, 1e-4}) {
        const Pose pose = test::random_pose(rng, 3.0);
        const Pose other =
            compose(pose, Pose{Vec3(4.0 - truth, 0.25, 0.125), Eigen::Quaterniond::Identity()});
        const auto less = skin_in(box, pose, box, other, {.wanted = 1.05 * truth});
        EXPECT_GE(less.hi, truth - 1e-12);
        EXPECT_LE(less.hi, 1.05 * truth) << truth;
        const auto more = skin_in(box, pose, box, other, {.wanted = 0.9 * truth});
        EXPECT_GT(more.lo, 0.9 * truth) << truth;
        EXPECT_LE(more.lo, truth + 1e-12);
    }
}

/// Flush, beside each other, far away: nothing is deep, and little is looked at.
TEST(SkinDepth, Degenerate_SkinsThatOnlyTouch) {
    const Mesh box = test::box_mesh({2, 3, 4});
    for (const Vec3& at : {Vec3(4, 0, 0), Vec3(4, 1, 1), Vec3(4, 6, 8), Vec3(9, 0, 0)}) {
        const auto found =
            skin_in(box, Pose{}, box, Pose{at, Eigen::Quaterniond::Identity()}, {.wanted = 1e-6});
        EXPECT_LE(found.hi, 1e-6) << at.transpose();
        EXPECT_EQ(found.lo, 0.0);
        EXPECT_LT(found.pieces, 400u);
    }
}

/// A duplicate's skin is nowhere deep: that its whole core is inside the other is for others to find.
TEST(SkinDepth, Degenerate_TheSameBodyTwice) {
    const Mesh ball = test::bumpy_sphere_mesh(8, 12);
    EXPECT_LE(skin_in(ball, Pose{}, ball, Pose{}, {.wanted = 1e-3, .most_pieces = 20'000}).hi, 1e-3);
}

/// Soundness: no sample is deeper than hi; lo is no deeper than what samples show, and their spacing. Tightness: the
/// two are near each other where the search ended by itself.
TEST(SkinDepth, Reference_SamplesWithPlainFormulas) {
    const Mesh bodies[] = {test::box_mesh({2, 3, 4}), test::sphere_mesh(7, 9, 3.0),
                           test::lattice_mesh(2, 2.5, 0.8)};
    Rng rng(77);
    int deep = 0, none = 0;
    for (int trial = 0; trial < 36 / test::kSlower + 1; ++trial) {
        SCOPED_TRACE(trial);
        const Mesh &a = bodies[rng.below(3)], &b = bodies[rng.below(3)];
        const Pose pose = test::random_pose(rng, 1.0),
                   other = test::random_pose(rng, trial % 2 == 0 ? 3.0 : 7.0);
        const double sampled = sampled_depth(a, pose, b, other);
        const auto whole = skin_in(a, pose, b, other, {.most_pieces = 30'000});
        ASSERT_GE(whole.hi, sampled - kPlainError);
        ASSERT_LE(whole.lo, whole.hi);
        ASSERT_LE(whole.lo, sampled + 0.7) << "samples are at most that far apart";
        if (whole.pieces < 30'000) {
            ASSERT_LE(whole.hi, 1.02 * whole.lo + 1e-12);
        }
        const auto hurried = skin_in(a, pose, b, other, {.most_pieces = 40});
        ASSERT_GE(hurried.hi, sampled - kPlainError);
        ASSERT_LE(hurried.lo, whole.hi + kPlainError);
        if (sampled > 0.1) {
            const auto asked = skin_in(a, pose, b, other, {.wanted = 0.5 * sampled, .most_pieces = 30'000});
            ASSERT_GT(asked.lo, 0.5 * sampled - kPlainError);
            ++deep;
        }
        none += sampled == 0.0;
    }
    EXPECT_GT(deep, 3);
    EXPECT_GT(none, 3);
}

}  // namespace graze::skin_depth_test
