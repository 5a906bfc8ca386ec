// The linear system of a lattice: 3 x 3 blocks, and coarser lattices that make conjugate gradients converge.
//
// A coarser lattice has cells of twice the size; those that hang together in it are told by the same rule as in the finest
// one, so gaps stay gaps. Its matrix is P^T A P, P the trilinear interpolation [Trottenberg01, sec. 2]: nothing is
// discretised anew, and what contacts add is on all levels. Smoother: Chebyshev polynomials of D^-1 A, D the diagonal
// blocks, above a fifth of its greatest eigenvalue, which is estimated by power iterations. Levels are floats, since they
// only precondition; the coarsest is solved in double.
#pragma once

#include "graze/soft/lattice.h"

#include <Eigen/Cholesky>

#include <cstdint>
#include <span>
#include <vector>

namespace graze::soft {

using Vectors = std::vector<Vec3>;

/// Which nodes share a cell: columns of each row, in order.
struct BlockPattern {
    std::vector<std::uint32_t> begin, column, diagonal;  // diagonal: the slot of (i, i)
    [[nodiscard]] std::size_t rows() const { return begin.empty() ? 0 : begin.size() - 1; }
    [[nodiscard]] std::size_t slots() const { return column.size(); }
    /// Pre: it is in the pattern.
    [[nodiscard]] std::uint32_t slot(std::uint32_t row, std::uint32_t col) const;
};

/// What never changes: patterns of all levels, and how each follows from the finer one.
struct LevelPlan {
    struct Share {
        std::uint32_t coarse;
        float weight;
    };
    struct Product {
        std::uint32_t fine, coarse;  // slots
        float weight;
    };
    struct Level {
        BlockPattern pattern;
        std::vector<std::uint32_t> share_begin;  // by node: its shares of the next coarser level's nodes; empty on the coarsest
        std::vector<Share> shares;
        std::vector<Product> products;
    };
    std::vector<Level> levels;
    std::vector<std::array<std::uint32_t, 64>> cell_slots;  // of the finest level: corner a, corner b at 8 a + b
};
[[nodiscard]] LevelPlan plan_levels(const Lattice& lattice);

class LatticeSystem {
  public:
    explicit LatticeSystem(const Lattice& lattice);

    /// Masses on the diagonal, times a factor: everything else is 0 then.
    void reset(std::span<const double> mass, double factor);
    /// factor R K R^T of a cell.
    void add_cell(std::size_t cell, const Mat3& rotation, double factor);
    void add_block(std::uint32_t slot, const Mat3& block);
    void add_diagonal(std::uint32_t node, const Mat3& block) { add_block(plan_.levels[0].pattern.diagonal[node], block); }
    /// These nodes do not move: they keep their diagonal alone.
    void hold(std::span<const std::uint8_t> is_held);

    /// Takes what was added so far as A (`apply`); what is added later only counts for the preconditioner.
    void mark() { marked_ = fine_; }
    /// Pre: mark was called. y = A x.
    void apply(std::span<const Vec3> x, std::span<Vec3> y) const;
    /// Makes the coarser levels. Pre: positive definite.
    void prepare();
    /// About A^-1 r: symmetric and positive definite. Pre: prepare was called.
    void precondition(std::span<const Vec3> r, std::span<Vec3> z);

    [[nodiscard]] const LevelPlan& plan() const { return plan_; }
    [[nodiscard]] std::size_t nodes() const { return plan_.levels[0].pattern.rows(); }

  private:
    struct FloatLevel {
        std::vector<float> blocks;   // 12 a slot: three columns of four, the last one of each unused
        std::vector<float> inverse;  // 12 a node: of the diagonal block
        std::vector<float> b, x, r, d, power;
        double greatest = 1.0;  // eigenvalue of D^-1 A, estimated, a little above
    };
    void make_float(std::size_t level, std::span<const double> blocks);
    void estimate_greatest(std::size_t level, int rounds);
    void smooth(std::size_t level, bool from_zero);
    void cycle(std::size_t level);

    const Lattice& lattice_;
    LevelPlan plan_;
    std::vector<double> fine_, marked_;              // 9 a slot, by columns
    std::vector<std::vector<double>> coarse_;        // the same of coarser levels
    std::vector<FloatLevel> levels_;
    Eigen::LLT<Eigen::MatrixXd> coarsest_;
    Eigen::VectorXd coarsest_x_;
    bool has_estimate_ = false;
};

}  // namespace graze::soft
