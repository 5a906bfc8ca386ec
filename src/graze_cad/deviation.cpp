#include "graze_cad/deviation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <BRepAdaptor_Curve.hxx>
#include <BRepAdaptor_Surface.hxx>
#include <BRep_Tool.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Standard_Failure.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <gp_Cone.hxx>
#include <gp_Cylinder.hxx>
#include <gp_Pln.hxx>
#include <gp_Sphere.hxx>
#include <gp_Torus.hxx>

namespace graze::cad {
namespace {

constexpr int kNewtonSteps = 4;

/// Of each triangle: corners, middles of edges, the centre, and three between it and the corners.
constexpr std::array<std::array<double, 3>, 10> kWeights{{{1, 0, 0},
                                                          {0, 1, 0},
                                                          {0, 0, 1},
                                                          {0.5, 0.5, 0},
                                                          {0, 0.5, 0.5},
                                                          {0.5, 0, 0.5},
                                                          {1.0 / 3, 1.0 / 3, 1.0 / 3},
                                                          {2.0 / 3, 1.0 / 6, 1.0 / 6},
                                                          {1.0 / 6, 2.0 / 3, 1.0 / 6},
                                                          {1.0 / 6, 1.0 / 6, 2.0 / 3}}};

/// Distance along and from an axis.
struct Axial {
    double along, from;
    Axial(const gp_Pnt& p, const gp_Ax3& axis) {
        const gp_Vec v(axis.Location(), p), direction(axis.Direction());
        along = v.Dot(direction);
        from = (v - direction * along).Magnitude();
    }
};

/// From the point to the point of the surface nearest to it, as near as a few Newton steps from (u, v) get:
/// never less than the true distance.
double distance_by_newton(const BRepAdaptor_Surface& surface, const gp_Pnt& p, double u, double v) {
    double nearest = std::numeric_limits<double>::infinity();
    for (int step = 0; step < kNewtonSteps; ++step) {
        gp_Pnt s;
        gp_Vec su, sv;
        surface.D1(u, v, s, su, sv);
        const gp_Vec rest(s, p);
        const double distance = rest.Magnitude();
        if (!(distance < nearest)) break;
        nearest = distance;
        const double a = su.Dot(su), b = su.Dot(sv), c = sv.Dot(sv), determinant = a * c - b * b;
        if (!(determinant > 1e-12 * a * c)) break;  // singular: a pole or an apex
        const double ru = su.Dot(rest), rv = sv.Dot(rest);
        u = std::clamp(u + (c * ru - b * rv) / determinant, surface.FirstUParameter(),
                       surface.LastUParameter());
        v = std::clamp(v + (a * rv - b * ru) / determinant, surface.FirstVParameter(),
                       surface.LastVParameter());
    }
    return nearest;
}

double distance_to(const BRepAdaptor_Surface& surface, const gp_Pnt& p, const gp_Pnt2d& uv) {
    switch (surface.GetType()) {
        case GeomAbs_Plane:
            return surface.Plane().Distance(p);
        case GeomAbs_Cylinder: {
            const gp_Cylinder cylinder = surface.Cylinder();
            return std::abs(Axial(p, cylinder.Position()).from - cylinder.Radius());
        }
        case GeomAbs_Cone: {
            const gp_Cone cone = surface.Cone();
            const Axial at(p, cone.Position());
            const double radius = cone.RefRadius() + at.along * std::tan(cone.SemiAngle());
            return std::abs(at.from - std::abs(radius)) * std::cos(cone.SemiAngle());
        }
        case GeomAbs_Sphere:
            return std::abs(p.Distance(surface.Sphere().Location()) - surface.Sphere().Radius());
        case GeomAbs_Torus: {
            const gp_Torus torus = surface.Torus();
            const Axial at(p, torus.Position());
            return std::abs(std::hypot(at.from - torus.MajorRadius(), at.along) - torus.MinorRadius());
        }
        default:
            return distance_by_newton(surface, p, uv.X(), uv.Y());
    }
}

void measure_triangles(const TopoDS_Face& face, const Poly_Triangulation& triangles, const gp_Trsf& place,
                       Deviation& deviation) {
    const BRepAdaptor_Surface surface(face, false);
    for (int t = 1; t <= triangles.NbTriangles(); ++t) {
        std::array<int, 3> ids{};
        triangles.Triangle(t).Get(ids[0], ids[1], ids[2]);
        std::array<gp_XYZ, 3> corners;
        std::array<gp_XY, 3> uvs;
        for (std::size_t k = 0; k < 3; ++k) {
            corners[k] = triangles.Node(ids[k]).Transformed(place).XYZ();
            if (triangles.HasUVNodes()) uvs[k] = triangles.UVNode(ids[k]).XY();
        }
        for (const auto& w : kWeights) {
            const gp_Pnt p(corners[0] * w[0] + corners[1] * w[1] + corners[2] * w[2]);
            const gp_Pnt2d uv(uvs[0] * w[0] + uvs[1] * w[1] + uvs[2] * w[2]);
            deviation.most = std::max(deviation.most, distance_to(surface, p, uv));
            ++deviation.samples;
        }
    }
}

double distance_to_chord(const gp_Pnt& p, const gp_Pnt& a, const gp_Pnt& b) {
    const gp_Vec along(a, b), to(a, p);
    const double length_sq = along.SquareMagnitude();
    const double t = length_sq > 0.0 ? std::clamp(to.Dot(along) / length_sq, 0.0, 1.0) : 0.0;
    return (to - along * t).Magnitude();
}

/// Of each chord of an edge, three points of the curve.
void measure_edge(const TopoDS_Edge& edge, const Handle(Poly_Triangulation) & triangles,
                  const TopLoc_Location& location, Deviation& deviation) {
    if (BRep_Tool::Degenerated(edge)) return;
    const Handle(Poly_PolygonOnTriangulation) polygon =
        BRep_Tool::PolygonOnTriangulation(edge, triangles, location);
    if (polygon.IsNull() || !polygon->HasParameters()) return;
    const BRepAdaptor_Curve curve(edge);
    const gp_Trsf place = location.Transformation();
    for (int i = 1; i < polygon->NbNodes(); ++i) {
        const gp_Pnt a = triangles->Node(polygon->Node(i)).Transformed(place);
        const gp_Pnt b = triangles->Node(polygon->Node(i + 1)).Transformed(place);
        const double from = polygon->Parameter(i), to = polygon->Parameter(i + 1);
        for (const double part : {0.25, 0.5, 0.75}) {
            const gp_Pnt p = curve.Value(from + (to - from) * part);
            deviation.most = std::max(deviation.most, distance_to_chord(p, a, b));
            ++deviation.samples;
        }
    }
}

}  // namespace

Deviation measure_deviation(const TopoDS_Face& face) {
    Deviation deviation;
    TopLoc_Location location;
    const Handle(Poly_Triangulation) triangles = BRep_Tool::Triangulation(face, location);
    if (triangles.IsNull()) return deviation;
    measure_triangles(face, *triangles, location.Transformation(), deviation);
    for (TopExp_Explorer edges(face, TopAbs_EDGE); edges.More(); edges.Next())
        measure_edge(TopoDS::Edge(edges.Current()), triangles, location, deviation);
    return deviation;
}

}  // namespace graze::cad
