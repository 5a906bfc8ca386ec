#include "graze_cad/definition.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <Geom2d_BSplineCurve.hxx>
#include <Geom2d_BezierCurve.hxx>
#include <Geom2d_Circle.hxx>
#include <Geom2d_Ellipse.hxx>
#include <Geom2d_Line.hxx>
#include <Geom2d_TrimmedCurve.hxx>
#include <Geom_BSplineCurve.hxx>
#include <Geom_BSplineSurface.hxx>
#include <Geom_BezierCurve.hxx>
#include <Geom_BezierSurface.hxx>
#include <Geom_Circle.hxx>
#include <Geom_ConicalSurface.hxx>
#include <Geom_CylindricalSurface.hxx>
#include <Geom_Ellipse.hxx>
#include <Geom_Line.hxx>
#include <Geom_OffsetSurface.hxx>
#include <Geom_Plane.hxx>
#include <Geom_RectangularTrimmedSurface.hxx>
#include <Geom_SphericalSurface.hxx>
#include <Geom_SurfaceOfLinearExtrusion.hxx>
#include <Geom_SurfaceOfRevolution.hxx>
#include <Geom_ToroidalSurface.hxx>
#include <Geom_TrimmedCurve.hxx>

namespace graze::cad {
namespace {

using surface::Curve;
using surface::CurveKind;
using surface::Frame;
using surface::Knots;
using surface::Parametric;
using surface::ParametricKind;
using surface::Range;
using surface::Spline;

/// Parameters beyond a period by less than this part of it are no reason to unroll.
constexpr double kPeriodSlack = 1e-9;
constexpr double kMostPeriods = 16.0;

Vec3 vector_of(const gp_XYZ& v) { return {v.X(), v.Y(), v.Z()}; }
Vec3 vector_of(const gp_XY& v) { return {v.X(), v.Y(), 0.0}; }

Frame frame_of(const gp_Ax3& a) {
    return {vector_of(a.Location().XYZ()), vector_of(a.XDirection().XYZ()), vector_of(a.YDirection().XYZ()),
            vector_of(a.Direction().XYZ())};
}

Frame frame_of(const gp_Ax22d& a) {
    return {vector_of(a.Location().XY()), vector_of(a.XDirection().XY()), vector_of(a.YDirection().XY()),
            Vec3::UnitZ()};
}

/// One direction: its knots, and which pole of OpenCASCADE (from 1) each of ours is.
struct Direction {
    Knots knots;
    std::vector<int> pole;
};

Direction bezier_direction(int degree) {
    Direction d;
    d.knots.degree = degree;
    d.knots.values.assign(static_cast<std::size_t>(degree) + 1, 0.0);
    d.knots.values.insert(d.knots.values.end(), static_cast<std::size_t>(degree) + 1, 1.0);
    for (int i = 1; i <= degree + 1; ++i) d.pole.push_back(i);
    return d;
}

/// What OpenCASCADE says of one direction of a B-spline.
struct Given {
    int degree;
    bool periodic;
    std::vector<double> knots;
    std::vector<int> multiplicities;
};

/// A periodic spline repeats its poles; so many periods as the range needs. Its pole 1 is the first of those of
/// its first span, which begins at the last copy of the first knot.
Direction unrolled(const Given& given, const Range& range) {
    std::vector<double> cycle;
    for (std::size_t i = 0; i + 1 < given.knots.size(); ++i)
        cycle.insert(cycle.end(), static_cast<std::size_t>(given.multiplicities[i]), given.knots[i]);
    const double period = given.knots.back() - given.knots.front();
    const auto periods = [&](double beyond) {
        return static_cast<int>(std::clamp(std::ceil(beyond / period - kPeriodSlack), 0.0, kMostPeriods));
    };
    const int below = periods(given.knots.front() - range.lo), above = periods(range.hi - given.knots.back());
    const int count = static_cast<int>(cycle.size());
    const int lead = given.degree + 1 - given.multiplicities.front();
    const int poles = (1 + below + above) * count + lead;
    Direction d;
    d.knots.degree = given.degree;
    for (int j = 0; j < poles + given.degree + 1; ++j) {
        const int i = j - below * count - lead;
        const int turns = i >= 0 ? i / count : -((-i - 1) / count) - 1;
        d.knots.values.push_back(cycle[static_cast<std::size_t>(i - turns * count)] + turns * period);
    }
    for (int j = 0; j < poles; ++j) d.pole.push_back(j % count + 1);
    return d;
}

Direction direction_of(const Given& given, const Range& range) {
    if (given.periodic) return unrolled(given, range);
    Direction d;
    d.knots.degree = given.degree;
    for (std::size_t i = 0; i < given.knots.size(); ++i)
        d.knots.values.insert(d.knots.values.end(), static_cast<std::size_t>(given.multiplicities[i]),
                              given.knots[i]);
    for (int i = 1; i <= d.knots.poles(); ++i) d.pole.push_back(i);
    return d;
}

template <class BSplineCurve>
Given given_by(const BSplineCurve& curve) {
    Given given{curve->Degree(), curve->IsPeriodic() == Standard_True, {}, {}};
    for (int i = 1; i <= curve->NbKnots(); ++i) {
        given.knots.push_back(curve->Knot(i));
        given.multiplicities.push_back(curve->Multiplicity(i));
    }
    return given;
}

Given given_by_u(const Geom_BSplineSurface& s) {
    Given given{s.UDegree(), s.IsUPeriodic() == Standard_True, {}, {}};
    for (int i = 1; i <= s.NbUKnots(); ++i) {
        given.knots.push_back(s.UKnot(i));
        given.multiplicities.push_back(s.UMultiplicity(i));
    }
    return given;
}

Given given_by_v(const Geom_BSplineSurface& s) {
    Given given{s.VDegree(), s.IsVPeriodic() == Standard_True, {}, {}};
    for (int i = 1; i <= s.NbVKnots(); ++i) {
        given.knots.push_back(s.VKnot(i));
        given.multiplicities.push_back(s.VMultiplicity(i));
    }
    return given;
}

template <class Points>
Curve spline_curve(const Direction& direction, const Points& curve) {
    Curve c;
    c.kind = CurveKind::Spline;
    c.spline.u = direction.knots;
    c.spline.v = {0, {0.0, 1.0}};
    for (const int i : direction.pole) {
        c.spline.poles.push_back(vector_of(curve->Pole(i).Coord()));
        if (curve->IsRational()) c.spline.weights.push_back(curve->Weight(i));
    }
    return c;
}

template <class Points>
Parametric spline_surface(const Direction& u, const Direction& v, const Points& s) {
    Parametric p;
    p.kind = ParametricKind::Spline;
    p.spline.u = u.knots;
    p.spline.v = v.knots;
    const bool rational = s->IsURational() || s->IsVRational();
    for (const int i : u.pole)
        for (const int j : v.pole) {
            p.spline.poles.push_back(vector_of(s->Pole(i, j).XYZ()));
            if (rational) p.spline.weights.push_back(s->Weight(i, j));
        }
    return p;
}

template <class Axes>
Curve conic(const Axes& axes, double major, double minor) {
    Curve c;
    c.kind = CurveKind::Ellipse;
    c.frame = frame_of(axes);
    c.major = major;
    c.minor = minor;
    return c;
}

Curve line(const Vec3& origin, const Vec3& along) {
    Curve c;
    c.frame.origin = origin;
    c.frame.x = along;
    return c;
}

std::variant<Curve, std::string> definition_in_space(const Handle(Geom_Curve) & given, const Range& range) {
    Handle(Geom_Curve) curve = given;
    while (const auto trimmed = Handle(Geom_TrimmedCurve)::DownCast(curve)) curve = trimmed->BasisCurve();
    if (const auto l = Handle(Geom_Line)::DownCast(curve))
        return line(vector_of(l->Position().Location().XYZ()), vector_of(l->Position().Direction().XYZ()));
    if (const auto c = Handle(Geom_Circle)::DownCast(curve))
        return conic(gp_Ax3(c->Position()), c->Radius(), c->Radius());
    if (const auto e = Handle(Geom_Ellipse)::DownCast(curve))
        return conic(gp_Ax3(e->Position()), e->MajorRadius(), e->MinorRadius());
    if (const auto b = Handle(Geom_BSplineCurve)::DownCast(curve))
        return spline_curve(direction_of(given_by(b), range), b);
    if (const auto b = Handle(Geom_BezierCurve)::DownCast(curve))
        return spline_curve(bezier_direction(b->Degree()), b);
    return std::string("a curve of another kind");
}

Parametric on_axis(ParametricKind kind, const gp_Ax3& place, double radius) {
    Parametric p;
    p.kind = kind;
    p.frame = frame_of(place);
    p.radius = radius;
    return p;
}

/// Surfaces with a formula; nothing: another.
std::variant<Parametric, std::string> elementary(const Handle(Geom_Surface) & surface) {
    if (const auto s = Handle(Geom_Plane)::DownCast(surface))
        return on_axis(ParametricKind::Plane, s->Position(), 0.0);
    if (const auto s = Handle(Geom_CylindricalSurface)::DownCast(surface))
        return on_axis(ParametricKind::Cylinder, s->Position(), s->Radius());
    if (const auto s = Handle(Geom_SphericalSurface)::DownCast(surface))
        return on_axis(ParametricKind::Sphere, s->Position(), s->Radius());
    if (const auto s = Handle(Geom_ConicalSurface)::DownCast(surface)) {
        Parametric cone = on_axis(ParametricKind::Cone, s->Position(), s->RefRadius());
        cone.half_angle = s->SemiAngle();
        return cone;
    }
    if (const auto s = Handle(Geom_ToroidalSurface)::DownCast(surface)) {
        Parametric torus = on_axis(ParametricKind::Torus, s->Position(), s->MajorRadius());
        torus.tube_radius = s->MinorRadius();
        return torus;
    }
    return std::string(surface->DynamicType()->Name());
}

/// Extrusion or revolution of a curve.
std::variant<Parametric, std::string> swept(ParametricKind kind, const Frame& frame,
                                            const Handle(Geom_Curve) & curve, const Range& range) {
    auto of_curve = definition_in_space(curve, range);
    if (const auto* why = std::get_if<std::string>(&of_curve)) return *why;
    Parametric p;
    p.kind = kind;
    p.frame = frame;
    p.curve = std::get<Curve>(std::move(of_curve));
    return p;
}

}  // namespace

std::variant<Parametric, std::string> definition_of(const Handle(Geom_Surface) & given, const UvBox& box) {
    Handle(Geom_Surface) surface = given;
    for (;;) {
        const auto trimmed = Handle(Geom_RectangularTrimmedSurface)::DownCast(surface);
        const auto offset = Handle(Geom_OffsetSurface)::DownCast(surface);
        if (!trimmed.IsNull())
            surface = trimmed->BasisSurface();
        else if (!offset.IsNull() && !offset->Surface().IsNull())  // of a plane, a cylinder, ...: one more
            surface = offset->Surface();
        else
            break;
    }
    if (const auto s = Handle(Geom_BSplineSurface)::DownCast(surface))
        return spline_surface(direction_of(given_by_u(*s), box.u), direction_of(given_by_v(*s), box.v), s);
    if (const auto s = Handle(Geom_BezierSurface)::DownCast(surface))
        return spline_surface(bezier_direction(s->UDegree()), bezier_direction(s->VDegree()), s);
    if (const auto s = Handle(Geom_SurfaceOfLinearExtrusion)::DownCast(surface)) {
        Frame frame;
        frame.z = vector_of(s->Direction().XYZ());
        return swept(ParametricKind::Extrusion, frame, s->BasisCurve(), box.u);
    }
    if (const auto s = Handle(Geom_SurfaceOfRevolution)::DownCast(surface))
        return swept(ParametricKind::Revolution, frame_of(gp_Ax3(s->Location(), s->Direction())),
                     s->BasisCurve(), box.v);
    return elementary(surface);
}

std::variant<Curve, std::string> definition_of(const Handle(Geom2d_Curve) & given, const Range& range) {
    Handle(Geom2d_Curve) curve = given;
    while (const auto trimmed = Handle(Geom2d_TrimmedCurve)::DownCast(curve)) curve = trimmed->BasisCurve();
    if (const auto l = Handle(Geom2d_Line)::DownCast(curve))
        return line(vector_of(l->Location().XY()), vector_of(l->Direction().XY()));
    if (const auto c = Handle(Geom2d_Circle)::DownCast(curve))
        return conic(c->Position(), c->Radius(), c->Radius());
    if (const auto e = Handle(Geom2d_Ellipse)::DownCast(curve))
        return conic(e->Position(), e->MajorRadius(), e->MinorRadius());
    if (const auto b = Handle(Geom2d_BSplineCurve)::DownCast(curve))
        return spline_curve(direction_of(given_by(b), range), b);
    if (const auto b = Handle(Geom2d_BezierCurve)::DownCast(curve))
        return spline_curve(bezier_direction(b->Degree()), b);
    return std::string(curve->DynamicType()->Name());
}

}  // namespace graze::cad
