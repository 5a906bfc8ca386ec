// The SIMD versions behind box_times.h.
#pragma once

#include "graze/continuous/boxes/box_times.h"
#include "graze/core/internal.h"

#include <hwy/targets.h>

namespace graze::internal {

/// Before a kernel is looked up: until an instruction set is chosen, Highway's tables name a function that
/// chooses one in every call, for 25 us.
inline void choose_instruction_set() {
    if (hwy::ChosenTarget& chosen = hwy::GetChosenTarget(); !chosen.IsInitialized())
        chosen.Update(hwy::SupportedTargets());
}

/// For the instruction set in use.
[[nodiscard]] BoxTimesKernel box_times_simd();
[[nodiscard]] BoxTimesKernel box_times_fused();

}  // namespace graze::internal
