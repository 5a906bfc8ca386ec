// How far a trimmed face is from a mesh, at most: a proved bound, where sampling only finds.
//
// The distance to a triangle is convex, and it changes by no more than one moves. So no point of an element is
// farther from a triangle than the farthest corner of the element, and its thickness. Elements are cut until that
// is no more than asked for. Each takes the best triangle near it: where one of the mesh has no area (a pole), or
// where straight in the parameters is not straight in space, that is a neighbour.
#pragma once

#include "graze/surface/cover.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace graze::surface {

/// The triangles of a mesh, and which of them are at each vertex.
class MeshNeighbours {
  public:
    /// Both are kept by reference.
    MeshNeighbours(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles);

    [[nodiscard]] std::array<Vec3, 3> corners(std::uint32_t triangle) const;
    [[nodiscard]] std::span<const std::uint32_t> at(std::uint32_t vertex) const;
    /// The triangle with these corners in any order; kNoTriangle: there is none.
    [[nodiscard]] std::uint32_t find(const std::array<std::uint32_t, 3>& corners) const;

    static constexpr std::uint32_t kNoTriangle = 0xFFFFFFFF;

  private:
    std::span<const Vec3> vertices_;
    std::span<const std::array<std::uint32_t, 3>> triangles_;
    std::vector<std::uint32_t> first_, ids_;
};

/// An upper bound of the distance of a point from a triangle, rounding included; tight but for that.
[[nodiscard]] double most_distance(const Vec3& p, const std::array<Vec3, 3>& triangle);

/// `vertices`: of the mesh, of each corner of each element of the face. `enough`: larger bounds are made smaller,
/// by cutting, as far as `kMostCuts` go.
///
/// Guarantee: no point of the face is farther than this from the mesh; infinite: no bound.
[[nodiscard]] double deviation_bound(const Face& face, std::span<const std::array<std::uint32_t, 3>> vertices,
                                     const MeshNeighbours& mesh, double enough);

}  // namespace graze::surface
