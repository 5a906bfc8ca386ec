// Distances and insides by plain formulas, triangle by triangle: shares nothing with the code.
#pragma once

#include "graze/geometry/pose.h"
#include "graze/model/mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace graze::test {

/// A posed mesh in world coordinates, rounded.
struct PlainSolid {
    std::vector<std::array<Vec3, 3>> triangles;
};

[[nodiscard]] inline PlainSolid plain_solid(const Mesh& mesh, const Pose& pose) {
    PlainSolid solid;
    for (std::uint32_t id = 0; id < mesh.triangles.size(); ++id) {
        const auto [p, q, r] = corners(mesh, id);
        solid.triangles.push_back({apply(pose, p), apply(pose, q), apply(pose, r)});
    }
    return solid;
}

/// The nearest point of a segment, then of the plane if its foot is inside the triangle.
[[nodiscard]] inline double plain_distance(const Vec3& x, const std::array<Vec3, 3>& t) {
    double least = std::numeric_limits<double>::infinity();
    bool is_above_all = true;
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 p = t[k], way = t[(k + 1) % 3] - t[k];
        const double along =
            way.squaredNorm() > 0.0 ? std::clamp((x - p).dot(way) / way.squaredNorm(), 0.0, 1.0) : 0.0;
        least = std::min(least, (x - p - along * way).norm());
        is_above_all = is_above_all && normal.cross(way).dot(x - p) >= 0.0;
    }
    if (is_above_all && normal.norm() > 0.0)
        least = std::min(least, std::abs(normal.dot(x - t[0])) / normal.norm());
    return least;
}

[[nodiscard]] inline double plain_distance(const Vec3& x, const PlainSolid& solid) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& triangle : solid.triangles) least = std::min(least, plain_distance(x, triangle));
    return least;
}

/// The winding number as the sum of solid angles [Van Oosterom and Strackee 1983], rounded to an integer.
[[nodiscard]] inline int plain_winding(const Vec3& x, const PlainSolid& solid) {
    double angle = 0.0;
    for (const auto& triangle : solid.triangles) {
        const Vec3 p = triangle[0] - x, q = triangle[1] - x, r = triangle[2] - x;
        const double a = p.norm(), b = q.norm(), c = r.norm();
        angle += 2.0 * std::atan2(p.dot(q.cross(r)), a * b * c + p.dot(q) * c + q.dot(r) * a + r.dot(p) * b);
    }
    return static_cast<int>(std::lround(angle / (4.0 * std::numbers::pi)));
}

}  // namespace graze::test
