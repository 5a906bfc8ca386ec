#include "graze_cad/models/shapes.h"

#include <BRepAdaptor_Curve.hxx>
#include <BRepAlgoAPI_Cut.hxx>
#include <BRepAlgoAPI_Fuse.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakePolygon.hxx>
#include <BRepBuilderAPI_MakeSolid.hxx>
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepCheck_Analyzer.hxx>
#include <BRepFilletAPI_MakeChamfer.hxx>
#include <BRepFilletAPI_MakeFillet.hxx>
#include <BRepGProp.hxx>
#include <BRepLib.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakePrism.hxx>
#include <BRepPrimAPI_MakeRevol.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <BRep_Builder.hxx>
#include <GCPnts_AbscissaPoint.hxx>
#include <GProp_GProps.hxx>
#include <ShapeUpgrade_UnifySameDomain.hxx>
#include <Standard_Failure.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopTools_ListOfShape.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <TopoDS_Shell.hxx>
#include <TopoDS_Solid.hxx>
#include <gp_Ax2.hxx>
#include <gp_Ax3.hxx>
#include <gp_Cylinder.hxx>
#include <gp_Quaternion.hxx>
#include <gp_Sphere.hxx>
#include <gp_Torus.hxx>

#include <cmath>
#include <numbers>

namespace graze::cad {
namespace {

constexpr double kPi = std::numbers::pi;

gp_Pnt point(const Vec3& p) { return {p.x(), p.y(), p.z()}; }
gp_Dir direction(const Vec3& d) { return {d.x(), d.y(), d.z()}; }
gp_Ax1 z_axis() { return {gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)}; }

/// The shape, if it is as valid as OpenCASCADE can tell and encloses something.
TopoDS_Shape checked(const TopoDS_Shape& shape, const char* what) {
    if (shape.IsNull() || !BRepCheck_Analyzer(shape).IsValid() || !(volume_of(shape) > 0.0))
        throw Standard_Failure(what);
    return shape;
}

/// A boolean operation gives a compound even of one solid.
TopoDS_Shape without_wrapping(const TopoDS_Shape& shape) {
    Shapes solids;
    for (TopExp_Explorer solid(shape, TopAbs_SOLID); solid.More(); solid.Next())
        solids.push_back(solid.Current());
    return solids.size() == 1 ? solids[0] : shape;
}

TopoDS_Shape unified(const TopoDS_Shape& shape) {
    ShapeUpgrade_UnifySameDomain unify(shape, true, true, false);
    unify.Build();
    return without_wrapping(unify.Shape());
}

TopoDS_Shape face_of(const std::vector<gp_Pnt>& corners) {
    BRepBuilderAPI_MakePolygon polygon;
    for (const gp_Pnt& corner : corners) polygon.Add(corner);
    polygon.Close();
    return BRepBuilderAPI_MakeFace(polygon.Wire(), true).Face();
}

TopTools_ListOfShape list_of(const Shapes& shapes) {
    TopTools_ListOfShape list;
    for (const TopoDS_Shape& shape : shapes) list.Append(shape);
    return list;
}

EdgeFacts facts_of(const TopoDS_Edge& edge) {
    const BRepAdaptor_Curve curve(edge);
    const gp_Pnt middle = curve.Value(0.5 * (curve.FirstParameter() + curve.LastParameter()));
    return {{middle.X(), middle.Y(), middle.Z()}, GCPnts_AbscissaPoint::Length(curve)};
}

std::vector<TopoDS_Edge> wished_edges(const TopoDS_Shape& shape, const EdgeWish& wish, const char* what) {
    TopTools_IndexedMapOfShape edges;
    TopExp::MapShapes(shape, TopAbs_EDGE, edges);
    std::vector<TopoDS_Edge> wished;
    for (int i = 1; i <= edges.Extent(); ++i)
        if (const TopoDS_Edge edge = TopoDS::Edge(edges(i)); wish(facts_of(edge))) wished.push_back(edge);
    if (wished.empty()) throw Standard_Failure(what);
    return wished;
}

/// A bend of a rod: `centre` is the middle of the bend's circle, `from` where it begins along `in`.
TopoDS_Shape bend(double radius, const Vec3& centre, const Vec3& from, const Vec3& in, double angle) {
    const Vec3 out = from - centre;
    const gp_Ax2 frame(point(centre), direction(out.cross(in)), direction(out));
    return checked(BRepPrimAPI_MakeTorus(frame, out.norm(), radius, angle).Shape(), "a bend");
}

}  // namespace

TopLoc_Location location_of(const Frame& frame) {
    gp_Trsf move;
    move.SetTransformation(gp_Ax3(point(frame.origin), direction(frame.z), direction(frame.x)),
                           gp_Ax3(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1), gp_Dir(1, 0, 0)));
    return {move};
}

TopLoc_Location location_of(const Pose& pose) {
    gp_Trsf move;
    const auto& q = pose.rotation;
    move.SetRotation(gp_Quaternion(q.x(), q.y(), q.z(), q.w()));
    move.SetTranslationPart(gp_Vec(pose.translation.x(), pose.translation.y(), pose.translation.z()));
    return {move};
}

// A copy: faces that carry a location of their own get points that differ in the last bits from their
// neighbours'.
TopoDS_Shape placed(const TopoDS_Shape& shape, const Frame& frame) {
    return BRepBuilderAPI_Transform(shape, location_of(frame).Transformation(), true).Shape();
}

TopoDS_Shape moved(const TopoDS_Shape& shape, const Vec3& by) { return placed(shape, {.origin = by}); }

TopoDS_Shape turned(const std::vector<Turned>& outline) {
    std::vector<gp_Pnt> corners;
    for (const Turned& p : outline) corners.emplace_back(p.radius, 0.0, p.height);
    TopoDS_Shape solid = BRepPrimAPI_MakeRevol(face_of(corners), z_axis()).Shape();
    if (volume_of(solid) < 0.0) solid.Reverse();
    return checked(solid, "a turned solid");
}

double head_height(double radius) {
    return 2.0 * radius - std::sqrt((1.8 * 1.8 - 0.8 * 0.8) * radius * radius);
}

//        .-- sphere of radius 2r about (0, top - 2r)
//    ---'  \  torus of radius r/5 about (4r/5, length)
//           |
// Sewn of these faces: turned from arcs they would be general surfaces of revolution.
TopoDS_Shape vessel(double radius, double length) {
    const double rise = head_height(radius), crown = 2.0 * radius, knuckle = 0.2 * radius;
    const double meet = std::acos(0.8 * radius / (crown - knuckle));  // latitude where sphere and torus meet
    const double turn = 2.0 * kPi;
    BRepBuilderAPI_Sewing sewing;
    const auto add = [&](const BRepBuilderAPI_MakeFace& face) { sewing.Add(face.Face()); };
    const gp_Dir up(0, 0, 1), down(0, 0, -1);
    add(BRepBuilderAPI_MakeFace(gp_Cylinder(gp_Ax3(gp_Pnt(0, 0, 0), up), radius), 0.0, turn, 0.0, length));
    for (const double side : {-1.0, 1.0}) {
        const double base = side > 0.0 ? length : 0.0;
        const gp_Ax3 at_base(gp_Pnt(0, 0, base), side > 0.0 ? up : down, gp_Dir(1, 0, 0));
        const gp_Ax3 at_crown(gp_Pnt(0, 0, base + side * (rise - crown)), side > 0.0 ? up : down,
                              gp_Dir(1, 0, 0));
        add(BRepBuilderAPI_MakeFace(gp_Torus(at_base, 0.8 * radius, knuckle), 0.0, turn, 0.0, meet));
        add(BRepBuilderAPI_MakeFace(gp_Sphere(at_crown, crown), 0.0, turn, meet, 0.5 * kPi));
    }
    sewing.Perform();
    if (sewing.SewedShape().ShapeType() != TopAbs_SHELL) throw Standard_Failure("a vessel");
    TopoDS_Solid solid = BRepBuilderAPI_MakeSolid(TopoDS::Shell(sewing.SewedShape()));
    BRepLib::OrientClosedSolid(solid);
    return checked(solid, "a vessel");
}

TopoDS_Shape cylinder(double radius, double from, double to) {
    return BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(0, 0, from), gp_Dir(0, 0, 1)), radius, to - from).Shape();
}

TopoDS_Shape tube(double outer_radius, double inner_radius, double from, double to) {
    return turned({{inner_radius, from}, {outer_radius, from}, {outer_radius, to}, {inner_radius, to}});
}

TopoDS_Shape block(const Vec3& min, const Vec3& max) {
    return BRepPrimAPI_MakeBox(point(min), point(max)).Shape();
}

TopoDS_Shape prism(const std::vector<Vec2>& outline, double from, double to) {
    std::vector<gp_Pnt> corners;
    for (const Vec2& p : outline) corners.emplace_back(p.x(), p.y(), from);
    TopoDS_Shape solid = BRepPrimAPI_MakePrism(face_of(corners), gp_Vec(0, 0, to - from)).Shape();
    if (volume_of(solid) < 0.0) solid.Reverse();
    return checked(solid, "a prism");
}

TopoDS_Shape hexagon(double across, double from, double to, HexagonTop top) {
    const double corner = across / std::sqrt(3.0);
    std::vector<Vec2> outline;
    for (int k = 0; k < 6; ++k)
        outline.emplace_back(corner * std::cos(kPi / 3.0 * k), corner * std::sin(kPi / 3.0 * k));
    const TopoDS_Shape solid = prism(outline, from, to);
    if (top == HexagonTop::Flat) return solid;
    const double fall = (corner - 0.475 * across) * std::tan(kPi / 6.0);  // 30 degrees, down to the corners
    const TopoDS_Shape outside = turned({{0.475 * across, to + 1.0},
                                         {0.475 * across, to},
                                         {corner, to - fall},
                                         {corner + 1.0, to - fall - std::tan(kPi / 6.0)},
                                         {corner + 1.0, to + 1.0}});
    return cut(solid, {outside});
}

TopoDS_Shape ring(double radius, double thickness_radius) {
    return BRepPrimAPI_MakeTorus(radius, thickness_radius).Shape();
}

Shapes rods(const PipeRun& run) {
    Shapes pieces;
    Vec3 start = run.points.front();
    for (std::size_t i = 1; i < run.points.size(); ++i) {
        const bool bends = i + 1 < run.points.size();
        const Vec3 in = (run.points[i] - run.points[i - 1]).normalized();
        const Vec3 out = bends ? Vec3((run.points[i + 1] - run.points[i]).normalized()) : in;
        const double angle = bends ? std::acos(in.dot(out)) : 0.0;
        const double shortened = run.bend_radius * std::tan(0.5 * angle);
        const Vec3 end = run.points[i] - shortened * in;
        const Vec3 any = std::abs(in.z()) < 0.9 ? Vec3(Vec3::UnitZ()) : Vec3(Vec3::UnitX());
        pieces.push_back(placed(cylinder(run.radius, 0.0, (end - start).norm()), {start, in, any}));
        if (!bends) break;
        const Vec3 inward = (out - in.dot(out) * in).normalized();
        pieces.push_back(bend(run.radius, end + run.bend_radius * inward, end, in, angle));
        start = run.points[i] + shortened * out;
    }
    return pieces;
}

TopoDS_Shape i_beam(const BeamSection& s, double length) {
    const double w = 0.5 * s.width, h = 0.5 * s.height, t = 0.5 * s.web, f = h - s.flange;
    return prism({{-w, -h},
                  {w, -h},
                  {w, -f},
                  {t, -f},
                  {t, f},
                  {w, f},
                  {w, h},
                  {-w, h},
                  {-w, f},
                  {-t, f},
                  {-t, -f},
                  {-w, -f}},
                 0.0, length);
}

Vec3 hole_centre(const Flange& f, int k) {
    const double angle = 2.0 * kPi * (k + 0.5) / f.holes;
    return {f.bolt_circle_radius * std::cos(angle), f.bolt_circle_radius * std::sin(angle), 0.0};
}

Shapes drills(const Flange& f, double from, double to) {
    Shapes holes;
    for (int k = 0; k < f.holes; ++k)
        holes.push_back(moved(cylinder(f.hole_radius, from, to), hole_centre(f, k)));
    return holes;
}

TopoDS_Shape flange_solid(const Flange& f) {
    std::vector<Turned> outline{{f.bore_radius, 0.0}, {f.outer_radius, 0.0}, {f.outer_radius, -f.thickness}};
    if (f.neck_height > 0.0) {
        outline.push_back({f.neck_radius, -f.thickness});
        outline.push_back({f.pipe_radius, -f.thickness - f.neck_height});
        outline.push_back({f.bore_radius, -f.thickness - f.neck_height});
    } else {
        outline.push_back({f.bore_radius, -f.thickness});
    }
    return cut(turned(outline), drills(f, -f.thickness - 1.0, 1.0));
}

TopoDS_Shape bolt_with_nut(const Bolt& b) {
    const double end = -1.35 * b.head_height;
    const double bevel = 0.15 * b.shank_radius;
    const TopoDS_Shape shank = turned({{0.0, end},
                                       {b.shank_radius - bevel, end},
                                       {b.shank_radius, end + bevel},
                                       {b.shank_radius, b.grip + 0.5 * b.head_height},
                                       {0.0, b.grip + 0.5 * b.head_height}});
    const TopoDS_Shape head = hexagon(b.across, b.grip, b.grip + b.head_height, HexagonTop::Chamfered);
    const TopoDS_Shape nut =
        placed(hexagon(b.across, 0.0, b.head_height, HexagonTop::Chamfered), {.z = -Vec3::UnitZ()});
    return fused({shank, head, nut});
}

TopoDS_Shape fused(const Shapes& shapes, Seams seams) {
    if (shapes.size() == 1) return shapes[0];
    BRepAlgoAPI_Fuse fuse;
    fuse.SetArguments(list_of({shapes[0]}));
    fuse.SetTools(list_of({shapes.begin() + 1, shapes.end()}));
    fuse.SetRunParallel(false);
    fuse.Build();
    if (!fuse.IsDone()) throw Standard_Failure("fuse");
    return checked(seams == Seams::Merge ? unified(fuse.Shape()) : without_wrapping(fuse.Shape()), "fuse");
}

TopoDS_Shape cut(const TopoDS_Shape& shape, const Shapes& tools) {
    BRepAlgoAPI_Cut operation;
    operation.SetArguments(list_of({shape}));
    operation.SetTools(list_of(tools));
    operation.SetRunParallel(false);
    operation.Build();
    if (!operation.IsDone()) throw Standard_Failure("cut");
    return checked(without_wrapping(operation.Shape()), "cut");
}

TopoDS_Shape compound(const Shapes& shapes) {
    TopoDS_Compound all;
    BRep_Builder builder;
    builder.MakeCompound(all);
    for (const TopoDS_Shape& shape : shapes) builder.Add(all, shape);
    return all;
}

TopoDS_Shape rounded(const TopoDS_Shape& shape, double radius, const EdgeWish& wish) {
    BRepFilletAPI_MakeFillet fillet(shape);
    for (const TopoDS_Edge& edge : wished_edges(shape, wish, "no edge to round")) fillet.Add(radius, edge);
    fillet.Build();
    if (!fillet.IsDone()) throw Standard_Failure("fillet");
    return checked(without_wrapping(fillet.Shape()), "fillet");
}

TopoDS_Shape chamfered(const TopoDS_Shape& shape, double width, const EdgeWish& wish) {
    BRepFilletAPI_MakeChamfer chamfer(shape);
    for (const TopoDS_Edge& edge : wished_edges(shape, wish, "no edge to chamfer")) chamfer.Add(width, edge);
    chamfer.Build();
    if (!chamfer.IsDone()) throw Standard_Failure("chamfer");
    return checked(without_wrapping(chamfer.Shape()), "chamfer");
}

int face_count(const TopoDS_Shape& shape) {
    TopTools_IndexedMapOfShape faces;
    TopExp::MapShapes(shape, TopAbs_FACE, faces);
    return faces.Extent();
}

double volume_of(const TopoDS_Shape& shape) {
    GProp_GProps properties;
    BRepGProp::VolumeProperties(shape, properties);
    return properties.Mass();
}

}  // namespace graze::cad
