#include "graze/soft/step_system.h"

#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>

namespace graze::soft {

void StepSystem::reset(int unknowns) {
    size_ = unknowns;
    gradient_.assign(static_cast<std::size_t>(unknowns), 0.0);
    band_.assign(static_cast<std::size_t>(unknowns) * (kBand + 1), 0.0);
    far_.clear();
}

void StepSystem::add_direction(std::span<const int> at, std::span<const double> slope, double weight, double push) {
    const auto [least, most] = std::minmax_element(at.begin(), at.end());
    for (std::size_t i = 0; i < at.size(); ++i) add_gradient(at[i], push * slope[i]);
    if (*most - *least <= kBand) {
        for (std::size_t i = 0; i < at.size(); ++i)
            for (std::size_t j = 0; j < at.size(); ++j)
                if (at[j] <= at[i]) add_stiffness(at[i], at[j], weight * slope[i] * slope[j]);
        return;
    }
    FarStiffness far{.weight = weight, .count = static_cast<int>(at.size())};
    GRAZE_ASSERT(at.size() <= far.at.size());
    std::copy(at.begin(), at.end(), far.at.begin());
    std::copy(slope.begin(), slope.end(), far.slope.begin());
    far_.push_back(far);
}

struct StepSystem::Sparse {
    using Matrix = Eigen::SparseMatrix<double>;
    std::vector<std::array<int, 12>> pattern;  // of what is far
    int size = 0;
    Matrix matrix;
    Eigen::SimplicialLDLT<Matrix, Eigen::Lower> solver;
};

void StepSystem::factor() {
    is_sparse_ = !far_.empty() && factor_sparse();
    if (!is_sparse_) factor_band();
}

std::vector<double> StepSystem::step() {
    factor();
    std::vector<double> right(gradient_.size());
    for (std::size_t i = 0; i < right.size(); ++i) right[i] = -gradient_[i];
    return solve(right);
}

// L D L^T in place, row by row.
void StepSystem::factor_band() {
    factor_ = band_;
    std::array<double, kBand + 1> with_pivots{};
    for (int i = 0; i < size_; ++i) {
        const int first = std::max(0, i - kBand);
        double* row = &at(factor_, i, first);
        const double whole = at(factor_, i, i);
        double pivot = whole;
        for (int j = first; j < i; ++j) {
            const int begin = std::max(first, j - kBand);
            const double* other = &at(factor_, j, begin);
            double sum = row[j - first];
            for (int k = begin; k < j; ++k) sum -= with_pivots[static_cast<std::size_t>(k - first)] * other[k - begin];
            with_pivots[static_cast<std::size_t>(j - first)] = sum;
            row[j - first] = sum / at(factor_, j, j);
            pivot -= sum * row[j - first];
        }
        at(factor_, i, i) = pivot > 1e-13 * whole ? pivot : std::max(whole, 1e-300);
    }
}

/// The lower half as columns; where the same pairs are far as last time, only its numbers are new. False: not positive.
bool StepSystem::factor_sparse() {
    if (!sparse_) sparse_ = std::make_shared<Sparse>();
    std::vector<std::array<int, 12>> pattern;
    for (const FarStiffness& far : far_) pattern.push_back(far.at);
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(band_.size() + 144 * far_.size());
    for (int i = 0; i < size_; ++i)
        for (int k = std::max(0, i - kBand); k <= i; ++k) entries.emplace_back(i, k, at(band_, i, k));
    for (const FarStiffness& far : far_)
        for (std::size_t a = 0; a < static_cast<std::size_t>(far.count); ++a)
            for (std::size_t b = 0; b < static_cast<std::size_t>(far.count); ++b)
                if (far.at[b] <= far.at[a]) entries.emplace_back(far.at[a], far.at[b], far.weight * far.slope[a] * far.slope[b]);
    sparse_->matrix.resize(size_, size_);
    sparse_->matrix.setFromTriplets(entries.begin(), entries.end());
    if (pattern != sparse_->pattern || sparse_->size != size_) {
        sparse_->solver.analyzePattern(sparse_->matrix);
        sparse_->pattern = std::move(pattern);
        sparse_->size = size_;
    }
    sparse_->solver.factorize(sparse_->matrix);
    return sparse_->solver.info() == Eigen::Success;
}

std::vector<double> StepSystem::solve(std::span<const double> right) const {
    if (is_sparse_) {
        const Eigen::VectorXd x = sparse_->solver.solve(Eigen::Map<const Eigen::VectorXd>(right.data(), size_));
        return {x.data(), x.data() + size_};
    }
    std::vector<double> x(right.begin(), right.end());
    const auto row_of = [&](int i, int first) {
        return &factor_[static_cast<std::size_t>(i) * (kBand + 1) + static_cast<std::size_t>(kBand + first - i)];
    };
    for (int i = 0; i < size_; ++i) {
        const int first = std::max(0, i - kBand);
        const double* row = row_of(i, first);
        for (int k = first; k < i; ++k) x[static_cast<std::size_t>(i)] -= row[k - first] * x[static_cast<std::size_t>(k)];
    }
    for (int i = 0; i < size_; ++i) x[static_cast<std::size_t>(i)] /= *row_of(i, i);
    for (int i = size_ - 1; i >= 0; --i) {
        const int first = std::max(0, i - kBand);
        const double* row = row_of(i, first);
        for (int k = first; k < i; ++k) x[static_cast<std::size_t>(k)] -= row[k - first] * x[static_cast<std::size_t>(i)];
    }
    return x;
}

}  // namespace graze::soft
