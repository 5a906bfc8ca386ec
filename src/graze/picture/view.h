// Where the camera stands, ready for projecting.
//
// View space: x right, y down, z forward; the eye is the origin and the target lies at z = 1. Positions are
// taken relative to the eye in double before anything is rounded to float, so a scene far from the origin,
// huge or tiny looks the same.
#pragma once

#include "graze/picture/picture.h"

namespace graze::picture {

using Vec3f = Eigen::Vector3f;

/// Zero stands for "no direction"; others are unit. (Eigen's isZero asks for a precision, and takes its
/// time.)
[[nodiscard]] inline bool is_zero(const Vec3f& v) { return v.x() == 0.0f && v.y() == 0.0f && v.z() == 0.0f; }

struct View {
    Mat3 axes;              // rows: right, down, forward
    Vec3 eye;               // in the scene
    double distance = 1.0;  // from eye to target: one unit of view space
    double focal = 1.0;     // pixels per unit at z = 1
    double centre_x = 0.0;  // pixels
    double centre_y = 0.0;
};

/// What lies nearer than this to the eye's plane is cut off. In view space, that is, in distances to the
/// target.
inline constexpr double kNear = 1e-4;

/// Rotation and translation of a pose as they act on points: x -> rotation x + translation.
struct RigidMap {
    Mat3 rotation;
    Vec3 translation;
    [[nodiscard]] Vec3 operator()(const Vec3& point) const { return rotation * point + translation; }
};

[[nodiscard]] RigidMap map_of(const Pose& pose);

/// Pre: the camera passes `validate`.
[[nodiscard]] View view_of(const Camera& camera, int width, int height);

/// From body coordinates to view space: relative to the eye first, then turned, then scaled by a division.
[[nodiscard]] inline Vec3 in_view(const View& view, const RigidMap& body, const Vec3& point) {
    return view.axes * (body.rotation * point + (body.translation - view.eye)) / view.distance;
}

/// Three unit axes, right-handed: right, down, forward for an eye in direction `back`. `up` along it is
/// replaced.
[[nodiscard]] Mat3 view_axes(const Vec3& back, const Vec3& up);

}  // namespace graze::picture
