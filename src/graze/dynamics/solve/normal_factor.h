// The rows that are active, as N = Q R: columns of N are their g_i, Q is orthonormal, R upper triangular.
// Columns come and go one at a time: Gram-Schmidt, done twice so that Q stays orthonormal to rounding, and
// Givens rotations [Daniel, Gragg, Kaufman, Stewart 1976].
#pragma once

#include "graze/core/internal.h"

#include <Eigen/Core>

namespace graze::internal {

class NormalFactor {
  public:
    /// Forgets all columns. Columns will have `dimension` numbers; at most `most` of them are kept.
    /// Cost: allocates only to grow.
    void reset(int dimension, int most);

    [[nodiscard]] int columns() const { return columns_; }

    /// Splits g = N r + z with z orthogonal to N, and keeps the parts until the next call.
    /// Cost: 4 dimension * columns + columns^2 / 2 multiplications.
    void split(const Eigen::VectorXd& g);
    [[nodiscard]] const Eigen::VectorXd& outside() const { return outside_; }  // z
    [[nodiscard]] double outside_length() const { return outside_length_; }
    [[nodiscard]] double weight(int column) const { return weights_[column]; }  // r
    /// Bound of what rounding makes of z if g depends on N (dynamics.md, G8): a z below it means nothing.
    [[nodiscard]] double outside_error() const { return outside_error_; }

    /// Adds the g of the last split as the last column. Pre: outside_length() > 0, columns() < most.
    void append();
    /// Cost: 6 dimension * (columns - column) multiplications.
    void remove(int column);

    /// The shortest y with N^T y = h, and the u with y = N u; h has columns() numbers.
    void solve(const Eigen::VectorXd& h, Eigen::VectorXd& y, Eigen::VectorXd& u);
    /// The u for which N u is nearest to p, and the rest p - N u.
    void nearest(const Eigen::VectorXd& p, Eigen::VectorXd& u, Eigen::VectorXd& rest);

  private:
    void solve_upper(Eigen::VectorXd& r) const;

    Eigen::MatrixXd q_, r_;
    Eigen::VectorXd along_, again_, outside_, weights_;
    double outside_length_ = 0.0, outside_error_ = 0.0;
    int dimension_ = 0, columns_ = 0;
};

}  // namespace graze::internal
