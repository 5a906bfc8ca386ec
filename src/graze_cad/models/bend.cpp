#include "graze_cad/models/bend.h"

#include <algorithm>
#include <cmath>

#include <BRepBuilderAPI_MakeEdge.hxx>
#include <GC_MakeArcOfCircle.hxx>

namespace graze::cad::car {
namespace {

constexpr int kArcRows = 5;  // points across a bend
// Bends up to this turn or radius become one facet, others two.
constexpr double kFacetTurn = 1.15, kFacetRadius = 3.5;  // radians, mm

}  // namespace

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

double lead_of(const std::vector<Corner>& profile, double side) {
    const gp_XY in = gp_XY(profile[1].x - profile[0].x, profile[1].y - profile[0].y).Normalized();
    const gp_XY out = gp_XY(profile[2].x - profile[1].x, profile[2].y - profile[1].y).Normalized();
    const double turn = std::atan2(in ^ out, in * out);
    return (profile[1].radius + std::max(0.0, turn > 0.0 ? side : -side)) * std::tan(std::abs(turn) / 2.0);
}

gp_XYZ in_frame(const SectionFrame& frame, const gp_XY& wh) {
    return frame.origin + frame.across * wh.X() + frame.up * wh.Y();
}

TopoDS_Edge edge_of(const Piece& piece, const SectionFrame& frame) {
    const gp_Pnt a = gp_Pnt(in_frame(frame, piece.front())), b = gp_Pnt(in_frame(frame, piece.back()));
    if (piece.size() == 2) return BRepBuilderAPI_MakeEdge(a, b).Edge();
    const gp_Pnt middle = gp_Pnt(in_frame(frame, piece[piece.size() / 2]));
    return BRepBuilderAPI_MakeEdge(Handle(Geom_Curve)(GC_MakeArcOfCircle(a, middle, b).Value())).Edge();
}

}  // namespace graze::cad::car
