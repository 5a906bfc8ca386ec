// The kernels behind box_times.h: which of them a search gets. What they say is attacked by
// first_contact_*_test.cpp.
#include "graze/continuous/boxes/box_times.h"

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

}  // namespace
}  // namespace graze::box_times_test
