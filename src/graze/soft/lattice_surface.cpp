#include "graze/soft/lattice_surface.h"

#include <algorithm>

namespace graze::soft {
namespace {

Vec3 area_of(const Surface& surface, std::uint32_t t) {
    const Triangle& v = surface.triangles[t];
    const Vec3& a = surface.vertices[v[0]];
    return (surface.vertices[v[1]] - a).cross(surface.vertices[v[2]] - a);
}

Vec3 unit_normal(const Surface& surface, std::uint32_t t) {
    const Vec3 area = area_of(surface, t);
    const double length = area.norm();
    return length > 0.0 ? Vec3(area / length) : Vec3(Vec3::Zero());
}

std::span<const std::uint32_t> around(const Surface& surface, std::uint32_t vertex) {
    return std::span(surface.around).subspan(surface.around_begin[vertex], surface.around_begin[vertex + 1] - surface.around_begin[vertex]);
}

double angle_at(const Surface& surface, std::uint32_t t, std::uint32_t vertex) {
    const Triangle& v = surface.triangles[t];
    const std::size_t k = v[0] == vertex ? 0 : v[1] == vertex ? 1 : 2;
    const Vec3 p = surface.vertices[v[(k + 1) % 3]] - surface.vertices[vertex], q = surface.vertices[v[(k + 2) % 3]] - surface.vertices[vertex];
    return std::atan2(p.cross(q).norm(), p.dot(q));
}

}  // namespace

Surface surface_of(const Mesh& mesh, std::span<const Vec3> vertices) {
    Surface surface;
    surface.vertices.assign(vertices.begin(), vertices.end());
    surface.triangles = mesh.triangles;
    surface.tree = internal::build_box_tree(surface.vertices, surface.triangles);
    surface.around_begin.assign(vertices.size() + 1, 0);
    for (const Triangle& t : mesh.triangles)
        for (const std::uint32_t v : t) ++surface.around_begin[v + 1];
    for (std::size_t i = 1; i < surface.around_begin.size(); ++i) surface.around_begin[i] += surface.around_begin[i - 1];
    surface.around.resize(surface.around_begin.back());
    std::vector<std::uint32_t> at(surface.around_begin.begin(), surface.around_begin.end() - 1);
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        for (const std::uint32_t v : mesh.triangles[t]) surface.around[at[v]++] = t;
    return surface;
}

Vec3 closest_weights(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p) {
    const Vec3 ab = b - a, ac = c - a, ap = p - a;
    const double d1 = ab.dot(ap), d2 = ac.dot(ap);
    if (d1 <= 0.0 && d2 <= 0.0) return {1.0, 0.0, 0.0};
    const Vec3 bp = p - b;
    const double d3 = ab.dot(bp), d4 = ac.dot(bp);
    if (d3 >= 0.0 && d4 <= d3) return {0.0, 1.0, 0.0};
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
        const double v = d1 - d3 > 0.0 ? d1 / (d1 - d3) : 0.0;
        return {1.0 - v, v, 0.0};
    }
    const Vec3 cp = p - c;
    const double d5 = ab.dot(cp), d6 = ac.dot(cp);
    if (d6 >= 0.0 && d5 <= d6) return {0.0, 0.0, 1.0};
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
        const double w = d2 - d6 > 0.0 ? d2 / (d2 - d6) : 0.0;
        return {1.0 - w, 0.0, w};
    }
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
        const double sum = (d4 - d3) + (d5 - d6), w = sum > 0.0 ? (d4 - d3) / sum : 0.0;
        return {0.0, 1.0 - w, w};
    }
    const double sum = va + vb + vc;
    if (!(sum > 0.0)) return {1.0, 0.0, 0.0};
    return {va / sum, vb / sum, vc / sum};
}

Vec3 normal_at(const Surface& surface, std::uint32_t triangle, const Vec3& weight) {
    const Triangle& corners = surface.triangles[triangle];
    std::size_t used = 0, last = 0;
    for (std::size_t k = 0; k < 3; ++k)
        if (weight[static_cast<int>(k)] > 0.0) {
            ++used;
            last = k;
        }
    if (used >= 3) return area_of(surface, triangle);
    if (used == 1) {
        Vec3 sum = Vec3::Zero();
        for (const std::uint32_t t : around(surface, corners[last])) sum += angle_at(surface, t, corners[last]) * unit_normal(surface, t);
        return sum;
    }
    std::array<std::uint32_t, 2> ends{};
    for (std::size_t k = 0, at = 0; k < 3; ++k)
        if (weight[static_cast<int>(k)] > 0.0) ends[at++] = corners[k];
    Vec3 sum = Vec3::Zero();
    for (const std::uint32_t t : around(surface, ends[0])) {
        const Triangle& v = surface.triangles[t];
        if (std::find(v.begin(), v.end(), ends[1]) != v.end()) sum += unit_normal(surface, t);
    }
    return sum;
}

}  // namespace graze::soft
