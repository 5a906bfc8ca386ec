#include "graze/continuous/features/feature_contact.h"

#include "graze/continuous/features/interval_contact.h"
#include "graze/continuous/features/quick_contact.h"
#include "graze/core/assert.h"

namespace graze::internal {
namespace {

// In doubles as far as that leads, then in intervals from there on.
FeatureContact contact_of(const MovingFeature& a, const MovingFeature& b, const RoundedMotion* motion_a,
                          const RoundedMotion* motion_b, const FeatureContactOptions& options) {
    const auto quick =
        quick_feature_contact(rounded_feature(a, motion_a), rounded_feature(b, motion_b), options);
    if (quick.is_decided) return quick.result;
    return feature_contact_by_intervals(a, b, options, {quick.result.clear_until, quick.result.windows});
}

bool is_straight(const MovingFeature& feature) { return std::holds_alternative<VertexEnds>(feature.motion); }

RoundedMotion rounded_motion_of(const MovingFeature& feature) {
    const auto* motion = std::get_if<const RigidMotion*>(&feature.motion);
    return motion != nullptr ? rounded_motion(**motion) : RoundedMotion{};
}

}  // namespace

MotionJet jet_of(const MovingFeature& feature, const Interval& time) {
    if (const auto* motion = std::get_if<const RigidMotion*>(&feature.motion))
        return jet_over(**motion, time);
    if (const auto* pieces = std::get_if<const Piecewise*>(&feature.motion)) return jet_over(**pieces, time);
    if (const auto* clocked = std::get_if<ClockedRigid>(&feature.motion)) return jet_over(*clocked, time);
    return jet_over(std::get<LinkMotion>(feature.motion), time);
}

FeatureContact first_feature_contact(const MovingFeature& a, const MovingFeature& b,
                                     const FeatureContactOptions& options) {
    GRAZE_ASSERT(is_valid_pair(a, b) && options.clearance >= 0.0 && options.tolerance > 0.0);
    const RoundedMotion motion_a = rounded_motion_of(a), motion_b = rounded_motion_of(b);
    if (!(is_straight(a) || motion_a.is_usable) || !(is_straight(b) || motion_b.is_usable))
        return feature_contact_by_intervals(a, b, options);
    return contact_of(a, b, is_straight(a) ? nullptr : &motion_a, is_straight(b) ? nullptr : &motion_b,
                      options);
}

FeatureContact first_feature_contact(const MovingFeature& a, const MovingFeature& b,
                                     const MotionPair& motions, const FeatureContactOptions& options) {
    GRAZE_ASSERT(is_valid_pair(a, b) && options.clearance >= 0.0 && options.tolerance > 0.0);
    GRAZE_ASSERT(!is_straight(a) && !is_straight(b));
    if (!motions.a->is_usable || !motions.b->is_usable) return feature_contact_by_intervals(a, b, options);
    return contact_of(a, b, motions.a, motions.b, options);
}

}  // namespace graze::internal
