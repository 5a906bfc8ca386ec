// Facets joined to coarser ones: neighbours that are flat and compact together come first.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/box.h"
#include "graze/model/id_pair.h"

#include <cstdint>
#include <vector>

namespace graze::internal {

/// What is known of a part of the surface.
struct SurfacePart {
    Box box;
    Vec3 area = Vec3::Zero();  // sum of area vectors
    double size = 0.0;         // sum of areas
};

/// Parts and who has a common edge with whom: a < b, sorted, without duplicates.
struct SurfaceParts {
    std::vector<SurfacePart> parts;
    std::vector<IdPair> edges;
};

/// Joins parts to about `wanted`, in rounds of disjoint pairs, the cheapest pairs first: small boxes, normals
/// that agree. Where too few have common edges, parts that follow each other on a space-filling curve count as
/// neighbours for a round. Returns the new number of each old part; `of` becomes the joined parts.
///
/// Cost: O(n log n). Pre: wanted > 0.
[[nodiscard]] std::vector<std::uint32_t> join_parts(SurfaceParts& of, std::size_t wanted);

}  // namespace graze::internal
