// Bodies for tests: poses by a place, and a mesh with its tree.
#pragma once

#include "graze/discrete/wide/wide_query.h"
#include "graze/geometry/pose.h"

#include <utility>

namespace graze::test {

/// At a place, turned about z by an angle in radians.
[[nodiscard]] inline Pose at(const Vec3& place, double angle = 0.0) {
    return {place, Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vec3::UnitZ()))};
}
[[nodiscard]] inline Pose at(double x, double y = 0.0, double z = 0.0, double angle = 0.0) {
    return at(Vec3(x, y, z), angle);
}

/// A mesh and its tree, kept together.
struct MeshBody {
    Mesh mesh;
    WideTree tree;

    MeshBody() = default;
    explicit MeshBody(Mesh of) : mesh(std::move(of)), tree(build_wide_tree(mesh)) {}
    [[nodiscard]] WideBody view() const { return {mesh, tree}; }
};

/// Adds a triangle with corners of its own.
inline void add_triangle(Mesh& mesh, const Vec3& p, const Vec3& q, const Vec3& r) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), {p, q, r});
    mesh.triangles.push_back({first, first + 1, first + 2});
}

}  // namespace graze::test
