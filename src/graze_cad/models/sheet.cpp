#include "graze_cad/models/sheet.h"

#include "graze_cad/models/bend.h"
#include "graze_cad/models/solids.h"
#include "graze_cad/models/spline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakeWire.hxx>
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepPrimAPI_MakePrism.hxx>
#include <BRepPrimAPI_MakeRevol.hxx>
#include <TopoDS.hxx>
#include <gp_Ax1.hxx>
#include <gp_Pln.hxx>

namespace graze::cad::car {
namespace {

struct Frame {
    gp_XY uv;
    gp_XYZ origin, along, outward, normal;
    gp_XY uv_along, uv_outward;  // change of uv per length
};

Frame frame_of(const Base& base, const Segment& segment, double fraction) {
    const gp_XY uv = point_at(segment, fraction), along = tangent_at(segment, fraction);
    const Tangents t = tangents_of(base, uv);
    const gp_XYZ forward = (t.du * along.X() + t.dv * along.Y()).Normalized(), outward = forward ^ t.normal;
    const double uu = t.du * t.du, uv_ = t.du * t.dv, vv = t.dv * t.dv, det = uu * vv - uv_ * uv_;
    const auto uv_of = [&](const gp_XYZ& v) {
        const double on_u = v * t.du, on_v = v * t.dv;
        return gp_XY((on_u * vv - on_v * uv_) / det, (on_v * uu - on_u * uv_) / det);
    };
    return {uv, base.point(uv.X(), uv.Y()), forward, outward, t.normal, uv_of(forward), uv_of(outward)};
}

SectionFrame section_of(const Frame& frame) { return {frame.origin, frame.outward, frame.normal}; }

/// Where the section through the frame meets the sheet at `height`, `outward` of the frame's origin.
gp_XY uv_in_section(const Frame& frame, const Base& base, double outward, double height) {
    gp_XY uv = frame.uv;
    for (int round = 0; round < 8; ++round) {
        const gp_XYZ d = raised(base, uv, height) - frame.origin;
        uv += frame.uv_outward * (outward - d * frame.outward) - frame.uv_along * (d * frame.along);
    }
    return uv;
}

// ---- faces of a sheet
// ----------------------------------------------------------------------------------------

struct Workshop {
    const Sheet& sheet;
    BRepBuilderAPI_Sewing sewing{kSewing};
};

/// Where a level face ends along a loop: as uv per section and segment (curved), or as a loop (plane).
struct Rim {
    Loop loop;
    std::vector<std::array<std::vector<gp_XY>, 2>> sections;  // lower and upper side
};

/// One polynomial along each segment.
std::size_t sections_of(const Segment& segment) {
    const double by_length = length(segment) / 20.0, by_angle = std::abs(segment.sweep) / 0.5;
    return static_cast<std::size_t>(std::clamp(5.0 + std::max(by_length, by_angle), 5.0, 9.0));
}

/// One piece of a profile along one segment of a loop on a plane: plane, cylinder, cone or torus.
void add_plane_strip(Workshop& shop, const Segment& segment, const Frame& first, const Piece& piece) {
    if ((piece.front() - piece.back()).Modulus() < kNothing) return;
    const TopoDS_Edge edge = edge_of(piece, section_of(first));
    const Base& base = shop.sheet.base;
    if (segment.radius == 0.0) {
        const gp_XYZ way =
            base.point(segment.to.X(), segment.to.Y()) - base.point(segment.from.X(), segment.from.Y());
        shop.sewing.Add(BRepPrimAPI_MakePrism(edge, gp_Vec(way)).Shape());
        return;
    }
    const gp_XYZ normal = first.normal * (segment.sweep > 0.0 ? 1.0 : -1.0);
    const gp_Ax1 axis(gp_Pnt(base.point(segment.centre.X(), segment.centre.Y())), gp_Dir(normal));
    shop.sewing.Add(BRepPrimAPI_MakeRevol(edge, axis, std::abs(segment.sweep)).Shape());
}

/// The sides of a ring at one section.
struct SectionPieces {
    std::vector<Piece> lower, upper;        // of the base's side, and of the sheet's other side
    std::array<gp_XY, 2> uv_start, uv_end;  // where the base and the floor end, lower and upper side
    double start = 0.0, end = 0.0;
};

SectionPieces section_pieces(const Workshop& shop, const Ring& ring, const Frame& frame, double level,
                             double sense) {
    const double t = shop.sheet.thickness;
    SectionPieces made;
    made.uv_start = {frame.uv, frame.uv};
    if (!ring.profile) {
        made.lower = {{gp_XY(0.0, level), gp_XY(0.0, level + t)}};
        return made;
    }
    double start = 0.0, side = t;
    std::vector<Corner> profile;
    for (int round = 0; round < 3; ++round) {  // the base ends where the first bend begins
        for (const int k : {0, 1})
            made.uv_start[static_cast<std::size_t>(k)] =
                uv_in_section(frame, shop.sheet.base, start, level + k * t);
        const gp_XYZ begin = raised(shop.sheet.base, made.uv_start[0], level) - frame.origin;
        profile = ring.profile(frame.uv, begin * frame.normal);
        profile.insert(profile.begin(), {profile[0].x - sense * 100.0, begin * frame.normal, 0.0});
        side = t * sense;
        start = profile[1].x - sense * lead_of(profile, side);
    }
    made.lower = pieces_of(profile, 0.0, side);
    made.upper = pieces_of(profile, side, side);
    for (auto* pieces : {&made.lower, &made.upper}) {
        pieces->erase(pieces->begin());
        if (!ring.floor.empty()) pieces->pop_back();
    }
    made.start = start;
    made.end = made.lower.back().back().X();
    if (!ring.floor.empty())
        for (const int k : {0, 1})
            made.uv_end[static_cast<std::size_t>(k)] =
                uv_in_section(frame, shop.sheet.base, made.end, ring.floor.front().level + k * t);
    if (ring.floor.empty()) made.lower.push_back({made.lower.back().back(), made.upper.back().back()});
    made.lower = in_facets(made.lower);
    made.upper = in_facets(made.upper);
    return made;
}

void add_plane_ring(Workshop& shop, const Ring& ring, double level, double sense, Rim& begin, Rim& end) {
    double start = 0.0, run = 0.0;
    for (const Segment& segment : ring.loop) {
        const Frame frame = frame_of(shop.sheet.base, segment, 0.0);
        const SectionPieces pieces = section_pieces(shop, ring, frame, level, sense);
        for (const Piece& piece : pieces.lower) add_plane_strip(shop, segment, frame, piece);
        for (const Piece& piece : pieces.upper) add_plane_strip(shop, segment, frame, piece);
        start = pieces.start;
        run = pieces.end;
    }
    begin.loop = offset(ring.loop, start);
    if (!ring.floor.empty()) end.loop = offset(ring.loop, run);
}

/// Sections of one segment on a curved base; the first and last rows lie on the level faces.
void add_curved_segment(Workshop& shop, const Ring& ring, const Segment& segment, double level, double sense,
                        Rim& begin, Rim& end) {
    const Base& base = shop.sheet.base;
    const Base& carrier = ring.frame ? *ring.frame : base;
    const double t = shop.sheet.thickness;
    const std::size_t count = sections_of(segment);
    std::vector<Rows> strips;
    begin.sections.emplace_back();
    end.sections.emplace_back();
    for (const double fraction : fractions(count)) {
        const Frame frame = frame_of(carrier, segment, fraction);
        const SectionPieces pieces = section_pieces(shop, ring, frame, level, sense);
        for (const std::size_t k : {0u, 1u}) {
            begin.sections.back()[k].push_back(pieces.uv_start[k]);
            end.sections.back()[k].push_back(pieces.uv_end[k]);
        }
        std::vector<std::vector<gp_XYZ>> rows;
        for (const auto* side : {&pieces.lower, &pieces.upper})
            for (const Piece& piece : *side) {
                rows.emplace_back();
                for (const gp_XY& wh : piece) rows.back().push_back(in_frame(section_of(frame), wh));
            }
        rows.front().front() = raised(base, pieces.uv_start[0], level);
        if (ring.profile) {
            rows[pieces.lower.size()].front() = raised(base, pieces.uv_start[1], level + t);
            if (!ring.floor.empty()) {
                rows[pieces.lower.size() - 1].back() =
                    raised(base, pieces.uv_end[0], ring.floor.front().level);
                rows.back().back() = raised(base, pieces.uv_end[1], ring.floor.front().level + t);
            }
        } else {
            rows.front().back() = raised(base, pieces.uv_start[1], level + t);
        }
        strips.resize(rows.size());
        for (std::size_t k = 0; k < rows.size(); ++k) strips[k].push_back(std::move(rows[k]));
    }
    for (const Rows& strip : strips)
        if ((strip.front().front() - strip.front().back()).Modulus() > kNothing)
            shop.sewing.Add(face_through(strip));
}

void add_region(Workshop& shop, const Region& region, const Rim& outer);

/// Sense: 1 if the sheet comes from within the loop, -1 if from outside.
Rim add_ring(Workshop& shop, const Ring& ring, double level, double sense) {
    Rim begin, end;
    if (is_plane(shop.sheet.base))
        add_plane_ring(shop, ring, level, sense, begin, end);
    else
        for (const Segment& segment : ring.loop)
            add_curved_segment(shop, ring, segment, level, sense, begin, end);
    for (Rim* rim : {&begin, &end})  // segments end where the next begins, to the last bit
        for (std::size_t i = 0; i < rim->sections.size(); ++i)
            for (const std::size_t side : {0u, 1u})
                rim->sections[i][side].back() = rim->sections[(i + 1) % rim->sections.size()][side].front();
    if (!ring.floor.empty()) add_region(shop, ring.floor.front(), end);
    return begin;
}

TopoDS_Wire curved_wire(const Handle(Geom_BSplineSurface) & surface, const Rim& rim, std::size_t side) {
    BRepBuilderAPI_MakeWire wire;
    for (const auto& both : rim.sections) wire.Add(edge_through(both[side], surface));
    return wire.Wire();
}

void add_region(Workshop& shop, const Region& region, const Rim& outer) {
    std::vector<Rim> inner;
    for (const Ring& ring : region.rings) inner.push_back(add_ring(shop, ring, region.level, -1.0));
    const Base& base = shop.sheet.base;
    for (const std::size_t side : {0u, 1u}) {
        const double height = region.level + static_cast<double>(side) * shop.sheet.thickness;
        if (is_plane(base)) {
            BRepBuilderAPI_MakeFace face(
                gp_Pln(gp_Pnt(raised(base, {0.0, 0.0}, height)), gp_Dir(normal_of(base, 0.0, 0.0))),
                plane_wire(base, outer.loop, height), true);
            for (const Rim& rim : inner)
                face.Add(TopoDS::Wire(plane_wire(base, rim.loop, height).Reversed()));
            shop.sewing.Add(face.Face());
            continue;
        }
        Rows points;
        for (const double u : base.u) {
            points.emplace_back();
            for (const double v : base.v) points.back().push_back(raised(base, {u, v}, height));
        }
        const Handle(Geom_BSplineSurface) surface = surface_through(points, base.u, base.v);
        BRepBuilderAPI_MakeFace face(Handle(Geom_Surface)(surface), curved_wire(surface, outer, side), true);
        for (const Rim& rim : inner) face.Add(TopoDS::Wire(curved_wire(surface, rim, side).Reversed()));
        shop.sewing.Add(face.Face());
    }
}

}  // namespace

Ring emboss(const Loop& loop, double thickness, double depth, double draft, double radius,
            std::vector<Ring> within, double level) {
    const double slope = std::tan(draft * std::numbers::pi / 180.0);
    const double turn = (90.0 - draft) * std::numbers::pi / 180.0;
    const double lead = (radius + (depth > 0.0 ? thickness : 0.0)) * std::tan(turn / 2.0);
    const double run = std::abs(depth) * slope;
    Ring ring{.loop = loop};
    ring.profile = [=](const gp_XY&, double base) {
        return std::vector<Corner>{
            {-lead, base, radius}, {-lead - run, base + depth, radius}, {-lead - run - 100.0, base + depth}};
    };
    ring.floor = {Region{level + depth, std::move(within)}};
    return ring;
}

Ring hole(const Loop& loop) { return {.loop = loop}; }

Ring bent(const Loop& loop, std::vector<Corner> profile) {
    Ring ring{.loop = loop};
    ring.profile = [profile = std::move(profile)](const gp_XY&, double base) {
        std::vector<Corner> moved = profile;
        for (Corner& corner : moved) corner.y += base;
        return moved;
    };
    return ring;
}

TopoDS_Shape make_sheet(const std::string& name, const Sheet& sheet) {
    Workshop shop{sheet};
    const Rim outer = add_ring(shop, sheet.outline, sheet.region.level, 1.0);
    add_region(shop, sheet.region, outer);
    return sewn_solid(name, shop.sewing);
}

}  // namespace graze::cad::car
