// Which triangles meet at which edge. Works for every mesh: where there is no neighbour, it says so.
//
// Half-edge 3*t+k runs from corner k of triangle t to its next corner. An *edge* is a pair of different
// vertex ids that at least one triangle joins; its half-edges run either way.
// A triangle that names a vertex twice is *collapsed*: it has no edges here. (As a chain its boundary is
// zero, so leaving it out keeps a closed mesh closed.) Positions play no part: weld first.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace graze::internal {

/// Values of Adjacency::twin that are not half-edges.
inline constexpr std::uint32_t kBoundary = 0xFFFFFFFF;     // the only half-edge of its edge
inline constexpr std::uint32_t kNonManifold = 0xFFFFFFFE;  // its edge has more than two half-edges
inline constexpr std::uint32_t kCollapsed = 0xFFFFFFFD;    // of a triangle that names a vertex twice

struct Adjacency {
    /// Per half-edge: the other one of an edge that has exactly two, whichever way they run; else one of the
    /// above.
    std::vector<std::uint32_t> twin;
    /// All half-edges of not collapsed triangles, edge by edge; ascending within an edge. Edges are ordered
    /// by (smaller vertex id, larger vertex id).
    std::vector<std::uint32_t> half_edges;
    std::vector<std::uint32_t> edge_begin;  // edge e owns half_edges[edge_begin[e] .. edge_begin[e + 1])

    [[nodiscard]] std::size_t edge_count() const { return edge_begin.size() - 1; }
    [[nodiscard]] std::span<const std::uint32_t> edge(std::size_t e) const {
        return std::span(half_edges).subspan(edge_begin[e], edge_begin[e + 1] - edge_begin[e]);
    }
};

[[nodiscard]] inline std::uint32_t triangle_of(std::uint32_t half_edge) { return half_edge / 3; }
[[nodiscard]] inline std::uint32_t next_in_triangle(std::uint32_t half_edge) {
    return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1;
}
[[nodiscard]] inline std::uint32_t start_of(const Mesh& mesh, std::uint32_t half_edge) {
    return mesh.triangles[half_edge / 3][half_edge % 3];
}
[[nodiscard]] inline std::uint32_t end_of(const Mesh& mesh, std::uint32_t half_edge) {
    return start_of(mesh, next_in_triangle(half_edge));
}
[[nodiscard]] inline bool is_collapsed(const Triangle& t) {
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

/// Pre: the mesh is valid and has fewer than 2^30 triangles.
/// Cost: linear, but for a sort of the edges at each vertex.
[[nodiscard]] Adjacency find_adjacency(const Mesh& mesh);

/// A number per triangle: triangles joined by a chain of shared edges (non-manifold ones too) have the same.
/// Pieces are numbered by their first triangle; collapsed triangles belong to none (kNoPiece).
inline constexpr std::uint32_t kNoPiece = 0xFFFFFFFF;
[[nodiscard]] std::vector<std::uint32_t> find_pieces(const Mesh& mesh, const Adjacency& adjacency);

}  // namespace graze::internal
