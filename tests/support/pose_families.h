// Pairs of poses and points on them that attack posed predicates.
#pragma once

#include "graze/geometry/pose.h"

#include "support/point_families.h"

#include <array>
#include <cmath>
#include <utility>

namespace graze::test {

enum class PoseFamily {
    Generic,       // random poses and points
    SamePose,      // bit-equal poses; points on a plane, nudged
    Translations,  // no rotation; a common plane that needs the exact sum of vertex and translation
    QuarterTurns,  // turns by multiples of 90 degrees about one axis
    OneAxis,       // generic turns about one axis, not exactly unit
    SameRotation,  // one generic turn about an axis, different translations
    TinyAngle,     // turns about one axis by about 1e-17
    LeastAngle,    // turns about one axis by about 1e-200
    OneUlp,        // generic poses; the points of B rounded on to the plane of A and nudged
    FarExponents,  // OneAxis with lengths between 1e-300 and 1e300
};
inline constexpr int kPoseFamilies = 10;
inline constexpr const char* kPoseFamilyNames[kPoseFamilies] = {
    "Generic",      "SamePose",  "Translations", "QuarterTurns", "OneAxis",
    "SameRotation", "TinyAngle", "LeastAngle",   "OneUlp",       "FarExponents"};

/// Four vertices in the frames of their bodies.
struct PosedQuad {
    Pose a, b;
    Quad local;
    std::array<bool, 4> of_b;
};

/// A unit quaternion up to rounding and, for one in two, up to the accepted slack.
[[nodiscard]] inline Eigen::Quaterniond random_rotation(Rng& rng) {
    Eigen::Vector4d q;
    do {
        for (double& c : q) c = rng.uniform(-1.0, 1.0);
    } while (!(q.squaredNorm() > 0.01 && q.squaredNorm() < 1.0));
    q /= q.norm();
    if (rng.below(2) == 0) q *= 1.0 + rng.uniform(-0.9e-6, 0.9e-6);
    return Eigen::Quaterniond(q[3], q[0], q[1], q[2]);
}

[[nodiscard]] inline Pose random_pose(Rng& rng, double size) {
    return {random_vector(rng, size), random_rotation(rng)};
}

[[nodiscard]] inline Eigen::Quaterniond turn_about(int axis, double sine, double cosine) {
    Eigen::Vector4d q = Eigen::Vector4d::Zero();
    q[axis] = sine;
    return Eigen::Quaterniond(cosine, q[0], q[1], q[2]);
}

/// Half the angle as sine and cosine, by family.
[[nodiscard]] inline Eigen::Quaterniond family_turn(Rng& rng, PoseFamily family, int axis) {
    const double angle = rng.uniform(-3.1, 3.1);
    const double half = 0.7071067811865476;
    switch (family) {
        case PoseFamily::QuarterTurns: {
            const auto k = rng.below(4);
            return k == 0   ? turn_about(axis, half, half)
                   : k == 1 ? turn_about(axis, -half, half)
                   : k == 2 ? turn_about(axis, 1.0, 0.0)
                            : turn_about(axis, 0.0, -1.0);
        }
        case PoseFamily::TinyAngle:
            return turn_about(axis, rng.uniform(1e-18, 1e-16), 1.0);
        case PoseFamily::LeastAngle:
            return turn_about(axis, rng.uniform(1e-201, 1e-199), 1.0);
        case PoseFamily::Translations:
            return Eigen::Quaterniond::Identity();
        default:
            return rng.below(4) == 0 ? turn_about(axis, 0.6, 0.8)
                                     : turn_about(axis, std::sin(angle), std::cos(angle));
    }
}

/// Turns about one axis keep the coordinate along it. A's points have height t_b there and B's t_a, so all
/// of them lie at height t_a + t_b, exactly, whether or not that sum is a double. Then one is nudged.
[[nodiscard]] inline PosedQuad on_common_plane(Rng& rng, PoseFamily family) {
    const int axis = static_cast<int>(rng.below(3));
    PosedQuad quad;
    quad.a = {random_vector(rng, 10.0), family_turn(rng, family, axis)};
    quad.b = {random_vector(rng, 10.0), family_turn(rng, family, axis)};
    if (family == PoseFamily::SameRotation) quad.b.rotation = quad.a.rotation;
    for (std::size_t i = 0; i < 4; ++i) {
        quad.of_b[i] = rng.below(2) == 0;
        quad.local[i] = random_vector(rng, 10.0);
        quad.local[i][axis] = quad.of_b[i] ? quad.a.translation[axis] : quad.b.translation[axis];
    }
    if (rng.below(5) == 0) quad.local[1] = quad.local[0], quad.of_b[1] = quad.of_b[0];
    if (family == PoseFamily::FarExponents)
        for (Vec3& p : quad.local)
            for (int k = 0; k < 3; ++k)
                if (k != axis) p[k] = std::ldexp(p[k], static_cast<int>(random_int(rng, 1000)));
    if (rng.below(3) != 0) {
        double& height = quad.local[rng.below(4)][axis];
        height = std::nextafter(height, rng.below(2) == 0 ? 100.0 : -100.0);
    }
    return quad;
}

/// B's points: where the plane of A's triangle is for them, rounded, and nudged.
[[nodiscard]] inline PosedQuad one_ulp_off(Rng& rng) {
    PosedQuad quad{random_pose(rng, 10.0), random_pose(rng, 10.0), {}, {false, false, false, true}};
    const Pose a_in_b = relative(quad.b, quad.a);
    for (Vec3& p : quad.local) p = random_vector(rng, 10.0);
    const double s = rng.uniform(-1.0, 1.0), t = rng.uniform(-1.0, 1.0);
    const auto& [x, y, z, unused] = quad.local;
    quad.local[3] = apply(a_in_b, x + s * (y - x) + t * (z - x));
    if (rng.below(4) == 0) {  // two points of each body
        quad.local[2] = apply(a_in_b, z);
        quad.of_b[2] = true;
    }
    nudge(rng, quad.local);
    return quad;
}

[[nodiscard]] inline PosedQuad random_posed_quad(Rng& rng, PoseFamily family) {
    if (family == PoseFamily::OneUlp) return one_ulp_off(rng);
    if (family != PoseFamily::Generic && family != PoseFamily::SamePose) return on_common_plane(rng, family);
    PosedQuad quad{random_pose(rng, 10.0), random_pose(rng, 10.0), {}, {}};
    if (family == PoseFamily::SamePose) quad.b = quad.a;
    quad.local = random_quad(rng, family == PoseFamily::SamePose ? PointFamily::Plane : PointFamily::Generic);
    for (bool& of_b : quad.of_b) of_b = rng.below(2) == 0;
    return quad;
}

}  // namespace graze::test
