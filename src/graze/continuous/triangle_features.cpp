#include "graze/continuous/triangle_features.h"

#include "graze/continuous/feature_distance.h"
#include "graze/numeric/ordered_sums.h"

#include <cmath>

namespace graze {
namespace {

/// Corners of a feature: how many, and which.
struct SlotCorners {
    int count;
    std::array<int, 3> of;
};

SlotCorners corners_of(FeatureSlot slot) {
    if (slot < kFirstEdgeSlot) return {1, {slot, slot, slot}};
    if (slot == kFaceSlot) return {3, {0, 1, 2}};
    const int k = slot - kFirstEdgeSlot;
    return {2, {k, k == 2 ? 0 : k + 1, k}};
}

/// Where the vertices of a feature are at a time: rounded, and by how much at most, as a length.
struct Places {
    std::array<Vec3, 3> at;
    double error = 0.0;
};

Places places_at(const MovingFeature& feature, double t) {
    const MotionJet jet = jet_of(feature, exactly(t));
    Places places;
    places.at.fill(Vec3::Zero());
    for (int i = 0; i < feature.count; ++i) {
        const IntervalVec3 x = point_at(jet, feature.vertices[i]);
        double widths = 0.0;
        for (int k = 0; k < 3; ++k) {
            places.at[i][k] = midpoint(x[k]);
            widths += width(x[k]);
        }
        if (!(widths <= places.error)) places.error = widths;  // NaN stays
    }
    return places;
}

}  // namespace

MovingTriangle moving_triangle(const BodyModel& model, const TriangleMotion& motion, std::uint32_t triangle) {
    MovingTriangle result;
    result.corners = corners(*model.mesh, triangle);
    result.owned = model.owned_features[triangle];
    if (motion.rounded.is_usable)
        for (int k = 0; k < 3; ++k) result.rounded[k] = rounded_point(motion.rounded, result.corners[k]);
    return result;
}

MovingFeature feature_of(const MovingTriangle& triangle, const TriangleMotion& motion, FeatureSlot slot) {
    const SlotCorners corners = corners_of(slot);
    MovingFeature feature;
    feature.count = corners.count;
    for (int i = 0; i < 3; ++i) feature.vertices[i] = triangle.corners[corners.of[i]];
    feature.motion = &motion.motion;
    return feature;
}

RoundedFeature rounded_feature_of(const MovingTriangle& triangle, const TriangleMotion& motion,
                                  FeatureSlot slot) {
    const SlotCorners corners = corners_of(slot);
    const RoundedMotion& m = motion.rounded;
    RoundedFeature result;
    result.count = corners.count;
    result.angle = m.angle;
    result.axis = m.axis;
    if (!m.has_fixed_axis) result.wandering = &m;
    result.is_still = result.angle == 0.0 && m.slide.isZero(0.0);
    for (int i = 0; i < corners.count; ++i) {
        result.vertices[i] = triangle.rounded[corners.of[i]];
        if (!(result.vertices[i].error <= result.error))
            result.error = result.vertices[i].error;  // NaN stays
    }
    return result;
}

SlotPairs slot_pairs(std::uint8_t owned_a, std::uint8_t owned_b) {
    const auto owns = [](std::uint8_t owned, int slot) { return (owned >> slot & 1) != 0; };
    SlotPairs pairs;
    const auto add = [&](int a, int b) {
        pairs.of[pairs.count++] = {static_cast<FeatureSlot>(a), static_cast<FeatureSlot>(b)};
    };
    for (int k = 0; k < 3; ++k)
        if (owns(owned_a, k)) add(k, kFaceSlot);
    for (int k = 0; k < 3; ++k)
        if (owns(owned_b, k)) add(kFaceSlot, k);
    for (int i = kFirstEdgeSlot; i < kFaceSlot; ++i)
        for (int j = kFirstEdgeSlot; j < kFaceSlot && owns(owned_a, i); ++j)
            if (owns(owned_b, j)) add(i, j);
    return pairs;
}

NearFeatures near_features_at(const MovingFeature& a, const MovingFeature& b, double t) {
    const Places at_a = places_at(a, t), at_b = places_at(b, t);
    const ClosestFeatures closest = closest_features({at_a.at.data(), static_cast<std::size_t>(a.count)},
                                                     {at_b.at.data(), static_cast<std::size_t>(b.count)});
    const auto point_of = [](const Places& p, int count, const FeaturePoint& at) {
        Vec3 point = p.at[0];
        if (count > 1) point += at.u * (p.at[1] - p.at[0]);
        if (count > 2) point += at.v * (p.at[2] - p.at[0]);
        return point;
    };
    NearFeatures result;
    result.points = {point_of(at_a, a.count, closest.on_a), point_of(at_b, b.count, closest.on_b)};
    const double length = std::sqrt(dot(closest.apart, closest.apart));
    double largest = 0.0;  // of the coordinates, for the roundings of points and their difference
    for (const Places* p : {&at_a, &at_b})
        for (const Vec3& x : p->at) largest = std::max(largest, x.cwiseAbs().maxCoeff());
    constexpr double kRounding = 64.0 * 0x1p-53;
    const double error = at_a.error + at_b.error + kRounding * largest;
    result.distance_hi = (length + error) * (1.0 + 0x1p-48);
    result.distance_lo = std::max(0.0, (length - error) * (1.0 - 0x1p-48));
    result.normal = length > 0.0 ? Vec3(closest.apart / length) : Vec3(Vec3::Zero());
    return result;
}

}  // namespace graze
