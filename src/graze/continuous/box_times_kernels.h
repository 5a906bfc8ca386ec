// The SIMD versions behind box_times.h. Not for users.
#pragma once

#include "graze/continuous/box_times.h"

namespace graze {

/// For the instruction set in use.
[[nodiscard]] BoxTimesKernel box_times_simd();
[[nodiscard]] BoxTimesKernel box_times_fused();

}  // namespace graze
