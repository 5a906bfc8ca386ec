// Profiles of sheet metal: lines with rounded bends, and where a section of them stands.
#pragma once

#include "graze_cad/models/loop.h"

#include <vector>

#include <TopoDS_Edge.hxx>
#include <gp_XY.hxx>
#include <gp_XYZ.hxx>

namespace graze::cad::car {

using Piece = std::vector<gp_XY>;  // two points: a line; more: a bend

/// The profile at a distance to its left, in pieces. `sheet`: where the other side of the sheet is, as
/// `aside`.
[[nodiscard]] std::vector<Piece> pieces_of(const std::vector<Corner>& profile, double aside, double sheet);

/// Bends as facets. A fillet that is long, narrow and curved along would be meshed with thousands of
/// triangles: the mesher refines its skew triangles until they follow both curvatures.
[[nodiscard]] std::vector<Piece> in_facets(const std::vector<Piece>& pieces);

/// How far before the first corner of a profile its bend begins, on either side of the sheet.
[[nodiscard]] double lead_of(const std::vector<Corner>& profile, double side);

/// Where a section stands: w is measured along `across`, h along `up`.
struct SectionFrame {
    gp_XYZ origin, across, up;
};
[[nodiscard]] gp_XYZ in_frame(const SectionFrame& frame, const gp_XY& wh);
[[nodiscard]] TopoDS_Edge edge_of(const Piece& piece, const SectionFrame& frame);

}  // namespace graze::cad::car
