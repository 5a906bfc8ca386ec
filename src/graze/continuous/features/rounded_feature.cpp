#include "graze/continuous/features/rounded_feature.h"

#include "graze/numeric/ordered_sums.h"

#include <cmath>

namespace graze::internal {
namespace {

constexpr double kLengthsUp = 1.0 + 0x1p-40;  // more than the roundings of lengths

void place_wandering(const RoundedFeature& feature, double t, PlacedFeature& result) {
    const RoundedOrientation now = orientation_at(*feature.wandering, t);
    for (int i = 0; i < feature.count; ++i) {
        const RoundedPoint& p = feature.vertices[i];
        const Vec3 arm = turned(now.rotation, p.out), turning = cross(now.spin, arm);
        result.vertices[i] = {(p.start + t * p.slide) + arm, p.slide, turning, -cross(now.spin, turning),
                              p.swerve};
    }
}

// features.md (F9): all of the path that is known at the moment, and its jerk; or, where axes wander, the
// velocity and a bound of the acceleration.
void place_on_chain(const RoundedFeature& feature, double t, PlacedFeature& result) {
    const ChainMoment& now = moment_at(*feature.chain, t);
    const RoundedChain& chain = *feature.chain->chain;
    const bool has_jerk = chain.jerk.constant < kInfinity;
    for (int i = 0; i < feature.count; ++i) {
        const RoundedPoint& p = feature.vertices[i];
        const Vec3 arm = turned(now.rotation, p.out), turning = cross(now.spin, arm);
        const double length = std::sqrt(dot(p.out, p.out)) * kLengthsUp;
        PlacedVertex& vertex = result.vertices[i];
        vertex = {now.place + arm, now.velocity + turning, Vec3::Zero(), Vec3::Zero(), 0.0};
        if (has_jerk) {
            vertex.inward = -(now.acceleration + cross(now.spin_rate, arm) + cross(now.spin, turning));
            vertex.jerk = chain.jerk.of(length) * kLengthsUp;
        } else {
            vertex.swerve = chain.acceleration.of(length) * kLengthsUp;
        }
    }
}

}  // namespace

RoundedFeature rounded_feature(const MovingFeature& feature, const RoundedMotion* motion) {
    RoundedFeature result;
    result.count = feature.count;
    if (motion != nullptr) {
        result.angle = motion->angle;
        result.axis = motion->axis;
        if (!motion->has_fixed_axis) result.wandering = motion;
    }
    result.is_still = result.angle == 0.0;
    for (int i = 0; i < feature.count; ++i) {
        result.vertices[i] = motion != nullptr
                                 ? rounded_point(*motion, feature.vertices[i])
                                 : rounded_point(LinearVertex{feature.vertices[i],
                                                              std::get<VertexEnds>(feature.motion).to[i]});
        result.is_still = result.is_still && result.vertices[i].slide.isZero(0.0);
        result.error = larger_bound(result.error, result.vertices[i].error);
    }
    return result;
}

PlacedFeature placed_at(const RoundedFeature& feature, double t) {
    PlacedFeature result;
    place_feature(feature, t, result);
    return result;
}

void place_feature(const RoundedFeature& feature, double t, PlacedFeature& result) {
    const bool turns = feature.chain == nullptr && feature.wandering == nullptr && feature.angle != 0.0;
    place_feature(feature, t, turns ? turn_at(feature.angle, t) : RoundedTurn{}, result);
}

void place_feature(const RoundedFeature& feature, double t, const RoundedTurn& turn, PlacedFeature& result) {
    result.count = feature.count;
    result.is_still = feature.is_still;
    if (feature.chain != nullptr) {
        place_on_chain(feature, t, result);
        return;
    }
    if (feature.wandering != nullptr) {
        place_wandering(feature, t, result);
        return;
    }
    const double w = feature.angle, w_cos = w * turn.cosine, w_sin = w * turn.sine;
    for (int i = 0; i < feature.count; ++i) {
        const RoundedPoint& p = feature.vertices[i];
        PlacedVertex& vertex = result.vertices[i];
        vertex.place = p.start + t * p.slide;
        vertex.straight = p.slide;
        vertex.swerve = vertex.jerk = 0.0;
        if (w == 0.0) {
            vertex.turning = vertex.inward = Vec3::Zero();
            continue;
        }
        vertex.place = vertex.place + (turn.cosine_less_1 * p.out + turn.sine * p.across);
        vertex.turning = w_cos * p.across - w_sin * p.out;
        vertex.inward = w * (w_cos * p.out + w_sin * p.across);
    }
}

}  // namespace graze::internal
