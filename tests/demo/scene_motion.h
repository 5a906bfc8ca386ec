// Where the bodies of a scene are on their paths, and how far apart: textbook formulas on libm.
#pragma once

#include "slow_distance.h"

#include "graze/scene/scene.h"

#include <cmath>

namespace graze::test {

/// The pose at time t of a segment, moved along a screw.
inline Pose screw_between(const Pose& from, const Pose& to, int turns, double t) {
    Eigen::Quaterniond q = to.rotation * from.rotation.conjugate();
    if (q.w() < 0.0) q.coeffs() *= -1.0;
    const Vec3 d = to.translation - q * from.translation;  // the world moves by x -> q x + d
    const double sine = q.vec().norm();
    if (sine < 1e-12) return {from.translation + t * d, from.rotation};
    const Vec3 axis = q.vec() / sine;
    const double angle = 2.0 * std::atan2(sine, q.w());
    const Vec3 across = d - axis.dot(d) * axis;
    const Vec3 centre = 0.5 * (across + axis.cross(across) * (q.w() / sine));
    const Eigen::Quaterniond part(Eigen::AngleAxisd(t * (angle + 2.0 * M_PI * turns), axis));
    return {part * (from.translation - centre) + centre + t * axis.dot(d) * axis, part * from.rotation};
}

/// Where body `id` is at time t of segment `segment`.
inline Pose pose_at(const Scene& scene, std::uint32_t id, std::size_t segment, double t) {
    for (const Path& path : scene.paths)
        if (path.body == id)
            return screw_between(path.poses[segment], path.poses[segment + 1],
                                 path.turns.empty() ? 0 : path.turns[segment], t);
    return scene.bodies[id].pose;
}

/// Distance between the first two bodies on their paths.
inline double distance_at(const Scene& scene, std::size_t segment, double t) {
    return slow_distance(*scene.bodies[0].mesh, pose_at(scene, 0, segment, t), *scene.bodies[1].mesh,
                         pose_at(scene, 1, segment, t));
}

inline double distance_at_rest(const Scene& scene) {
    return slow_distance(*scene.bodies[0].mesh, scene.bodies[0].pose, *scene.bodies[1].mesh,
                         scene.bodies[1].pose);
}

}  // namespace graze::test
