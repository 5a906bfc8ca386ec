// Closed shells from which the parts of a process plant are put together: turned parts, pipes, elbows,
// drilled flanges, bolts.
//
// Each is built about its own z axis, in mm, with one surface per face as a CAD system would have it. A part
// may hold several shells that pass through each other: each is closed and oriented.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/pose.h"
#include "graze/model/mesh.h"

#include <string>
#include <vector>

namespace graze::internal {

/// Where a shell goes in its part: x -> axes x + origin. Pre: axes is a rotation.
struct PartFrame {
    Vec3 origin = Vec3::Zero();
    Mat3 axes = Mat3::Identity();
};

/// The frame at `origin` whose z axis is coordinate axis 0, 1 or 2 (x, y, z), or its opposite.
[[nodiscard]] PartFrame frame_along(int axis, const Vec3& origin, bool backwards = false);

/// Adds a shell to a part; its surfaces are named "name/face".
void add_shell(Mesh& part, const Mesh& shell, const PartFrame& frame, const std::string& name);

struct ProfilePoint {
    double radius;
    double height;
    std::string face;  // from this point to the next
};

/// Turned about z. The profile goes up along the outside; flat ends close it: faces "bottom" and "top".
[[nodiscard]] Mesh turned_solid(const std::vector<ProfilePoint>& profile, int segments);
/// Turned about z; the profile is a ring, counter-clockwise in (radius, height): out along the bottom, then
/// up.
[[nodiscard]] Mesh turned_ring(const std::vector<ProfilePoint>& profile, int segments);

struct Tube {
    double outer_radius;
    double inner_radius;
    int segments;
};

[[nodiscard]] Mesh straight_tube(const Tube& tube, double length);
/// A quarter bend that starts at the origin along +z and ends along +x, with its middle line on a circle of
/// `bend_radius`.
[[nodiscard]] Mesh elbow(const Tube& tube, double bend_radius, int steps);

struct Flange {
    double outer_radius;
    double bore_radius;
    double thickness;
    double bolt_circle_radius;
    double hole_radius;
    int holes;
};

/// A ring with through holes, the first half a pitch from the x axis; from z = 0 to its thickness.
[[nodiscard]] Mesh drilled_flange(const Flange& flange);
/// The middle of hole k on the plane z = 0.
[[nodiscard]] Vec3 hole_centre(const Flange& flange, int k);

struct Bolt {
    double shank_radius;
    double grip;  // between head and nut
    double across_flats;
    double head_height;
};

/// Shank, hexagon head and hexagon nut; grips z = 0 (nut) to z = grip (head).
void add_bolt(Mesh& part, const Bolt& bolt, const PartFrame& frame, const std::string& name);

/// Six faces.
[[nodiscard]] Mesh block(const Vec3& min, const Vec3& max);

/// A torus of one face about z.
[[nodiscard]] Mesh wheel_rim(double radius, double thickness, int segments);

}  // namespace graze::internal
