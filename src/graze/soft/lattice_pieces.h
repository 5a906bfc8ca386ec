// Which material of a grid hangs together: in each cell, and from cell to cell.
//
// Pieces (lattice_fill.h) that share a face and both hold material are connected. The connected pieces of a cell are a
// part: it becomes an element of its own. Corners of parts in neighbouring cells are one node only where material passes
// through the common face. So a gap of a third of a cell or more is never glued; narrower ones may be.
#pragma once

#include "graze/soft/lattice_element.h"
#include "graze/soft/lattice_fill.h"

#include <vector>

namespace graze::soft {

struct CellPart {
    std::array<int, 3> place{};  // of its cell
    std::vector<MaterialPiece> pieces;
    double volume = 0.0;    // in cells
    std::size_t owner = 0;  // a part: itself, or the neighbour that its little material was given to
};

class CellParts {
  public:
    std::vector<CellPart> parts;

    /// Corners that are one node have the same number.
    [[nodiscard]] std::size_t corner_class(std::size_t part, std::size_t corner) const;
    /// The part whose material is near a place; in cells from the grid's origin. Pre: there is a part.
    [[nodiscard]] std::size_t part_near(const Vec3& at) const;

    // Made by divide.
    std::array<int, 3> pieces_across{};
    std::vector<std::int32_t> part_of_piece;  // -1: no material
    std::vector<std::size_t> classes;         // by part and corner: union-find, flat
};

[[nodiscard]] CellParts divide(const GridFill& fill, const Grid& grid);

}  // namespace graze::soft
