// The skin of what a field of numbers on a lattice is below a level in: a closed mesh, by tetrahedra.
//
// The lattice is body-centred cubic: corners of cubes of side 2u, and their middles. In integers, all three
// coordinates of a node are even (a corner) or all odd (a middle); its place is u times these. An edge of a cube
// and two neighbours of the four middles around it make a tetrahedron; these fill space, all alike, with
// circumradius (sqrt(5) / 2) u. In each the field is taken as linear between its four nodes.
//
//          c1 o------o c0        p, q: corners, an edge of a cube; c0 .. c3: middles around it;
//             | p--q |           tetrahedra p q c0 c1, p q c1 c2, p q c2 c3, p q c3 c0
//          c2 o------o c3
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <array>
#include <cstdint>
#include <vector>

namespace graze::internal {

using LatticePoint = std::array<std::int64_t, 3>;  // all even, or all odd

class Lattice {
  public:
    /// `cells` cubes along each axis, the first corner at u times `first`.
    ///
    /// Pre: unit > 0 with at most 20 bits, numbers of `first` even and below 2^30: so places are exact doubles.
    Lattice(double unit, const LatticePoint& first, const std::array<int, 3>& cells);

    [[nodiscard]] double unit() const { return unit_; }
    [[nodiscard]] const std::array<int, 3>& cells() const { return cells_; }
    [[nodiscard]] std::size_t nodes() const { return corners_ + middles_; }

    /// Nodes are numbered: corners first. `local` counts from `first`.
    [[nodiscard]] std::size_t corner(int x, int y, int z) const {
        return (static_cast<std::size_t>(z) * static_cast<std::size_t>(cells_[1] + 1) +
                static_cast<std::size_t>(y)) *
                   static_cast<std::size_t>(cells_[0] + 1) +
               static_cast<std::size_t>(x);
    }
    [[nodiscard]] std::size_t middle(int x, int y, int z) const {
        return corners_ +
               (static_cast<std::size_t>(z) * static_cast<std::size_t>(cells_[1]) +
                static_cast<std::size_t>(y)) *
                   static_cast<std::size_t>(cells_[0]) +
               static_cast<std::size_t>(x);
    }
    /// Of a point that counts from `first`. Pre: it is within the lattice.
    [[nodiscard]] std::size_t node(const LatticePoint& local) const {
        const auto half = [&](int k) { return static_cast<int>(local[k] >> 1); };
        return (local[0] & 1) == 0 ? corner(half(0), half(1), half(2)) : middle(half(0), half(1), half(2));
    }
    [[nodiscard]] LatticePoint local_of(std::size_t node) const;
    [[nodiscard]] bool contains(const LatticePoint& local) const {
        for (int k = 0; k < 3; ++k)
            if (local[k] < 0 || local[k] > 2 * std::int64_t{cells_[k]}) return false;
        return true;
    }

    /// Exact.
    [[nodiscard]] Vec3 place(const LatticePoint& local) const {
        return {unit_ * static_cast<double>(first_[0] + local[0]),
                unit_ * static_cast<double>(first_[1] + local[1]),
                unit_ * static_cast<double>(first_[2] + local[2])};
    }

  private:
    double unit_;
    LatticePoint first_;
    std::array<int, 3> cells_;
    std::size_t corners_, middles_;
};

/// The ways from a node to its 14 neighbours.
[[nodiscard]] const std::array<LatticePoint, 14>& lattice_ways();

/// The skin of all points where the field is below `level`, each triangle facing away from them.
///
/// Pre:       values[lattice node]; none is equal to the level; those of nodes on the outside are above.
/// Guarantee: closed, each edge has two triangles that run along it in opposite ways. Vertices are the points of
///            edges where the linear field is `level`, each coordinate off by less than 2^-50 of the greatest
///            coordinate of the lattice.
/// Cost:      some ns a tetrahedron, 12 of them a cube; memory for the vertices.
[[nodiscard]] Mesh lattice_skin(const Lattice& lattice, const std::vector<float>& values, double level);

}  // namespace graze::internal
