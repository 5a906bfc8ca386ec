// An axis-aligned box; empty until something is added.
#pragma once

#include "graze/numeric/vector.h"

#include <limits>
#include <span>

namespace graze {

struct Box {
    Vec3 min = Vec3::Constant(std::numeric_limits<double>::infinity());
    Vec3 max = Vec3::Constant(-std::numeric_limits<double>::infinity());

    void add(const Vec3& point) {
        min = min.cwiseMin(point);
        max = max.cwiseMax(point);
    }
    void add(const Box& box) {
        min = min.cwiseMin(box.min);
        max = max.cwiseMax(box.max);
    }
    [[nodiscard]] bool is_empty() const { return !(min.array() <= max.array()).all(); }
    [[nodiscard]] Vec3 centre() const { return 0.5 * min + 0.5 * max; }  // halves first: no overflow
};

/// The *size* of a body, as contracts use it: the diagonal of its box; 0 if empty. Rounded, not a bound.
[[nodiscard]] inline double size_of(const Box& box) {
    return box.is_empty() ? 0.0 : (box.max - box.min).stableNorm();
}

[[nodiscard]] inline Box box_of(std::span<const Vec3> points) {
    Box box;
    for (const Vec3& point : points) box.add(point);
    return box;
}

}  // namespace graze
