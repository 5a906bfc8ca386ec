// From view space to the screen: triangles and lines cut at the near plane, in pixels.
//
// Screen coordinates are pixels from the top left corner. Depth is kept as 1/z: it is linear over the
// screen, as precise as a float can be far away, and 0 is infinitely far.
#pragma once

#include "graze/picture/view_body.h"

#include <array>
#include <span>

namespace graze::picture {

struct ScreenPoint {
    float x, y;
    float depth;  // 1/z in view space, > 0
};

struct ScreenTriangle {
    std::array<ScreenPoint, 3> points;
    std::uint32_t normals;   // place in Projection::normals
    std::uint32_t body;      // place in the list of bodies
    std::uint32_t triangle;  // number over all bodies; parts of one triangle share it
};

struct ScreenLine {
    ScreenPoint from, to;
    std::array<std::uint32_t, 2> triangles;  // at the edge, numbered over all bodies; kNone if there is none
    float outward_x, outward_y;              // unit, for a contour: away from the body; zero for a sharp edge
    bool transparent;                        // on a transparent body
};

/// Triangles stand in the order in which they are drawn: highlighted, opaque, transparent; by body and id in
/// each.
struct Projection {
    std::vector<ScreenTriangle> triangles;
    std::uint32_t first_opaque = 0;       // those before are highlighted
    std::uint32_t first_transparent = 0;  // those before are opaque or highlighted
    std::vector<std::array<Vec3f, 3>> normals;
    std::vector<Vec3f> face_normals;  // by ScreenTriangle::triangle
    std::vector<ScreenLine> lines;
    double extent = 0.0;  // greatest side of the box around all points, in view space
};

/// Guarantee: all numbers are finite. Triangles that vanish on the screen or lie outside it are left out.
[[nodiscard]] Projection project(const std::vector<PictureBody>& bodies, const PictureOptions& options,
                                 const View& view, Loops& loops);

}  // namespace graze::picture
