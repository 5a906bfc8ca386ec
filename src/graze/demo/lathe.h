// Bodies that go around the z axis: turned parts, hexagons, and threads.
//
// A body is cut by n half-planes through the axis. In each of them its outline is a chain of points (a
// *column*), and neighbouring columns are zipped together. Points carry keys: those with the same key are
// joined by an edge, and a point whose key the neighbour does not have is joined to what its own neighbours
// are joined to. So the number of points may change from column to column, as a helix needs that enters at
// one end of a thread and leaves at the other, and the skin is still closed by construction: every column's
// edges are used once from either side.
//
//     z                   The interior lies to the left of the chain, seen in the half-plane (radius,
//     height). |  p3 <-- p2        An open chain starts and ends at flat caps on the axis; a ring (a nut)
//     ends where it began. |         ^ |  p0 --> p1
//     +------------- radius
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace graze::internal {

struct ColumnPoint {
    std::int64_t key;  // unique within a column
    double radius;     // > 0
    double height;
    std::uint32_t surface;  // of the skin between this point and the next one
};

using Column = std::vector<ColumnPoint>;

struct Caps {
    std::uint32_t first, last;  // surfaces
};

/// Zips columns[j], which stand at j / (columns.size() - 1) of a turn, and adds the skin to the mesh.
///
/// Pre: at least 4 columns; the last holds the same points as the first, at the same place in its list,
///      perhaps under other keys (after one turn a helix has become its neighbour); all columns start with
///      the same key and end with the same key; common keys come in the same order. Without caps, a chain
///      closes: its last point is joined to its first.
void add_lathed(Mesh& mesh, const std::vector<Column>& columns, std::optional<Caps> caps);

}  // namespace graze::internal
