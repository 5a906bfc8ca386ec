#include "graze/continuous/feature_batch.h"

#include "graze/continuous/feature_batch_kernels.h"
#include "graze/continuous/gap_bound.h"
#include "graze/core/assert.h"
#include "graze/numeric/ordered_sums.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

constexpr double kFloatRoundoff = 0x1p-24;
constexpr double kPadPerMagnitude = 256.0 * kFloatRoundoff;  // docs eq. 42
constexpr double kMostMagnitude =
    1e15;  // squares of squares of floats stay finite; beyond, nothing is culled
constexpr double kUp = 1.0 + 0x1p-20, kDown = 1.0 - 0x1p-20;
constexpr double kFloatStep = 0x1p-23;  // outward, and more than half an ulp of a float
constexpr double kRingError = 0x1p-47;  // docs eq. 43
constexpr double kMostBatchArc = 1.6;
constexpr double kLeastRingTurn = 0x1p-6;  // of smaller turns the axis is too far away to be of use

double largest(const Vec3& v) {
    return std::max({magnitude_of(v.x()), magnitude_of(v.y()), magnitude_of(v.z())});
}

void put(float* to, const Vec3& v) {
    for (int axis = 0; axis < 3; ++axis) to[axis] = static_cast<float>(v[axis]);
}

float rounded_down(double v) { return static_cast<float>(v - kFloatStep * magnitude_of(v)); }
float rounded_up(double v) { return static_cast<float>(v + kFloatStep * magnitude_of(v)); }

// The point of the hull of up to three arms that is nearly closest to the axis: by turns along both edges.
Vec3 nearly_inmost(const std::array<Vec3, 3>& arms, int count) {
    const Vec3& r = arms[0];
    const Vec3 e = arms[count > 1 ? 1 : 0] - r, f = arms[count > 2 ? 2 : 0] - r;
    const double ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), er = -dot(e, r), fr = -dot(f, r);
    const auto share = [](double x, double of, double most) {
        return of > 0.0 && x > 0.0 ? std::min(x / of, most) : 0.0;
    };
    double u = share(er, ee, 1.0), v = 0.0;
    for (int k = 0; k < 2; ++k) {
        v = share(fr - u * ef, ff, 1.0 - u);
        u = share(er - v * ef, ee, 1.0 - v);
    }
    return r + u * e + v * f;
}

// Arms are perpendicular to the axis. A lower bound of distances from it is what the least of their
// projections on any direction is: docs eq. 43.
struct Ring {
    double axial_lo = kInfinity, axial_hi = -kInfinity, radius_lo = 0.0, radius_hi = 0.0;
};

Ring ring_of(const RoundedFeature& feature, const BatchWindow& window) {
    const Vec3& s = window.axis.direction;
    Ring ring;
    std::array<Vec3, 3> arms;
    double magnitude = 0.0, aside = 0.0;  // a slerp slides across its axis, too
    for (int i = 0; i < feature.count; ++i) {
        const RoundedPoint& p = feature.vertices[i];
        const Vec3 from_axis = p.start - window.axis.point;
        const double along = dot(s, from_axis), way = dot(s, p.slide);
        const Vec3 across = p.slide - way * s;
        aside = std::max(aside, std::sqrt(dot(across, across)));
        arms[i] = from_axis - along * s;
        for (const double t : {window.time.lo, window.time.hi}) {
            ring.axial_lo = std::min(ring.axial_lo, along + t * way);
            ring.axial_hi = std::max(ring.axial_hi, along + t * way);
        }
        ring.radius_hi = std::max(ring.radius_hi, std::sqrt(dot(arms[i], arms[i])));
        magnitude = std::max(magnitude, largest(p.start) + largest(p.slide));
    }
    magnitude = 4.0 * (magnitude + largest(window.axis.point));
    const Vec3 inmost = nearly_inmost(arms, feature.count);
    const double length = std::sqrt(dot(inmost, inmost));
    if (length > 0.0) {
        double least = kInfinity;
        for (int i = 0; i < feature.count; ++i) least = std::min(least, dot(inmost, arms[i]) / length);
        ring.radius_lo = least;
    }
    const double pad = feature.error + window.axis.point_error +
                       (window.axis.direction_error + kRingError) * magnitude,
                 wider = pad + aside;
    return {ring.axial_lo - pad, ring.axial_hi + pad, ring.radius_lo - wider, ring.radius_hi + wider};
}

}  // namespace

BatchAxis batch_axis(const MotionPair& motions) {
    const auto is_still = [](const RoundedMotion& m) { return m.angle == 0.0 && m.slide.isZero(0.0); };
    const bool a_turns = is_still(*motions.b);
    if (!a_turns && !is_still(*motions.a)) return {};
    const RoundedMotion& turning = a_turns ? *motions.a : *motions.b;
    const double angle = magnitude_of(turning.angle);
    if (!(turning.is_usable && turning.has_fixed_axis && angle >= kLeastRingTurn)) return {};
    return {turning.start - turning.out, turning.axis, 2.0 * turning.place_error + turning.out_error,
            turning.axis_error};
}

void fill_batch(FeatureBatch& batch, std::span<const RoundedFeature> features, const BatchWindow& window) {
    GRAZE_ASSERT(!features.empty());
    const double middle = 0.5 * (window.time.lo + window.time.hi);
    const double x = std::max(window.time.hi - middle, middle - window.time.lo) * kUp;
    const RoundedFeature& first = features[0];
    GRAZE_ASSERT(magnitude_of(first.angle) * x <= kMostBatchArc * kUp * kUp);
    batch.vertices = first.count;
    batch.size = features.size();
    const int width = batch_width(batch.vertices), row = 3 * batch.vertices;
    batch.numbers.assign(batch.size * static_cast<std::size_t>(width), 0.0f);
    batch.has_ring = !window.axis.direction.isZero(0.0);
    batch.angle = first.angle;
    batch.half_length = x;
    batch.is_still = true;
    batch.magnitude = batch.error = batch.swerve = 0.0;
    // What does not turn at all goes into the rows of what turns: there each vertex has its own.
    const bool is_straight = first.angle == 0.0;
    const Vec3 straight = is_straight ? Vec3(Vec3::Zero()) : first.vertices[0].slide;
    for (int axis = 0; axis < 3; ++axis) batch.straight[axis] = static_cast<float>(straight[axis]);
    for (std::size_t i = 0; i < features.size(); ++i) {
        const RoundedFeature& feature = features[i];
        GRAZE_ASSERT(feature.count == batch.vertices && feature.angle == batch.angle);
        const PlacedFeature placed = placed_at(feature, middle);
        float* const numbers = batch.numbers.data() + i * static_cast<std::size_t>(width);
        for (int k = 0; k < feature.count; ++k) {
            const PlacedVertex& v = placed.vertices[k];
            const Vec3 place = v.place - window.home, velocity = is_straight ? v.straight : v.turning;
            float* const to = numbers + kRingNumbers + 3 * k;
            put(to, place);
            put(to + row, velocity);
            put(to + 2 * row, v.inward);
            batch.magnitude = std::max({batch.magnitude, largest(place) + largest(window.home) * 0x1p-28,
                                        x * (largest(velocity) + largest(straight)),
                                        x * x * (largest(v.inward) + v.swerve)});
            batch.swerve = std::max(batch.swerve, v.swerve);
        }
        if (batch.has_ring) {
            const Ring ring = ring_of(feature, window);
            numbers[0] = rounded_down(ring.axial_lo);
            numbers[1] = rounded_up(ring.axial_hi);
            numbers[2] = rounded_down(ring.radius_lo);
            numbers[3] = rounded_up(ring.radius_hi);
        }
        batch.is_still = batch.is_still && feature.is_still;
        batch.error = larger_bound(batch.error, feature.error);
    }
}

std::size_t cull_feature_pairs(const FeatureBatch& a, const FeatureBatch& b, std::span<FeaturePairIds> pairs,
                               double clearance) {
    GRAZE_ASSERT(a.half_length == b.half_length && clearance >= 0.0);
    GRAZE_ASSERT((a.vertices == 2 && b.vertices == 2) || (a.vertices == 1 && b.vertices == 3) ||
                 (a.vertices == 3 && b.vertices == 1));
    const double magnitude = a.magnitude + b.magnitude;
    // Written so that NaN culls nothing.
    if (!(magnitude + clearance + a.error + b.error <= kMostMagnitude && magnitude >= 1.0 / kMostMagnitude))
        return pairs.size();
    const ArcFactors arc_a = arc_factors(magnitude_of(a.angle) * a.half_length),
                     arc_b = arc_factors(magnitude_of(b.angle) * a.half_length);
    const auto down = [](double v) { return static_cast<float>(v * kDown); };
    const auto up = [](double v) { return static_cast<float>(v * kUp); };
    BatchTask task{.numbers_a = a.numbers.data(),
                   .numbers_b = b.numbers.data(),
                   .vertices_a = a.vertices,
                   .vertices_b = b.vertices,
                   .a_is_still = a.is_still,
                   .b_is_still = b.is_still,
                   .has_rings = a.has_ring && b.has_ring && (a.angle == 0.0 || b.angle == 0.0),
                   .straight = {},
                   .sine_a = down(arc_a.sine),
                   .versine_a = down(arc_a.versine),
                   .sine_b = down(arc_b.sine),
                   .versine_b = down(arc_b.versine),
                   .length = static_cast<float>(a.half_length),
                   .bend = up(a.swerve + b.swerve),
                   .clearance = up(clearance),
                   .pad = up(a.error + b.error + kPadPerMagnitude * magnitude)};
    for (int axis = 0; axis < 3; ++axis) task.straight[axis] = a.straight[axis] - b.straight[axis];
    return cull_lanes(task, pairs);
}

}  // namespace graze
