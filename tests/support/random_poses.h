// Poses drawn at random, the same on every machine.
#pragma once

#include "graze/geometry/pose.h"
#include "support/random_vector.h"

namespace graze::test {

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
