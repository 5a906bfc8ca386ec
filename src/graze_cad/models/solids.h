// Solids of the car models, each checked as it is made: valid, closed, of positive volume. What cannot be
// made throws Standard_Failure with the name of the part.
#pragma once

#include "graze_cad/models/loop.h"
#include "graze_cad/models/sheet_base.h"

#include <string>
#include <vector>

#include <BRepBuilderAPI_Sewing.hxx>
#include <TopoDS_Shape.hxx>
#include <TopoDS_Wire.hxx>

namespace graze::cad::car {

inline constexpr double kSewing = 0.06;   // mm: what curved faces and their flanges may be apart
inline constexpr double kNothing = 1e-6;  // mm: shorter pieces are left out

/// Throws unless the solid is valid, closed, and of positive volume.
[[nodiscard]] TopoDS_Shape checked(const std::string& name, const TopoDS_Shape& solid);
/// Throws also if edges stay free or there are several shells.
[[nodiscard]] TopoDS_Shape sewn_solid(const std::string& name, BRepBuilderAPI_Sewing& sewing);
/// The solid without what the tools fill. Throws also if they take nothing away.
[[nodiscard]] TopoDS_Shape without(const std::string& name, const TopoDS_Shape& solid,
                                   const std::vector<TopoDS_Shape>& tools);
[[nodiscard]] TopoDS_Shape joined(const std::string& name, const std::vector<TopoDS_Shape>& solids);
[[nodiscard]] TopoDS_Shape cylinder(const gp_XYZ& from, const gp_XYZ& to, double radius);
/// A loop of a plane, extruded along its normal.
[[nodiscard]] TopoDS_Shape prism(const Base& base, const Loop& loop, const std::vector<Loop>& holes,
                                 double height);
[[nodiscard]] TopoDS_Shape mirrored(const TopoDS_Shape& solid);  // in y

/// A loop at a height above a plane.
[[nodiscard]] TopoDS_Wire plane_wire(const Base& base, const Loop& loop, double height);

}  // namespace graze::cad::car
