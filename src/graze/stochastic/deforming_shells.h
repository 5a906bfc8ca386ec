// Layered shells that follow a body as it deforms ([GuyDebunne04, sec. 5.1]), with a margin that is proved.
//
// A surface is held by nodes: each vertex is a convex combination of some of them, of the corners of its cell of a
// lattice, of a tetrahedron, or of itself alone. With X_i, p_i where nodes are at rest and now, and any affine map A,
//
//     x = sum w_i X_i,  y = sum w_i p_i,  w_i >= 0, sum w_i = 1    =>    |y - A x| <= max_i |p_i - A X_i|    (1)
//
// for A x = sum w_i A X_i. So what is below a facet stays within the maximum, over the nodes of the vertices below it,
// of the image of its disk under A. A is fitted to these nodes; (1) holds whatever it is. Nothing is assumed about
// how far the body deforms: disks that get much larger than they were hold all the same, and say so (`growth`).
//
// Disks are made when they are asked for, once in a move: what nothing comes near costs nothing.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/geometry/box.h"
#include "graze/model/mesh.h"
#include "graze/stochastic/layered_shells.h"

#include <memory>
#include <span>
#include <vector>

namespace graze::internal {

/// What holds a surface. Vertex v: nodes ids[first[v]] to ids[first[v + 1]], with weights in the same places.
struct SurfaceNodes {
    std::vector<Vec3> rest;  // of the nodes
    std::vector<std::uint32_t> first, ids;
    std::vector<double> weights;  // none is negative; of each vertex they sum to 1, but for kWeightError
};
inline constexpr double kWeightError = 0x1p-40;

/// Each vertex is its own node.
[[nodiscard]] SurfaceNodes nodes_of(const Mesh& mesh);

/// Where a vertex is, in doubles. Pre: positions of all nodes.
[[nodiscard]] Vec3 vertex_at(const SurfaceNodes& nodes, std::span<const Vec3> positions,
                             std::uint32_t vertex);

class DeformingShells {
  public:
    /// `mesh` is at rest: its vertices are, about, where vertex_at has them.
    ///
    /// Pre:  shells of that mesh, which outlive this; weights as SurfaceNodes says, of all vertices.
    /// Cost: O(n), as often as there are levels.
    DeformingShells(const LayeredShells& shells, const Mesh& mesh, SurfaceNodes nodes);

    /// Moves the nodes; forgets all disks. Cost: that of a copy of the positions.
    void move(std::span<const Vec3> positions);

    /// The disk of a facet now.
    ///
    /// Guarantee: (E) of layered_shells.h for every corner of every triangle below it, where vertex_at has them.
    ///            With a position that is not finite it is infinitely large.
    /// Cost:      level 0: three vertices. Else: the nodes of all vertices below, the first time in a move.
    [[nodiscard]] const ShellFacet& facet(std::size_t level, std::uint32_t facet);

    /// How many times as large as at rest (radius and thickness together) the largest disk made since the last move
    /// is, but for those of triangles; 1 if there is none.
    [[nodiscard]] double growth() const { return growth_; }
    /// Beyond the amplitude for which these shells were made: they still hold, but are not worth much. Build others
    /// of the body as it is now.
    [[nodiscard]] bool is_beyond() const { return growth_ > kMostGrowth; }
    static constexpr double kMostGrowth = 2.0;

    /// No node has come farther in the last move.
    [[nodiscard]] double step() const { return step_; }
    /// A box about all vertices.
    [[nodiscard]] Box bounds() const;
    /// A triangle's corners.
    [[nodiscard]] Corners corners_of(std::uint32_t triangle) const;
    [[nodiscard]] std::span<const Vec3> positions() const { return positions_; }
    [[nodiscard]] const SurfaceNodes& nodes() const { return nodes_; }
    [[nodiscard]] const LayeredShells& at_rest() const { return *shells_; }

  private:
    struct Follower;  // what a facet needs to know of its nodes
    [[nodiscard]] ShellFacet about_corners(std::uint32_t facet) const;
    [[nodiscard]] ShellFacet followed(std::size_t level, std::uint32_t facet) const;

    const LayeredShells* shells_;
    SurfaceNodes nodes_;
    std::vector<Triangle> triangles_;
    double off_ = 0.0;  // vertices at rest are no farther from where their weights put them
    double greatest_ = 0.0, greatest_rest_ = 0.0;   // |.|_1 of positions of nodes
    std::vector<std::vector<Follower>> followers_;  // by level, from 1 on
    std::vector<Vec3> positions_;
    struct Made {
        ShellFacet facet;
        std::uint32_t move = 0;
    };
    std::vector<std::vector<Made>> made_;  // by level
    std::uint32_t moves_ = 1;
    double growth_ = 1.0, step_ = 0.0;

  public:
    ~DeformingShells();
    DeformingShells(DeformingShells&&) noexcept;
    DeformingShells& operator=(DeformingShells&&) noexcept;
};

}  // namespace graze::internal
