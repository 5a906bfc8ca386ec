// What a CAD face lies on, as a formula: plane, cylinder, cone, sphere or torus.
#pragma once

#include "graze/core/expected.h"
#include "graze/geometry/pose.h"
#include "graze/numeric/vector.h"

#include <cstdint>
#include <string>

namespace graze {

/// What a CAD face lies on. Unknown: not from CAD. Spline: Bezier and B-spline surfaces. Other: surfaces of
/// revolution, of extrusion, and offset surfaces.
enum class SurfaceKind : std::uint8_t { Unknown, Plane, Cylinder, Cone, Sphere, Torus, Spline, Other };

inline constexpr int kSurfaceKinds = 8;

/// "unknown", "plane", ...
[[nodiscard]] const char* name_of(SurfaceKind kind);

/// Where the body is, seen from a face of it. Within: a pin, behind a plane, in a ball, in the tube of a
/// torus. Around: a hole, a cavity. Of an open skin it is the side that its faces are turned away from.
enum class MaterialSide : std::uint8_t { Within, Around };

/// In the frame and the unit of its mesh. The whole surface: the face is a part of it.
struct AnalyticSurface {
    SurfaceKind kind = SurfaceKind::Plane;  // Plane, Cylinder, Cone, Sphere or Torus
    Vec3 origin = Vec3::Zero();  // Plane: a point of it; Cylinder: a point of the axis; Cone: its apex;
                                 // Sphere, Torus: its centre
    Vec3 axis = Vec3::UnitZ();   // unit. Plane: the normal, out of the material; Cylinder, Torus: either way;
                                 // Cone: from the apex into it; Sphere: any
    double radius = 0.0;         // Cylinder, Sphere; Torus: of the circle in the middle of the tube
    double tube_radius = 0.0;    // Torus
    double half_angle = 0.0;     // Cone: radians from the axis to the surface, in (0, pi/2)
    MaterialSide material = MaterialSide::Within;  // of a Plane always Within

    [[nodiscard]] bool operator==(const AnalyticSurface&) const = default;
};

/// How far a point is from the surface: above 0 outside of the material, below 0 in it. Of a cone, the half
/// from the apex along its axis counts; beyond the apex the distance is that of the mirrored half, outside.
/// Rounded.
[[nodiscard]] double signed_distance(const AnalyticSurface& surface, const Vec3& point);

/// Where the pose puts it; rounded.
[[nodiscard]] AnalyticSurface placed(const AnalyticSurface& surface, const Pose& pose);

/// In another unit. Pre: factor > 0.
[[nodiscard]] AnalyticSurface scaled(const AnalyticSurface& surface, double factor);

/// Says what is wrong with it as data. `where` starts the message.
[[nodiscard]] Expected<void> validate(const AnalyticSurface& surface, const std::string& where);

}  // namespace graze
