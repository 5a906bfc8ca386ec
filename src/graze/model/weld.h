// Joining vertices that are the same point: equal coordinates only, never "near".
//
// -0.0 and 0.0 are the same number, hence the same coordinate: they are joined, and welded vertices
// store +0.0. No other bit of a coordinate changes. NaN is not allowed.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <cstdint>
#include <vector>

namespace graze::internal {

/// Gives equal points equal numbers, counted in order of first appearance. Readers feed it point by point.
///
/// Cost: one probe of a hash table per point; 24 bytes per different point and at most 16 for the table.
class VertexWelder {
  public:
    explicit VertexWelder(std::size_t expected_points = 0);

    /// Pre: finite, and fewer than 2^32 - 1 different points so far.
    std::uint32_t add(const Vec3& point);

    /// Fetches what add(point) will look at, some points ahead of it: the table does not fit the cache.
    void prefetch(const Vec3& point) const;

    [[nodiscard]] std::size_t size() const { return vertices_.size(); }
    /// The different points, by number. The welder is empty afterwards.
    [[nodiscard]] std::vector<Vec3> take();

  private:
    void grow();

    std::vector<Vec3> vertices_;
    std::vector<std::uint32_t> slots_;  // open addressing, a power of two long, at least half empty
};

/// The mesh with bit-equal vertices joined. Triangles keep their order; of joined vertices the first stays,
/// and the order of those that stay is kept. Triangles that collapse by it are kept (`diagnose` counts them),
/// and so are vertices that no triangle uses.
///
/// Pre: the mesh is valid. Guarantee: welding again changes nothing.
[[nodiscard]] Mesh welded(Mesh mesh);

}  // namespace graze::internal
