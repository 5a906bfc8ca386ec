#include "graze_cad/models/beam.h"

#include "graze_cad/models/solids.h"
#include "graze_cad/models/spline.h"

#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakeWire.hxx>
#include <BRepLib.hxx>
#include <BRepPrimAPI_MakePrism.hxx>
#include <Standard_Failure.hxx>
#include <TopoDS.hxx>
#include <gp_Pln.hxx>

namespace graze::cad::car {
namespace {

/// A prism of the section: planes and cylinders.
TopoDS_Shape straight_beam(const std::string& name, const Section& section, const gp_XYZ& end,
                           double thickness) {
    std::vector<Piece> outline = pieces_of(section.profile, 0.0, thickness);
    std::vector<Piece> back = pieces_of(section.profile, thickness, thickness);
    const gp_XY first = outline.front().front();
    outline.push_back({outline.back().back(), back.back().back()});
    for (auto piece = back.rbegin(); piece != back.rend(); ++piece)
        outline.emplace_back(piece->rbegin(), piece->rend());
    outline.push_back({back.front().front(), first});
    BRepBuilderAPI_MakeWire wire;
    for (const Piece& piece : outline)
        if ((piece.front() - piece.back()).Modulus() > kNothing) wire.Add(edge_of(piece, section.frame));
    BRepBuilderAPI_MakeFace face(
        gp_Pln(gp_Pnt(section.frame.origin), gp_Dir(section.frame.across ^ section.frame.up)), wire.Wire(),
        true);
    TopoDS_Solid solid =
        TopoDS::Solid(BRepPrimAPI_MakePrism(face.Face(), gp_Vec(end - section.frame.origin)).Shape());
    if (!BRepLib::OrientClosedSolid(solid)) throw Standard_Failure((name + ": not closed").c_str());
    return checked(name, solid);
}

}  // namespace

TopoDS_Shape make_beam(const std::string& name, const std::vector<Section>& sections, double thickness) {
    if (sections.size() == 2)
        return straight_beam(name, sections.front(), sections.back().frame.origin, thickness);
    std::vector<Rows> strips;
    BRepBuilderAPI_Sewing sewing(kSewing);
    for (std::size_t s = 0; s < sections.size(); ++s) {
        const Section& section = sections[s];
        const auto place = [&](const gp_XY& wh) { return in_frame(section.frame, wh); };
        const auto placed = [&](const Piece& piece) {
            std::vector<gp_XYZ> row;
            for (const gp_XY& wh : piece) row.push_back(place(wh));
            return row;
        };
        const std::vector<Piece> lower = in_facets(pieces_of(section.profile, 0.0, thickness));
        const std::vector<Piece> upper = in_facets(pieces_of(section.profile, thickness, thickness));
        if (s == 0 || s + 1 == sections.size())
            for (std::size_t k = 0; k < lower.size(); ++k) {
                if ((lower[k].front() - lower[k].back()).Modulus() < kNothing) continue;
                sewing.Add(face_through({placed(lower[k]), placed(upper[k])}));
            }
        std::vector<std::vector<gp_XYZ>> rows;
        for (const Piece& piece : lower) rows.push_back(placed(piece));
        for (const Piece& piece : upper) rows.push_back(placed(piece));
        rows.push_back({place(lower.front().front()), place(upper.front().front())});
        rows.push_back({place(lower.back().back()), place(upper.back().back())});
        strips.resize(rows.size());
        for (std::size_t k = 0; k < rows.size(); ++k) strips[k].push_back(std::move(rows[k]));
    }
    for (const Rows& strip : strips)
        if ((strip.front().front() - strip.front().back()).Modulus() > kNothing)
            sewing.Add(face_through(strip));
    return sewn_solid(name, sewing);
}

}  // namespace graze::cad::car
