#include "graze/io/mesh/glb_vertices.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace graze::internal {
namespace {

constexpr double kCreaseCosine = 0.766;  // 40 degrees: what is bent more is an edge that is meant
constexpr std::size_t kMostSmooth =
    512;  // triangles at a vertex; where more meet, facets are shown as they are
constexpr FloatNormal kAnyNormal{0.0F, 0.0F, 1.0F};

struct Corner {
    std::uint32_t triangle, place;  // place: 0 to 2
};

/// All corners, those of a vertex side by side: of v from begin[v] on, by triangles.
struct ByVertex {
    std::vector<Corner> corners;
    std::vector<std::size_t> begin;
};

ByVertex by_vertex(const Mesh& mesh) {
    ByVertex sorted;
    sorted.begin.assign(mesh.vertices.size() + 1, 0);
    for (const Triangle& t : mesh.triangles)
        for (const std::uint32_t v : t) ++sorted.begin[v + 1];
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) sorted.begin[v + 1] += sorted.begin[v];
    sorted.corners.resize(3 * mesh.triangles.size());
    std::vector<std::size_t> next(sorted.begin.begin(), sorted.begin.end() - 1);
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        for (std::uint32_t k = 0; k < 3; ++k) sorted.corners[next[mesh.triangles[t][k]]++] = {t, k};
    return sorted;
}

/// Zero if the triangle has no area.
Vec3 normal_of(const Mesh& mesh, std::uint32_t triangle) {
    const auto [p, q, r] = corners(mesh, triangle);
    const Vec3 normal = (q - p).stableNormalized().cross((r - p).stableNormalized());
    const Vec3 unit = normal.stableNormalized();
    return unit.allFinite() && std::abs(unit.norm() - 1.0) < 1e-6 ? unit : Vec3(Vec3::Zero());
}

double angle_at(const Mesh& mesh, const Corner& corner) {
    const auto c = graze::corners(mesh, corner.triangle);
    const std::uint32_t k = corner.place;
    const Vec3 to = (c[(k + 1) % 3] - c[k]).stableNormalized(),
               back = (c[(k + 2) % 3] - c[k]).stableNormalized();
    return std::atan2(to.cross(back).norm(), to.dot(back));
}

FloatNormal in_floats(const Vec3& normal) {
    return {static_cast<float>(normal.x()), static_cast<float>(normal.y()), static_cast<float>(normal.z())};
}

/// Of corner i among those of its vertex; `normals` and `angles` are theirs.
Vec3 smooth_normal(const Mesh& mesh, std::span<const Corner> corners, std::span<const Vec3> normals,
                   std::span<const double> angles, std::size_t i) {
    if (corners.size() > kMostSmooth) return normals[i];
    Vec3 sum = Vec3::Zero();
    for (std::size_t j = 0; j < corners.size(); ++j) {
        const bool is_same_surface =
            mesh.surface_of_triangle[corners[j].triangle] == mesh.surface_of_triangle[corners[i].triangle];
        if (is_same_surface && normals[j].dot(normals[i]) > kCreaseCosine) sum += angles[j] * normals[j];
    }
    const Vec3 mean = sum.stableNormalized();
    return std::abs(mean.norm() - 1.0) < 1e-6 ? mean : normals[i];
}

}  // namespace

GlbVertices glb_vertices(const Mesh& mesh) {
    GlbVertices written;
    const ByVertex sorted = by_vertex(mesh);
    std::vector<Vec3> normal_of_triangle(mesh.triangles.size());
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) normal_of_triangle[t] = normal_of(mesh, t);
    std::vector<Triangle> of_triangle(mesh.triangles.size());  // in written vertices
    std::vector<Vec3> normals;
    std::vector<double> angles;
    for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
        const std::span corners(sorted.corners.data() + sorted.begin[v],
                                sorted.begin[v + 1] - sorted.begin[v]);
        const auto first = static_cast<std::uint32_t>(written.vertex.size());
        normals.clear();
        angles.clear();
        for (const Corner& corner : corners) {
            normals.push_back(normal_of_triangle[corner.triangle]);
            angles.push_back(angle_at(mesh, corner));
        }
        for (std::size_t i = 0; i < corners.size(); ++i) {
            std::uint32_t& id = of_triangle[corners[i].triangle][corners[i].place];
            id = first;  // a triangle without area is not seen: any of the vertex's normals will do
            if (normals[i] == Vec3::Zero()) continue;
            const FloatNormal normal = in_floats(smooth_normal(mesh, corners, normals, angles, i));
            const auto known = std::find(written.normal.begin() + first, written.normal.end(), normal);
            id = static_cast<std::uint32_t>(known - written.normal.begin());
            if (known != written.normal.end()) continue;
            written.normal.push_back(normal);
            written.vertex.push_back(v);
        }
        if (written.vertex.size() > first) continue;
        written.normal.push_back(kAnyNormal);  // of no triangle with an area
        written.vertex.push_back(v);
    }
    written.begin.assign(mesh.surfaces.size() + 1, 0);
    for (const std::uint32_t s : mesh.surface_of_triangle) ++written.begin[s + 1];
    for (std::size_t s = 0; s < mesh.surfaces.size(); ++s) written.begin[s + 1] += written.begin[s];
    written.triangles.resize(mesh.triangles.size());
    std::vector<std::uint32_t> place(written.begin.begin(), written.begin.end() - 1);
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        written.triangles[place[mesh.surface_of_triangle[t]]++] = of_triangle[t];
    return written;
}

}  // namespace graze::internal
