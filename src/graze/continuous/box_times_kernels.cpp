#include "graze/continuous/box_times_kernels.h"
namespace graze {
void find_box_times_simd(const BoxTask& task, BoxTimes& times) {
    find_box_times(BoxBounds::Plain, task, times);
}
void cut_by_planes(const BoxTask&, BoxTimes&) {}
}  // namespace graze
