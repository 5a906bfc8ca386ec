// Solids from which the CAD demos are put together: turned parts, prisms, pipes, bolts, and the operations on
// them. Lengths are millimetres. What OpenCASCADE cannot make, or makes wrong, throws Standard_Failure.
#pragma once

#include "graze/geometry/pose.h"
#include "graze/numeric/vector.h"

#include <TopLoc_Location.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Shape.hxx>

#include <functional>
#include <vector>

namespace graze::cad {

using Shapes = std::vector<TopoDS_Shape>;

/// Where a solid goes: its z axis along `z`, its x axis along the part of `x` that is square to it.
struct Frame {
    Vec3 origin = Vec3::Zero();
    Vec3 z = Vec3::UnitZ();
    Vec3 x = Vec3::UnitX();
};
[[nodiscard]] TopoDS_Shape placed(const TopoDS_Shape& shape, const Frame& frame);
[[nodiscard]] TopoDS_Shape moved(const TopoDS_Shape& shape, const Vec3& by);
[[nodiscard]] TopLoc_Location location_of(const Frame& frame);
[[nodiscard]] TopLoc_Location location_of(const Pose& pose);

/// A point of a turned profile: radius and height.
struct Turned {
    double radius, height;
};
/// A closed outline turned about z; points on the axis have radius 0.
[[nodiscard]] TopoDS_Shape turned(const std::vector<Turned>& outline);
/// A cylinder of that length on z = 0 with torispherical heads (DIN 28011: a sphere as large as the diameter,
/// a torus of a tenth of it), as if full; and how far a head stands out.
[[nodiscard]] TopoDS_Shape vessel(double radius, double length);
[[nodiscard]] double head_height(double radius);
[[nodiscard]] TopoDS_Shape cylinder(double radius, double from, double to);
[[nodiscard]] TopoDS_Shape tube(double outer_radius, double inner_radius, double from, double to);
[[nodiscard]] TopoDS_Shape block(const Vec3& min, const Vec3& max);
/// A hexagon about z, its flats `across` apart, corners chamfered by 30 degrees at the top if wanted.
enum class HexagonTop { Flat, Chamfered };
[[nodiscard]] TopoDS_Shape hexagon(double across, double from, double to, HexagonTop top = HexagonTop::Flat);
/// A closed outline in the plane z = `from`, as thick as to `to`.
[[nodiscard]] TopoDS_Shape prism(const std::vector<Vec2>& outline, double from, double to);
/// A torus about z.
[[nodiscard]] TopoDS_Shape ring(double radius, double thickness_radius);

/// A line of pipe: straight runs with bends of `bend_radius` at the inner points.
struct PipeRun {
    double radius, bend_radius;
    std::vector<Vec3> points;
};
/// Its pieces, full: a rod if fused; what is inside a pipe, if cut from something.
[[nodiscard]] Shapes rods(const PipeRun& run);

/// A rolled section along z: an I beam of `height` (along y) and `width` (along x).
struct BeamSection {
    double height, width, web, flange;
};
[[nodiscard]] TopoDS_Shape i_beam(const BeamSection& section, double length);

struct Flange {
    double outer_radius, bore_radius, thickness;  // bore 0: none, for one that is bored later
    double bolt_circle_radius, hole_radius;
    int holes;
    double neck_radius = 0.0, neck_height = 0.0;  // a cone on its back, up to the pipe's outer radius
    double pipe_radius = 0.0;
};
/// The face at z = 0, looking along +z; neck behind it.
[[nodiscard]] TopoDS_Shape flange_solid(const Flange& f);
/// Its holes, from one height to another.
[[nodiscard]] Shapes drills(const Flange& f, double from, double to);
/// The middle of hole k in the plane z = 0: the first half a pitch from the x axis.
[[nodiscard]] Vec3 hole_centre(const Flange& f, int k);

struct Bolt {
    double shank_radius, grip, across, head_height;
};
/// A hexagon bolt with washer face and its nut as one solid; grips z = 0 (nut) to z = grip (head).
[[nodiscard]] TopoDS_Shape bolt_with_nut(const Bolt& bolt);

/// One solid of all. Merge: faces on the same surface become one.
enum class Seams { Keep, Merge };
[[nodiscard]] TopoDS_Shape fused(const Shapes& shapes, Seams seams = Seams::Merge);
[[nodiscard]] TopoDS_Shape cut(const TopoDS_Shape& shape, const Shapes& tools);
[[nodiscard]] TopoDS_Shape compound(const Shapes& shapes);

/// Edges by a point on them (their middle by parameter) and their length.
struct EdgeFacts {
    Vec3 middle;
    double length;
};
using EdgeWish = std::function<bool(const EdgeFacts&)>;
/// At least one edge must be wished, else it throws.
[[nodiscard]] TopoDS_Shape rounded(const TopoDS_Shape& shape, double radius, const EdgeWish& wish);
[[nodiscard]] TopoDS_Shape chamfered(const TopoDS_Shape& shape, double width, const EdgeWish& wish);

[[nodiscard]] int face_count(const TopoDS_Shape& shape);
[[nodiscard]] double volume_of(const TopoDS_Shape& shape);

}  // namespace graze::cad
