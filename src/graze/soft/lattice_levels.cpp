#include "graze/soft/lattice_levels.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace graze::soft {
namespace {

constexpr double kSmoothedShare = 0.1;    // of the spectrum: what lies below is left to coarser levels
constexpr double kEstimateMargin = 1.15;  // power iterations come from below
constexpr int kFirstRounds = 12, kLaterRounds = 2;
constexpr int kSmoothings = 3;  // degree of the polynomial

// Four floats at a time; a node has three of them and a zero.
using Four = Eigen::Array4f;
Eigen::Map<const Four> four(const float* p) { return Eigen::Map<const Four>(p); }
Eigen::Map<Four> four(float* p) { return Eigen::Map<Four>(p); }

/// block x: columns of four.
Four product_of(const float* block, const float* x) { return four(block) * x[0] + four(block + 4) * x[1] + four(block + 8) * x[2]; }

void residual(const BlockPattern& pattern, const float* blocks, const float* b, const float* x, float* r) {
    for (std::size_t i = 0; i < pattern.rows(); ++i) {
        Four sum = four(b + 4 * i);
        for (std::uint32_t s = pattern.begin[i]; s < pattern.begin[i + 1]; ++s) sum -= product_of(blocks + 12 * std::size_t{s}, x + 4 * std::size_t{pattern.column[s]});
        four(r + 4 * i) = sum;
    }
}

}  // namespace

LatticeSystem::LatticeSystem(const Lattice& lattice) : lattice_(lattice), plan_(plan_levels(lattice)) {
    fine_.assign(9 * plan_.levels[0].pattern.slots(), 0.0);
    for (std::size_t l = 0; l < plan_.levels.size(); ++l) {
        const BlockPattern& pattern = plan_.levels[l].pattern;
        if (l > 0) coarse_.emplace_back(9 * pattern.slots(), 0.0);
        FloatLevel level;
        level.blocks.assign(12 * pattern.slots(), 0.0F);
        level.inverse.assign(12 * pattern.rows(), 0.0F);
        for (auto* v : {&level.b, &level.x, &level.r, &level.d, &level.power}) v->assign(4 * pattern.rows(), 0.0F);
        levels_.push_back(std::move(level));
    }
}

void LatticeSystem::reset(std::span<const double> mass, double factor) {
    std::fill(fine_.begin(), fine_.end(), 0.0);
    for (std::uint32_t i = 0; i < mass.size(); ++i) add_diagonal(i, Mat3(Mat3::Identity() * (factor * mass[i])));
}

void LatticeSystem::add_block(std::uint32_t slot, const Mat3& block) {
    Eigen::Map<Mat3>(fine_.data() + 9 * std::size_t{slot}) += block;
}

void LatticeSystem::add_cell(std::size_t cell, const Mat3& rotation, double factor) {
    const Matrix24& k = lattice_.elements[lattice_.cells[cell].element].stiffness;
    const std::array<std::uint32_t, 64>& slots = plan_.cell_slots[cell];
    const Mat3 left = factor * rotation, right = rotation.transpose();
    for (int a = 0; a < 8; ++a)
        for (int b = a; b < 8; ++b) {
            const Mat3 turned = left * k.block<3, 3>(3 * a, 3 * b) * right;
            add_block(slots[static_cast<std::size_t>(8 * a + b)], turned);
            if (b != a) add_block(slots[static_cast<std::size_t>(8 * b + a)], turned.transpose());
        }
}

void LatticeSystem::hold(std::span<const std::uint8_t> is_held) {
    const BlockPattern& pattern = plan_.levels[0].pattern;
    for (std::uint32_t i = 0; i < pattern.rows(); ++i)
        for (std::uint32_t s = pattern.begin[i]; s < pattern.begin[i + 1]; ++s)
            if (s != pattern.diagonal[i] && (is_held[i] != 0 || is_held[pattern.column[s]] != 0)) std::fill_n(fine_.begin() + 9 * std::ptrdiff_t{s}, 9, 0.0);
}

void LatticeSystem::apply(std::span<const Vec3> x, std::span<Vec3> y) const {
    const BlockPattern& pattern = plan_.levels[0].pattern;
    for (std::size_t i = 0; i < pattern.rows(); ++i) {
        double u = 0.0, v = 0.0, w = 0.0;
        for (std::uint32_t s = pattern.begin[i]; s < pattern.begin[i + 1]; ++s) {
            const double* k = marked_.data() + 9 * std::size_t{s};
            const Vec3& at = x[pattern.column[s]];
            u += k[0] * at[0] + k[3] * at[1] + k[6] * at[2];
            v += k[1] * at[0] + k[4] * at[1] + k[7] * at[2];
            w += k[2] * at[0] + k[5] * at[1] + k[8] * at[2];
        }
        y[i] = {u, v, w};
    }
}

void LatticeSystem::make_float(std::size_t level, std::span<const double> blocks) {
    const BlockPattern& pattern = plan_.levels[level].pattern;
    FloatLevel& to = levels_[level];
    for (std::size_t s = 0; s < pattern.slots(); ++s)
        for (std::size_t c = 0; c < 3; ++c)
            for (std::size_t r = 0; r < 3; ++r) to.blocks[12 * s + 4 * c + r] = static_cast<float>(blocks[9 * s + 3 * c + r]);
    for (std::size_t i = 0; i < pattern.rows(); ++i) {
        const Mat3 inverse = Eigen::Map<const Mat3>(blocks.data() + 9 * std::size_t{pattern.diagonal[i]}).inverse();
        for (int c = 0; c < 3; ++c)
            for (int r = 0; r < 3; ++r) to.inverse[12 * i + static_cast<std::size_t>(4 * c + r)] = static_cast<float>(inverse(r, c));
    }
}

void LatticeSystem::estimate_greatest(std::size_t level, int rounds) {
    const BlockPattern& pattern = plan_.levels[level].pattern;
    FloatLevel& at = levels_[level];
    if (!has_estimate_)  // anything that is not smooth
        for (std::size_t i = 0; i < at.power.size(); ++i) at.power[i] = i % 4 == 3 ? 0.0F : static_cast<float>(static_cast<int>(i * 2654435761U % 1024U) - 512) / 512.0F;
    const std::vector<float> zero(at.power.size(), 0.0F);
    for (int round = 0; round < rounds; ++round) {
        double norm = 0.0;
        for (const float v : at.power) norm += static_cast<double>(v) * static_cast<double>(v);
        const auto scale = static_cast<float>(1.0 / std::sqrt(std::max(norm, 1e-30)));
        for (float& v : at.power) v *= scale;
        residual(pattern, at.blocks.data(), zero.data(), at.power.data(), at.r.data());
        double grown = 0.0;
        for (std::size_t i = 0; i < pattern.rows(); ++i) {
            const Four next = -product_of(at.inverse.data() + 12 * i, at.r.data() + 4 * i);
            four(at.power.data() + 4 * i) = next;
            grown += static_cast<double>(next.square().sum());
        }
        at.greatest = std::max(1.0, kEstimateMargin * std::sqrt(grown));
    }
}

void LatticeSystem::prepare() {
    make_float(0, fine_);
    for (std::size_t l = 0; l + 1 < plan_.levels.size(); ++l) {
        const std::vector<double>& from = l == 0 ? fine_ : coarse_[l - 1];
        std::vector<double>& to = coarse_[l];
        std::fill(to.begin(), to.end(), 0.0);
        for (const LevelPlan::Product& p : plan_.levels[l].products) {
            const double* a = from.data() + 9 * std::size_t{p.fine};
            double* b = to.data() + 9 * std::size_t{p.coarse};
            const auto w = static_cast<double>(p.weight);
            for (std::size_t k = 0; k < 9; ++k) b[k] += w * a[k];
        }
        make_float(l + 1, to);
    }
    for (std::size_t l = 0; l + 1 < levels_.size(); ++l) estimate_greatest(l, has_estimate_ ? kLaterRounds : kFirstRounds);
    has_estimate_ = true;
    const BlockPattern& last = plan_.levels.back().pattern;
    const std::vector<double>& blocks = plan_.levels.size() == 1 ? fine_ : coarse_.back();
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(3 * last.rows()), static_cast<Eigen::Index>(3 * last.rows()));
    for (std::size_t i = 0; i < last.rows(); ++i)
        for (std::uint32_t s = last.begin[i]; s < last.begin[i + 1]; ++s)
            dense.block<3, 3>(static_cast<Eigen::Index>(3 * i), static_cast<Eigen::Index>(3 * std::size_t{last.column[s]})) =
                Eigen::Map<const Mat3>(blocks.data() + 9 * std::size_t{s});
    // Coarse nodes in the corners of thin material can be all but free: a little of the diagonal keeps them.
    dense.diagonal() *= 1.0 + 1e-12;
    coarsest_.compute(dense);
}

void LatticeSystem::smooth(std::size_t level, bool from_zero) {
    const BlockPattern& pattern = plan_.levels[level].pattern;
    FloatLevel& at = levels_[level];
    const auto high = static_cast<float>(at.greatest), low = static_cast<float>(kSmoothedShare * at.greatest);
    const float middle = 0.5F * (high + low), half = 0.5F * (high - low);
    float rho = half / middle;
    for (int k = 0; k < kSmoothings; ++k) {
        const float* r = at.r.data();
        if (from_zero && k == 0)
            r = at.b.data();
        else
            residual(pattern, at.blocks.data(), at.b.data(), at.x.data(), at.r.data());
        const float next = k == 0 ? rho : 1.0F / (2.0F * middle / half - rho);
        const float keep = k == 0 ? 0.0F : next * rho, gain = k == 0 ? 1.0F / middle : 2.0F * next / half;
        for (std::size_t i = 0; i < pattern.rows(); ++i) {
            const Four step = gain * product_of(at.inverse.data() + 12 * i, r + 4 * i) + keep * four(at.d.data() + 4 * i);
            four(at.d.data() + 4 * i) = step;
            if (from_zero && k == 0)
                four(at.x.data() + 4 * i) = step;
            else
                four(at.x.data() + 4 * i) += step;
        }
        rho = next;
    }
}

void LatticeSystem::cycle(std::size_t level) {
    FloatLevel& at = levels_[level];
    if (level + 1 == levels_.size()) {
        const std::size_t rows = plan_.levels[level].pattern.rows();
        coarsest_x_.resize(static_cast<Eigen::Index>(3 * rows));
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t k = 0; k < 3; ++k) coarsest_x_[static_cast<Eigen::Index>(3 * i + k)] = static_cast<double>(at.b[4 * i + k]);
        coarsest_.solveInPlace(coarsest_x_);
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t k = 0; k < 3; ++k) at.x[4 * i + k] = static_cast<float>(coarsest_x_[static_cast<Eigen::Index>(3 * i + k)]);
        return;
    }
    smooth(level, true);
    const LevelPlan::Level& plan = plan_.levels[level];
    residual(plan.pattern, at.blocks.data(), at.b.data(), at.x.data(), at.r.data());
    FloatLevel& coarse = levels_[level + 1];
    std::fill(coarse.b.begin(), coarse.b.end(), 0.0F);
    for (std::size_t i = 0; i < plan.pattern.rows(); ++i)
        for (std::uint32_t s = plan.share_begin[i]; s < plan.share_begin[i + 1]; ++s)
            four(coarse.b.data() + 4 * std::size_t{plan.shares[s].coarse}) += plan.shares[s].weight * four(at.r.data() + 4 * i);
    cycle(level + 1);
    for (std::size_t i = 0; i < plan.pattern.rows(); ++i)
        for (std::uint32_t s = plan.share_begin[i]; s < plan.share_begin[i + 1]; ++s)
            four(at.x.data() + 4 * i) += plan.shares[s].weight * four(coarse.x.data() + 4 * std::size_t{plan.shares[s].coarse});
    smooth(level, false);
}

void LatticeSystem::precondition(std::span<const Vec3> r, std::span<Vec3> z) {
    FloatLevel& top = levels_.front();
    double most = 0.0;
    for (const Vec3& v : r) most = std::max(most, v.cwiseAbs().maxCoeff());
    if (!(most > 0.0)) {
        std::fill(z.begin(), z.end(), Vec3::Zero());
        return;
    }
    for (std::size_t i = 0; i < r.size(); ++i)  // floats have no room for very small forces
        for (std::size_t k = 0; k < 3; ++k) top.b[4 * i + k] = static_cast<float>(r[i][static_cast<int>(k)] / most);
    cycle(0);
    for (std::size_t i = 0; i < z.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) z[i][static_cast<int>(k)] = most * static_cast<double>(top.x[4 * i + k]);
}

}  // namespace graze::soft
