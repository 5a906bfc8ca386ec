#include "graze_cad/face_cover.h"

#include "graze_cad/definition.h"

#include <algorithm>
#include <variant>

#include <BRep_Tool.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>

namespace graze::cad {
namespace {

using surface::Chord;
using surface::Curve;
using surface::Range;
using surface::UvTriangles;

std::uint32_t index_of(int one_based) { return static_cast<std::uint32_t>(one_based - 1); }

UvTriangles triangles_of(const Poly_Triangulation& given) {
    UvTriangles uv;
    for (int n = 1; n <= given.NbNodes(); ++n)
        uv.nodes.emplace_back(given.UVNode(n).X(), given.UVNode(n).Y());
    for (int t = 1; t <= given.NbTriangles(); ++t) {
        std::array<int, 3> ids{};
        given.Triangle(t).Get(ids[0], ids[1], ids[2]);
        uv.triangles.push_back({index_of(ids[0]), index_of(ids[1]), index_of(ids[2])});
    }
    return uv;
}

surface::UvBox box_of(const UvTriangles& uv) {
    Vec2 lo = uv.nodes.front(), hi = lo;
    for (const Vec2& p : uv.nodes) lo = lo.cwiseMin(p), hi = hi.cwiseMax(p);
    return {{lo.x(), hi.x()}, {lo.y(), hi.y()}};
}

/// How far the polygon's nodes are from the curve at their parameters, at most.
double distance_of(const Poly_PolygonOnTriangulation& polygon, const Curve& curve, const UvTriangles& uv) {
    double most = 0.0;
    for (int i = 1; i <= polygon.NbNodes(); ++i) {
        const Vec3 at = surface::point(curve, polygon.Parameter(i)).at;
        most = std::max(most, (at.head<2>() - uv.nodes[index_of(polygon.Node(i))]).norm());
    }
    return most;
}

/// An edge that a face has on both sides (a seam) has two polygons, and OpenCASCADE mostly hands out the other
/// side's: the one that lies on the curve is meant.
Handle(Poly_PolygonOnTriangulation)
    polygon_of(const TopoDS_Edge& edge, const Handle(Poly_Triangulation) & triangles,
               const TopLoc_Location& location, const Curve& curve, const UvTriangles& uv) {
    const auto one = BRep_Tool::PolygonOnTriangulation(edge, triangles, location);
    const auto other = BRep_Tool::PolygonOnTriangulation(TopoDS::Edge(edge.Reversed()), triangles, location);
    const auto is_usable = [](const Handle(Poly_PolygonOnTriangulation) & p) {
        return !p.IsNull() && p->HasParameters();
    };
    if (!is_usable(one) || one == other) return one;
    if (!is_usable(other)) return one;
    return distance_of(*other, curve, uv) < distance_of(*one, curve, uv) ? other : one;
}

/// The chords of one edge; or what is missing.
std::string add_edge(const TopoDS_Edge& edge, const TopoDS_Face& face,
                     const Handle(Poly_Triangulation) & triangles, const TopLoc_Location& location,
                     const UvTriangles& uv, FaceCover& cover, std::vector<Chord>& chords) {
    double first = 0.0, last = 0.0;
    const Handle(Geom2d_Curve) pcurve = BRep_Tool::CurveOnSurface(edge, face, first, last);
    if (pcurve.IsNull()) return "an edge without a curve in its parameters";
    auto curve = definition_of(pcurve, Range{std::min(first, last), std::max(first, last)});
    if (const auto* why = std::get_if<std::string>(&curve)) return "an edge that is a " + *why;
    if (const char* why = surface::fault_of(std::get<Curve>(curve)))
        return std::string("an edge with ") + why;
    const auto polygon = polygon_of(edge, triangles, location, std::get<Curve>(curve), uv);
    if (polygon.IsNull() || !polygon->HasParameters()) return "an edge without chords";
    const auto id = static_cast<std::uint32_t>(cover.face.curves.size());
    cover.face.curves.push_back(std::get<Curve>(std::move(curve)));
    for (int i = 1; i < polygon->NbNodes(); ++i) {
        Chord chord{id,
                    {index_of(polygon->Node(i)), index_of(polygon->Node(i + 1))},
                    polygon->Parameter(i),
                    polygon->Parameter(i + 1)};
        if (edge.Orientation() == TopAbs_REVERSED) {
            std::swap(chord.nodes[0], chord.nodes[1]);
            std::swap(chord.from, chord.to);
        }
        chords.push_back(chord);
    }
    return {};
}

std::string fill(FaceCover& cover, const TopoDS_Face& face, const Handle(Poly_Triangulation) & triangles,
                 const TopLoc_Location& location) {
    if (!triangles->HasUVNodes()) return "triangles without parameters";
    const UvTriangles uv = triangles_of(*triangles);
    TopLoc_Location same;
    auto definition = definition_of(BRep_Tool::Surface(face, same), box_of(uv));
    if (const auto* why = std::get_if<std::string>(&definition)) return *why;
    cover.face.surface = std::get<surface::Parametric>(std::move(definition));
    if (const char* why = surface::fault_of(cover.face.surface)) return why;
    const gp_Trsf place = location.Transformation();
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) cover.face.turn(i, j) = place.Value(i + 1, j + 1);
        cover.face.shift[i] = place.Value(i + 1, 4);
    }
    std::vector<Chord> chords;
    for (TopExp_Explorer at(face, TopAbs_EDGE); at.More(); at.Next()) {
        const TopoDS_Edge& edge = TopoDS::Edge(at.Current());
        if (edge.Orientation() != TopAbs_FORWARD && edge.Orientation() != TopAbs_REVERSED)
            continue;  // within it
        if (std::string why = add_edge(edge, face, triangles, location, uv, cover, chords); !why.empty())
            return why;
    }
    if (const char* why = surface::attach_arcs(cover.face, uv, chords)) return why;
    return {};
}

}  // namespace

FaceCover cover_of(const TopoDS_Face& given, const std::vector<std::uint32_t>& vertex_of_node) {
    FaceCover cover;
    const TopoDS_Face face = TopoDS::Face(given.Oriented(TopAbs_FORWARD));
    TopLoc_Location location;
    const Handle(Poly_Triangulation) triangles = BRep_Tool::Triangulation(face, location);
    if (triangles.IsNull() || triangles->NbTriangles() == 0) {
        cover.fault = "no triangles";
        return cover;
    }
    cover.fault = fill(cover, face, triangles, location);
    for (int t = 1; t <= triangles->NbTriangles(); ++t) {
        std::array<int, 3> ids{};
        triangles->Triangle(t).Get(ids[0], ids[1], ids[2]);
        cover.vertices.push_back({vertex_of_node[index_of(ids[0])], vertex_of_node[index_of(ids[1])],
                                  vertex_of_node[index_of(ids[2])]});
    }
    return cover;
}

}  // namespace graze::cad
