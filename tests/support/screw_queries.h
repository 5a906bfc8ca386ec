// Screws against features at rest: contacts planted inside both features, so that no rounding makes them miss
// each other, and pairs at random.
#pragma once

#include "oracle/proved_crossing.h"
#include "support/feature_queries.h"

namespace graze::test {

struct ScrewQuery {
    SteadyTurn motion;
    MovingFeature moving, still;  // their motions are those below
    RigidMotion moving_motion, still_motion;
    oracle::FeaturePath moving_truth, still_truth;
    double time;  // planted
    double size;
};

inline constexpr MotionFamily kScrewFamilies[] = {
    MotionFamily::Screw,    MotionFamily::HalfTurn, MotionFamily::NearHalfTurn, MotionFamily::ManyTurns,
    MotionFamily::AxisTurn, MotionFamily::FarBody,  MotionFamily::Joint};

/// Weights that are well inside.
[[nodiscard]] inline std::array<double, 3> inner_weights(Rng& rng, int count) {
    std::array<double, 3> w{rng.uniform(0.1, 1.0), rng.uniform(0.1, 1.0), rng.uniform(0.1, 1.0)};
    double sum = 0.0;
    for (int i = 0; i < count; ++i) sum += w[i];
    for (double& x : w) x /= sum;
    return w;
}

/// Vertices of which a point well inside is at `home`.
inline void place_around(Rng& rng, MovingFeature& feature, const Vec3& home, double size) {
    const auto w = inner_weights(rng, feature.count);
    Vec3 at = Vec3::Zero();
    for (Vec3& x : feature.vertices) x = random_vector(rng, size);
    for (int i = 0; i < feature.count; ++i) at += w[i] * feature.vertices[i];
    for (Vec3& x : feature.vertices) x += home - at;
}

/// `apart`: how far the feature at rest is moved away from the planted contact, in sizes.
inline void make_screw_query(Rng& rng, MotionFamily family, double apart, ScrewQuery* query) {
    query->size = kSizes[rng.below(3)];
    query->time = rng.uniform(0.02, 0.98);
    MotionCase mover = random_motion(rng, family, query->size);
    while (std::get<SteadyTurn>(mover.motion).is_small_turn) mover = random_motion(rng, family, query->size);
    const MotionCase rest = random_motion(rng, MotionFamily::Rest, query->size);
    query->motion = std::get<SteadyTurn>(mover.motion);
    query->moving_motion = mover.motion;
    query->still_motion = rest.motion;
    const int counts[] = {1, 2, 3};
    query->moving.count = counts[rng.below(3)];
    query->still.count = 4 - query->moving.count;
    const Vec3 home = mover.near + random_vector(rng, query->size);
    place_around(rng, query->moving, home, 0.4 * query->size);
    const Interval at = exactly(query->time);
    const MotionJet seen = relative(jet_over(query->moving_motion, at), jet_over(query->still_motion, at));
    place_around(rng, query->still, middle_of(point_at(seen, home)) + random_vector(rng, apart * query->size),
                 0.4 * query->size);
    query->moving.motion = &query->moving_motion;
    query->still.motion = &query->still_motion;
    const auto truth = [](const oracle::Path& path, const MovingFeature& feature) {
        return [path, feature](const oracle::Num& t) {
            std::vector<oracle::NumVec> places;
            for (int i = 0; i < feature.count; ++i)
                places.push_back(path(oracle::nums(feature.vertices[i]), t));
            return places;
        };
    };
    query->moving_truth = truth(mover.truth, query->moving);
    query->still_truth = truth(rest.truth, query->still);
}

[[nodiscard]] inline std::unique_ptr<ScrewQuery> random_screw_query(Rng& rng, MotionFamily family,
                                                                    double apart) {
    auto query = std::make_unique<ScrewQuery>();
    make_screw_query(rng, family, apart, query.get());
    return query;
}

}  // namespace graze::test
