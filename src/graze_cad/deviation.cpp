#include "graze_cad/deviation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

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

constexpr int kNewtonSteps = 8;
constexpr std::size_t kRefined = 16;                // triangles of a face that are looked at more closely
constexpr int kCoarsestGrid = 6, kFinestGrid = 48;  // steps per side of a triangle
constexpr double kStable = 1.01;                    // a finer grid that finds no more than this is the last

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

/// A triangle of a face: where it is, and where its corners are on the surface.
struct FaceTriangle {
    std::array<gp_XYZ, 3> corners;
    std::array<gp_XY, 3> uvs;
};

/// Where to begin the search on the surface. At a pole one parameter of a corner means nothing, and what is
/// between it and the others less: there that of the other corners is tried.
std::array<gp_Pnt2d, 7> starts_of(const FaceTriangle& triangle, const std::array<double, 3>& w) {
    const auto mixed = [&](const std::array<gp_XY, 3>& uvs) {
        return gp_Pnt2d(uvs[0] * w[0] + uvs[1] * w[1] + uvs[2] * w[2]);
    };
    std::array<gp_Pnt2d, 7> starts;
    starts[0] = mixed(triangle.uvs);
    for (std::size_t k = 0; k < 3; ++k) {
        const gp_XY others = (triangle.uvs[(k + 1) % 3] + triangle.uvs[(k + 2) % 3]) * 0.5;
        std::array<gp_XY, 3> u = triangle.uvs, v = triangle.uvs;
        u[k].SetX(others.X());
        v[k].SetY(others.Y());
        starts[1 + 2 * k] = mixed(u);
        starts[2 + 2 * k] = mixed(v);
    }
    return starts;
}

/// The least that was found; only as exact as it takes to know whether it exceeds `enough`.
double distance_at(const BRepAdaptor_Surface& surface, const FaceTriangle& triangle,
                   const std::array<double, 3>& w, double enough) {
    const gp_Pnt p(triangle.corners[0] * w[0] + triangle.corners[1] * w[1] + triangle.corners[2] * w[2]);
    double least = std::numeric_limits<double>::infinity();
    for (const gp_Pnt2d& start : starts_of(triangle, w)) {
        least = std::min(least, distance_to(surface, p, start));
        if (least <= enough) break;
    }
    return least;
}

/// The greatest over a grid of `steps` per side.
double most_on_grid(const BRepAdaptor_Surface& surface, const FaceTriangle& triangle, int steps, double most,
                    std::uint64_t& samples) {
    for (int i = 0; i <= steps; ++i)
        for (int j = 0; i + j <= steps; ++j, ++samples) {
            const double a = static_cast<double>(i) / steps, b = static_cast<double>(j) / steps;
            most = std::max(most, distance_at(surface, triangle, {a, b, 1.0 - a - b}, most));
        }
    return most;
}

/// Every triangle at ten points; then the worst of them on finer and finer grids, until that changes nothing
/// that matters.
void measure_triangles(const TopoDS_Face& face, const Poly_Triangulation& triangles, const gp_Trsf& place,
                       Deviation& deviation) {
    const BRepAdaptor_Surface surface(face, false);
    std::vector<std::pair<double, FaceTriangle>> worst;
    for (int t = 1; t <= triangles.NbTriangles(); ++t) {
        std::array<int, 3> ids{};
        triangles.Triangle(t).Get(ids[0], ids[1], ids[2]);
        FaceTriangle triangle;
        for (std::size_t k = 0; k < 3; ++k) {
            triangle.corners[k] = triangles.Node(ids[k]).Transformed(place).XYZ();
            if (triangles.HasUVNodes()) triangle.uvs[k] = triangles.UVNode(ids[k]).XY();
        }
        double own = 0.0;
        for (const auto& w : kWeights) {
            own = std::max(own, distance_at(surface, triangle, w, own));
            ++deviation.samples;
        }
        deviation.most = std::max(deviation.most, own);
        worst.emplace_back(own, triangle);
    }
    const std::size_t some = std::min(kRefined, worst.size());
    std::partial_sort(worst.begin(), worst.begin() + static_cast<std::ptrdiff_t>(some), worst.end(),
                      [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t i = 0; i < some; ++i)
        for (int steps = kCoarsestGrid; steps <= kFinestGrid; steps *= 2) {
            const double before = deviation.most;
            deviation.most = most_on_grid(surface, worst[i].second, steps, deviation.most, deviation.samples);
            if (deviation.most <= kStable * before) break;
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
