// One mesh as several, for files that hold several things in one.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace graze::internal {

/// What a mesh is divided by. Solids: of a CAD part. Objects: of an OBJ file (`o`, or `g` where there is no
/// `o`) or an ASCII STL file (`solid`). Pieces: what hangs together by edges, cavities with what they are in.
enum class SplitBy { None, Solids, Objects, Pieces };

/// "none", "solids", "objects", "pieces".
[[nodiscard]] const char* name_of(SplitBy by);

struct MeshPart {
    std::string name;
    Mesh mesh;  // of the triangles of this part, in their order; surfaces and vertices that they use
};

/// The parts that the file itself names (Mesh::parts), those without triangles left out. One at least.
[[nodiscard]] std::vector<MeshPart> split_by_parts(const Mesh& mesh);

/// Pieces (adjacency.h), "piece-1" and on. A closed piece that faces inward is a cavity: it stays with the
/// smallest piece that encloses it. Collapsed triangles go with a piece that has one of their vertices.
///
/// Pre: valid, welded, fewer than 2^30 triangles. Cost: near-linear; for each cavity, linear.
[[nodiscard]] std::vector<MeshPart> split_by_pieces(const Mesh& mesh);

}  // namespace graze::internal
