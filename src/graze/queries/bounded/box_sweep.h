// Which boxes of many overlap, step by step: a sweep that can be stopped, and remembers the order of the last
// one.
#pragma once

#include "graze/core/function_ref.h"
#include "graze/core/internal.h"
#include "graze/geometry/box.h"

#include <cstdint>
#include <vector>

namespace graze::internal {

class BoxSweep {
  public:
    explicit BoxSweep(std::size_t boxes);

    [[nodiscard]] std::vector<Box>& boxes() { return boxes_; }
    [[nodiscard]] const std::vector<Box>& boxes() const { return boxes_; }

    /// Begins anew with the boxes as they are. Cost: a sort of what is nearly sorted from the last time.
    void begin();
    /// Compares up to `most` pairs of boxes; true when all are done.
    ///
    /// Guarantee: over a whole sweep each pair of boxes that is not proved apart goes to `near` once, in an
    ///            order that depends on the boxes of this sweep and those before.
    bool go_on(std::uint64_t most, FunctionRef<void(std::uint32_t, std::uint32_t)> near);

  private:
    std::vector<Box> boxes_;
    std::vector<std::uint32_t> order_;  // by min along the axis
    int axis_ = 0;
    std::size_t first_ = 0, second_ = 1;  // places in the order that are compared next
};

}  // namespace graze::internal
