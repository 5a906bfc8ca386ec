// Pairs of boxes that are near each other, found without listing the others.
#pragma once

#include "graze_verify/bound.h"

#include <cstdint>
#include <functional>
#include <span>

namespace graze::verify {

/// Goes through pairs of boxes with different numbers until `visit` wants no more.
///
/// Guarantee: after Finished, each pair of different numbers was visited once, the smaller id first, or is
///            proved to be farther apart than `distance` (boxes.h). Pre: no end of a box is NaN.
/// Cost:      O(n log n), and one test for each pair of different numbers that overlaps along the axis on
///            which the boxes spread most; memory O(n).
enum class SweepEnd { Finished, Stopped, Interrupted };
[[nodiscard]] SweepEnd sweep(std::span<const BoundVec> boxes, std::span<const std::uint32_t> numbers,
                             double distance, const std::function<bool(std::uint32_t, std::uint32_t)>& visit);

}  // namespace graze::verify
