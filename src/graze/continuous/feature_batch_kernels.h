// The SIMD part of feature_batch.h. Not for users.
#pragma once

#include "graze/continuous/feature_batch.h"

namespace graze {

/// What all lanes share. Bounds are rounded to the safe side when they become floats.
struct BatchTask {
    const float* numbers_a;
    const float* numbers_b;
    int vertices_a, vertices_b;
    bool a_is_still, b_is_still;
    bool has_rings;
    float straight[3];                           // of a less that of b
    float sine_a, versine_a, sine_b, versine_b;  // arc_factors
    float length;                                // of the window, from its middle
    float bend;                                  // swerve of both
    float clearance, pad;
};

/// As cull_feature_pairs.
[[nodiscard]] std::size_t cull_lanes(const BatchTask& task, std::span<FeaturePairIds> pairs);

}  // namespace graze
