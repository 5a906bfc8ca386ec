#include "graze_cad/analytic.h"

#include "graze/geometry/box.h"
#include "graze_cad/recognise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <BRepAdaptor_Surface.hxx>
#include <BRepTools.hxx>
#include <BRep_Tool.hxx>
#include <TopLoc_Location.hxx>
#include <gp_Ax3.hxx>
#include <gp_Cone.hxx>
#include <gp_Cylinder.hxx>
#include <gp_Pln.hxx>
#include <gp_Sphere.hxx>
#include <gp_Torus.hxx>

namespace graze::cad {
namespace {

constexpr int kCoarseSteps = 6, kStepsPerSpan = 4, kMostSteps = 64;
constexpr double kPole = 1e-6;  // of the longest derivative: shorter, and there is no normal
constexpr double kLeastTolerance = 1e-6, kToleranceOfSize = 1e-7;  // mm; and of the face

Vec3 vector_of(const gp_XYZ& v) { return {v.X(), v.Y(), v.Z()}; }

AnalyticSurface on_axis(SurfaceKind kind, const gp_Ax3& place, double radius) {
    return {kind, vector_of(place.Location().XYZ()), vector_of(place.Direction().XYZ()), radius};
}

AnalyticSurface cone_of(const gp_Cone& cone, const Vec3& inner_point) {
    AnalyticSurface surface = on_axis(SurfaceKind::Cone, cone.Position(), 0.0);
    surface.origin = vector_of(cone.Apex().XYZ());
    surface.half_angle = std::abs(cone.SemiAngle());
    if ((inner_point - surface.origin).dot(surface.axis) < 0.0) surface.axis = -surface.axis;
    return surface;
}

/// The formula, material Within. `inner_point` of the surface tells which half of a cone is meant.
std::optional<AnalyticSurface> formula_of(const BRepAdaptor_Surface& surface, const Vec3& inner_point) {
    switch (surface.GetType()) {
        case GeomAbs_Plane:
            return on_axis(SurfaceKind::Plane, surface.Plane().Position(), 0.0);
        case GeomAbs_Cylinder:
            return on_axis(SurfaceKind::Cylinder, surface.Cylinder().Position(), surface.Cylinder().Radius());
        case GeomAbs_Cone:
            return cone_of(surface.Cone(), inner_point);
        case GeomAbs_Sphere:
            return on_axis(SurfaceKind::Sphere, surface.Sphere().Position(), surface.Sphere().Radius());
        case GeomAbs_Torus: {
            AnalyticSurface torus =
                on_axis(SurfaceKind::Torus, surface.Torus().Position(), surface.Torus().MajorRadius());
            torus.tube_radius = surface.Torus().MinorRadius();
            return torus;
        }
        default:
            return std::nullopt;
    }
}

/// Points and normals on a grid of a face's part of the surface. At poles, where one derivative is next to
/// nothing, a normal would be noise.
std::vector<SurfaceSample> samples_of(const BRepAdaptor_Surface& surface, const std::array<double, 4>& uv,
                                      int nu, int nv) {
    struct Tangents {
        gp_Vec u, v;
    };
    std::vector<SurfaceSample> samples;
    std::vector<Tangents> tangents;
    double most_u = 0.0, most_v = 0.0;
    for (int i = 0; i <= nu; ++i)
        for (int j = 0; j <= nv; ++j) {
            gp_Pnt p;
            Tangents& at = tangents.emplace_back();
            surface.D1(uv[0] + (uv[1] - uv[0]) * i / nu, uv[2] + (uv[3] - uv[2]) * j / nv, p, at.u, at.v);
            samples.push_back({vector_of(p.XYZ()), Vec3::Zero()});
            most_u = std::max(most_u, at.u.Magnitude());
            most_v = std::max(most_v, at.v.Magnitude());
        }
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto& [u, v] = tangents[i];
        const double length = u.Crossed(v).Magnitude();
        if (u.Magnitude() > kPole * most_u && v.Magnitude() > kPole * most_v && length > 0.0)
            samples[i].normal = vector_of(u.Crossed(v).XYZ()) / length;
    }
    return samples;
}

/// How far a spline may be from a formula that it is said to be: what CAD systems write as "the same".
double tolerance_of(const std::vector<SurfaceSample>& samples) {
    Box box;
    for (const SurfaceSample& sample : samples) box.add(sample.point);
    return kLeastTolerance + kToleranceOfSize * (box.max - box.min).norm();
}

/// Found on a coarse grid, which most splines do not pass; then held against several points in each span.
std::optional<AnalyticSurface> recognised(const BRepAdaptor_Surface& surface,
                                          const std::array<double, 4>& uv) {
    const auto coarse = samples_of(surface, uv, kCoarseSteps, kCoarseSteps);
    const double tolerance = tolerance_of(coarse);
    auto found = recognise(coarse, tolerance);
    if (!found) return found;
    const auto steps = [](int spans) { return std::clamp(kStepsPerSpan * spans, kCoarseSteps, kMostSteps); };
    const auto fine = samples_of(surface, uv, steps(surface.NbUIntervals(GeomAbs_CN)) + 1,
                                 steps(surface.NbVIntervals(GeomAbs_CN)) + 1);
    return lies_on(*found, fine, tolerance) ? found : std::nullopt;
}

}  // namespace

SurfaceKind kind_of(const TopoDS_Face& face) {
    switch (BRepAdaptor_Surface(face, false).GetType()) {
        case GeomAbs_Plane:
            return SurfaceKind::Plane;
        case GeomAbs_Cylinder:
            return SurfaceKind::Cylinder;
        case GeomAbs_Cone:
            return SurfaceKind::Cone;
        case GeomAbs_Sphere:
            return SurfaceKind::Sphere;
        case GeomAbs_Torus:
            return SurfaceKind::Torus;
        case GeomAbs_BezierSurface:
        case GeomAbs_BSplineSurface:
            return SurfaceKind::Spline;
        default:
            return SurfaceKind::Other;
    }
}

std::optional<AnalyticSurface> analytic_surface_of(const TopoDS_Face& face) {
    const BRepAdaptor_Surface surface(face, false);
    double u0 = 0.0, u1 = 0.0, v0 = 0.0, v1 = 0.0;
    BRepTools::UVBounds(face, u0, u1, v0, v1);
    gp_Pnt p;
    gp_Vec du, dv;
    surface.D1(0.5 * (u0 + u1), 0.5 * (v0 + v1), p, du, dv);
    const Vec3 point = vector_of(p.XYZ());
    auto analytic = formula_of(surface, point);
    if (!analytic) analytic = recognised(surface, {u0, u1, v0, v1});
    if (!analytic || !validate(*analytic, "")) return std::nullopt;
    TopLoc_Location location;
    BRep_Tool::Surface(face, location);
    // Derivatives follow a location that mirrors, and their cross product turns over by it.
    const bool turned = (face.Orientation() == TopAbs_REVERSED) != location.Transformation().IsNegative();
    const double side = vector_of(du.Crossed(dv).XYZ()).dot(outward_of(*analytic, point));
    if (!(std::abs(side) > 0.0)) return std::nullopt;  // a pole, or nothing of the surface is the face's
    if ((side > 0.0) == turned) {
        if (analytic->kind == SurfaceKind::Plane)
            analytic->axis = -analytic->axis;
        else
            analytic->material = MaterialSide::Around;
    }
    return analytic;
}

}  // namespace graze::cad
