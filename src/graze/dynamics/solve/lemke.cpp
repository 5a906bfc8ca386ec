#include "graze/dynamics/solve/lemke.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

// Entries of about 1 that should vanish: each pivot adds a rounding, divided by earlier pivots.
template <class Real>
constexpr Real kSmallestPivot = Real(1 << 12) * std::numeric_limits<Real>::epsilon();
// Values this close, of the largest in q, are one.
template <class Real>
constexpr Real kTie = Real(1 << 16) * std::numeric_limits<Real>::epsilon();

// Variables: w_i is i, f_i is size + i, the artificial one is 2 size. Row i of the tableau says
// basic_i + sum_j tableau(i, j) nonbasic_j = value_i.
template <class Real>
struct Lemke {
    int size;
    Real scale;
    LemkeWorkspace<Real>& w;

    int artificial() const { return 2 * size; }
    int complement(int variable) const { return variable < size ? variable + size : variable - size; }
    auto values() { return w.tableau.col(size + 1); }

    // The entry of column w_j of the full tableau, which holds the inverse of the basis.
    Real inverse_entry(int row, int j) const {
        const int place = w.place[j];
        return place >= 0 ? w.tableau(row, place) : (w.basic[row] == j ? Real(1) : Real(0));
    }

    // All ones first; others are multiples of the golden ratio, modulo one, plus one.
    static Real covering(int i, int cover) {
        const double part = 0.6180339887498949 * (i + 1) * cover;
        return Real(1.0 + (part - std::floor(part)));
    }

    // Swaps what is basic in `row` with what stands in `column`.
    void pivot(int row, int column) {
        auto& t = w.tableau;
        const Real inverse = Real(1) / t(row, column);
        w.column = t.col(column);
        w.column[row] = Real(0);
        t.col(column).setZero();
        t(row, column) = Real(1);
        t.row(row) *= inverse;
        for (int j = 0; j <= size + 1; ++j)
            if (const Real factor = t(row, j); factor != Real(0)) t.col(j) -= factor * w.column;
        std::swap(w.basic[row], w.nonbasic[column]);
        w.place[w.basic[row]] = -1;
        w.place[w.nonbasic[column]] = column;
        ++w.pivots;
    }

    void keep_least(int column, auto&& key) {
        Real least = 0;
        std::size_t kept = 0;
        for (std::size_t k = 0; k < w.ties.size(); ++k) {
            const int row = w.ties[k];
            const Real value = key(row) / w.tableau(row, column);
            if (kept > 0 && value > least + kTie<Real>) continue;
            if (kept > 0 && value < least - kTie<Real>) kept = 0;
            if (kept == 0) least = value;
            w.ties[kept++] = row;
        }
        w.ties.resize(kept);
    }

    // The row that leaves when what stands in `column` grows; -1: none, a ray. The artificial variable leaves
    // as soon as it may; other ties are lexicographic.
    int leaving(int column) {
        w.ties.clear();
        const Real least_pivot =
            kSmallestPivot<Real> * std::max(Real(1), w.tableau.col(column).cwiseAbs().maxCoeff());
        for (int row = 0; row < size; ++row)
            if (w.tableau(row, column) > least_pivot) w.ties.push_back(row);
        if (w.ties.empty()) return -1;
        keep_least(column, [&](int row) { return std::max(Real(0), w.tableau(row, size + 1)) / scale; });
        for (const int row : w.ties)
            if (w.basic[row] == artificial()) return row;
        for (int j = 0; j < size && w.ties.size() > 1; ++j)
            keep_least(column, [&](int row) { return inverse_entry(row, j); });
        return w.ties.front();
    }

    void begin(const auto& a, const auto& q, int cover) {
        w.tableau.resize(size, size + 2);
        w.tableau.leftCols(size) = -a;
        for (int i = 0; i < size; ++i) w.tableau(i, size) = -covering(i, cover);
        w.tableau.col(size + 1) = q;
        w.basic.resize(size);
        w.nonbasic.resize(size + 1);
        w.place.assign(2 * size + 1, -1);
        for (int i = 0; i < size; ++i) w.basic[i] = i, w.nonbasic[i] = size + i, w.place[size + i] = i;
        w.nonbasic[size] = artificial();
        w.place[artificial()] = size;
        w.pivots = 0;
        w.f.setZero(size);
    }

    void write_solution() {
        for (int row = 0; row < size; ++row)
            if (w.basic[row] >= size && w.basic[row] < artificial())
                w.f[w.basic[row] - size] = static_cast<double>(std::max(Real(0), w.tableau(row, size + 1)));
    }

    void write_ray(int column) {
        if (w.nonbasic[column] >= size) w.f[w.nonbasic[column] - size] = 1.0;
        for (int row = 0; row < size; ++row)
            if (w.basic[row] >= size && w.basic[row] < artificial())
                w.f[w.basic[row] - size] = static_cast<double>(std::max(Real(0), -w.tableau(row, column)));
    }

    LcpVerdict run(int most_pivots) {
        int first = 0;  // least q_i / d_i; the last of equals is lexicographically least
        for (int row = 1; row < size; ++row)
            if (values()[row] * w.tableau(first, size) >= values()[first] * w.tableau(row, size)) first = row;
        int entering = complement(w.basic[first]);
        pivot(first, size);
        while (w.pivots < most_pivots) {
            const int column = w.place[entering];
            const int row = leaving(column);
            if (row < 0) {
                write_ray(column);
                return LcpVerdict::Ray;
            }
            const int gone = w.basic[row];
            pivot(row, column);
            if (gone == artificial()) {
                write_solution();
                return LcpVerdict::Solved;
            }
            entering = complement(gone);
        }
        return LcpVerdict::Unfinished;
    }
};

}  // namespace

template <class Real>
LcpVerdict solve_by_lemke(const Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>& a,
                          const Eigen::Matrix<Real, Eigen::Dynamic, 1>& q, LemkeLimits limits,
                          LemkeWorkspace<Real>& workspace) {
    const int size = static_cast<int>(q.size());
    workspace.f.setZero(size);
    workspace.pivots = 0;
    if (size == 0 || q.minCoeff() >= Real(0)) return LcpVerdict::Solved;
    Lemke<Real> lemke{size, q.cwiseAbs().maxCoeff(), workspace};
    lemke.begin(a, q, limits.cover);
    return lemke.run(limits.most_pivots);
}

template LcpVerdict solve_by_lemke(const Eigen::MatrixXd&, const Eigen::VectorXd&, LemkeLimits,
                                   LemkeWorkspace<double>&);
template LcpVerdict solve_by_lemke(const Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>&,
                                   const Eigen::Matrix<long double, Eigen::Dynamic, 1>&, LemkeLimits,
                                   LemkeWorkspace<long double>&);

}  // namespace graze::internal
