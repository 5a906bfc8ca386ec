// The linear system of a Newton step: a band for what neighbours of a rod do to each other, and a list of
// stiffnesses along single directions for what far nodes do (contacts of a rod with itself and with others).
//
// Unknowns of rod k begin at its offset o: node i at o + 4 i, the turn of segment i at o + 4 i + 3.
#pragma once

#include "graze/core/assert.h"

#include <Eigen/Core>

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace graze::soft {

/// w J J^T over at most 12 unknowns.
struct FarStiffness {
    double weight = 0.0;
    int count = 0;
    std::array<int, 12> at{};
    std::array<double, 12> slope{};
};

class StepSystem {
  public:
    static constexpr int kBand = 10;  // of the lower half, beside the diagonal

    void reset(int unknowns);
    [[nodiscard]] int size() const { return size_; }

    void add_gradient(int at, double value) { gradient_[static_cast<std::size_t>(at)] += value; }
    /// Pre: row >= column >= row - kBand.
    void add_stiffness(int row, int column, double value) {
        band_[static_cast<std::size_t>(row) * (kBand + 1) + static_cast<std::size_t>(kBand + column - row)] += value;
    }
    /// weight * slope slope^T, and `push` * slope to the gradient.
    void add_direction(std::span<const int> at, std::span<const double> slope, double weight, double push);

    [[nodiscard]] std::span<const double> gradient() const { return gradient_; }
    /// Prepares `solve` for what was added so far.
    ///
    /// Pre: the stiffness is positive definite up to rounding; where it is not, the diagonal is made larger.
    void factor();
    /// The inverse of the stiffness times this. Pre: factor().
    [[nodiscard]] std::vector<double> solve(std::span<const double> right) const;
    /// factor, and minus the inverse of the stiffness times the gradient.
    [[nodiscard]] std::vector<double> step();

  private:
    struct Sparse;
    void factor_band();
    [[nodiscard]] bool factor_sparse();
    [[nodiscard]] double& at(std::vector<double>& band, int row, int column) const {
        return band[static_cast<std::size_t>(row) * (kBand + 1) + static_cast<std::size_t>(kBand + column - row)];
    }

    int size_ = 0;
    bool is_sparse_ = false;                        // what was factored last
    std::vector<double> gradient_, band_, factor_;  // row by row, columns row - kBand to row
    std::vector<FarStiffness> far_;
    std::shared_ptr<Sparse> sparse_;  // kept from step to step: the same pairs have the same pattern
};

}  // namespace graze::soft
