// Poses of doubles at a time, against the true motions in MPFI.
#include "graze/motion/pose_at.h"

#include "graze/motion/motion_data.h"
#include "graze/motion/rounded_pose.h"

#include "support/motion_families.h"

#include <gtest/gtest.h>

namespace graze::pose_at_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)
using oracle::Num;
using oracle::NumVec;

const Box kOwn{Vec3(-1.0, 0.2, 0.5), Vec3(0.3, 2.5, 4.0)};

Box own_box(const MotionCase& motion, double size) {
    return {motion.near + size * kOwn.min, motion.near + size * kOwn.max};
}

/// Corners, and points within.
std::vector<Vec3> points_of(Rng& rng, const Box& own) {
    std::vector<Vec3> points;
    for (int corner = 0; corner < 8; ++corner)
        points.emplace_back((corner & 1 ? own.max : own.min)[0], (corner & 2 ? own.max : own.min)[1],
                            (corner & 4 ? own.max : own.min)[2]);
    for (int i = 0; i < 4; ++i)
        points.push_back(
            own.min + Vec3((own.max - own.min).array() * Vec3(rng.unit(), rng.unit(), rng.unit()).array()));
    return points;
}

/// How far the true point is from where the pose puts it: at least, and at most.
Num off_by(const oracle::Path& truth, const Pose& pose, const Vec3& x, double t) {
    const NumVec point = oracle::nums(x);
    return sqrt(norm_sq(truth(point, t) - oracle::posed_by(pose, point)));
}

void expect_within(Rng& rng, const RoundedPose& at, const oracle::Path& truth, const Box& own, double t) {
    ASSERT_TRUE(is_valid(at.pose));
    for (const Vec3& x : points_of(rng, own)) ASSERT_TRUE(off_by(truth, at.pose, x, t).is_at_most(at.error));
}

double any_time(Rng& rng) { return rng.below(6) == 0 ? (rng.below(2) == 0 ? 0.0 : 1.0) : rng.unit(); }

/// The recorded ceiling of errors: of lengths, for each motion that carries the body, and once more for each
/// radian that it turns.
constexpr double kCeiling = 1e-13;

/// At least any length that takes part, of a body within `own` on its way.
double lengths_of(const RigidMotion& motion, const Box& own) {
    const MotionJet jet = jet_over(motion, Interval{0.0, 1.0});
    return own.min.cwiseAbs().cwiseMax(own.max.cwiseAbs()).norm() + jet.reference.norm() +
           norm(jet.position).hi;
}
/// Of linear parameters from the identity on: their rotation vectors.
double radians_of(const RigidMotion& motion) {
    if (const auto* parameters = std::get_if<LinearParameters>(&motion))
        return norm(parameters->rotation_vector).hi + norm(parameters->rotation_rate).hi;
    return norm(jet_over(motion, Interval{0.0, 1.0}).spin).hi;
}

}  // namespace

TEST(PoseAt, Example_NoErrorWhereThePoseIsKnown) {
    const Pose pose{Vec3(1, 2, 3), Eigen::Quaterniond(0.8, 0.0, 0.6, 0.0)};
    const Pose to{Vec3(3, 2, 3), Eigen::Quaterniond(1.0, 0.0, 0.0, 0.0)};
    EXPECT_EQ(pose_at(rest(pose), 0.7, kOwn).error, 0.0);
    EXPECT_EQ(pose_at(rest(pose), 0.7, kOwn).pose.translation, pose.translation);
    EXPECT_EQ(pose_at(slerp({pose, to}), 0.0, kOwn).error, 0.0);
    const RoundedPose half = pose_at(slerp({pose, to}), 0.5, kOwn);
    EXPECT_GT(half.error, 0.0);
    EXPECT_LT(half.error, kCeiling * (kOwn.max.norm() + to.translation.norm()));
    EXPECT_NEAR(half.pose.translation.x(), 2.0, 1e-14);
}

TEST(PoseAt, Reference_EveryKindOfMotionIsWithinItsError) {
    Rng rng(2505);
    for (int family = 0; family < kMotionFamilies; ++family) {
        SCOPED_TRACE(kMotionFamilyNames[family]);
        const oracle::MoreDigits digits(digits_for(MotionFamily(family)));
        for (int trial = 0; trial < (MotionFamily(family) == MotionFamily::LeastTurn ? 6 : 25); ++trial) {
            SCOPED_TRACE(trial);
            const double size = std::array{1e-6, 1.0, 1e6}[rng.below(3)], t = any_time(rng);
            const MotionCase motion = random_motion(rng, MotionFamily(family), size);
            const Box own = own_box(motion, size);
            const RoundedPose at = rounded_pose(motion.motion, t, own);
            if (const auto* rest =
                    std::get_if<AtRest>(&motion.motion)) {  // the oracle's own width is above 0
                ASSERT_EQ(at.error, 0.0);
                ASSERT_EQ(at.pose.translation, rest->pose.translation);
                ASSERT_EQ(at.pose.rotation.coeffs(), rest->pose.rotation.coeffs());
                continue;
            }
            expect_within(rng, at, motion.truth, own, t);
            if (HasFatalFailure()) return;
            ASSERT_LE(at.error,
                      kCeiling * (1.0 + radians_of(motion.motion)) * lengths_of(motion.motion, own));
        }
    }
}

TEST(PoseAt, Reference_BodiesThatAreCarried) {
    Rng rng(2506);
    const oracle::MoreDigits digits(320);
    for (int trial = 0; trial < 40; ++trial) {
        SCOPED_TRACE(trial);
        std::vector<CarriedMotion> bodies;
        oracle::Path truth;
        double lengths = kOwn.min.norm() + kOwn.max.norm(), radians = 0.0;
        const auto count = 2 + rng.below(4);
        for (std::uint32_t i = 0; i < count; ++i) {
            const MotionCase link = random_motion(
                rng, std::array{MotionFamily::Joint, MotionFamily::Screw, MotionFamily::Rest}[rng.below(3)],
                1.0);
            bodies.push_back(
                {i == 0 ? std::nullopt : std::optional(i - 1),
                 Motion(std::make_shared<const MotionData>(MotionData{link.motion, {}, false}))});
            lengths += lengths_of(link.motion, {Vec3::Zero(), Vec3::Zero()});
            radians += radians_of(link.motion);
            truth = i == 0 ? link.truth : oracle::true_composition(truth, link.truth);
        }
        const double t = any_time(rng);
        const RoundedPose at = pose_at(carried_motions(bodies)->back(), t, kOwn);
        expect_within(rng, at, truth, kOwn, t);
        if (HasFatalFailure()) return;
        ASSERT_LE(at.error, kCeiling * static_cast<double>(count) * (1.0 + radians) * lengths);
    }
}

TEST(PoseAt, Reference_OneAfterAnotherAndAtTheBreakEitherPiece) {
    Rng rng(2507);
    const oracle::MoreDigits digits(320);
    for (int trial = 0; trial < 40; ++trial) {
        SCOPED_TRACE(trial);
        const double middle = rng.uniform(0.05, 0.95);
        const PoseSegment first = random_pose_pair(rng, MotionFamily::Screw, 1.0);
        const PoseSegment second{first.to, random_pose(rng, 1.0), 0};
        const std::array pieces{slerp(first), screw(second)};
        const auto both = one_after_another(pieces, std::array{0.0, middle, 1.0});
        ASSERT_TRUE(both);
        const oracle::Path of_first = oracle::true_slerp(first.from, first.to, 0, Vec3::Zero()),
                           of_second = oracle::true_screw(second.from, second.to, 0);
        const double t = trial % 4 == 0 ? middle : any_time(rng);
        const RoundedPose at = pose_at(*both, t, kOwn);
        ASSERT_TRUE(is_valid(at.pose));
        ASSERT_LE(at.error, 1e-12);
        for (const Vec3& x : points_of(rng, kOwn)) {
            const NumVec put = oracle::posed_by(at.pose, oracle::nums(x));
            const auto off = [&](const oracle::Path& path, const Num& own) {
                return sqrt(norm_sq(path(oracle::nums(x), own) - put));
            };
            if (t <= middle) {
                ASSERT_TRUE(off(of_first, Num(t) / Num(middle)).is_at_most(at.error));
            }
            if (t >= middle) {
                const Num own = (Num(t) - Num(middle)) / (Num(1.0) - Num(middle));
                ASSERT_TRUE(off(of_second, own).is_at_most(at.error));
            }
        }
    }
}

}  // namespace graze::pose_at_test
