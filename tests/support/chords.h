// How far a point leaves the chord of its path: what bounds of bends are compared with.
#pragma once

#include "graze/continuous/relative/relative_motion.h"

namespace graze::test {

[[nodiscard]] inline double cross_with(const Vec3& n, const float* axis) {
    return n.cross(Vec3(double(axis[0]), double(axis[1]), double(axis[2]))).norm();
}

/// The place along n, a direction of `own`, of a point of `other`: an interval.
template <class Motion>
[[nodiscard]] Interval place_along(const Motion& own, const Motion& other, const Vec3& n, const Vec3& x,
                                   double t) {
    const MotionJet seen = relative(jet_over(other, exactly(t)), jet_over(own, exactly(t)));
    return dot(exactly(n), point_at(seen, x));
}

/// Where the point leaves its chord to at the middle of the window: there the bound is closest.
template <class Motion>
[[nodiscard]] Vec3 worst_direction(const Motion& own, const Motion& other, const Vec3& x, double begin,
                                   double end) {
    Vec3 worst;
    for (int k = 0; k < 3; ++k) {
        const auto place = [&](double t) { return midpoint(place_along(own, other, Vec3::Unit(k), x, t)); };
        worst[k] = place(0.5 * (begin + end)) - 0.5 * (place(begin) + place(end));
    }
    return worst.norm() > 0.0 ? Vec3(worst.normalized()) : Vec3(Vec3::UnitX());
}

/// At least how far apart the origins of the roots are at both moments.
[[nodiscard]] inline double origin_distance(const WideTree& tree_a, const WideTree& tree_b,
                                            const Moment& from, const Moment& to) {
    double apart = 0.0;
    for (const Moment* m : {&from, &to}) {
        Vec3 way = Vec3::Zero();
        for (int i = 0; i < 3; ++i) {
            way[i] = m->placement.shift[i] - tree_a.nodes[0].origin[i];
            for (int k = 0; k < 3; ++k) way[i] += m->placement.turn[k][i] * tree_b.nodes[0].origin[k];
        }
        apart = std::max(apart, way.norm() * (1.0 + 1e-9) + double(m->placement.far));
    }
    return apart;
}

}  // namespace graze::test
