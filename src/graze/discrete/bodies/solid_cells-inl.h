// A triangle cut into convex cells along what other triangles have in common with it.
//
//      +-----------+            The part of a face that lies off the other skin is wholly inside, or wholly
//      | \    1   /             outside, the other body: one exact sample per cell tells. Cells are cut by
//      |   +----+    2          whole lines, but only where the other triangle reaches, so there are more
//      | 3 |cov.|               cells than needed and far fewer than all lines would make.
//      |   +----+
//
// Everything is exact. In the plane of the triangle, seen along an axis that it is not parallel to, a line is
// three integers (l0 u + l1 v + l2 = 0), and a cell is the ring of its lines: corner k is where line k - 1
// and line k meet. So a cut never makes numbers longer. Intervals decide nearly all signs.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/bodies/solid_frame-inl.h"

#include <cstdint>
#include <vector>

namespace graze::internal {

class TriangleCells {
  public:
    /// Pre: the triangle has an area.
    explicit TriangleCells(const IntTriangle& triangle);

    /// Afterwards the open cells are free of the other triangle, or wholly on it. Pre: it has an area.
    void cut(const IntTriangle& other);

    [[nodiscard]] std::size_t count() const { return cells_.size(); }
    /// A point of the open cell, another one for each attempt.
    [[nodiscard]] GridPoint sample(std::size_t cell, int attempt) const;
    /// +1 if a triangle in the same plane faces the same way, -1 if it faces the other way.
    [[nodiscard]] int facing(const IntTriangle& coplanar) const;

  private:
    struct Line {
        Int3 exact;
        std::array<Interval, 3> near;  // times a positive number
    };
    struct Vertex {
        std::array<Interval, 3> near;  // homogeneous, the last one positive
    };
    struct Cell {
        std::vector<std::uint32_t> lines;
        std::vector<Vertex> corners;
    };
    struct Halves {
        std::vector<Cell> positive, negative;  // at most one each
    };

    std::uint32_t add_line(Int3 exact);
    std::uint32_t line_through(const Int3& p, const Int3& q);
    std::uint32_t line_of_plane(const Int3& normal, const Int& offset);
    [[nodiscard]] int side_of_point(const Line& line, const Int3& p) const;
    [[nodiscard]] Int3 corner_exactly(const Cell& cell, std::size_t k) const;
    [[nodiscard]] Cell cell_of(std::vector<std::uint32_t> lines) const;
    [[nodiscard]] std::vector<int> sides(const Cell& cell, std::uint32_t line) const;
    [[nodiscard]] bool is_beyond(const Cell& cell, std::uint32_t line, int inside) const;
    [[nodiscard]] Halves split(const Cell& cell, std::uint32_t line) const;
    void cut_coplanar(const IntTriangle& other);
    void cut_across(const IntTriangle& other, const Int3& normal);

    Int3 normal_;
    Int offset_;     // normal . x = offset
    int k_, i_, j_;  // the axis that is left out, and the two that remain
    std::vector<Line> lines_;
    std::vector<Cell> cells_;
};

[[nodiscard]] Int3 normal_of(const IntTriangle& triangle);

}  // namespace graze::internal
