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

std::vector<double> StepSystem::step() const { return far_.empty() ? band_step() : sparse_step(); }

// L D L^T in place, row by row.
std::vector<double> StepSystem::band_step() const {
    std::vector<double> l = band_, x(gradient_.size());
    const auto at = [&](int row, int column) -> double& {
        return l[static_cast<std::size_t>(row) * (kBand + 1) + static_cast<std::size_t>(kBand + column - row)];
    };
    for (int i = 0; i < size_; ++i) {
        const int first = std::max(0, i - kBand);
        double pivot = at(i, i);
        const double whole = pivot;
        for (int j = first; j < i; ++j) {  // l(i, j) holds l d until its column is done
            double sum = at(i, j);
            for (int k = std::max(first, j - kBand); k < j; ++k) sum -= at(i, k) * at(j, k);
            at(i, j) = sum;
        }
        for (int j = first; j < i; ++j) {
            const double with_pivot = at(i, j);
            at(i, j) = with_pivot / at(j, j);
            pivot -= with_pivot * at(i, j);
        }
        at(i, i) = pivot > 1e-13 * whole ? pivot : std::max(whole, 1e-300);
    }
    for (int i = 0; i < size_; ++i) {
        double sum = -gradient_[static_cast<std::size_t>(i)];
        for (int k = std::max(0, i - kBand); k < i; ++k) sum -= at(i, k) * x[static_cast<std::size_t>(k)];
        x[static_cast<std::size_t>(i)] = sum;
    }
    for (int i = 0; i < size_; ++i) x[static_cast<std::size_t>(i)] /= at(i, i);
    for (int i = size_ - 1; i >= 0; --i)
        for (int k = std::max(0, i - kBand); k < i; ++k) x[static_cast<std::size_t>(k)] -= at(i, k) * x[static_cast<std::size_t>(i)];
    return x;
}

std::vector<double> StepSystem::sparse_step() const {
    using Sparse = Eigen::SparseMatrix<double>;
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(band_.size() + 144 * far_.size());
    for (int i = 0; i < size_; ++i)
        for (int k = std::max(0, i - kBand); k <= i; ++k) {
            const double value = band_[static_cast<std::size_t>(i) * (kBand + 1) + static_cast<std::size_t>(kBand + k - i)];
            if (value != 0.0 || k == i) entries.emplace_back(i, k, value);
        }
    for (const FarStiffness& far : far_)
        for (int i = 0; i < far.count; ++i)
            for (int j = 0; j < far.count; ++j) {
                const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
                if (far.at[b] <= far.at[a]) entries.emplace_back(far.at[a], far.at[b], far.weight * far.slope[a] * far.slope[b]);
            }
    Sparse matrix(size_, size_);
    matrix.setFromTriplets(entries.begin(), entries.end());
    Eigen::SimplicialLDLT<Sparse, Eigen::Lower> solver(matrix);
    const Eigen::Map<const Eigen::VectorXd> gradient(gradient_.data(), size_);
    const Eigen::VectorXd x = solver.solve(-gradient);
    if (solver.info() != Eigen::Success || !x.allFinite()) return band_step();
    return {x.data(), x.data() + size_};
}

}  // namespace graze::soft
