// Vectors and poses drawn at random, the same on every machine.
#pragma once

#include "graze/core/random.h"
#include "graze/geometry/pose.h"

namespace graze::test {

/// In the cube [-size, size]^3.
inline Vec3 random_vector(Rng& rng, double size) {
    return {rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-size, size)};
}

/// Any turn, all equally likely.
inline Pose random_pose(Rng& rng, const Vec3& translation) {
    Eigen::Quaterniond q;
    do
        q.coeffs() =
            Eigen::Vector4d(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
    while (!(q.norm() > 0.1 && q.norm() < 1.0));
    return {translation, q.normalized()};
}

}  // namespace graze::test
