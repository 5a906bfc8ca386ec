// Where the distance queries look: along the line between the nearest points so far. Not for users.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/wide/wide_nearest.h"

#include <limits>
#include <span>

namespace graze::internal {

/// The aim of a search, and the nearest pair that it has met.
struct Sight {
    WidePlacement placement;
    WideAim aim;
    float best = std::numeric_limits<float>::infinity();  // in the lengths of the aim

    /// True if a pair was nearer than all before; the aim is then turned to the nearest.
    bool improve(std::span<const WideNearTriangles> pairs) {
        const WideNearTriangles* nearest = nullptr;
        for (const WideNearTriangles& pair : pairs)
            if (pair.hi < best) {  // not a NaN
                best = pair.hi;
                nearest = &pair;
            }
        if (nearest == nullptr) return false;
        Vec3 direction = Vec3::Zero();
        for (int k = 0; k < 3; ++k)
            for (int j = 0; j < 3; ++j)
                direction[j] += static_cast<double>(nearest->separation[k]) * aim.of_a[k][j];
        turn_aim(aim, placement, direction);
        return true;
    }
};

}  // namespace graze::internal
