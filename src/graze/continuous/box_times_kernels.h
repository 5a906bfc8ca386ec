// The SIMD versions behind box_times.h. Not for users.
#pragma once

#include "graze/continuous/box_times.h"

namespace graze {

/// As find_box_times. Pre: `opened` set, no pairs. Same bits on every instruction set.
void find_box_times_simd(const BoxTask& task, BoxTimes& times);

}  // namespace graze
