// A body as the camera sees it: points in view space, normals for shading, and the edges worth a line.
//
// Vertices with equal coordinates are joined here, so a soup of loose triangles looks like the surface it is.
// Normals are smooth across flat edges and break at creases: a corner's normal is the mean, weighted by
// angle, of the faces around its vertex that are turned by less than the crease angle against the corner's
// own face.
#pragma once

#include "graze/picture/loops.h"
#include "graze/picture/view.h"

#include <array>
#include <limits>

namespace graze::picture {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

enum class EdgeKind : std::uint8_t {
    None,     // too small to be drawn
    Sharp,    // a crease, a boundary, or a fold of more than two sheets
    Contour,  // smooth, but one side faces the eye and the other does not
};

struct BodyEdge {
    std::array<std::uint32_t, 2> points;
    std::array<std::uint32_t, 2> triangles;  // the second is kNone on a boundary
    EdgeKind kind;
    bool is_contour;  // a sharp edge may be one too
};

struct ViewBody {
    std::vector<Vec3> points;         // by vertex id; those joined to another are unused
    std::vector<Triangle> triangles;  // of the mesh, naming joined vertices
    std::vector<Vec3f> face_normals;  // unit; zero for needles and points, whose normal means nothing
    std::vector<std::array<Vec3f, 3>> corner_normals;  // on the side of the face normal; unit or zero
    std::vector<BodyEdge> edges;                       // empty unless asked for
};

/// Cost: O(n), with n log n in the number of triangles around one vertex.
[[nodiscard]] ViewBody view_body(const PictureBody& body, const View& view, bool with_edges, Loops& loops);

}  // namespace graze::picture
