// The kernels behind box_times.h: which of them a search gets. What they say is attacked by
// first_contact_*_test.cpp.
#include "graze/continuous/boxes/box_times.h"

#include "graze/model/body_model.h"

#include "support/shapes.h"

#include <gtest/gtest.h>

#include <hwy/targets.h>

namespace graze::box_times_test {
namespace {

// Highway's tables begin with a function that asks the processor in every call. A search that kept that one
// took 0.7 s instead of 8 ms, if it was the first of its process.
TEST(BoxTimes, Regression_TheFirstKernelOfAProcessIsTheOneThatIsMeant) {
    for (const BoxBounds how : {BoxBounds::Simd, BoxBounds::Fused}) {
        hwy::GetChosenTarget().DeInit();
        const BoxTimesKernel first = box_times_kernel(how);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        EXPECT_EQ(first, box_times_kernel(how));
    }
}

TEST(BoxTimes, Spec_EveryVersionHasAKernelOfItsOwn) {
    const BoxTimesKernel plain = box_times_kernel(BoxBounds::Plain), simd = box_times_kernel(BoxBounds::Simd),
                         fused = box_times_kernel(BoxBounds::Fused);
    EXPECT_NE(plain, simd);
    EXPECT_NE(plain, fused);
    EXPECT_NE(simd, fused);
}

/// What a kernel says of two boxes of 12 triangles that stand still for all of the time, although their
/// motions do not say so, the second one at this height.
class StandingBoxes {
  public:
    [[nodiscard]] BoxOutcome outcome_at(BoxBounds how, double height) {
        const Pose high{Vec3(0.3, -0.2, height), tilt_};
        const RigidMotion motion_a = make_screw({{}, {}}), motion_b = make_screw({high, high});
        RelativeMotion motion = relative_motion(motion_a, motion_b);
        prepare_bends(motion, floor_.tree.nodes[0], box_.tree.nodes[0]);
        prepare_moments(motion, floor_.tree, box_.tree);
        const BoxSearch search{motion, floor_.tree, box_.tree, wide_clearance(0.01)};
        const Moment begin = moment_at(motion, floor_.tree, box_.tree, 0.0),
                     end = moment_at(motion, floor_.tree, box_.tree, 1.0);
        BoxTimes times;
        box_times_kernel(how)({search, floor_.tree.nodes[0], box_.tree.nodes[0], begin, end, 1.0, 0.04f},
                              times);
        return times.outcome;
    }

  private:
    Mesh floor_mesh_ = test::box_mesh({5.0, 7.0, 0.5}), box_mesh_ = test::box_mesh({0.5, 0.35, 0.25});
    BodyModel floor_ = build_body_model(floor_mesh_), box_ = build_body_model(box_mesh_);
    Eigen::Quaterniond tilt_ = Eigen::Quaterniond(0.8, 0.1, -0.5, 0.3).normalized();
};

// HANDLING T1: where the gap of two boxes is exactly their radius, to the last bit, the bend of a body that
// stands still "hid" it, and time was divided for ever.
TEST(BoxTimes, Regression_ATieDividesNoTime) {
    StandingBoxes boxes;
    for (const BoxBounds how : {BoxBounds::Plain, BoxBounds::Simd, BoxBounds::Fused}) {
        SCOPED_TRACE(static_cast<int>(how));
        double near = 0.5, far = 3.0;
        ASSERT_NE(boxes.outcome_at(how, near), BoxOutcome::Apart);
        ASSERT_EQ(boxes.outcome_at(how, far), BoxOutcome::Apart);
        for (int i = 0; i < 60; ++i) {
            const double middle = 0.5 * (near + far);
            (boxes.outcome_at(how, middle) == BoxOutcome::Apart ? far : near) = middle;
        }
        int not_apart = 0;
        for (const double ulp : {0x1p-52, 0x1p-26, 0x1p-24, 0x1p-22})
            for (int k = -64; k <= 64; ++k) {
                const BoxOutcome outcome = boxes.outcome_at(how, near + k * ulp);
                ASSERT_NE(outcome, BoxOutcome::Divide) << k << " ulp";
                not_apart += outcome == BoxOutcome::Children;
            }
        EXPECT_GT(not_apart, 100);
        EXPECT_LT(not_apart, 416);
    }
}

}  // namespace
}  // namespace graze::box_times_test
