// Closed curves of lines and tangent arcs in a plane: outlines, holes and beads of sheet metal.
#pragma once

#include <functional>
#include <vector>

#include <gp_XY.hxx>

namespace graze::cad::car {

/// A line, or an arc if `radius` > 0; sweep in radians, positive: counter-clockwise.
struct Segment {
    gp_XY from, to;
    gp_XY centre = {};
    double radius = 0.0, sweep = 0.0;
};

using Loop = std::vector<Segment>;  // closed, counter-clockwise, tangents continuous unless told otherwise

struct Corner {
    double x, y;
    double radius = 0.0;
};

/// Pre: counter-clockwise, neighbouring corners leave room for their arcs. Radius 0 leaves a corner sharp;
/// then the loop may only be extruded, not carry a ring.
[[nodiscard]] Loop rounded(const std::vector<Corner>& corners);
[[nodiscard]] Loop circle(double x, double y, double radius);
/// A long hole: two half circles about the ends of a line.
[[nodiscard]] Loop slot(const gp_XY& from, const gp_XY& to, double radius);
/// A rectangle about its middle, turned by `degrees`.
[[nodiscard]] Loop rectangle(double x, double y, double width, double height, double radius,
                             double degrees = 0.0);

/// The loop at a distance, outward if positive. Pre: radii leave room.
[[nodiscard]] Loop offset(const Loop& loop, double distance);

/// The same curve with cuts wherever `f` passes one of the levels. Pre: along a segment f passes each at most
/// once.
[[nodiscard]] Loop cut_at(const Loop& loop, const std::function<double(const gp_XY&)>& f,
                          const std::vector<double>& levels);

/// The same curve with arcs cut evenly until each is at most `sagitta` off its chord.
[[nodiscard]] Loop in_short_arcs(const Loop& loop, double sagitta);

[[nodiscard]] double length(const Segment& segment);
[[nodiscard]] gp_XY point_at(const Segment& segment, double fraction);
[[nodiscard]] gp_XY tangent_at(const Segment& segment, double fraction);  // unit
[[nodiscard]] gp_XY outward_at(const Segment& segment, double fraction);  // unit

}  // namespace graze::cad::car
