#include "graze/dynamics/solve/normal_factor.h"

#include "graze/core/assert.h"

#include <Eigen/Jacobi>
#include <algorithm>
#include <limits>

namespace graze::internal {
namespace {

// Rows of unit length were rounded by at most 16 units each, and split() adds as much (dynamics.md, G8).
constexpr double kOutsideError = 32.0 * std::numeric_limits<double>::epsilon();

void grow(Eigen::VectorXd& vector, int size) {
    if (vector.size() < size) vector.resize(size);
}

}  // namespace

void NormalFactor::reset(int dimension, int most) {
    if (q_.rows() != dimension || q_.cols() < most)
        q_.resize(dimension, std::max<Eigen::Index>(most, q_.cols()));
    if (r_.rows() < most) r_.resize(most, most);
    grow(along_, most);
    grow(again_, most);
    grow(weights_, most);
    outside_.resize(dimension);
    dimension_ = dimension;
    columns_ = 0;
}

void NormalFactor::solve_upper(Eigen::VectorXd& r) const {
    r_.topLeftCorner(columns_, columns_).triangularView<Eigen::Upper>().solveInPlace(r.head(columns_));
}

void NormalFactor::split(const Eigen::VectorXd& g) {
    const auto q = q_.leftCols(columns_);
    along_.head(columns_).noalias() = q.transpose() * g;
    outside_ = g;
    outside_.noalias() -= q * along_.head(columns_);
    again_.head(columns_).noalias() = q.transpose() * outside_;
    outside_.noalias() -= q * again_.head(columns_);
    along_.head(columns_) += again_.head(columns_);
    outside_length_ = outside_.norm();
    weights_.head(columns_) = along_.head(columns_);
    solve_upper(weights_);
    outside_error_ = kOutsideError * (1.0 + weights_.head(columns_).lpNorm<1>());
}

void NormalFactor::append() {
    GRAZE_ASSERT(outside_length_ > 0.0 && columns_ < r_.rows() && columns_ < q_.cols());
    q_.col(columns_) = outside_ / outside_length_;
    r_.col(columns_).head(columns_) = along_.head(columns_);
    r_(columns_, columns_) = outside_length_;
    ++columns_;
}

void NormalFactor::remove(int column) {
    GRAZE_ASSERT(column >= 0 && column < columns_);
    for (int k = column; k + 1 < columns_; ++k) r_.col(k).head(k + 2) = r_.col(k + 1).head(k + 2);
    --columns_;
    for (int k = column; k < columns_; ++k) {
        Eigen::JacobiRotation<double> turn;
        turn.makeGivens(r_(k, k), r_(k + 1, k), &r_(k, k));
        for (int j = k + 1; j < columns_; ++j) {
            const double upper = r_(k, j), lower = r_(k + 1, j);
            r_(k, j) = turn.c() * upper - turn.s() * lower;
            r_(k + 1, j) = turn.s() * upper + turn.c() * lower;
        }
        q_.applyOnTheRight(k, k + 1, turn);
    }
}

void NormalFactor::solve(const Eigen::VectorXd& h, Eigen::VectorXd& y, Eigen::VectorXd& u) {
    const auto r = r_.topLeftCorner(columns_, columns_);
    u.resize(columns_);
    u = h.head(columns_);
    r.transpose().triangularView<Eigen::Lower>().solveInPlace(u);
    y.resize(dimension_);
    y.noalias() = q_.leftCols(columns_) * u;
    solve_upper(u);
}

void NormalFactor::nearest(const Eigen::VectorXd& p, Eigen::VectorXd& u, Eigen::VectorXd& rest) {
    split(p);
    u = weights_.head(columns_);
    rest = outside_;
}

}  // namespace graze::internal
