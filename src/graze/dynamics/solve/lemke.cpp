#include "graze/dynamics/solve/lemke.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

// Entries of about 1 that should vanish: each pivot adds a rounding of 1e-16, divided by earlier pivots.
constexpr double kSmallestPivot = 1e-11;
constexpr double kTie = 1e-12;  // values this close, of the largest in q, are one

// Variables: w_i is i, f_i is size + i, the artificial one is 2 size. Row i of the tableau says
// basic_i + sum_j tableau(i, j) nonbasic_j = value_i.
struct Lemke {
    int size;
    double scale;
    LemkeWorkspace& w;

    int artificial() const { return 2 * size; }
    int complement(int variable) const { return variable < size ? variable + size : variable - size; }
    auto values() { return w.tableau.col(size + 1); }

    // The entry of column w_j of the full tableau, which holds the inverse of the basis.
    double inverse_entry(int row, int j) const {
        const int place = w.place[j];
        return place >= 0 ? w.tableau(row, place) : (w.basic[row] == j ? 1.0 : 0.0);
    }

    // Swaps what is basic in `row` with what stands in `column`.
    void pivot(int row, int column) {
        Eigen::MatrixXd& t = w.tableau;
        const double inverse = 1.0 / t(row, column);
        w.column = t.col(column);
        w.column[row] = 0.0;
        t.col(column).setZero();
        t(row, column) = 1.0;
        t.row(row) *= inverse;
        for (int j = 0; j <= size + 1; ++j)
            if (const double factor = t(row, j); factor != 0.0) t.col(j) -= factor * w.column;
        std::swap(w.basic[row], w.nonbasic[column]);
        if (w.basic[row] < 2 * size + 1) w.place[w.basic[row]] = -1;
        w.place[w.nonbasic[column]] = column;
        ++w.pivots;
    }

    void keep_least(int column, auto&& key) {
        double least = 0.0;
        std::size_t kept = 0;
        for (std::size_t k = 0; k < w.ties.size(); ++k) {
            const int row = w.ties[k];
            const double value = key(row) / w.tableau(row, column);
            if (kept > 0 && value > least + kTie) continue;
            if (kept > 0 && value < least - kTie) kept = 0;
            if (kept == 0) least = value;
            w.ties[kept++] = row;
        }
        w.ties.resize(kept);
    }

    // The row that leaves when what stands in `column` grows; -1: none, a ray. The artificial variable leaves
    // as soon as it may; other ties are lexicographic.
    int leaving(int column) {
        w.ties.clear();
        for (int row = 0; row < size; ++row)
            if (w.tableau(row, column) > kSmallestPivot) w.ties.push_back(row);
        if (w.ties.empty()) return -1;
        keep_least(column, [&](int row) { return std::max(0.0, w.tableau(row, size + 1)) / scale; });
        for (const int row : w.ties)
            if (w.basic[row] == artificial()) return row;
        for (int j = 0; j < size && w.ties.size() > 1; ++j)
            keep_least(column, [&](int row) { return inverse_entry(row, j); });
        return w.ties.front();
    }

    void begin(const Eigen::MatrixXd& a, const Eigen::VectorXd& q) {
        w.tableau.resize(size, size + 2);
        w.tableau.leftCols(size) = -a;
        w.tableau.col(size).setConstant(-1.0);
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
                w.f[w.basic[row] - size] = std::max(0.0, w.tableau(row, size + 1));
    }

    void write_ray(int column) {
        if (w.nonbasic[column] >= size) w.f[w.nonbasic[column] - size] = 1.0;
        for (int row = 0; row < size; ++row)
            if (w.basic[row] >= size && w.basic[row] < artificial())
                w.f[w.basic[row] - size] = std::max(0.0, -w.tableau(row, column));
    }

    LcpVerdict run(int most_pivots) {
        int first = 0;
        for (int row = 1; row < size; ++row)
            if (values()[row] <= values()[first]) first = row;  // the last of equals is lexicographically least
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

LcpVerdict solve_by_lemke(const Eigen::MatrixXd& a, const Eigen::VectorXd& q, int most_pivots,
                          LemkeWorkspace& workspace) {
    const int size = static_cast<int>(q.size());
    workspace.f.setZero(size);
    workspace.pivots = 0;
    if (size == 0 || q.minCoeff() >= 0.0) return LcpVerdict::Solved;
    Lemke lemke{size, q.cwiseAbs().maxCoeff(), workspace};
    lemke.begin(a, q);
    return lemke.run(most_pivots);
}

}  // namespace graze
