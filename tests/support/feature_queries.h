// Pairs of moving features whose contact is planted: at a known time they are as close as rounding allows.
#pragma once

#include "graze/continuous/features/feature_distance.h"
#include "graze/continuous/features/rounded_feature.h"

#include "oracle/first_contact.h"
#include "support/motion_attack.h"

#include <algorithm>
#include <memory>

namespace graze::test {

/// A feature that owns its motion, and its truth.
struct OwnedFeature {
    std::shared_ptr<RigidMotion> motion;  // none: vertices on straight lines
    MovingFeature feature;
    oracle::Path path;  // of the body, if it is rigid

    /// The true places of the feature's vertices as they are now.
    [[nodiscard]] oracle::FeaturePath truth() const {
        return [feature = feature, path = path](const oracle::Num& t) {
            std::vector<oracle::NumVec> places;
            const auto* ends = std::get_if<VertexEnds>(&feature.motion);
            for (int i = 0; i < feature.count; ++i) {
                const oracle::NumVec from = oracle::nums(feature.vertices[i]);
                places.push_back(ends == nullptr ? path(from, t)
                                                 : from + t * (oracle::nums(ends->to[i]) - from));
            }
            return places;
        };
    }
};

/// A feature whose vertices go on straight lines, all by the same way.
[[nodiscard]] inline MovingFeature on_lines(const std::vector<Vec3>& vertices, const Vec3& way) {
    MovingFeature feature;
    feature.count = static_cast<int>(vertices.size());
    feature.vertices.fill(Vec3::Zero());
    std::copy(vertices.begin(), vertices.end(), feature.vertices.begin());
    VertexEnds ends{feature.vertices};
    for (Vec3& x : ends.to) x += way;
    feature.motion = ends;
    return feature;
}

/// The least distance at so many instants of a stretch and at its beginning: an upper bound of the true one,
/// up to rounding.
[[nodiscard]] inline double least_sampled(const RoundedFeature& a, const RoundedFeature& b,
                                          const Interval& time, int instants) {
    double least = kInfinity;
    for (int k = 0; k <= instants; ++k) {
        const double t = std::min(1.0, time.lo + (time.hi - time.lo) * k / instants);
        const auto of_a = placed_at(a, t).places(), of_b = placed_at(b, t).places();
        const auto closest = closest_features({of_a.data(), static_cast<std::size_t>(a.count)},
                                              {of_b.data(), static_cast<std::size_t>(b.count)});
        least = std::min(least, closest.separation.norm());
    }
    return least;
}

struct PlantedQuery {
    OwnedFeature a, b;
    double time;   // planted
    double size;   // of the features
    double reach;  // lengths that are rounded: sizes and places
};

/// Weights of a point of the feature: inside, or on its border.
[[nodiscard]] inline std::array<double, 3> random_weights(Rng& rng, int count) {
    std::array<double, 3> w{rng.unit(), rng.unit(), rng.unit()};
    if (rng.below(4) == 0) w[rng.below(3)] = 0.0;
    double sum = 0.0;
    for (int i = 0; i < count; ++i) sum += w[i];
    if (sum == 0.0) return {1.0, 0.0, 0.0};
    for (double& x : w) x /= sum;
    return w;
}

/// Vertices around `home` such that the point of the weights is there. Sometimes without length or area.
inline void place_vertices(Rng& rng, MovingFeature& feature, const Vec3& home, double size) {
    const auto w = random_weights(rng, feature.count);
    const auto kind = rng.below(8);
    for (Vec3& x : feature.vertices) x = random_vector(rng, size);
    if (kind == 0) feature.vertices[1] = feature.vertices[0];  // no length or area
    if (kind == 1) feature.vertices[2] = 0.5 * (feature.vertices[0] + feature.vertices[1]);  // collinear
    if (kind == 2) feature.vertices[1] = feature.vertices[2] = feature.vertices[0];          // a point
    Vec3 at = Vec3::Zero();
    for (int i = 0; i < feature.count; ++i) at += w[i] * feature.vertices[i];
    for (Vec3& x : feature.vertices) x += home - at;
}

[[nodiscard]] inline PlantedQuery random_planted_query(Rng& rng, MotionFamily family_a,
                                                       MotionFamily family_b) {
    PlantedQuery query;
    query.size = kSizes[rng.below(3)];
    query.time = rng.below(8) == 0 ? 1.0 : rng.below(8) == 0 ? 0.0 : rng.unit();
    const bool edges = rng.below(2) == 0;
    const MotionCase a = random_motion(rng, family_a, query.size),
                     b = random_motion(rng, family_b, query.size);
    query.a.motion = std::make_shared<RigidMotion>(a.motion);
    query.b.motion = std::make_shared<RigidMotion>(b.motion);
    query.a.feature = {edges ? 2 : 1, {}, query.a.motion.get()};
    query.b.feature = {edges ? 2 : 3, {}, query.b.motion.get()};
    const Vec3 home = a.near + random_vector(rng, query.size);
    place_vertices(rng, query.a.feature, home, query.size);
    const Interval at = exactly(query.time);
    const MotionJet seen = relative(jet_over(*query.a.motion, at), jet_over(*query.b.motion, at));
    place_vertices(rng, query.b.feature, middle_of(point_at(seen, home)), query.size);
    query.a.path = a.truth;
    query.b.path = b.truth;
    if (!edges && rng.below(2) == 0) std::swap(query.a, query.b);
    query.reach = query.size;
    for (const auto family : {family_a, family_b})
        if (family == MotionFamily::FarBody) query.reach = 3e5 * query.size;
    for (const auto* feature : {&query.a.feature, &query.b.feature})
        for (const Vec3& x : feature->vertices) query.reach = std::max(query.reach, x.norm());
    return query;
}

/// Vertices on straight lines that meet at the planted time.
[[nodiscard]] inline PlantedQuery random_linear_query(Rng& rng) {
    PlantedQuery query;
    query.size = kSizes[rng.below(3)];
    query.reach = 8.0 * query.size;
    query.time = rng.uniform(0.05, 1.0);
    const bool edges = rng.below(2) == 0;
    const Vec3 home = random_vector(rng, query.size);
    for (auto* owned : {&query.a, &query.b}) {
        owned->feature.count = edges ? 2 : owned == &query.a ? 1 : 3;
        place_vertices(rng, owned->feature, home, query.size);
        VertexEnds ends{owned->feature.vertices};
        const bool slides = rng.below(4) == 0;  // all vertices move alike
        const Vec3 common = random_vector(rng, 2.0 * query.size);
        for (int i = 0; i < 3; ++i) {
            const Vec3 way = slides ? common : random_vector(rng, 2.0 * query.size);
            Vec3& x = owned->feature.vertices[i];
            ends.to[i] = x + (1.0 - query.time) * way;
            x -= query.time * way;
        }
        owned->feature.motion = ends;
    }
    return query;
}

}  // namespace graze::test
