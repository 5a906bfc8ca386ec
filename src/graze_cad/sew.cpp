#include "graze_cad/sew.h"

#include <algorithm>

#include <BRepBuilderAPI_MakeSolid.hxx>
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepLib.hxx>
#include <BRep_Tool.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Shell.hxx>
#include <TopoDS_Solid.hxx>

namespace graze::cad {
namespace {

/// A shell that is closed as a solid whose faces look outward; another as it is.
TopoDS_Shape solid_if_closed(const TopoDS_Shell& shell) {
    if (!BRep_Tool::IsClosed(shell)) return shell;
    BRepBuilderAPI_MakeSolid maker(shell);
    if (!maker.IsDone()) return shell;
    TopoDS_Solid solid = maker.Solid();
    if (!BRepLib::OrientClosedSolid(solid)) return shell;
    return solid;
}

}  // namespace

Sewn sew_faces(const std::vector<TopoDS_Shape>& faces, double tolerance,
               const std::function<void(const TopoDS_Shape&, const TopoDS_Shape&)>& became) {
    BRepBuilderAPI_Sewing sewing(tolerance);
    std::uint32_t count = 0;
    for (const TopoDS_Shape& shape : faces)
        for (TopExp_Explorer at(shape, TopAbs_FACE); at.More(); at.Next(), ++count) sewing.Add(at.Current());
    sewing.Perform();
    Sewn sewn;
    sewn.report = {tolerance, count, static_cast<std::uint32_t>(sewing.NbFreeEdges())};
    for (const TopoDS_Shape& shape : faces)
        for (TopExp_Explorer at(shape, TopAbs_FACE); at.More(); at.Next())
            became(at.Current(), sewing.Modified(at.Current()));
    const TopoDS_Shape result = sewing.SewedShape();
    for (TopExp_Explorer at(result, TopAbs_SHELL); at.More(); at.Next())
        sewn.shapes.push_back(solid_if_closed(TopoDS::Shell(at.Current())));
    for (TopExp_Explorer at(result, TopAbs_FACE, TopAbs_SHELL); at.More(); at.Next())
        sewn.shapes.push_back(at.Current());
    std::uint32_t kept = 0;
    for (const TopoDS_Shape& shape : sewn.shapes)
        for (TopExp_Explorer at(shape, TopAbs_FACE); at.More(); at.Next()) ++kept;
    sewn.lost_faces = count - std::min(count, kept);
    return sewn;
}

}  // namespace graze::cad
