#include "graze/continuous/rounded_feature.h"

#include "graze/numeric/ordered_sums.h"

namespace graze {
namespace {

void place_wandering(const RoundedFeature& feature, double t, PlacedFeature& result) {
    const RoundedOrientation now = orientation_at(*feature.wandering, t);
    for (int i = 0; i < feature.count; ++i) {
        const RoundedPoint& p = feature.vertices[i];
        const Vec3 arm = turned(now.rotation, p.out), turning = cross(now.spin, arm);
        result.vertices[i] = {(p.start + t * p.slide) + arm, p.slide, turning, -cross(now.spin, turning),
                              p.swerve};
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
        if (!(result.vertices[i].error <= result.error))
            result.error = result.vertices[i].error;  // NaN stays
    }
    return result;
}

PlacedFeature placed_at(const RoundedFeature& feature, double t) {
    PlacedFeature result;
    result.count = feature.count;
    result.is_still = feature.is_still;
    if (feature.wandering != nullptr) {
        place_wandering(feature, t, result);
        return result;
    }
    if (feature.angle == 0.0) {
        for (int i = 0; i < feature.count; ++i) {
            const RoundedPoint& p = feature.vertices[i];
            result.vertices[i] = {p.start + t * p.slide, p.slide, Vec3::Zero(), Vec3::Zero(), 0.0};
        }
        return result;
    }
    const RoundedTurn turn = turn_at(feature.angle, t);
    const double w = feature.angle, w_cos = w * turn.cosine, w_sin = w * turn.sine;
    for (int i = 0; i < feature.count; ++i) {
        const RoundedPoint& p = feature.vertices[i];
        result.vertices[i] = {(p.start + t * p.slide) + (turn.cosine_less_1 * p.out + turn.sine * p.across),
                              p.slide, w_cos * p.across - w_sin * p.out,
                              w * (w_cos * p.out + w_sin * p.across), 0.0};
    }
    return result;
}

}  // namespace graze
