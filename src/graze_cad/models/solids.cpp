#include "graze_cad/models/solids.h"

#include <BRepAlgoAPI_Cut.hxx>
#include <BRepAlgoAPI_Fuse.hxx>
#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakeSolid.hxx>
#include <BRepBuilderAPI_MakeWire.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepCheck_Analyzer.hxx>
#include <BRepGProp.hxx>
#include <BRepLib.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakePrism.hxx>
#include <BRep_Tool.hxx>
#include <GC_MakeArcOfCircle.hxx>
#include <GProp_GProps.hxx>
#include <Standard_Failure.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_ListOfShape.hxx>
#include <TopoDS.hxx>
#include <gp_Ax2.hxx>
#include <gp_Pln.hxx>

namespace graze::cad::car {
namespace {

[[noreturn]] void fail(const std::string& name, const std::string& what) {
    throw Standard_Failure((name + ": " + what).c_str());
}

TopTools_ListOfShape list_of(const std::vector<TopoDS_Shape>& shapes) {
    TopTools_ListOfShape list;
    for (const TopoDS_Shape& shape : shapes) list.Append(shape);
    return list;
}

double volume_of(const TopoDS_Shape& shape) {
    GProp_GProps properties;
    BRepGProp::VolumeProperties(shape, properties);
    return properties.Mass();
}

TopoDS_Shape single_solid(const std::string& name, const TopoDS_Shape& shape) {
    TopExp_Explorer solids(shape, TopAbs_SOLID);
    if (!solids.More()) fail(name, "no solid is left");
    const TopoDS_Shape first = solids.Current();
    solids.Next();
    if (solids.More()) fail(name, "falls into several solids");
    return checked(name, first);
}

}  // namespace

TopoDS_Shape checked(const std::string& name, const TopoDS_Shape& solid) {
    if (!BRepCheck_Analyzer(solid).IsValid()) fail(name, "not a valid solid");
    if (!BRep_Tool::IsClosed(TopExp_Explorer(solid, TopAbs_SHELL).Current())) fail(name, "not closed");
    if (!(volume_of(solid) > 0.0)) fail(name, "volume is not positive");
    return solid;
}

TopoDS_Shape sewn_solid(const std::string& name, BRepBuilderAPI_Sewing& sewing) {
    sewing.Perform();
    if (sewing.NbFreeEdges() != 0)
        fail(name, std::to_string(sewing.NbFreeEdges()) + " free edges after sewing");
    const TopoDS_Shape& sewn = sewing.SewedShape();
    TopExp_Explorer shells(sewn, TopAbs_SHELL);
    if (!shells.More()) fail(name, "no shell after sewing");
    TopoDS_Solid solid = BRepBuilderAPI_MakeSolid(TopoDS::Shell(shells.Current())).Solid();
    shells.Next();
    if (shells.More()) fail(name, "more than one shell after sewing");
    if (!BRepLib::OrientClosedSolid(solid)) fail(name, "not closed after sewing");
    return checked(name, solid);
}

TopoDS_Wire plane_wire(const Base& base, const Loop& loop, double height) {
    BRepBuilderAPI_MakeWire wire;
    const auto lifted = [&](const gp_XY& uv) { return gp_Pnt(raised(base, uv, height)); };
    for (const Segment& segment : loop) {
        if (length(segment) < kNothing) continue;
        if (segment.radius == 0.0)
            wire.Add(BRepBuilderAPI_MakeEdge(lifted(segment.from), lifted(segment.to)).Edge());
        else
            wire.Add(
                BRepBuilderAPI_MakeEdge(
                    Handle(Geom_Curve)(GC_MakeArcOfCircle(lifted(segment.from),
                                                          lifted(point_at(segment, 0.5)), lifted(segment.to))
                                           .Value()))
                    .Edge());
    }
    return wire.Wire();
}

TopoDS_Shape without(const std::string& name, const TopoDS_Shape& solid,
                     const std::vector<TopoDS_Shape>& tools) {
    BRepAlgoAPI_Cut cut;
    cut.SetArguments(list_of({solid}));
    cut.SetTools(list_of(tools));
    cut.Build();
    if (!cut.IsDone() || cut.HasErrors()) fail(name, "cutting failed");
    const TopoDS_Shape rest = single_solid(name, cut.Shape());
    if (!(volume_of(rest) < volume_of(solid))) fail(name, "cutting took nothing away");
    return rest;
}

TopoDS_Shape joined(const std::string& name, const std::vector<TopoDS_Shape>& solids) {
    BRepAlgoAPI_Fuse fuse;
    fuse.SetArguments(list_of({solids.front()}));
    fuse.SetTools(list_of({solids.begin() + 1, solids.end()}));
    fuse.Build();
    if (!fuse.IsDone() || fuse.HasErrors()) fail(name, "joining failed");
    return single_solid(name, fuse.Shape());
}

TopoDS_Shape cylinder(const gp_XYZ& from, const gp_XYZ& to, double radius) {
    return BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(from), gp_Dir(to - from)), radius, (to - from).Modulus())
        .Shape();
}

TopoDS_Shape prism(const Base& base, const Loop& loop, const std::vector<Loop>& holes, double height) {
    const gp_XYZ normal = normal_of(base, 0.0, 0.0);
    BRepBuilderAPI_MakeFace face(gp_Pln(gp_Pnt(base.point(0.0, 0.0)), gp_Dir(normal)),
                                 plane_wire(base, loop, 0.0), true);
    for (const Loop& hole : holes) face.Add(TopoDS::Wire(plane_wire(base, hole, 0.0).Reversed()));
    return checked("prism", BRepPrimAPI_MakePrism(face.Face(), gp_Vec(normal * height)).Shape());
}

TopoDS_Shape mirrored(const TopoDS_Shape& solid) {
    gp_Trsf mirror;
    mirror.SetMirror(gp_Ax2(gp_Pnt(0.0, 0.0, 0.0), gp_Dir(0.0, 1.0, 0.0)));
    return BRepBuilderAPI_Transform(solid, mirror, true).Shape();
}

}  // namespace graze::cad::car
