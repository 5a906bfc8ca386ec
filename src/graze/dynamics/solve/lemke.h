// Linear complementarity problems by Lemke's algorithm: the form in which most simulators pose contact
// [Redon04, eq. 5], in *contact space*: one unknown force a contact.
//
//     w = A f + q,   w >= 0,   f >= 0,   w . f = 0
//
// [CottlePangStone92, sec. 4.4]. Ties of the ratio test are broken lexicographically, so that it cannot cycle;
// nothing is added to the diagonal of A, which may be singular.
#pragma once

#include "graze/core/internal.h"

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace graze::internal {

enum class LcpVerdict : std::uint8_t {
    Solved,
    Ray,         // f is a ray: f >= 0, A f = 0, q . f < 0; for a symmetric A >= 0 there is no solution
    Unfinished,  // the budget of pivots ran out
};

template <class Real>
struct LemkeWorkspace {
    Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>
        tableau;  // columns of what is not basic, then the values
    Eigen::Matrix<Real, Eigen::Dynamic, 1> column;
    std::vector<std::int32_t> basic, nonbasic, place, ties;
    Eigen::VectorXd f;  // the answer
    int pivots = 0;
};

struct LemkeLimits {
    int most_pivots = 1000;
    int cover = 0;  // which covering vector: each leads along another way to the same answer
};

/// Pre:       A is square, symmetric and positive semidefinite, with entries of about 1; q has its size.
/// Guarantee: Solved: f is the complementary solution up to rounding. Ray: as above.
/// Cost:      O(size^2) a pivot, as many pivots as forces that are not zero and more. Memory: size^2.
///            Real is double, or long double for matrices so near to singular that double fails.
template <class Real>
[[nodiscard]] LcpVerdict solve_by_lemke(const Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>& a,
                                        const Eigen::Matrix<Real, Eigen::Dynamic, 1>& q, LemkeLimits limits,
                                        LemkeWorkspace<Real>& workspace);

}  // namespace graze::internal
