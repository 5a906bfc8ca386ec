// What of a grid is inside of a closed mesh: in each cell 6 x 6 x 6 pieces, how full each is and where its middle is.
//
// Columns along z, 16 through each piece, are cut by the triangles; between the cuts of a column the winding number
// says what is inside, so lengths along z are exact. The columns of a piece stand at 16 different x and 16 different y:
// a wall along an axis is placed to 1/192 of a cell.
#pragma once

#include "graze/model/mesh.h"

#include <array>
#include <cstdint>
#include <vector>

namespace graze::soft {

inline constexpr int kPiecesAcross = 6;  // of a cell

struct Grid {
    Vec3 origin = Vec3::Zero();
    double cell = 1.0;
    std::array<int, 3> cells{};
    [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(cells[0]) * static_cast<std::size_t>(cells[1]) * static_cast<std::size_t>(cells[2]); }
};

/// One piece: `full` from 0 to 1, and how far the material's middle is from the piece's, in pieces.
struct PieceFill {
    float full = 0.0F;
    std::array<float, 3> off{};
};

struct GridFill {
    std::array<int, 3> pieces{};  // of the whole grid
    std::vector<PieceFill> of;    // x runs fastest
    [[nodiscard]] std::size_t at(int x, int y, int z) const {
        return (static_cast<std::size_t>(z) * static_cast<std::size_t>(pieces[1]) + static_cast<std::size_t>(y)) * static_cast<std::size_t>(pieces[0]) + static_cast<std::size_t>(x);
    }
};

/// Pre: a closed mesh within the grid. Cost: some 10 ns a column and a crossing.
[[nodiscard]] GridFill fill_of_solid(const Mesh& mesh, const Grid& grid);

/// Of a mesh without an inside: every cell that a triangle meets is full.
[[nodiscard]] GridFill fill_of_soup(const Mesh& mesh, const Grid& grid);

}  // namespace graze::soft
