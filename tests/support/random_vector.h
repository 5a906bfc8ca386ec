#pragma once

#include "graze/core/random.h"
#include "graze/numeric/vector.h"

namespace graze::test {

/// In the cube [-size, size]^3, the same on every machine.
[[nodiscard]] inline Vec3 random_vector(Rng& rng, double size) {
    return {rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-size, size)};
}

}  // namespace graze::test
