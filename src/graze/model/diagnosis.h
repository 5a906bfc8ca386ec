// What a mesh is: closed or not, in how many pieces, and everything about it that is not as it should be.
//
// Diagnosis never repairs. It looks at vertex ids, so weld first; only *degenerate* and *orientation*
// look at positions. See adjacency.h for edges, collapsed triangles and pieces.
#pragma once

#include "graze/model/mesh.h"

#include <array>
#include <cstdint>
#include <vector>

namespace graze {

namespace internal {
struct Adjacency;
}  // namespace internal

/// How many evidence ids a finding lists at most.
inline constexpr std::size_t kEvidence = 8;

using VertexPair = std::array<std::uint32_t, 2>;  // an edge by its vertex ids, the smaller first

/// A count, and the first few of what was counted, ascending.
template <class Id>
struct Finding {
    std::uint64_t count = 0;
    std::vector<Id> first;  // at most kEvidence

    void add(const Id& id) {
        if (count++ < kEvidence) first.push_back(id);
    }
};

/// Which side of a closed piece its triangles show (counter-clockwise seen from there). Cavities are pieces
/// that are rightly Inward. Unknown: not closed, or a volume too near zero to be sure of its sign.
enum class Facing { Outward, Inward, Unknown };

/// Triangles joined by shared edges.
struct Piece {
    std::uint32_t first_triangle = 0;
    std::uint64_t triangles = 0;
    bool closed = false;  // as MeshDiagnosis::closed, for the edges of this piece
    Facing facing = Facing::Unknown;
};

struct MeshDiagnosis {
    Finding<std::uint32_t> degenerate_triangles;  // exactly zero area; the collapsed ones too
    Finding<std::uint32_t> collapsed_triangles;   // name a vertex twice
    Finding<std::uint32_t>
        duplicate_triangles;  // same three vertex ids and same way round as an earlier triangle
    Finding<std::uint32_t>
        opposite_triangles;                  // same three vertex ids as an earlier one, other way round only
    Finding<VertexPair> boundary_edges;      // of one triangle
    Finding<VertexPair> nonmanifold_edges;   // of more than two
    Finding<VertexPair> inconsistent_edges;  // of two that run along it the same way
    Finding<std::uint32_t> isolated_vertices;  // of no triangle
    Finding<std::uint32_t>
        nonmanifold_vertices;  // whose triangles do not form one fan across two-triangle edges

    std::vector<Piece> pieces;  // ordered by first triangle

    /// Every edge has exactly two triangles, which run along it in opposite directions, and there is an edge.
    /// (A bow-tie vertex does not hurt.) Combinatorial: two opposite copies of a triangle are closed.
    bool closed = false;

    /// Every edge is run along as often one way as the other: the skin has no rim, so signed volume and
    /// inside/outside make sense. Weaker than closed: two cubes that share an edge are balanced.
    bool balanced = false;

    /// Used vertices - edges + triangles, without collapsed triangles. 2 for a sphere, 0 for a torus.
    std::int64_t euler_characteristic = 0;
};

/// Pre: the mesh is valid and has fewer than 2^30 triangles.
/// Guarantee: counts are exact; a Facing other than Unknown is proved against rounding.
/// Cost: near-linear.
[[nodiscard]] MeshDiagnosis diagnose(const Mesh& mesh);

/// The same with an adjacency at hand. Pre: it is find_adjacency(mesh).
[[nodiscard]] MeshDiagnosis diagnose(const Mesh& mesh, const internal::Adjacency& adjacency);

}  // namespace graze
