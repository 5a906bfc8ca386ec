#define GRAZE_FUSED 1
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/continuous/boxes/box_times_fused_kernels.cpp"
#include <hwy/foreach_target.h>  // includes this file once per target; must stand before highway.h

#include "graze/continuous/boxes/box_times-inl.h"
#include "graze/continuous/boxes/box_times_kernels.h"

#if HWY_ONCE
namespace graze::internal {

HWY_EXPORT(box_times);

BoxTimesKernel box_times_fused() {
    choose_instruction_set();
    return &HWY_DYNAMIC_DISPATCH(box_times);
}

}  // namespace graze::internal
#endif  // HWY_ONCE
