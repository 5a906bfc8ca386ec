// Plain closed bodies for scenes in which things fall, pile up and hang: centred on the origin, one surface
// each.
#pragma once

#include "graze/core/internal.h"
#include "graze/demo/build.h"

namespace graze::internal {

/// 12 triangles.
[[nodiscard]] Mesh box_solid(const Vec3& half);

/// A box with a pocket from above. Its floor is the plane z = 0 inside. 28 triangles.
struct TrayShape {
    double half_x, half_y;  // of the pocket
    double depth;
    double wall;  // thickness of walls and floor
};
[[nodiscard]] Mesh tray_solid(const TrayShape& tray);

/// A ring about the z axis.
struct TorusShape {
    double radius;       // of the circle in the middle of the tube
    double tube;         // radius of the tube; below `radius`
    int around, across;  // facets; at least 3
};
/// 2 around * across triangles; all vertices lie on the torus.
[[nodiscard]] Mesh torus_solid(const TorusShape& torus);

/// Do two such rings pass through each other? The circles in their middles count.
[[nodiscard]] bool rings_are_linked(const Pose& a, const Pose& b, double radius);

}  // namespace graze::internal
