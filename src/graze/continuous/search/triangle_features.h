// The features of two triangles, one pair at a time, in plain doubles. For first_contact.h.
#pragma once

#include "graze/continuous/features/quick_contact.h"
#include "graze/continuous/relative/relative_motion.h"
#include "graze/continuous/search/model_contact.h"
#include "graze/core/internal.h"

namespace graze::internal {

/// A triangle, its corners in the body's coordinates, and how they move.
struct MovingTriangle {
    std::array<Vec3, 3> corners;
    std::uint8_t owned = 0;  // feature_owners.h
    RoundedFeature face;     // all of it, if the motion is usable
};

/// A body's motion as its triangles need it. Borrowed.
struct TriangleMotion {
    const SmoothMotion& motion;
    CarriedBy by;
};

[[nodiscard]] MovingTriangle moving_triangle(const BodyModel& model, const TriangleMotion& motion,
                                             std::uint32_t triangle);

/// Pre: slot is a corner, an edge, or the face.
[[nodiscard]] MovingFeature feature_of(const MovingTriangle& triangle, const TriangleMotion& motion,
                                       FeatureSlot slot);
/// Pre: also, the motion is usable.
[[nodiscard]] RoundedFeature rounded_feature_of(const MovingTriangle& triangle, FeatureSlot slot);

struct SlotPair {
    FeatureSlot a, b;
};

/// All pairs of features that two triangles own and that can be nearest: corners with the face, face with
/// corners, edges with edges; in this order.
struct SlotPairs {
    std::array<SlotPair, 15> of;
    int count = 0;
};
[[nodiscard]] SlotPairs slot_pairs(std::uint8_t owned_a, std::uint8_t owned_b);

/// Two triangles at the middle of a stretch of time.
struct TrianglesMidway {
    PlacedFeature a, b;
    double angle_a, angle_b, error, half;  // as MidwayFeature and MidwayPair have them
};
/// Pre: the motions are usable.
[[nodiscard]] TrianglesMidway triangles_midway(const MovingTriangle& a, const MovingTriangle& b, double from,
                                               double until);
/// True if two features of them are proved farther apart than the clearance throughout: most of those that
/// are not near end here, for a fifth of what quick_feature_contact takes.
[[nodiscard]] bool prove_apart(const TrianglesMidway& triangles, const SlotPair& slots, double clearance);

/// Where the corners of a triangle are at one time, rounded, and by how much at most, as a length.
struct TrianglePlace {
    std::array<Vec3, 3> corners;
    double error;
};
/// Pre: t in [0, 1]; `turn` is turn_at(motion.by.rounded->angle, t); any, if there is none.
[[nodiscard]] TrianglePlace place_at(const MovingTriangle& triangle, const TriangleMotion& motion, double t,
                                     const RoundedTurn& turn);

/// Where two features are nearest at one time, and how near.
struct NearFeatures {
    std::array<Vec3, 2> points;
    Vec3 normal;
    double distance_lo, distance_hi;  // proved, but for `distance_lo` where edges are parallel up to rounding
};
[[nodiscard]] NearFeatures near_features(const TrianglePlace& a, const TrianglePlace& b,
                                         const SlotPair& slots);

}  // namespace graze::internal
