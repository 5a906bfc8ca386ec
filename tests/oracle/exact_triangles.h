// What two posed triangles do to each other, by linear programming over GMP integers.
//
// Shares no code and no idea with the library: there is no plane, side or edge here. Corners are posed as
// rationals in the world, brought to integers, and then
//   meet            iff there are l, m >= 0 with  sum l = sum m = 1  and  sum l_i a_i = sum m_j b_j,
//   interiors meet  iff the same holds with all l_i, m_j > 0 (the relative interior of a hull is the set of
//                   positive combinations); by scaling, iff there are l, m >= 1 with  sum l = sum m  and
//                   sum l_i a_i = sum m_j b_j,
//   transversal     iff the edge vectors of both span space.
// Feasibility by phase one of the simplex method with Bland's rule and integer-preserving pivots. Collinear
// and coincident corners need no special treatment.
#pragma once

#include "graze/geometry/pose.h"

#include <gmpxx.h>

#include <array>
#include <cstdlib>
#include <vector>

namespace graze::oracle {

using Rational3 = std::array<mpq_class, 3>;
using Integer3 = std::array<mpz_class, 3>;

/// R(q) x / |q|^2 + t by the sandwich product q x conj(q), in rationals.
inline Rational3 posed(const Pose& pose, const Vec3& x) {
    const mpq_class qw(pose.rotation.w());
    const Rational3 q{mpq_class(pose.rotation.x()), mpq_class(pose.rotation.y()),
                      mpq_class(pose.rotation.z())};
    const Rational3 p{mpq_class(x.x()), mpq_class(x.y()), mpq_class(x.z())};
    const mpq_class qq = q[0] * q[0] + q[1] * q[1] + q[2] * q[2],
                    qp = q[0] * p[0] + q[1] * p[1] + q[2] * p[2];
    const mpq_class norm = qw * qw + qq;
    Rational3 result;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const mpq_class cross = q[i] * p[j] - q[j] * p[i];
        result[k] =
            ((qw * qw - qq) * p[k] + 2 * qp * q[k] + 2 * qw * cross) / norm + mpq_class(pose.translation[k]);
    }
    return result;
}

/// A x = b with x >= 0; b may have any sign.
struct System {
    std::vector<std::vector<mpz_class>> rows;  // each row: the coefficients, then the right side
};

/// Phase one of the simplex method: is there a solution? Artificial variables start in the basis and never
/// come back.
inline bool is_feasible(System system) {
    auto& t = system.rows;
    const std::size_t m = t.size(), n = t[0].size() - 1;
    for (auto& row : t)
        if (row[n] < 0)
            for (auto& x : row) x = -x;
    t.emplace_back(n + 1);  // minus the sum of all rows: reduced costs of "sum of artificials"
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j <= n; ++j) t[m][j] -= t[i][j];
    std::vector<std::size_t> basis(m);
    for (std::size_t i = 0; i < m; ++i) basis[i] = n + i;
    mpz_class denominator = 1, x, y;
    for (;;) {
        if (t[m][n] == 0) return true;
        std::size_t column = 0;
        while (column < n && t[m][column] >= 0) ++column;  // Bland: the first that improves
        if (column == n) return false;
        std::size_t row = m;
        for (std::size_t i = 0; i < m; ++i) {
            if (t[i][column] <= 0) continue;
            if (row == m) {
                row = i;
                continue;
            }
            x = t[i][n] * t[row][column];
            y = t[row][n] * t[i][column];
            if (x < y || (x == y && basis[i] < basis[row])) row = i;
        }
        if (row == m) std::abort();  // unbounded below zero: impossible
        const mpz_class pivot = t[row][column];
        for (std::size_t i = 0; i <= m; ++i) {
            if (i == row) continue;
            const mpz_class factor = t[i][column];
            for (std::size_t j = 0; j <= n; ++j) {
                t[i][j] *= pivot;
                mpz_submul(t[i][j].get_mpz_t(), factor.get_mpz_t(), t[row][j].get_mpz_t());
                mpz_divexact(t[i][j].get_mpz_t(), t[i][j].get_mpz_t(), denominator.get_mpz_t());
            }
        }
        denominator = pivot;
        basis[row] = column;
    }
}

inline mpz_class determinant(const Integer3& p, const Integer3& q, const Integer3& r) {
    return p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) +
           p[2] * (q[0] * r[1] - q[1] * r[0]);
}

struct Meeting {
    bool meet;
    bool cross;
};

/// The six posed corners with one common denominator taken off, seen from the first.
inline std::array<Integer3, 6> integer_corners(const std::array<Vec3, 3>& a, const Pose& pose_a,
                                               const std::array<Vec3, 3>& b, const Pose& pose_b) {
    std::array<Rational3, 6> points;
    for (int i = 0; i < 3; ++i) points[i] = posed(pose_a, a[i]);
    for (int i = 0; i < 3; ++i) points[3 + i] = posed(pose_b, b[i]);
    mpz_class common = 1;
    for (auto& p : points)
        for (int k = 0; k < 3; ++k) mpz_lcm(common.get_mpz_t(), common.get_mpz_t(), p[k].get_den_mpz_t());
    std::array<Integer3, 6> result;
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 3; ++k) result[i][k] = points[i][k].get_num() * (common / points[i][k].get_den());
    const Integer3 origin = result[0];
    for (auto& p : result)
        for (int k = 0; k < 3; ++k) p[k] -= origin[k];
    return result;
}

inline Meeting meeting_of(const std::array<Vec3, 3>& a, const Pose& pose_a, const std::array<Vec3, 3>& b,
                          const Pose& pose_b) {
    const std::array<Integer3, 6> c = integer_corners(a, pose_a, b, pose_b);
    System closed{std::vector<std::vector<mpz_class>>(5, std::vector<mpz_class>(7))};
    System open{std::vector<std::vector<mpz_class>>(4, std::vector<mpz_class>(7))};
    for (int i = 0; i < 6; ++i) {
        const int sign = i < 3 ? 1 : -1;
        for (int k = 0; k < 3; ++k) {
            closed.rows[k][i] = sign * c[i][k];
            open.rows[k][i] = sign * c[i][k];
            open.rows[k][6] -= sign * c[i][k];
        }
        closed.rows[i < 3 ? 3 : 4][i] = 1;
        open.rows[3][i] = sign;
    }
    closed.rows[3][6] = closed.rows[4][6] = 1;
    if (!is_feasible(std::move(closed))) return {false, false};
    std::array<Integer3, 4> edges;
    for (int e = 0; e < 4; ++e)
        for (int k = 0; k < 3; ++k) edges[e][k] = c[e < 2 ? 1 + e : 2 + e][k] - c[e < 2 ? 0 : 3][k];
    bool transversal = false;
    for (int skip = 0; skip < 4; ++skip) {
        std::array<int, 3> kept{};
        for (int e = 0, n = 0; e < 4; ++e)
            if (e != skip) kept[n++] = e;
        transversal = transversal || determinant(edges[kept[0]], edges[kept[1]], edges[kept[2]]) != 0;
    }
    return {true, transversal && is_feasible(std::move(open))};
}

}  // namespace graze::oracle
