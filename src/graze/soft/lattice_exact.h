// Steps of lattices that are proved free, from stored doubles to stored doubles: Response::Exact.
//
// Vertices go straight from where they are stored to where they will be stored. Two triangles without a common vertex meet
// only if an edge of one meets the other; two with one common vertex meet elsewhere only if the edge opposite of it in one
// meets the other; two with a common edge only if their fold closes: a far vertex meets the other's face, or two edges
// meet. So pairs of an edge and a triangle without a common vertex, and those of folds, are all that has to be proved
// apart, and each is by (2) of straight_sets.h. docs/soft.md, section 9.
#pragma once

#include "graze/soft/lattice_world.h"
#include "graze/soft/straight_sets.h"

#include <cstdint>
#include <span>
#include <vector>

namespace graze::soft {

/// Skins, all vertices in one list, and who is whose.
struct SkinModel {
    std::vector<Triangle> triangles;                   // ids of the list
    std::vector<std::array<std::uint32_t, 2>> edges;   // each once
    std::vector<std::uint32_t> skin_of_vertex;
    std::vector<std::array<std::uint32_t, 4>> folds;   // two triangles with a common edge: far vertex, edge, other far vertex
    std::vector<std::vector<bool>> is_ignored;         // by skin, by skin
};

/// Two sets of vertices that have to stay apart: an edge or a vertex, and a triangle or an edge.
struct SkinPair {
    std::array<std::uint32_t, 3> a{}, b{};
    int count_a = 2, count_b = 3;
};

struct SkinProof {
    double clear_until = 1.0;
    std::vector<SkinPair> blocked;   // pairs that could not be proved for the whole step
    std::uint64_t queries = 0;
};

/// `error`: of each skin, how far its vertices may leave their straight ways.
///
/// Guarantee: on [0, clear_until) no two triangles of skins meet but in vertices and edges that they share, while vertices
///            go straight and stray by no more than their error. Cost: about a microsecond for each pair whose boxes meet.
[[nodiscard]] SkinProof prove_skins(const SkinModel& model, std::span<const Vec3> from, std::span<const Vec3> to, std::span<const double> error);

/// Pairs of triangles that meet as they stand, without those that share a vertex: exact.
[[nodiscard]] std::vector<std::array<std::uint32_t, 2>> meeting_triangles(const SkinModel& model, std::span<const Vec3> vertices);

[[nodiscard]] SkinModel skin_model_of(const BulkMemory& memory);
/// All vertices of all skins, rigid ones posed (rounded).
[[nodiscard]] std::vector<Vec3> skin_vertices(const BulkMemory& memory, std::span<const Pose> poses);

/// Errors: BadInput if skins meet at the start.
[[nodiscard]] Expected<void> check_apart(BulkMemory& memory);

}  // namespace graze::soft
