// B-spline surfaces and curves through given points, with few knots.
#pragma once

#include <vector>

#include <Geom_BSplineSurface.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Shape.hxx>
#include <gp_XY.hxx>
#include <gp_XYZ.hxx>

namespace graze::cad::car {

using Rows = std::vector<std::vector<gp_XYZ>>;  // [along][across]

/// 0 to 1 in even steps. Pre: count >= 2.
[[nodiscard]] std::vector<double> fractions(std::size_t count);

/// The surface through a grid of points; rows belong to `u`, columns to `v`.
[[nodiscard]] Handle(Geom_BSplineSurface)
    surface_through(const Rows& points, const std::vector<double>& u, const std::vector<double>& v);
/// A narrow face through points at even steps.
[[nodiscard]] TopoDS_Shape face_through(const Rows& points);
/// An edge on a surface through points of its parameters at even steps.
[[nodiscard]] TopoDS_Edge edge_through(const std::vector<gp_XY>& uvs,
                                       const Handle(Geom_BSplineSurface) & surface);

}  // namespace graze::cad::car
