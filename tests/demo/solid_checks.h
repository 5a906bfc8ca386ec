// Slow and obvious checks that a mesh is a solid: closed, oriented, without flat, double or unused parts.
#pragma once

#include "graze/core/hash.h"
#include "graze/scene/scene.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <set>
#include <string>

namespace graze::test {

inline double signed_volume(const Mesh& mesh) {
    double sum = 0.0;
    for (const Triangle& t : mesh.triangles)
        sum += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]]));
    return sum / 6.0;
}

/// Twice the area by the square of the longest side: the height of a triangle in units of its longest side.
inline double flatness(const Mesh& mesh, const Triangle& t) {
    const Vec3 a = mesh.vertices[t[0]], b = mesh.vertices[t[1]], c = mesh.vertices[t[2]];
    const double longest = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
    return (b - a).cross(c - a).norm() / longest;
}

/// Flatter triangles than this count as degenerate: 1e6 times the rounding of the coordinates.
inline constexpr double kFlat = 1e-9;

/// Vertices that no triangle uses, and vertices that should have been welded.
inline std::string vertex_fault_of(const Mesh& mesh) {
    std::vector<bool> used(mesh.vertices.size());
    for (const Triangle& t : mesh.triangles)
        for (const std::uint32_t v : t) used[v] = true;
    if (std::find(used.begin(), used.end(), false) != used.end()) return "unused vertex";
    std::vector<std::array<double, 3>> points;
    for (const Vec3& v : mesh.vertices) points.push_back({v.x(), v.y(), v.z()});
    std::sort(points.begin(), points.end());
    if (std::adjacent_find(points.begin(), points.end()) != points.end()) return "two vertices at one place";
    return {};
}

inline std::string triangle_fault_of(const Mesh& mesh) {
    std::vector<Triangle> seen;
    for (Triangle t : mesh.triangles) {
        if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) return "triangle with a repeated corner";
        if (!(flatness(mesh, t) > kFlat)) return "flat triangle";
        std::sort(t.begin(), t.end());
        seen.push_back(t);
    }
    std::sort(seen.begin(), seen.end());
    if (std::adjacent_find(seen.begin(), seen.end()) != seen.end())
        return "two triangles on the same corners";
    return {};
}

/// Each directed edge once, and its reverse once.
inline std::string edge_fault_of(const Mesh& mesh) {
    std::vector<std::array<std::uint32_t, 3>> edges;  // lesser end, greater end, direction
    for (const Triangle& t : mesh.triangles)
        for (int i = 0; i < 3; ++i) {
            const std::uint32_t a = t[i], b = t[(i + 1) % 3];
            edges.push_back({std::min(a, b), std::max(a, b), a < b ? 0u : 1u});
        }
    std::sort(edges.begin(), edges.end());
    for (std::size_t i = 0; i < edges.size(); i += 2) {
        const bool is_pair =
            i + 1 < edges.size() && edges[i][0] == edges[i + 1][0] && edges[i][1] == edges[i + 1][1];
        if (!is_pair) return "open edge";
        if (edges[i][2] == edges[i + 1][2]) return "edge used twice in one direction";
        const bool is_third =
            i + 2 < edges.size() && edges[i][0] == edges[i + 2][0] && edges[i][1] == edges[i + 2][1];
        if (is_third) return "edge with more than two triangles";
    }
    return {};
}

/// Vertices whose triangles form more than one fan: closed surfaces that touch in a point.
inline std::string fan_fault_of(const Mesh& mesh) {
    using Step = std::array<std::uint32_t, 2>;  // around a vertex, from one neighbour to the next
    std::vector<std::vector<Step>> steps(mesh.vertices.size());
    for (const Triangle& t : mesh.triangles)
        for (int i = 0; i < 3; ++i) steps[t[i]].push_back({t[(i + 1) % 3], t[(i + 2) % 3]});
    for (const std::vector<Step>& fan : steps) {
        std::size_t count = 0;
        std::uint32_t at = fan.front()[0];
        do {
            at = (*std::find_if(fan.begin(), fan.end(), [&](const Step& step) { return step[0] == at; }))[1];
            ++count;
        } while (at != fan.front()[0]);
        if (count != fan.size()) return "vertex with two fans";
    }
    return {};
}

inline std::string surface_fault_of(const Mesh& mesh) {
    std::set<std::uint32_t> used(mesh.surface_of_triangle.begin(), mesh.surface_of_triangle.end());
    if (used.size() != mesh.surfaces.size()) return "surface without triangles";
    std::set<std::string> names;
    for (const Surface& surface : mesh.surfaces) names.insert(surface.name);
    if (names.size() != mesh.surfaces.size() || names.contains(""))
        return "surfaces without names of their own";
    return {};
}

/// What is wrong with the mesh as a solid; empty if nothing is.
inline std::string fault_of(const Mesh& mesh) {
    if (const auto valid = validate(mesh, "mesh"); !valid) return valid.error().message;
    for (const std::string& fault :
         {vertex_fault_of(mesh), triangle_fault_of(mesh), edge_fault_of(mesh), surface_fault_of(mesh)})
        if (!fault.empty()) return fault;
    if (const std::string fault = fan_fault_of(mesh); !fault.empty()) return fault;
    if (!(signed_volume(mesh) > 0.0)) return "turned inside out";
    return {};
}

inline void add_pose(Hash& hash, const Pose& pose) {
    for (const double x : {pose.translation.x(), pose.translation.y(), pose.translation.z(),
                           pose.rotation.x(), pose.rotation.y(), pose.rotation.z(), pose.rotation.w()})
        hash.add(x);
}

/// Every bit of a scene that a generator decides.
inline std::uint64_t hash_of(const Scene& scene) {
    Hash hash;
    for (const SceneBody& body : scene.bodies) {
        hash.add(std::string_view(body.name));
        for (const Vec3& v : body.mesh->vertices)
            for (int i = 0; i < 3; ++i) hash.add(v[i]);
        for (const Triangle& t : body.mesh->triangles)
            for (const std::uint32_t v : t) hash.add(std::uint64_t{v});
        for (const std::uint32_t s : body.mesh->surface_of_triangle) hash.add(std::uint64_t{s});
        for (const Surface& surface : body.mesh->surfaces) hash.add(std::string_view(surface.name));
        add_pose(hash, body.pose);
    }
    for (const Path& path : scene.paths) {
        for (const Pose& pose : path.poses) add_pose(hash, pose);
        for (const int turns : path.turns) hash.add(static_cast<std::uint64_t>(turns));
    }
    return hash.value();
}

}  // namespace graze::test
