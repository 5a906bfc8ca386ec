// Small steps from which demo meshes are put together.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <cstdint>
#include <string>
#include <vector>

namespace graze::internal {

using VertexIds = std::vector<std::uint32_t>;

/// Adds a vertex and returns its id. Callers weld by reusing ids: no vertex is added twice.
std::uint32_t add_vertex(Mesh& mesh, const Vec3& point);

/// The id of the surface of that name, made if there is none yet.
std::uint32_t surface_named(Mesh& mesh, const std::string& name);

void add_triangle(Mesh& mesh, std::uint32_t surface, const Triangle& triangle);

/// Two triangles for the quad q0 q1 q2 q3, counter-clockwise seen from outside. Of the two diagonals it takes
/// the one that is a valley, so that a curved body never grows beyond what its edges enclose; q0 q2 if the
/// quad is flat.
void add_quad(Mesh& mesh, std::uint32_t surface, const std::array<std::uint32_t, 4>& q);

/// n points on a circle about the z axis, counter-clockwise from above, the first at `first_turns`.
struct Circle {
    double radius;
    double height;
    int count;
    double first_turns = 0.0;
};
VertexIds add_circle(Mesh& mesh, const Circle& circle);

/// A band of quads between two rings of equal length. Seen from outside, `from` runs counter-clockwise with
/// `to` on its left: two stacked circles, lower first, give an outer wall.
void add_band(Mesh& mesh, std::uint32_t surface, const VertexIds& from, const VertexIds& to);

/// Whether each edge is used by exactly two triangles, in opposite directions. For audits.
[[nodiscard]] bool is_closed_and_oriented(const Mesh& mesh);

}  // namespace graze::internal
