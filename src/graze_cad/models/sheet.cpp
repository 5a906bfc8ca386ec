#include "graze_cad/models/sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/LU>

#include <BRepAlgoAPI_Cut.hxx>
#include <BRepAlgoAPI_Fuse.hxx>
#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakeSolid.hxx>
#include <BRepBuilderAPI_MakeWire.hxx>
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepCheck_Analyzer.hxx>
#include <BRepGProp.hxx>
#include <BRepLib.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakePrism.hxx>
#include <BRepPrimAPI_MakeRevol.hxx>
#include <BRep_Tool.hxx>
#include <GC_MakeArcOfCircle.hxx>
#include <GProp_GProps.hxx>
#include <Geom2d_BSplineCurve.hxx>
#include <Geom_BSplineSurface.hxx>
#include <Standard_Failure.hxx>
#include <TColStd_Array1OfInteger.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <TColgp_Array1OfPnt2d.hxx>
#include <TColgp_Array2OfPnt.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_ListOfShape.hxx>
#include <TopoDS.hxx>
#include <gp_Ax1.hxx>
#include <gp_Ax2.hxx>
#include <gp_Pln.hxx>

namespace graze::cad::car {
namespace {

constexpr double kSewing = 0.06;    // mm: what curved faces and their flanges may be apart
constexpr double kNothing = 1e-6;   // mm: shorter pieces are left out
constexpr double kBaseThinning = 2e-2;  // the same of a curved base
constexpr double kThinning = 3e-3;  // mm: by how much a knot that is taken out may move a surface
constexpr int kDegree = 8;          // at most, of what is interpolated along a segment
constexpr int kArcRows = 5;         // points across a bend
// Bends up to this turn or radius become one facet, others two.
constexpr double kFacetTurn = 1.15, kFacetRadius = 3.5;  // radians, mm
constexpr double kStep = 0.05;      // mm: of central differences on a base

[[noreturn]] void fail(const std::string& name, const std::string& what) {
    throw Standard_Failure((name + ": " + what).c_str());
}

gp_XYZ unit(const gp_XYZ& v) { return v / v.Modulus(); }
gp_Pnt point_of(const gp_XYZ& p) { return gp_Pnt(p); }
bool is_plane(const Base& base) { return base.u.empty(); }

// ---- interpolation -------------------------------------------------------------------------------------------

struct Knots {
    int degree;
    std::vector<double> flat;
    Eigen::MatrixXd poles_of_values;  // poles = matrix * values
};

double basis(const std::vector<double>& flat, int i, int degree, double t, bool last) {
    const auto k = static_cast<std::size_t>(i), d = static_cast<std::size_t>(degree);
    if (degree == 0)
        return (t >= flat[k] && t < flat[k + 1]) || (last && t == flat[k + 1] && flat[k] < flat[k + 1]) ? 1.0
                                                                                                        : 0.0;
    double sum = 0.0;
    if (const double width = flat[k + d] - flat[k]; width > 0.0)
        sum += (t - flat[k]) / width * basis(flat, i, degree - 1, t, last);
    if (const double width = flat[k + d + 1] - flat[k + 1]; width > 0.0)
        sum += (flat[k + d + 1] - t) / width * basis(flat, i + 1, degree - 1, t, last);
    return sum;
}

/// Knots by averaging, and the matrix that interpolates.
Knots knots_for(const std::vector<double>& at, int degree) {
    const int n = static_cast<int>(at.size());
    Knots knots{std::min(degree, n - 1), {}, {}};
    const int p = knots.degree;
    knots.flat.assign(static_cast<std::size_t>(p + 1), at.front());
    for (int j = 1; j < n - p; ++j) {
        double sum = 0.0;
        for (int i = j; i < j + p; ++i) sum += at[static_cast<std::size_t>(i)];
        knots.flat.push_back(sum / p);
    }
    knots.flat.insert(knots.flat.end(), static_cast<std::size_t>(p + 1), at.back());
    Eigen::MatrixXd values_of_poles(n, n);
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column)
            values_of_poles(row, column) =
                basis(knots.flat, column, p, at[static_cast<std::size_t>(row)], row == n - 1);
    knots.poles_of_values = values_of_poles.partialPivLu().inverse();
    return knots;
}

struct KnotArrays {
    TColStd_Array1OfReal knots;
    TColStd_Array1OfInteger multiplicities;
};

KnotArrays arrays_of(const Knots& knots) {
    const int distinct = static_cast<int>(knots.flat.size()) - 2 * knots.degree;
    KnotArrays arrays{TColStd_Array1OfReal(1, distinct), TColStd_Array1OfInteger(1, distinct)};
    for (int i = 1; i <= distinct; ++i) {
        arrays.knots.SetValue(i, knots.flat[static_cast<std::size_t>(knots.degree + i - 1)]);
        arrays.multiplicities.SetValue(i, i == 1 || i == distinct ? knots.degree + 1 : 1);
    }
    return arrays;
}

/// Takes out knots that hardly matter, every other one first: meshes put vertices at each.
template <class Remove>
void thin_out(int count, const Remove& remove) {
    for (bool again = true; again && count > 2;) {
        again = false;
        for (int knot = 2; knot < count; ++knot)
            if (remove(knot)) --count, again = true;
    }
}

void thin_out(const Handle(Geom_BSplineSurface) & surface, double thinning) {
    thin_out(surface->NbUKnots(), [&](int knot) { return surface->RemoveUKnot(knot, 0, thinning); });
    thin_out(surface->NbVKnots(), [&](int knot) { return surface->RemoveVKnot(knot, 0, thinning); });
}

using Rows = std::vector<std::vector<gp_XYZ>>;  // [along][across]

Handle(Geom_BSplineSurface) surface_through(const Rows& points, const Knots& along, const Knots& across,
                                            double thinning = kThinning) {
    const auto n = static_cast<Eigen::Index>(points.size());
    const auto m = static_cast<Eigen::Index>(points.front().size());
    TColgp_Array2OfPnt poles(1, static_cast<int>(n), 1, static_cast<int>(m));
    for (int c = 1; c <= 3; ++c) {
        Eigen::MatrixXd values(n, m);
        for (Eigen::Index i = 0; i < n; ++i)
            for (Eigen::Index j = 0; j < m; ++j)
                values(i, j) = points[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].Coord(c);
        const Eigen::MatrixXd solved = along.poles_of_values * values * across.poles_of_values.transpose();
        for (Eigen::Index i = 0; i < n; ++i)
            for (Eigen::Index j = 0; j < m; ++j)
                poles.ChangeValue(static_cast<int>(i) + 1, static_cast<int>(j) + 1).SetCoord(c, solved(i, j));
    }
    const KnotArrays u = arrays_of(along), v = arrays_of(across);
    Handle(Geom_BSplineSurface) surface = new Geom_BSplineSurface(
        poles, u.knots, v.knots, u.multiplicities, v.multiplicities, along.degree, across.degree);
    thin_out(surface, thinning);
    return surface;
}

std::vector<double> fractions(std::size_t count) {
    std::vector<double> at(count);
    for (std::size_t i = 0; i < count; ++i)
        at[i] = static_cast<double>(i) / static_cast<double>(count - 1);
    return at;
}

Knots even_knots(std::size_t count, int degree) { return knots_for(fractions(count), degree); }

TopoDS_Shape face_through(const Rows& points) {
    const std::size_t across = points.front().size();
    const Handle(Geom_BSplineSurface) surface =
        surface_through(points, even_knots(points.size(), kDegree), even_knots(across, kDegree));
    return BRepBuilderAPI_MakeFace(surface, 1e-6).Face();
}

// ---- profiles ------------------------------------------------------------------------------------------------

using Piece = std::vector<gp_XY>;  // two points: a line; kArcRows: a bend

/// Bends as facets. A fillet that is long, narrow and curved along would be meshed with thousands of triangles: the
/// mesher refines its skew triangles until they follow both curvatures.
std::vector<Piece> in_facets(const std::vector<Piece>& pieces) {
    std::vector<Piece> facets;
    for (const Piece& piece : pieces) {
        if (piece.size() == 2) {
            facets.push_back(piece);
            continue;
        }
        const gp_XY first = piece[1] - piece[0], last = piece[kArcRows - 1] - piece[kArcRows - 2];
        const double turn = std::acos(first.Normalized() * last.Normalized()) * kArcRows / (kArcRows - 1);
        const double radius = (piece.back() - piece.front()).Modulus() / (2.0 * std::sin(turn / 2.0));
        if (turn < kFacetTurn || radius < kFacetRadius) {
            facets.push_back({piece.front(), piece.back()});
        } else {
            facets.push_back({piece.front(), piece[kArcRows / 2]});
            facets.push_back({piece[kArcRows / 2], piece.back()});
        }
    }
    return facets;
}

/// The profile at a distance to its left, in pieces. `sheet`: where the other side of the sheet is, as `aside`.
std::vector<Piece> pieces_of(const std::vector<Corner>& profile, double aside, double sheet) {
    const std::size_t n = profile.size();
    const auto at = [&](std::size_t i) { return gp_XY(profile[i].x, profile[i].y); };
    std::vector<gp_XY> along;
    for (std::size_t i = 0; i + 1 < n; ++i) along.push_back((at(i + 1) - at(i)).Normalized());
    const auto left = [](const gp_XY& d) { return gp_XY(-d.Y(), d.X()); };
    std::vector<Piece> pieces;
    gp_XY from = at(0) + left(along.front()) * aside;
    for (std::size_t i = 1; i + 1 < n; ++i) {
        const gp_XY &in = along[i - 1], &out = along[i];
        const gp_XY corner = at(i) + (left(in) + left(out)) * (aside / (1.0 + in * out));
        const double turn = std::atan2(in ^ out, in * out);
        const double radius = turn > 0.0 ? profile[i].radius + std::max(0.0, sheet) - aside
                                         : profile[i].radius + std::max(0.0, -sheet) + aside;
        const gp_XY begin = corner - in * (radius * std::tan(std::abs(turn) / 2.0));
        const gp_XY centre = begin + left(in) * (turn > 0.0 ? radius : -radius);
        pieces.push_back({from, begin});
        Piece bend;
        for (int row = 0; row < kArcRows; ++row) {
            const double angle = turn * row / (kArcRows - 1), c = std::cos(angle), s = std::sin(angle);
            const gp_XY d = begin - centre;
            bend.emplace_back(centre.X() + c * d.X() - s * d.Y(), centre.Y() + s * d.X() + c * d.Y());
        }
        from = bend.back();
        pieces.push_back(std::move(bend));
    }
    pieces.push_back({from, at(n - 1) + left(along.back()) * aside});
    return pieces;
}

// ---- frames --------------------------------------------------------------------------------------------------

struct Tangents {
    gp_XYZ du, dv, normal;
};

Tangents tangents_of(const Base& base, const gp_XY& uv) {
    const gp_XYZ du =
        (base.point(uv.X() + kStep, uv.Y()) - base.point(uv.X() - kStep, uv.Y())) / (2.0 * kStep);
    const gp_XYZ dv =
        (base.point(uv.X(), uv.Y() + kStep) - base.point(uv.X(), uv.Y() - kStep)) / (2.0 * kStep);
    return {du, dv, unit(du ^ dv)};
}

struct Frame {
    gp_XY uv;
    gp_XYZ origin, along, outward, normal;
    gp_XY uv_along, uv_outward;  // change of uv per length
};

Frame frame_of(const Base& base, const Segment& segment, double fraction) {
    const gp_XY uv = point_at(segment, fraction), along = tangent_at(segment, fraction);
    const Tangents t = tangents_of(base, uv);
    const gp_XYZ forward = unit(t.du * along.X() + t.dv * along.Y()), outward = forward ^ t.normal;
    const double uu = t.du * t.du, uv_ = t.du * t.dv, vv = t.dv * t.dv, det = uu * vv - uv_ * uv_;
    const auto uv_of = [&](const gp_XYZ& v) {
        const double on_u = v * t.du, on_v = v * t.dv;
        return gp_XY((on_u * vv - on_v * uv_) / det, (on_v * uu - on_u * uv_) / det);
    };
    return {uv, base.point(uv.X(), uv.Y()), forward, outward, t.normal, uv_of(forward), uv_of(outward)};
}

gp_XYZ in_frame(const Frame& frame, const gp_XY& wh) {
    return frame.origin + frame.outward * wh.X() + frame.normal * wh.Y();
}

gp_XYZ raised(const Base& base, const gp_XY& uv, double height) {
    return base.point(uv.X(), uv.Y()) + normal_of(base, uv.X(), uv.Y()) * height;
}

/// Where the section through the frame meets the sheet at `height`, `outward` of the frame's origin.
gp_XY uv_in_section(const Frame& frame, const Base& base, double outward, double height) {
    gp_XY uv = frame.uv;
    for (int round = 0; round < 8; ++round) {
        const gp_XYZ d = raised(base, uv, height) - frame.origin;
        uv += frame.uv_outward * (outward - d * frame.outward) - frame.uv_along * (d * frame.along);
    }
    return uv;
}

// ---- faces of a sheet ----------------------------------------------------------------------------------------

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

TopoDS_Edge edge_of(const Piece& piece, const Frame& frame) {
    const gp_Pnt a = point_of(in_frame(frame, piece.front())), b = point_of(in_frame(frame, piece.back()));
    if (piece.size() == 2) return BRepBuilderAPI_MakeEdge(a, b).Edge();
    const gp_Pnt middle = point_of(in_frame(frame, piece[piece.size() / 2]));
    return BRepBuilderAPI_MakeEdge(Handle(Geom_Curve)(GC_MakeArcOfCircle(a, middle, b).Value())).Edge();
}

/// One piece of a profile along one segment of a loop on a plane: plane, cylinder, cone or torus.
void add_plane_strip(Workshop& shop, const Segment& segment, const Frame& first, const Piece& piece) {
    if ((piece.front() - piece.back()).Modulus() < kNothing) return;
    const TopoDS_Edge edge = edge_of(piece, first);
    const Base& base = shop.sheet.base;
    if (segment.radius == 0.0) {
        const gp_XYZ way =
            base.point(segment.to.X(), segment.to.Y()) - base.point(segment.from.X(), segment.from.Y());
        shop.sewing.Add(BRepPrimAPI_MakePrism(edge, gp_Vec(way)).Shape());
        return;
    }
    const gp_XYZ normal = first.normal * (segment.sweep > 0.0 ? 1.0 : -1.0);
    const gp_Ax1 axis(point_of(base.point(segment.centre.X(), segment.centre.Y())), gp_Dir(normal));
    shop.sewing.Add(BRepPrimAPI_MakeRevol(edge, axis, std::abs(segment.sweep)).Shape());
}

/// The sides of a ring at one section.
struct SectionPieces {
    std::vector<Piece> lower, upper;  // of the base's side, and of the sheet's other side
    std::array<gp_XY, 2> uv_start, uv_end;  // where the base and the floor end, lower and upper side
    double start = 0.0, end = 0.0;
};

/// How far before the first corner of a profile its bend begins, on either side of the sheet.
double lead_of(const std::vector<Corner>& profile, double side) {
    const gp_XY in = gp_XY(profile[1].x - profile[0].x, profile[1].y - profile[0].y).Normalized();
    const gp_XY out = gp_XY(profile[2].x - profile[1].x, profile[2].y - profile[1].y).Normalized();
    const double turn = std::atan2(in ^ out, in * out);
    return (profile[1].radius + std::max(0.0, turn > 0.0 ? side : -side)) * std::tan(std::abs(turn) / 2.0);
}

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
            made.uv_start[static_cast<std::size_t>(k)] = uv_in_section(frame, shop.sheet.base, start, level + k * t);
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
void add_curved_segment(Workshop& shop, const Ring& ring, const Segment& segment, double level,
                        double sense, Rim& begin, Rim& end) {
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
                for (const gp_XY& wh : piece) rows.back().push_back(in_frame(frame, wh));
            }
        rows.front().front() = raised(base, pieces.uv_start[0], level);
        if (ring.profile) {
            rows[pieces.lower.size()].front() = raised(base, pieces.uv_start[1], level + t);
            if (!ring.floor.empty()) {
                rows[pieces.lower.size() - 1].back() = raised(base, pieces.uv_end[0], ring.floor.front().level);
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

TopoDS_Wire plane_wire(const Base& base, const Loop& loop, double height) {
    BRepBuilderAPI_MakeWire wire;
    const auto lifted = [&](const gp_XY& uv) { return point_of(raised(base, uv, height)); };
    for (const Segment& segment : loop) {
        if (length(segment) < kNothing) continue;
        if (segment.radius == 0.0)
            wire.Add(BRepBuilderAPI_MakeEdge(lifted(segment.from), lifted(segment.to)).Edge());
        else
            wire.Add(BRepBuilderAPI_MakeEdge(
                         Handle(Geom_Curve)(GC_MakeArcOfCircle(lifted(segment.from),
                                                               lifted(point_at(segment, 0.5)),
                                                               lifted(segment.to))
                                                .Value()))
                         .Edge());
    }
    return wire.Wire();
}

TopoDS_Wire curved_wire(const Handle(Geom_BSplineSurface) & surface, const Rim& rim, std::size_t side) {
    BRepBuilderAPI_MakeWire wire;
    for (const auto& both : rim.sections) {
        const std::vector<gp_XY>& section = both[side];
        const Knots knots = even_knots(section.size(), kDegree);
        const auto n = static_cast<Eigen::Index>(section.size());
        Eigen::MatrixXd values(n, 2);
        for (Eigen::Index i = 0; i < n; ++i)
            values.row(i) << section[static_cast<std::size_t>(i)].X(),
                section[static_cast<std::size_t>(i)].Y();
        const Eigen::MatrixXd solved = knots.poles_of_values * values;
        TColgp_Array1OfPnt2d poles(1, static_cast<int>(n));
        for (int i = 1; i <= static_cast<int>(n); ++i)
            poles.SetValue(i, gp_Pnt2d(solved(i - 1, 0), solved(i - 1, 1)));
        const KnotArrays arrays = arrays_of(knots);
        const Handle(Geom2d_BSplineCurve) curve =
            new Geom2d_BSplineCurve(poles, arrays.knots, arrays.multiplicities, knots.degree);
        thin_out(curve->NbKnots(), [&](int knot) { return curve->RemoveKnot(knot, 0, kThinning); });
        TopoDS_Edge edge = BRepBuilderAPI_MakeEdge(Handle(Geom2d_Curve)(curve), Handle(Geom_Surface)(surface)).Edge();
        BRepLib::BuildCurves3d(edge);
        wire.Add(edge);
    }
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
                gp_Pln(point_of(raised(base, {0.0, 0.0}, height)), gp_Dir(normal_of(base, 0.0, 0.0))),
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
        const Handle(Geom_BSplineSurface) surface =
            surface_through(points, knots_for(base.u, 3), knots_for(base.v, 3), kBaseThinning);
        BRepBuilderAPI_MakeFace face(Handle(Geom_Surface)(surface), curved_wire(surface, outer, side), true);
        for (const Rim& rim : inner) face.Add(TopoDS::Wire(curved_wire(surface, rim, side).Reversed()));
        shop.sewing.Add(face.Face());
    }
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

/// A prism of the section: planes and cylinders.
TopoDS_Shape straight_beam(const std::string& name, const Section& section, const gp_XYZ& end, double thickness) {
    std::vector<Piece> outline = pieces_of(section.profile, 0.0, thickness);
    std::vector<Piece> back = pieces_of(section.profile, thickness, thickness);
    const gp_XY first = outline.front().front();
    outline.push_back({outline.back().back(), back.back().back()});
    for (auto piece = back.rbegin(); piece != back.rend(); ++piece)
        outline.emplace_back(piece->rbegin(), piece->rend());
    outline.push_back({back.front().front(), first});
    const Frame frame{.uv = {}, .origin = section.origin, .along = {}, .outward = section.across,
                      .normal = section.up, .uv_along = {}, .uv_outward = {}};
    BRepBuilderAPI_MakeWire wire;
    for (const Piece& piece : outline)
        if ((piece.front() - piece.back()).Modulus() > kNothing) wire.Add(edge_of(piece, frame));
    BRepBuilderAPI_MakeFace face(gp_Pln(point_of(section.origin), gp_Dir(section.across ^ section.up)),
                                 wire.Wire(), true);
    TopoDS_Solid solid =
        TopoDS::Solid(BRepPrimAPI_MakePrism(face.Face(), gp_Vec(end - section.origin)).Shape());
    if (!BRepLib::OrientClosedSolid(solid)) fail(name, "not closed");
    return checked(name, solid);
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

Base plane(const gp_XYZ& origin, const gp_XYZ& across, const gp_XYZ& up) {
    return {[=](double u, double v) { return origin + across * u + up * v; }};
}

std::vector<double> even_grid(double from, double to, int cells) {
    std::vector<double> grid;
    for (int i = 0; i <= cells; ++i) grid.push_back(from + (to - from) * i / cells);
    return grid;
}

gp_XYZ normal_of(const Base& base, double u, double v) { return tangents_of(base, {u, v}).normal; }

Ring emboss(const Loop& loop, double thickness, double depth, double draft, double radius,
            std::vector<Ring> within, double level) {
    const double slope = std::tan(draft * std::numbers::pi / 180.0);
    const double turn = (90.0 - draft) * std::numbers::pi / 180.0;
    const double lead = (radius + (depth > 0.0 ? thickness : 0.0)) * std::tan(turn / 2.0);
    const double run = std::abs(depth) * slope;
    Ring ring{.loop = loop};
    ring.profile = [=](const gp_XY&, double base) {
        return std::vector<Corner>{{-lead, base, radius}, {-lead - run, base + depth, radius}, {-lead - run - 100.0, base + depth}};
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

TopoDS_Shape make_beam(const std::string& name, const std::vector<Section>& sections, double thickness) {
    if (sections.size() == 2) return straight_beam(name, sections.front(), sections.back().origin, thickness);
    std::vector<Rows> strips;
    BRepBuilderAPI_Sewing sewing(kSewing);
    for (std::size_t s = 0; s < sections.size(); ++s) {
        const Section& section = sections[s];
        const auto place = [&](const gp_XY& wh) {
            return section.origin + section.across * wh.X() + section.up * wh.Y();
        };
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
    return BRepPrimAPI_MakeCylinder(gp_Ax2(point_of(from), gp_Dir(to - from)), radius,
                                    (to - from).Modulus())
        .Shape();
}

TopoDS_Shape prism(const Base& base, const Loop& loop, const std::vector<Loop>& holes, double height) {
    const gp_XYZ normal = normal_of(base, 0.0, 0.0);
    BRepBuilderAPI_MakeFace face(gp_Pln(point_of(base.point(0.0, 0.0)), gp_Dir(normal)),
                                 plane_wire(base, loop, 0.0), true);
    for (const Loop& hole : holes) face.Add(TopoDS::Wire(plane_wire(base, hole, 0.0).Reversed()));
    return checked("prism", BRepPrimAPI_MakePrism(face.Face(), gp_Vec(normal * height)).Shape());
}

TopoDS_Shape mirrored(const TopoDS_Shape& solid) {
    gp_Trsf mirror;
    mirror.SetMirror(gp_Ax2(gp_Pnt(0.0, 0.0, 0.0), gp_Dir(0.0, 1.0, 0.0)));
    return BRepBuilderAPI_Transform(solid, mirror, true).Shape();
}

TopoDS_Shape checked(const std::string& name, const TopoDS_Shape& solid) {
    if (!BRepCheck_Analyzer(solid).IsValid()) fail(name, "not a valid solid");
    if (!BRep_Tool::IsClosed(TopExp_Explorer(solid, TopAbs_SHELL).Current())) fail(name, "not closed");
    if (!(volume_of(solid) > 0.0)) fail(name, "volume is not positive");
    return solid;
}

}  // namespace graze::cad::car
