// Sheet metal as closed solids: a base surface with an outline, holes and beads, flanges bent out of it, and beams
// of a constant thickness along a path. No boolean operations: every face is made where it belongs and sewn.
#pragma once

#include "graze_cad/models/loop.h"

#include <functional>
#include <string>
#include <vector>

#include <gp_XY.hxx>
#include <gp_XYZ.hxx>
#include <TopoDS_Shape.hxx>

namespace graze::cad::car {

/// Where a sheet lies. `u` and `v` are the grid through which a curved base is interpolated; a plane has none.
/// The normal is du x dv; the sheet lies on that side of the base.
struct Base {
    std::function<gp_XYZ(double, double)> point;
    std::vector<double> u = {}, v = {};
};

/// Pre: `across` and `up` are unit and perpendicular.
[[nodiscard]] Base plane(const gp_XYZ& origin, const gp_XYZ& across, const gp_XYZ& up);
[[nodiscard]] std::vector<double> even_grid(double from, double to, int cells);
[[nodiscard]] gp_XYZ normal_of(const Base& base, double u, double v);

struct Region;

/// What happens along a loop, told in its section (w outward, h along the normal): the sheet goes on along a
/// profile with rounded bends (`Corner::radius` is the inner one). The base ends where the first bend begins; the
/// last point is the free edge or, if there is a `floor`, only says in which direction that lies. Without profile
/// the sheet is cut off: a hole.
struct Ring {
    Loop loop;
    std::function<std::vector<Corner>(const gp_XY& uv, double base)> profile = {};  // base: h of the sheet there
    const Base* frame = nullptr;     // its points and normals carry the sections; null: the sheet's own base
    std::vector<Region> floor = {};  // none or one
};

struct Region {
    double level = 0.0;  // above the base
    std::vector<Ring> rings = {};
};

struct Sheet {
    Base base;
    double thickness;
    Ring outline;
    Region region;
};

/// A bead or a pan: the sheet is pressed by `depth` (negative: against the normal) with walls `draft` degrees off
/// the normal. `loop` is where it begins; it must leave room for the run of the wall.
[[nodiscard]] Ring emboss(const Loop& loop, double thickness, double depth, double draft, double radius,
                          std::vector<Ring> within = {}, double level = 0.0);
[[nodiscard]] Ring hole(const Loop& loop);
/// A fixed profile, h relative to the base.
[[nodiscard]] Ring bent(const Loop& loop, std::vector<Corner> profile);

/// Guarantee: one closed solid of positive volume; throws Standard_Failure with `name` if OpenCASCADE does not
/// make one.
[[nodiscard]] TopoDS_Shape make_sheet(const std::string& name, const Sheet& sheet);

/// Where a section of a beam stands: w and h are measured along `across` and `up`.
struct Section {
    gp_XYZ origin, across, up;
    std::vector<Corner> profile;
};

/// A sheet of open profile along a path; between sections it is interpolated (two: straight). The thickness lies
/// to the left of the profile.
[[nodiscard]] TopoDS_Shape make_beam(const std::string& name, const std::vector<Section>& sections,
                                     double thickness);

/// The solid without what the tools fill. Throws as above, also if a tool takes nothing away.
[[nodiscard]] TopoDS_Shape without(const std::string& name, const TopoDS_Shape& solid,
                                   const std::vector<TopoDS_Shape>& tools);
[[nodiscard]] TopoDS_Shape joined(const std::string& name, const std::vector<TopoDS_Shape>& solids);
[[nodiscard]] TopoDS_Shape cylinder(const gp_XYZ& from, const gp_XYZ& to, double radius);
/// A loop of a plane, extruded along its normal.
[[nodiscard]] TopoDS_Shape prism(const Base& base, const Loop& loop, const std::vector<Loop>& holes,
                                 double height);
[[nodiscard]] TopoDS_Shape mirrored(const TopoDS_Shape& solid);  // in y
/// Throws Standard_Failure with `name` unless the solid is valid, closed, and of positive volume.
[[nodiscard]] TopoDS_Shape checked(const std::string& name, const TopoDS_Shape& solid);

}  // namespace graze::cad::car
