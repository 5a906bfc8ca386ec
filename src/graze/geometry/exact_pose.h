// The exact posed point: a rational, written with a common denominator.
#pragma once

#include "graze/geometry/pose.h"
#include "graze/numeric/dyadic.h"

#include <array>

namespace graze {

/// The point (numerator[0] / w, numerator[1] / w, numerator[2] / w), w = |q|^2 > 0.
struct ExactPoint {
    std::array<Dyadic, 3> numerator;  // R(q) x + |q|^2 t
    Dyadic w;
};

/// Pre:       valid pose, finite point.
/// Guarantee: exact for all such doubles.
/// Cost:      some 20 us; allocates. For proofs and checks; predicates have their own exact stages.
[[nodiscard]] ExactPoint apply_exactly(const Pose& pose, const Vec3& point);

}  // namespace graze
