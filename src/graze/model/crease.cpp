#include "graze/model/crease.h"

#include "graze/model/adjacency.h"
#include "graze/model/disjoint_sets.h"
#include "graze/numeric/outward.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <Eigen/Geometry>

namespace graze::internal {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFF;

/// A unit normal, or zero if the triangle has none that doubles can tell.
Vec3 unit_normal(const std::array<Vec3, 3>& corner) {
    Vec3 u = corner[1] - corner[0], v = corner[2] - corner[0];
    // By its own longest coordinate each, so that no product over- or underflows.
    const double u_scale = u.cwiseAbs().maxCoeff(), v_scale = v.cwiseAbs().maxCoeff();
    if (!(u_scale > 0.0 && v_scale > 0.0 && std::isfinite(u_scale) && std::isfinite(v_scale)))
        return Vec3::Zero();
    const Vec3 normal = (u / u_scale).cross(v / v_scale);
    const double length = normal.norm();
    constexpr double kNoise = 16.0 * kUnitRoundoff;  // > rounding of the cross product of entries at most 1
    if (!(length > kNoise)) return Vec3::Zero();
    return normal / length;
}

class Creases {
  public:
    Creases(const Mesh& mesh, double crease_deg)
        : mesh_(mesh),
          adjacency_(find_adjacency(mesh)),
          least_cosine_(std::cos(crease_deg * std::numbers::pi / 180.0)) {
        normals_.reserve(mesh.triangles.size());
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
            normals_.push_back(unit_normal(corners(mesh, t)));
    }

    /// Sets of triangles that stay together.
    DisjointSets patches() const {
        DisjointSets sets(mesh_.triangles.size());
        for (std::uint32_t h = 0; h < adjacency_.twin.size(); ++h) {
            const std::uint32_t other = neighbour(h);
            if (other == kNone) continue;
            const std::uint32_t t = triangle_of(h);
            if (is_flat(t)) continue;
            const double turned = turned_sign(h);
            if (!is_flat(other)) {
                if (t < other && stays_smooth(t, other, turned)) sets.join(t, other);
            } else {
                join_across(h, turned, sets);
            }
        }
        adopt_flat_ones(sets);
        return sets;
    }

  private:
    bool is_flat(std::uint32_t t) const { return normals_[t].isZero(0.0); }

    /// The triangle across an edge that could stay in the same patch, or kNone.
    std::uint32_t neighbour(std::uint32_t h) const {
        const std::uint32_t twin = adjacency_.twin[h];
        if (twin >= kCollapsed) return kNone;
        const std::uint32_t t = triangle_of(twin);
        return mesh_.surface_of_triangle[t] == mesh_.surface_of_triangle[triangle_of(h)] ? t : kNone;
    }

    /// -1 if the two triangles of the edge run along it the same way, so that one normal must be turned.
    double turned_sign(std::uint32_t h) const {
        return start_of(mesh_, h) == start_of(mesh_, adjacency_.twin[h]) ? -1.0 : 1.0;
    }

    bool stays_smooth(std::uint32_t a, std::uint32_t b, double turned) const {
        return turned * normals_[a].dot(normals_[b]) >= least_cosine_ - kCosineSlack;
    }

    /// Compares the triangle of `h` with those on the other sides of the flat triangle across `h`.
    void join_across(std::uint32_t h, double turned, DisjointSets& sets) const {
        const std::uint32_t entry = adjacency_.twin[h];
        for (std::uint32_t exit = next_in_triangle(entry); exit != entry; exit = next_in_triangle(exit)) {
            const std::uint32_t beyond = neighbour(exit);
            if (beyond == kNone || is_flat(beyond)) continue;
            if (stays_smooth(triangle_of(h), beyond, turned * turned_sign(exit)))
                sets.join(triangle_of(h), beyond);
        }
    }

    /// Flat triangles join their first neighbour that has a home; chains of them are filled from their ends.
    void adopt_flat_ones(DisjointSets& sets) const {
        std::vector<std::uint32_t> queue;
        std::vector<bool> has_home(mesh_.triangles.size());
        for (std::uint32_t t = 0; t < has_home.size(); ++t) has_home[t] = !is_flat(t);
        const auto adopt = [&](std::uint32_t t) {
            for (std::uint32_t h = 3 * t; h < 3 * t + 3 && !has_home[t]; ++h) {
                const std::uint32_t other = neighbour(h);
                if (other == kNone || !has_home[other]) continue;
                sets.join(t, other);
                has_home[t] = true;
                queue.push_back(t);
            }
        };
        for (std::uint32_t t = 0; t < has_home.size(); ++t) adopt(t);
        for (std::size_t i = 0; i < queue.size(); ++i)
            for (std::uint32_t h = 3 * queue[i]; h < 3 * queue[i] + 3; ++h)
                if (const std::uint32_t other = neighbour(h); other != kNone) adopt(other);
    }

    // Rounding of two unit normals and their product; a plane meshed finely must not fall apart at 0 degrees.
    static constexpr double kCosineSlack = 16.0 * kUnitRoundoff;

    const Mesh& mesh_;
    Adjacency adjacency_;
    double least_cosine_;
    std::vector<Vec3> normals_;
};

/// Collapsed triangles have no neighbours; they go with the first other triangle of their surface.
void adopt_collapsed_ones(const Mesh& mesh, DisjointSets& sets) {
    std::vector<std::uint32_t> first(mesh.surfaces.size(), kNone);
    for (const bool collapsed : {false, true})
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
            std::uint32_t& home = first[mesh.surface_of_triangle[t]];
            if (is_collapsed(mesh.triangles[t]) != collapsed) continue;
            if (home == kNone) home = t;
            if (collapsed) sets.join(home, t);
        }
}

}  // namespace

Mesh split_at_creases(Mesh mesh, double crease_deg) {
    GRAZE_ASSERT(crease_deg >= 0.0 && crease_deg <= 180.0);
    DisjointSets sets = Creases(mesh, crease_deg).patches();
    adopt_collapsed_ones(mesh, sets);

    std::vector<std::uint32_t> patch(mesh.triangles.size());
    std::vector<std::uint32_t> parent;  // surface that a patch is cut from
    std::vector<std::uint32_t> patches_of(mesh.surfaces.size(), 0);
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const std::uint32_t first = sets.find(t);
        if (first == t) {
            patch[t] = static_cast<std::uint32_t>(parent.size());
            parent.push_back(mesh.surface_of_triangle[t]);
            ++patches_of[parent.back()];
        } else {
            patch[t] = patch[first];
        }
    }
    std::vector<Surface> surfaces;
    std::vector<std::uint32_t> used(mesh.surfaces.size(), 0);
    for (const std::uint32_t s : parent) {
        Surface& patch_surface = surfaces.emplace_back(mesh.surfaces[s]);
        if (patches_of[s] > 1) patch_surface.name = fmt::format("{}/{}", patch_surface.name, ++used[s]);
    }
    mesh.surfaces = std::move(surfaces);
    mesh.surface_of_triangle = std::move(patch);
    return mesh;
}

}  // namespace graze::internal
