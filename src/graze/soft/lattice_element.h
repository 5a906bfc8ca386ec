// The element of a lattice: a cube of eight corners, partly filled, with modes that let it bend.
//
// Trilinear shape functions N_a lock in bending. Three modes for each direction of displacement, 1 - s_i^2 with
// s = 2 at - 1, take that away [Wilson73]; their strains less their mean over the material [Taylor76], so that a state
// of constant strain is met exactly whatever part of the cube is filled. They are nobody's unknowns: each element
// eliminates its own,
//
//     K = K_uu - K_ua K_aa^-1 K_au                                                                         (11)
//
// and all integrals are sums over pieces of the material, not over the cube.
#pragma once

#include "graze/numeric/vector.h"

#include <Eigen/Core>

#include <array>
#include <span>

namespace graze::soft {

using Matrix24 = Eigen::Matrix<double, 24, 24>;

/// A piece of material in a cell: its middle, in sides of the cell from its corner, and its volume, in cells.
struct MaterialPiece {
    Vec3 at;
    double volume;
};

struct Element {
    Matrix24 stiffness;                 // kg / s^2; row 3 a + k is direction k of corner a
    std::array<Vec3, 8> gradient;       // of N_a, mean over the material: F = sum x_a gradient_a^T
    std::array<double, 8> mass_share;   // of the material's mass
    double volume = 0.0;                // in cells
};

struct ElementMaterial {
    double young, poisson;  // kg / (unit s^2)
    double cell;            // side
};

/// `steadied`: adds this share of the full cube's stiffness, where less material than a cube is there.
/// Pre: pieces of positive volume; young > 0, -1 < poisson < 0.5.
[[nodiscard]] Element element_of(std::span<const MaterialPiece> pieces, const ElementMaterial& material, const Matrix24* full, double steadied);

/// Pieces of the full cube: 6 in each direction.
[[nodiscard]] std::array<MaterialPiece, 216> full_cube();

/// Gradients of the eight shape functions at a place of the unit cube.
[[nodiscard]] std::array<Vec3, 8> shape_gradients(const Vec3& at);

}  // namespace graze::soft
