// How deep a point lies in a closed mesh, the plain way.
#pragma once

#include "graze/model/mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace graze::test {

/// Depth of a point in a closed mesh, by plain formulas in doubles: solid angles, and the distance to each
/// triangle. 0 outside.
inline double plain_depth(const Mesh& mesh, const Vec3& x) {
    double angle = 0.0, nearest = std::numeric_limits<double>::infinity();
    for (const Triangle& t : mesh.triangles) {
        const Vec3 a = mesh.vertices[t[0]] - x, b = mesh.vertices[t[1]] - x, c = mesh.vertices[t[2]] - x;
        const double la = a.norm(), lb = b.norm(), lc = c.norm();
        angle +=
            2.0 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
        const auto to_segment = [](const Vec3& p, const Vec3& q) {
            const Vec3 way = q - p;
            const double s = std::clamp(-p.dot(way) / way.squaredNorm(), 0.0, 1.0);
            return (p + s * way).norm();
        };
        nearest = std::min({nearest, to_segment(a, b), to_segment(b, c), to_segment(c, a)});
        const Vec3 n = (b - a).cross(c - a);
        const bool is_over =
            n.dot((b - a).cross(-a)) >= 0 && n.dot((c - b).cross(-b)) >= 0 && n.dot((a - c).cross(-c)) >= 0;
        if (is_over) nearest = std::min(nearest, std::abs(a.dot(n)) / n.norm());
    }
    return std::abs(angle) > 2.0 * std::numbers::pi ? nearest : 0.0;
}

}  // namespace graze::test
