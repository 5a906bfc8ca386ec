#include "graze/continuous/search/triangle_features.h"

#include "graze/continuous/features/feature_distance.h"
#include "graze/numeric/ordered_sums.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr double kRounding =
    64.0 * kUnitRoundoff;  // of points on features and their difference, per coordinate

/// Corners of a feature: how many, and which.
struct SlotCorners {
    int count;
    std::array<int, 3> of;
};

/// By slot.
constexpr std::array<SlotCorners, kFaceSlot + 1> kCornersOf{{{1, {0, 0, 0}},
                                                             {1, {1, 1, 1}},
                                                             {1, {2, 2, 2}},
                                                             {2, {0, 1, 0}},
                                                             {2, {1, 2, 1}},
                                                             {2, {2, 0, 2}},
                                                             {3, {0, 1, 2}}}};
const SlotCorners& corners_of(FeatureSlot slot) { return kCornersOf[slot]; }

MidwayFeature midway(const PlacedFeature& triangle, double angle, FeatureSlot slot) {
    const SlotCorners& corners = corners_of(slot);
    const auto& of = triangle.vertices;
    return {corners.count,
            triangle.is_still,
            angle,
            {&of[corners.of[0]], &of[corners.of[1]], &of[corners.of[2]]}};
}

RoundedPoint point_on_chain(const RoundedChain& chain, const Vec3& point) {
    return {Vec3::Zero(), Vec3::Zero(), point - chain.reference, Vec3::Zero(), error_of(chain, point), 0.0};
}

void set_error(RoundedFeature& feature) {
    feature.error = 0.0;
    for (int i = 0; i < feature.count; ++i)
        feature.error = larger_bound(feature.error, feature.vertices[i].error);
}

/// Pre: the motion is usable.
void round_face(const TriangleMotion& motion, const std::array<Vec3, 3>& corners, RoundedFeature& face) {
    face.count = 3;
    if (motion.by.chain != nullptr) {
        const RoundedChain& chain = *motion.by.chain->chain;
        face.chain = motion.by.chain;
        for (const ChainLink& link : chain.links) face.angle += link.spin;
        face.is_still = chain.speed.slope == 0.0 && chain.speed.constant == 0.0;
        for (int k = 0; k < 3; ++k) face.vertices[k] = point_on_chain(chain, corners[k]);
        return set_error(face);
    }
    const RoundedMotion& m = *motion.by.rounded;
    face.angle = m.angle;
    face.axis = m.axis;
    if (!m.has_fixed_axis) face.wandering = &m;
    face.is_still = stands_still(m);
    for (int k = 0; k < 3; ++k) round_point(m, corners[k], face.vertices[k]);
    set_error(face);
}

bool is_usable(const TriangleMotion& motion) {
    return motion.by.chain != nullptr ? motion.by.chain->chain->is_usable : motion.by.rounded->is_usable;
}

TrianglePlace place_by_intervals(const MovingTriangle& triangle, const TriangleMotion& motion, double t) {
    const MotionJet jet = jet_over(motion.motion, exactly(t));
    TrianglePlace place{triangle.corners, 0.0};
    for (int i = 0; i < 3; ++i) {
        const IntervalVec3 x = point_at(jet, triangle.corners[i]);
        double widths = 0.0;
        for (int k = 0; k < 3; ++k) {
            place.corners[i][k] = midpoint(x[k]);
            widths += width(x[k]);
        }
        place.error = larger_bound(place.error, widths);
    }
    return place;
}

}  // namespace

MovingTriangle moving_triangle(const BodyModel& model, const TriangleMotion& motion, std::uint32_t triangle) {
    MovingTriangle result;
    const Triangle& ids = model.mesh->triangles[triangle];
    for (int k = 0; k < 3; ++k) result.corners[k] = model.mesh->vertices[ids[k]];
    result.owned = model.owned_features[triangle];
    if (is_usable(motion)) round_face(motion, result.corners, result.face);
    return result;
}

MovingFeature feature_of(const MovingTriangle& triangle, const TriangleMotion& motion, FeatureSlot slot) {
    const SlotCorners& corners = corners_of(slot);
    MovingFeature feature;
    feature.count = corners.count;
    for (int i = 0; i < 3; ++i) feature.vertices[i] = triangle.corners[corners.of[i]];
    std::visit([&](const auto& kind) { feature.motion = kind; }, motion.motion);
    return feature;
}

RoundedFeature rounded_feature_of(const MovingTriangle& triangle, FeatureSlot slot) {
    const SlotCorners& corners = corners_of(slot);
    const RoundedFeature& face = triangle.face;
    RoundedFeature result;
    result.count = corners.count;
    result.angle = face.angle;
    result.axis = face.axis;
    result.wandering = face.wandering;
    result.chain = face.chain;
    result.is_still = face.is_still;
    for (int i = 0; i < corners.count; ++i) result.vertices[i] = face.vertices[corners.of[i]];
    set_error(result);
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

TrianglesMidway triangles_midway(const MovingTriangle& a, const MovingTriangle& b, double from,
                                 double until) {
    const double half = 0.5 * (until - from), middle = from + half;
    return {placed_at(a.face, middle),
            placed_at(b.face, middle),
            a.face.angle,
            b.face.angle,
            a.face.error + b.face.error,
            half};
}

bool prove_apart(const TrianglesMidway& t, const SlotPair& slots, double clearance) {
    return prove_apart_around(
        {midway(t.a, t.angle_a, slots.a), midway(t.b, t.angle_b, slots.b), t.error, t.half}, clearance);
}

TrianglePlace place_at(const MovingTriangle& triangle, const TriangleMotion& motion, double t,
                       const RoundedTurn& turn) {
    if (!is_usable(motion)) return place_by_intervals(triangle, motion, t);
    PlacedFeature placed;
    place_feature(triangle.face, t, turn, placed);
    return {placed.places(), triangle.face.error};
}

NearFeatures near_features(const TrianglePlace& a, const TrianglePlace& b, const SlotPair& slots) {
    const auto select = [](const TrianglePlace& place, const SlotCorners& which) {
        return std::array<Vec3, 3>{place.corners[which.of[0]], place.corners[which.of[1]],
                                   place.corners[which.of[2]]};
    };
    const SlotCorners &which_a = corners_of(slots.a), &which_b = corners_of(slots.b);
    const auto of_a = select(a, which_a), of_b = select(b, which_b);
    const ClosestFeatures closest = closest_features({of_a.data(), static_cast<std::size_t>(which_a.count)},
                                                     {of_b.data(), static_cast<std::size_t>(which_b.count)});
    const auto point_of = [](const std::array<Vec3, 3>& p, int count, const FeaturePoint& at) {
        Vec3 point = p[0];
        if (count > 1) point += at.u * (p[1] - p[0]);
        if (count > 2) point += at.v * (p[2] - p[0]);
        return point;
    };
    NearFeatures result;
    result.points = {point_of(of_a, which_a.count, closest.on_a),
                     point_of(of_b, which_b.count, closest.on_b)};
    const double distance = std::sqrt(dot(closest.separation, closest.separation));
    double largest = 0.0;  // of the coordinates, for the roundings of points and their difference
    for (const auto* corners : {&of_a, &of_b})
        for (const Vec3& x : *corners)
            largest = std::max({largest, magnitude_of(x.x()), magnitude_of(x.y()), magnitude_of(x.z())});
    const double error = a.error + b.error + kRounding * largest;
    result.distance_hi = (distance + error) * (1.0 + 0x1p-48);
    result.distance_lo = std::max(0.0, (distance - error) * (1.0 - 0x1p-48));
    result.normal = distance > 0.0 ? Vec3(closest.separation / distance) : Vec3(Vec3::Zero());
    return result;
}

}  // namespace graze::internal
