#include "graze/demo/build.h"

#include "graze/core/assert.h"
#include "graze/demo/turn.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

// A quad whose corners span less than this part of (diagonal)^3 is flat for the choice of its diagonal: far
// above the rounding of a determinant (1e-16), far below any curvature that matters.
constexpr double kFlatQuad = 1e-9;

}  // namespace

std::uint32_t add_vertex(Mesh& mesh, const Vec3& point) {
    mesh.vertices.push_back(point);
    return static_cast<std::uint32_t>(mesh.vertices.size() - 1);
}

std::uint32_t surface_named(Mesh& mesh, const std::string& name) {
    const auto at = std::find_if(mesh.surfaces.begin(), mesh.surfaces.end(),
                                 [&](const Surface& surface) { return surface.name == name; });
    const auto id = static_cast<std::uint32_t>(at - mesh.surfaces.begin());
    if (at == mesh.surfaces.end()) mesh.surfaces.push_back({name});
    return id;
}

void add_triangle(Mesh& mesh, std::uint32_t surface, const Triangle& triangle) {
    mesh.triangles.push_back(triangle);
    mesh.surface_of_triangle.push_back(surface);
}

void add_quad(Mesh& mesh, std::uint32_t surface, const std::array<std::uint32_t, 4>& q) {
    const Vec3& origin = mesh.vertices[q[0]];
    const Vec3 d1 = mesh.vertices[q[1]] - origin;
    const Vec3 d2 = mesh.vertices[q[2]] - origin;
    const Vec3 d3 = mesh.vertices[q[3]] - origin;
    // q3 below the plane q0 q1 q2: the diagonal q0 q2 would be a ridge.
    const double height = d1.cross(d2).dot(d3);
    const double diagonal = std::sqrt(d2.dot(d2));
    if (height < -kFlatQuad * diagonal * diagonal * diagonal) {
        add_triangle(mesh, surface, {q[0], q[1], q[3]});
        add_triangle(mesh, surface, {q[1], q[2], q[3]});
    } else {
        add_triangle(mesh, surface, {q[0], q[1], q[2]});
        add_triangle(mesh, surface, {q[0], q[2], q[3]});
    }
}

VertexIds add_circle(Mesh& mesh, const Circle& circle) {
    VertexIds ring;
    for (int k = 0; k < circle.count; ++k) {
        const Vec2 d = direction_at(circle.first_turns + static_cast<double>(k) / circle.count);
        ring.push_back(add_vertex(mesh, {circle.radius * d.x(), circle.radius * d.y(), circle.height}));
    }
    return ring;
}

void add_band(Mesh& mesh, std::uint32_t surface, const VertexIds& from, const VertexIds& to) {
    GRAZE_ASSERT(from.size() == to.size());
    for (std::size_t k = 0; k < from.size(); ++k) {
        const std::size_t next = (k + 1) % from.size();
        add_quad(mesh, surface, {from[k], from[next], to[next], to[k]});
    }
}

bool is_closed_and_oriented(const Mesh& mesh) {
    using Edge = std::array<std::uint32_t, 2>;
    std::vector<Edge> edges, reversed;
    for (const Triangle& t : mesh.triangles)
        for (int i = 0; i < 3; ++i) {
            edges.push_back({t[i], t[(i + 1) % 3]});
            reversed.push_back({t[(i + 1) % 3], t[i]});
        }
    std::sort(edges.begin(), edges.end());
    std::sort(reversed.begin(), reversed.end());
    return edges == reversed && std::adjacent_find(edges.begin(), edges.end()) == edges.end();
}

}  // namespace graze::internal
