// Layered shells: a surface as disks, on levels that are ever coarser (after [GuyDebunne04, sec. 4], with a
// definition that is sound; where theirs is not: docs/papers.md).
//
// A level divides the triangles among facets. A facet is a thick disk: centre m, normal n (of about unit
// length), radius r, half thickness h. For every corner x of every triangle below it, with y = x - m,
//
//     |n . y| <= h |n|       and       |y x n| <= r |n|                                              (E)
//
// in real arithmetic on the stored numbers. The disk is convex, so it holds the triangles, too. It encloses the
// *original* triangles, not the disks of finer levels: that would thicken every level. Each triangle has one
// facet on each level, so the facets of a level cover the surface as a set, and nothing need be said of gaps
// between disks.
//
// Parents are clusters of neighbours (cluster_facets.h): no surface is simplified, and soups work as well.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/adjacency.h"
#include "graze/model/mesh.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace graze::internal {

struct ShellFacet {
    std::array<double, 3> centre;
    std::array<float, 3> normal;
    float radius;
    float half_thickness;
};

struct ShellLevel {
    std::vector<ShellFacet> facets;
    std::vector<std::uint32_t>
        first_child;                    // facet i has [first_child[i], first_child[i + 1]) of the finer level
    std::vector<std::uint32_t> parent;  // on the coarser level; empty on the coarsest
    std::vector<std::uint32_t> first_neighbour;  // into `neighbours`, as first_child
    std::vector<std::uint32_t> neighbours;       // facets that an edge joins to this one
};

struct LayeredShells {
    std::vector<ShellLevel> levels;        // finest first; there a facet is a triangle, and has no children
    std::vector<std::uint32_t> triangles;  // by facet of the finest level
};

struct ShellOptions {
    double facets_per_parent = 4.0;  // about; > 1
    std::size_t coarsest = 32;       // facets: a level of no more has none above it; >= 1
    std::size_t most_levels = 64;    // >= 1
};

/// Pre:       a valid mesh of at least one triangle, and its adjacency.
/// Guarantee: (E) for every facet; a function of the mesh and the options alone.
/// Cost:      O(n log n).
[[nodiscard]] LayeredShells build_layered_shells(const Mesh& mesh, const Adjacency& adjacency,
                                                 const ShellOptions& options = {});

/// As facets store it. Through memory, because g++ 12 takes conversions side by side, there and back, for nothing at
/// all (-O2), and then a disk is not measured as it is stored.
[[nodiscard]] inline Vec3 stored_normal(const Vec3& n) {
    const volatile float rounded[3] = {static_cast<float>(n.x()), static_cast<float>(n.y()),
                                       static_cast<float>(n.z())};
    return {rounded[0], rounded[1], rounded[2]};
}

/// A facet that holds these points, by intervals: radius and thickness are rounded up. A NaN makes them infinite.
///
/// Pre: the normal is one of floats.
[[nodiscard]] ShellFacet facet_about(std::span<const Vec3> points, const Vec3& normal, const Vec3& centre);

/// The facets of the finest level below a facet: a range.
struct FacetRange {
    std::uint32_t begin, end;
};
[[nodiscard]] FacetRange finest_below(const LayeredShells& shells, std::size_t level, std::uint32_t facet);

[[nodiscard]] std::size_t memory_of(const LayeredShells& shells);  // bytes

}  // namespace graze::internal
